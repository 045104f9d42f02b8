/** What a help tells to write can be written, and takes the finding away. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isAsked, isTemplate, type Quote, quotesIn } from "../../../src/authoring/editor/promises/quotes.js";
import { type LintSettings, lint } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import type { Program } from "../../../src/engine/knowledge/program.js";
import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { type Loaded, loadText } from "../../../src/runtime/load/load.js";
import { readCaseFile } from "../../cases/read-case-file.js";
import { lintOf, lintsFor, loadScene, settingsOf } from "../../cases/run-cases.js";
import { isWhole, part, some } from "../../part.js";
import { applied } from "./help.js";

interface Trial {
	readonly read: (text: string) => Loaded;
	readonly settings: LintSettings;
	/** How often the same is found in the policy as it stands. */
	readonly before: number;
}

function countOf(code: string, found: readonly Diagnostic[]): number {
	return found.filter((one) => one.code === code).length;
}

/** Why a quote of a help does no good, in whatever way it is meant; undefined where it does. */
function whyNot(
	quote: Quote,
	finding: Diagnostic,
	policy: Loaded,
	{ read, settings, before }: Trial,
): string | undefined {
	const tried: string[] = [];
	for (const [way, text] of applied(quote, finding, policy)) {
		const now = read(text);
		const error = now.diagnostics.find(({ severity }) => severity === "error");
		if (error !== undefined && policy.tree !== undefined) tried.push(`${way}: ${error.message}`);
		else if (isTemplate(quote) || countOf(finding.code, lint(now, settings)) < before) return undefined;
		else tried.push(`${way}: it is found still`);
	}
	return `${finding.code}: ${finding.message}\n  help: ${finding.help}\n  \`${quote.text}\`\n    ${tried.join("\n    ")}`;
}

function asked(finding: Diagnostic): readonly Quote[] {
	return quotesIn(finding.help ?? "").filter(isAsked);
}

const folder = "test/cases/lints";
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"));

test("of every case", () => {
	const wrong: string[] = [];
	let tried = 0;
	for (const file of some(files.sort())) {
		const path = join(folder, file);
		const about = lintOf(path);
		if (about === undefined) throw new Error(`no lint has the cases of ${path}`);
		for (const scene of readCaseFile(readFileSync(path, "utf8")).scenes) {
			const { name, text } = scene.policy;
			// A help speaks in the notation that people read it in.
			if (name.endsWith(".yaml")) continue;
			const policy = loadScene(scene, name, text);
			const settings = { ...settingsOf(scene), lints: lintsFor(about, scene) };
			const found = lint(policy, settings).filter(({ code }) => code === about.name);
			const trial = { read: (after: string) => loadScene(scene, name, after), settings, before: found.length };
			for (const finding of found) {
				for (const quote of asked(finding)) {
					tried++;
					const why = whyNot(quote, finding, policy, trial);
					if (why !== undefined) wrong.push(`${path}:${scene.policy.line}: ${why}`);
				}
			}
		}
	}
	expect(wrong).toEqual([]);
	expect(tried).toBeGreaterThan(isWhole ? 300 : 30);
}, 120_000);

const factor = Number(process.env.LAWS_RUNS ?? 0.5 * part);
const seed = Number(process.env.LAWS_SEED ?? 20261121);

/** Rules about a program, as people write them. */
function rulesAbout(program: Program): readonly string[] {
	const { name } = program;
	const options = [program, ...Object.values(program.subcommands)].flatMap((usage) =>
		usage.options.flatMap(({ names: [first = ""], powers, role }) =>
			powers.length > 0 || role === "code" ? [first] : [],
		),
	);
	const notes = ["", ' note "read-only"', ' note "works offline"'];
	return [
		...notes.flatMap((note) => [
			`allow ${name}${note}`,
			`allow ${name} granting everything${note}`,
			`allow ${name} granting exec${note}`,
		]),
		...options.flatMap((one) => [
			`allow ${name} ${one}`,
			`allow ${name}\ndeny ${name} ${one}`,
			`allow ${name} with ${one}`,
		]),
		...Object.keys(program.subcommands).map((one) => `allow ${name} ${one}`),
		`allow ${name}\ndeny ${name} /etc/*`,
		`allow ${name} within /`,
		`allow ${name}\ndeny * using delete`,
		`allow ${name}\ndeny * touching ~/.ssh`,
	];
}

test("of rules about any program", () => {
	let tried = 0;
	const rule = fc
		.constantFrom(...Object.keys(programs))
		.chain((name) => fc.constantFrom(...rulesAbout(programNamed(name) as Program)));
	const read = (text: string): Loaded => loadText("policy.rules", text, { cwd: "/nowhere" });
	fc.assert(
		fc.property(rule, (text) => {
			const policy = read(`default deny\nsyntax pipes, heredocs, redirects\n${text}\n`);
			// An option that no rule can name is an error of its own.
			if (policy.tree === undefined) return;
			for (const finding of lint(policy)) {
				const about = lints.filter(({ name }) => name === finding.code);
				const quotes = asked(finding);
				if (about.length === 0 || quotes.length === 0) continue;
				const settings = { lints: about };
				const before = countOf(finding.code, lint(policy, settings));
				for (const quote of quotes) {
					tried++;
					const why = whyNot(quote, finding, policy, { read, settings, before });
					if (why !== undefined) throw new Error(`${text}\n${why}`);
				}
			}
		}),
		{ numRuns: Math.ceil(800 * factor), seed },
	);
	expect(tried).toBeGreaterThan(120 * factor);
}, 240_000);
