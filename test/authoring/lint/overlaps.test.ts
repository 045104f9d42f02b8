import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { lint, lintFailed } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { isWhole, some } from "../../part.js";

/** Lints that may speak of the same place, each with what the one says and the other does not. Everything else that meets there is one fault told twice. */
const mayMeet: readonly (readonly [first: string, second: string, why: string])[] = [
	[
		"claim-of-nothing-allowed",
		"covered-claim",
		"that nothing lets the program run, and that another claim says as much",
	],
	["agent-without-rules", "missing-default", "rules that are missing, and the default, which rules do not say"],
	["agent-without-rules", "no-default-agent", "the agent that is there, and the one that is not"],
	["missing-default", "no-default-agent", "the agent that is there, and the one that is not"],
	["deep-inheritance", "identical-agents", "how far an agent's rules have come, and that another has the same ones"],
	[
		"allow-everything",
		"redundant-rule",
		"what the rule opens, and that another opens it as well: one goes, the other stays",
	],
	["allow-everything", "missing-reason", "what the rule opens, and that inherited rules forbade it"],
	["allow-interpreter", "name-contradicts-effect", "what the rule opens, and that its author's words rule it out"],
	["default-allow", "name-contradicts-effect", "what the default opens, and that its author's words rule it out"],
	["shell-escape", "name-contradicts-effect", "what the rule opens, and that its author's words rule it out"],
	["name-contradicts-effect", "exec-capable", "other ways out of the same program, each closed by a clause of its own"],
	[
		"name-contradicts-effect",
		"name-contradicts-effect",
		"other ways out of the same program, each closed by a clause of its own",
	],
	["missing-reason", "writes-agent-settings", "what the rule opens, and that it does not say why"],
	["allow-interpreter", "partly-unreachable", "what the rule would open, and that another one refuses it"],
	["missing-reason", "wide-override", "the reason that is missing, and what is taken out besides what is named"],
	["wide-override", "writes-agent-settings", "what no longer holds, and what the rule opens"],
	["allow-remote-shell", "wide-override", "what the rule opens, and what no longer holds"],
	["allow-secrets", "allows-arbitrary-code", "what the program shows, and what it runs"],
	["allow-secrets", "broad-allow", "what the program shows, and what else its subcommands do"],
	["allow-persistence", "broad-allow", "what runs later, and what else its subcommands do"],
	["allow-remote-shell", "broad-allow", "what runs elsewhere, and what else its subcommands do"],
	["allow-package-runner", "broad-allow", "what one program of a set fetches, and what subcommands of another do"],
	[
		"broad-allow",
		"dead-pattern",
		"what the pattern opens, and that another opens it as well: one goes, the other stays",
	],
	["allow-interpreter", "allow-package-runner", "code that is typed, and code that is fetched"],
	[
		"redundant-rule",
		"writes-agent-settings",
		"what the rule opens, and that another opens it as well: one goes, the other stays",
	],
	[
		"dead-pattern",
		"allows-arbitrary-code",
		"what the pattern opens, and that another opens it as well: one goes, the other stays",
	],
	["repeated-setting", "self-writable", "that the line says what is inherited, and what it opens all the same"],
	["override-noop", "unreachable-rule", "the word does nothing, and without it the rule does nothing either"],
	["missing-reason", "unreachable-rule", "the reason that is missing, and that another rule decides"],
	["missing-reason", "never-matches", "the reason that is missing, and that the rule holds for nothing"],
	["never-matches", "unreachable-rule", "that a rule holds for nothing, and that nothing grants what it speaks of"],
	["inverted-condition", "unreachable-after", "which way round a condition is, and that nothing ever brings it about"],
	["dead-pattern", "mistyped-name", "that another pattern says as much, and what was probably meant"],
	["no-expectations", "writes-agent-settings", "what the policy lacks, and what its first rule opens"],
	[
		"vacuous-host-clause",
		"vacuous-host-clause",
		"programs of which nobody sees whom they talk to, each with its own why",
	],
	["duplicate-list-item", "redundant-notation", "how a path is written, and what it holds"],
	["overlapping-paths", "redundant-notation", "how a path is written, and what it holds"],
	["partly-unreachable", "redundant-notation", "how a path is written, and that another rule refuses it"],
	["overlapping-paths", "partly-unreachable", "what another path of the list holds, and that another rule refuses it"],
	["unbounded-paths", "redundant-notation", "how a path is written, and what it holds"],
	["shared-folder", "redundant-notation", "how a path is written, and what it holds"],
	["trust-writable", "redundant-notation", "how a path is written, and what it holds"],
	["options-as-text", "needless-regex", "how a word is written, and what it can't find"],
	[
		"disjoint-constrains",
		"not-settled",
		"what is known of two lists alone, and that the whole was too much to look at",
	],
	["denied-in-part", "not-settled", "what is left open, and that the whole was too much to look at"],
	["retaught-program", "taught-nothing", "what is no longer known of a program, and that nothing takes its place"],
];

