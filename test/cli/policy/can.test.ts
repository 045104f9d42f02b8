import { describe, expect, test } from "@jest/globals";
import type { Witness } from "../../../src/authoring/analysis/witness.js";
import { requestOf } from "../../../src/authoring/analysis/witness.js";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const cwd = folder({
	"policy.rules": `import "./base.rules"
set vcs = git, hg
agent writer extends default {
  override allow git push origin
  allow npm
  ask npm publish id release
}
`,
	"base.rules": `agent default {
  default deny
  syntax redirects
  deny git push except git push --dry-run because "No."
  allow git, ls
  allow rm
    within . # a comment
  nudge grep use file.search
  deny * touching **/.env, ~/.ssh
}
`,
	"open.rules": "agent default {\n  default allow\n  deny git\n  ask curl\n}\n",
	"shut.rules": "agent default {\n  default deny\n  allow git\n  deny git\n}\n",
	"twice.rules": "agent default {\n  default deny\n  allow ls; allow cat\n}\n",
	"broken.rules": "agent {",
});
const can = (...words: string[]) => rules(["can", ...words], { cwd });

interface Found {
	readonly effect: string;
	readonly agent: string;
	readonly regions: readonly {
		readonly rule?: { readonly id: string; readonly text: string };
		readonly programs: readonly string[];
		readonly others: boolean;
		readonly sample: Witness;
		readonly heldBack: readonly { readonly id: string; readonly text: string }[];
	}[];
	readonly unsettled: readonly string[];
}
function found(...words: string[]): Found {
	const { out, err } = can("--json", ...words);
	expect(err).toBe("");
	expect(valid("regions", JSON.parse(out))).toEqual([]);
	return JSON.parse(out) as Found;
}

test("an agent's regions are shown by the rules that let them through, as they stand", () => {
	expect(can("writer")).toEqual({
		code: 0,
		out: `agent writer: what is allowed

policy.rules:4  override allow git push origin
  such as: rules check --agent writer -- git push origin
  held back by base.rules:9  deny * touching **/.env, ~/.ssh

policy.rules:5  allow npm
  such as: rules check --agent writer -- npm
  held back by policy.rules:6 (release)  ask npm publish id release
  held back by base.rules:9  deny * touching **/.env, ~/.ssh

base.rules:5  allow git, ls
  such as: rules check --agent writer -- ls
  held back by base.rules:4  deny git push except git push --dry-run because "No."
  held back by base.rules:9  deny * touching **/.env, ~/.ssh

base.rules:6  allow rm within .
  such as: rules check --agent writer -- rm
  held back by base.rules:9  deny * touching **/.env, ~/.ssh
`,
		err: "",
	});
});

describe("every sample decides as it is said", () => {
	test.each([
		["writer", [], "allow"],
		["writer", [], "ask"],
		["writer", [], "nudge"],
		["writer", [], "deny"],
		["default", ["@vcs touching ~/.ssh"], "deny"],
		["default", ["* touching /etc"], "allow"],
		["default", ["--rules", "open.rules"], "allow"],
		["default", ["--rules", "open.rules"], "ask"],
		["default", ["--rules", "open.rules"], "deny"],
		["default", ["--rules", "safe-shell"], "allow"],
	] as const)("%s %j %s", (agent, words, effect) => {
		const { regions, unsettled } = found(agent, ...words, "--effect", effect);
		expect(unsettled).toEqual([]);
		expect(regions).not.toEqual([]);
		const policy = words[0] === "--rules" ? words : [];
		const input = regions.map(({ sample }) => `${JSON.stringify(requestOf(sample, agent))}\n`).join("");
		const { out } = rules(["check", "--jsonl", ...policy], { cwd, input });
		const answers = out
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line) as { effect: string; rules: readonly { id: string }[] });
		expect(answers.map((answer) => answer.effect)).toEqual(regions.map(() => effect));
	});
});

test("the default has a region where it is the answer", () => {
	const { regions } = found("default", "--rules", "open.rules");
	expect(regions).toHaveLength(1);
	expect(regions[0]).toMatchObject({ others: true, heldBack: [] });
	expect(regions[0]).not.toHaveProperty("rule");
	expect(can("default", "--rules", "open.rules").out).toMatch(/\nby default: .*programs that no rule names\n/);
});

describe("a pattern", () => {
	test("narrows what is asked about, with clauses", () => {
		expect(found("writer", "git push").regions.map(({ rule }) => rule?.id)).toEqual(["policy.rules:4", "base.rules:5"]);
		expect(can("default", "rm touching /etc")).toEqual({
			code: 1,
			out: "agent default: nothing of `rm touching /etc` is allowed\n",
			err: "",
		});
	});

	test("sees the policy's sets", () => {
		expect(found("writer", "@vcs").regions.map(({ programs }) => programs)).toEqual([["git"], ["git"]]);
	});
});

test("nothing ends with 1", () => {
	expect(can("default", "--rules", "shut.rules")).toEqual({
		code: 1,
		out: "agent default: nothing is allowed\n",
		err: "",
	});
	expect(can("default", "--effect", "ask").out).toBe("agent default: nothing is asked about\n");
	expect(can("default", "--effect", "nudge").out).toMatch(/^agent default: what is nudged\n/);
});

test("what is not settled is said", () => {
	const { code, out } = can("default", "ls touching /etc/passwd", "--steps", "1");
	expect([code, out]).toEqual([
		1,
		"agent default: nothing of `ls touching /etc/passwd` is allowed, as far as that is settled\n\nnot settled for `ls`: the search ended at its limit, and there may be more\n  a pattern that says more (a subcommand, `using`, `touching`) is settled sooner, and `--steps 20000` searches longer\n",
	]);
});

describe("ends with 2", () => {
	test.each([
		["without an agent", [], /^error: missing required argument `AGENT`\n/],
		["for a mistyped agent", ["writr"], /^error: the policy has no agent `writr`\nhelp: did you mean `writer`\?\n$/],
		[
			"for a mistyped set",
			["writer", "ls, @vc"],
			/^error\[unknown-set\]: .*\n --> pattern:1:5\n {2}\|\n1 \| ls, @vc\n {2}\| {5}\^\^\^\n/,
		],
		["for a mistyped clause", ["writer", "ls tuoching("], /^error\[[a-z-]+\]: [^\n]*\n --> pattern:1:12\n/],
		["for an empty pattern", ["writer", ""], /^error\[syntax-error\]: /],
		["for more than a pattern", ["writer", "ls deny rm"], /^error/],
		["for two claims", ["writer", "ls\nnever allow rm"], /^error: .* is more than a pattern\n/],
		["for an answer that there is not", ["writer", "--effect", "alow"], /^error: .*`alow` is invalid/],
		["for a broken policy", ["default", "--rules", "broken.rules"], /^error\[syntax-error\]/],
	])("%s", (_, words, err) => {
		const ended = can(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});

	test.each([[["writer", "@vc"]], [["writer", "--rules", "broken.rules"]]])(
		"in JSON with the diagnostics: %j",
		(words) => {
			const { code, out, err } = can("--json", ...words);
			expect([code, err]).toEqual([2, ""]);
			expect(valid("regions#/$defs/broken", JSON.parse(out))).toEqual([]);
		},
	);
});
