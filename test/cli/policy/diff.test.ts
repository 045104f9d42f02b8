import { describe, expect, test } from "@jest/globals";
import type { Change, Difference } from "../../../src/authoring/analysis/changes/difference.js";
import { requestOf } from "../../../src/authoring/analysis/witness.js";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const cwd = folder({
	"old.rules": `agent default {
  default deny
  syntax pipes
  allow git, ls
  deny git push, git fetch id no-net
  allow rm within .
  nudge grep use file.search
  limit timeout 5s
}
agent writer extends default {
  override allow git push
}
`,
	"same.rules": `import "./part.rules"
agent writer extends default {
  override allow git push because "Go on."
}
`,
	"part.rules": `set free = ls, git
agent default {
  limit timeout 5s
  nudge grep use file.search
  deny git push
  deny git fetch
  allow rm within ./.
  allow @free
  syntax pipes
  default deny
}
`,
	"new.rules": `agent default {
  default deny
  syntax redirects, pipes
  allow git, ls
  deny git push id no-net
  allow rm without -r within .
  nudge grep use file.search
  limit timeout 10s
}
agent reader extends default {
  override deny ls
}
`,
	"stricter.rules":
		"agent default {\n  default deny\n  syntax none\n  allow git, ls\n  deny git push, git fetch, git add\n  allow rm within .\n  nudge grep use file.search\n  limit timeout 5s\n}\nagent writer extends default {\n  override allow git push\n}\n",
	"taught.rules":
		"program deploy can read\nagent default {\n  default deny\n  allow deploy\n  deny * using network\n}\n",
	"untaught.rules":
		"program deploy can read, network\nagent default {\n  default deny\n  allow deploy\n  deny * using network\n}\n",
	"idle.rules": "agent default {\n  default deny\n}\n",
	"asking.rules": "agent default {\n  default deny\n}\nagent guest {\n  default deny\n  unreadable ask\n}\n",
	"confined.rules": "agent default {\n  default deny\n  sandbox require\n  audit require\n}\n",
	"loose.rules": "agent default {\n  default deny\n  sandbox prefer\n  audit off\n}\n",
	"writable.rules": "agent default {\n  default deny\n  self writable\n}\n",
	"guest.rules": "agent default {\n  default deny\n}\nagent guest {\n  default deny\n}\n",
	"host.rules": "agent default {\n  default deny\n}\nagent host {\n  default deny\n}\n",
	"open.rules": "agent default {\n  default allow\n}\n",
	"broken.rules": "agent {",
});
const diff = (...words: string[]) => rules(["diff", ...words], { cwd });

type Found = Omit<Difference, "changes"> & {
	readonly changes: readonly (Change & { readonly looser: boolean })[];
	readonly equal: boolean;
	readonly widens: boolean;
};
type Answer = Found & { readonly code: number | null };
const answers = new Map<string, Answer>();
/** Each question is asked once: what the same words are answered can be looked at by several tests. */
function found(...words: string[]): Answer {
	const key = words.join(" ");
	const known = answers.get(key);
	if (known !== undefined) return known;
	const { code, out, err } = diff("--json", ...words);
	expect(err).toBe("");
	expect(valid("difference", JSON.parse(out))).toEqual([]);
	const made = { ...(JSON.parse(out) as Found), code };
	answers.set(key, made);
	return made;
}

const notCompared =
	"not compared: messages, notes and ids of rules, claims and examples, what a session did before, what a harness itself asks or denies\n";

describe("policies that decide alike", () => {
	test.each([
		["old.rules", "old.rules"],
		["old.rules", "same.rules"],
		["same.rules", "old.rules"],
		["safe-shell", "safe-shell"],
	])("are equal, however they are written: %s and %s", (one, other) => {
		expect(diff(one, other)).toEqual({
			code: 0,
			out: `equal: ${one} and ${other} decide every command alike\n${notCompared}`,
			err: "",
		});
	});

	test("are so in JSON as well", () => {
		expect(found("old.rules", "same.rules")).toMatchObject({ equal: true, widens: false });
	});
});

test("only what changed for a program", () => {
	expect(diff("--program", "ls", "old.rules", "new.rules", "--agent", "default").out).not.toContain("git fetch");
	expect(found("--program", "git", "old.rules", "new.rules")).toMatchObject({
		programs: ["git"],
		notCompared: expect.arrayContaining(["claims and examples"]),
	});
});

test("what changed is shown by agent, what got looser first", () => {
	expect(diff("old.rules", "new.rules", "--agent", "default")).toEqual({
		code: 1,
		out: `old.rules → new.rules: 1 region looser, 1 region stricter, 2 settings changed

agent default
  looser: deny → allow
    such as: git fetch
    before:  old.rules:5 (no-net)
    after:   new.rules:4
  stricter: allow → deny
    such as: rm -r
    before:  old.rules:6
    after:   no rule: the default
  looser: syntax pipes → pipes, redirects
  looser: limit timeout 5000 → 10000

${notCompared}`,
		err: "",
	});
});