interface Text {
	readonly name: string;
	readonly text: string;
}

/** Every policy that is written down on a page of the repository, once. In the packs nothing is found at all: `clean.test.ts`. */
const policies: readonly Text[] = [
	...new Map(
		["docs", "test/cases"]
			.flatMap((folder) => filesIn(folder, /\.md$/).flatMap(blocksOf))
			.map((one) => [`${notationOf(one)}\n${one.text}`, one] as const),
	).values(),
];

test("of two findings at one place each says what the other does not", () => {
	const allowed = new Set(mayMeet.map(([first, second]) => [first, second].sort().join(" + ")));
	const met = new Map<string, string[]>();
	let meets = 0;
	for (const policy of some(policies, 12)) {
		for (const [first, second] of meetings(findingsIn(policy))) {
			meets++;
			const key = [first.code, second.code].sort().join(" + ");
			if (allowed.has(key)) continue;
			const told = `${policy.name}: \`${policy.text.slice(first.span.start, first.span.end)}\`\n    ${first.message}\n    ${second.message}`;
			met.set(key, [...(met.get(key) ?? []), told]);
		}
	}
	expect(meets).toBeGreaterThan(isWhole ? 30 : 2);
	expect([...met].map(([key, where]) => `${key} (${where.length})\n  ${where[0]}`).sort()).toEqual([]);
});

test("lints that may meet are known, and say why", () => {
	const known = new Set(lints.map(({ name }) => name));
	expect(mayMeet.filter(([first, second, why]) => !known.has(first) || !known.has(second) || why === "")).toEqual([]);
});

function filesIn(folder: string, ending: RegExp): readonly string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => ending.test(name))
		.sort()
		.map((name) => join(folder, name));
}

function blocksOf(path: string): readonly Text[] {
	const page = readFileSync(path, "utf8");
	return [...page.matchAll(/^```(rules|yaml)[^\n]*\n([\s\S]*?)^```$/gm)].map(
		({ index, 1: language, 2: text = "" }) => ({
			name: `${path}:${page.slice(0, index).split("\n").length}${language === "yaml" ? ".rules.yaml" : ".rules"}`,
			// Marks of cases are not part of the policy, and comments would be.
			text: text.replaceAll(/^#[ ^]*\^.*$|^# = help:.*$/gm, ""),
		}),
	);
}

function findingsIn({ name, text }: Text): readonly Diagnostic[] {
	const policy = loadText(notationOf({ name, text }), text, { cwd: "/nowhere" });
	if (policy.tree === undefined) return [];
	const found = lint(policy, { today: "2026-06-01" });
	const failed = found.filter(({ code }) => code === lintFailed);
	if (failed.length > 0) throw new Error(`${name}: ${failed.map(({ message }) => message).join("\n")}`);
	const known = new Set(lints.map((one) => one.name));
	return found.filter(({ code }) => known.has(code));
}

function notationOf({ name }: Text): string {
	return name.endsWith(".yaml") ? "policy.rules.yaml" : "policy.rules";
}

/** Pairs at the same place. Findings come in the order of their places. */
function meetings(findings: readonly Diagnostic[]): readonly (readonly [Diagnostic, Diagnostic])[] {
	return findings.flatMap((first, at) =>
		findings
			.slice(at + 1)
			.filter(
				({ span }) => span.file === first.span.file && span.start === first.span.start && span.end === first.span.end,
			)
			.map((second) => [first, second] as const),
	);
}