test("an agent that one of them has not is denied everything there", () => {
	// `--no-widening` changes the exit code alone; the same question is asked below.
	const { agentsAdded, agentsRemoved, changes } = found("--no-widening", "old.rules", "new.rules");
	expect([agentsAdded, agentsRemoved]).toEqual([["reader"], ["writer"]]);
	expect(
		changes.filter(({ agent }) => agent === "reader").every(({ before, looser }) => before.effect === "deny" && looser),
	).toBe(true);
	expect(
		changes.filter(({ agent }) => agent === "writer").every(({ after, looser }) => after.effect === "deny" && !looser),
	).toBe(true);
	expect(diff("host.rules", "guest.rules").out).toMatch(/\nagent guest, new\n[\s\S]*\nagent host, no longer there\n/);
});

/** What each pair of policies ends with where nothing may widen. */
const pairs: readonly (readonly [before: string, after: string, code: number])[] = [
	["old.rules", "same.rules", 0],
	["old.rules", "stricter.rules", 0],
	["stricter.rules", "old.rules", 1],
	["old.rules", "new.rules", 1],
	["new.rules", "old.rules", 1],
	["untaught.rules", "taught.rules", 1],
	["taught.rules", "untaught.rules", 0],
	["idle.rules", "guest.rules", 0],
	["idle.rules", "asking.rules", 1],
	["asking.rules", "idle.rules", 0],
	["confined.rules", "loose.rules", 1],
	["loose.rules", "confined.rules", 0],
	["idle.rules", "confined.rules", 0],
	["idle.rules", "writable.rules", 1],
	["writable.rules", "idle.rules", 0],
	["old.rules", "open.rules", 1],
	["idle.rules", "safe-shell", 1],
];

describe("--no-widening", () => {
	/** Samples by the policy that is said to decide them so. */
	const said = new Map<string, { readonly line: string; readonly effect: string }[]>();

	test.each(pairs)("%s → %s ends with %s", (one, other, code) => {
		const ended = found("--no-widening", one, other);
		expect([ended.code, ended.widens]).toEqual([code, code === 1]);
		for (const { sample, agent, before, after } of ended.changes) {
			const line = JSON.stringify(requestOf(sample, agent));
			for (const [policy, { effect }] of [
				[one, before],
				[other, after],
			] as const)
				said.set(policy, [...(said.get(policy) ?? []), { line, effect }]);
		}
	});

	test("every sample decides as it is said, before and after", () => {
		const shown = [
			"old.rules",
			"new.rules",
			"stricter.rules",
			"open.rules",
			"taught.rules",
			"untaught.rules",
			"safe-shell",
		];
		expect([...said.keys()]).toEqual(expect.arrayContaining(shown));
		for (const [policy, samples] of said) {
			const input = samples.map(({ line }) => `${line}\n`).join("");
			const answers = rules(["check", "--jsonl", "--rules", policy], { cwd, input })
				.out.trimEnd()
				.split("\n")
				.map((line) => JSON.parse(line) as { commands: readonly { effect: string }[]; effect: string })
				.map(({ commands, effect }, at) => ({ line: samples[at]?.line, effect: commands[0]?.effect ?? effect }));
			expect([policy, answers]).toEqual([policy, samples]);
		}
	});

	test("without it, what got stricter is a change as well", () => {
		expect(diff("old.rules", "stricter.rules").code).toBe(1);
		expect(diff("idle.rules", "guest.rules")).toEqual({
			code: 1,
			out: expect.stringMatching(
				/^idle\.rules → guest\.rules: 1 agent added\n\nagent guest, new\n\ntried for agent guest: 0 programs that rules name, and \d{3,} for all that none names\nnot compared: /,
			),
			err: "",
		});
	});
});

test("what is not settled is never equal", () => {
	const { code, out } = diff("--steps", "0", "--no-widening", "old.rules", "stricter.rules");
	expect(code).toBe(1);
	expect(out).toMatch(
		/\n {2}not settled for `git`: the search ended at its limit, and there may be more\n {4}`--program git` looks at one program for longer, `--steps 20000` at all of them\n/,
	);
	expect(out).not.toContain("equal");
});

describe("ends with 2", () => {
	test.each([
		["without two policies", ["old.rules"], /^error: missing required argument `NEW`\n/],
		[
			"for an agent of neither",
			["old.rules", "new.rules", "--agent", "writr"],
			/^error: neither policy has an agent `writr`\nhelp: did you mean `writer`\?\n$/,
		],
		["for a broken policy", ["old.rules", "broken.rules"], /^error\[syntax-error\]/],
		["for one that is not there", ["nope.rules", "old.rules"], /^error\[file-not-found\]/],
	])("%s", (_, words, err) => {
		const ended = diff(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});

	test("in JSON with the diagnostics", () => {
		const { code, out, err } = diff("--json", "old.rules", "broken.rules");
		expect([code, err]).toEqual([2, ""]);
		expect(valid("difference#/$defs/broken", JSON.parse(out))).toEqual([]);
	});
});
