/**
 * Proofs about what happened before, held against every past of up to two commands: what is proved no past breaks, and each story that is told replays on the
 * engine. STORY_POLICIES says how many policies are made up.
 */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { anySymbolicWorld } from "../../../../src/authoring/analysis/agent-model.js";
import { decideStory, type StoryStep } from "../../../../src/authoring/analysis/past/decide-story.js";
import { answerAfter } from "../../../../src/authoring/analysis/past/stories.js";
import { type Proof, prove } from "../../../../src/authoring/analysis/prove.js";
import { witnessManner } from "../../../../src/authoring/analysis/witness.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Effect } from "../../../../src/language/syntax/statements.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const world = { workspace: "/workspace", home: "/home/user", linkAt: () => "none" as const, entriesOf: () => [] };

function loaded(text: string) {
	const { policy, tree, diagnostics } = loadText("policy.rules", text);
	const fault = diagnostics.find(({ severity }) => severity === "error");
	if (tree === undefined || fault !== undefined) throw new Error(`${fault?.message}\n${text}`);
	return { policy, tree };
}

/** What is said of the claim, with its story in words. */
function proofOf(rules: string, claim: string): string {
	const { policy, tree } = loaded(`${rules}\n${claim}\n`);
	const [one] = policy.claims;
	if (one === undefined) throw new Error("it has no claim");
	const proof = prove(tree, "default", one, anySymbolicWorld);
	return proof.kind === "broken" ? `${proof.sample.argv.join(" ")}, ${witnessManner(proof.sample)}` : proof.kind;
}

describe("a claim that a history breaks comes with a story", () => {
	const base = "default deny\nallow npm test, npm install, cat, mkdir\n";
	test.each([
		["allow git push after exactly npm test", "never allow git push", "git push, after `npm test` passed"],
		[
			"allow git push after exactly npm test 2 times",
			"never allow git push",
			"git push, after `npm test` passed 2 times",
		],
		["allow git push after exactly make check", "never allow git push", "proved"],
		["allow git fetch after exactly make x\nallow git pull after git fetch", "never allow git pull", "proved"],
		["allow git push after git push", "never allow git push", "proved"],
		["allow git fetch after git pull\nallow git pull after git fetch", "never allow git pull", "proved"],
		["allow git push after approved git push", "never allow git push", "not-settled"],
		[
			"allow git fetch after exactly npm test\nallow git pull after git fetch",
			"never allow git pull",
			"git pull, after `npm test` passed, then `git fetch` passed",
		],
		[
			"allow gh pr view\nallow gh pr merge {n} after gh pr view {n}",
			"never allow gh pr merge",
			"gh pr merge x, after `gh pr view x` passed",
		],
		["allow rm\nask rm after cat 3 times", "never ask rm", "rm, after `cat` passed 3 times"],
		["allow git push at most 2 per 1h", "never deny git push", "git push, after `git push` passed 2 times"],
		["ask npm publish after failed npm test", "never ask npm publish", "npm publish, after `npm test` failed"],
		[
			"allow file.read\nallow file.edit after file.read same path\ngovern all",
			"never allow file.edit",
			"file.edit x, after `file.read x` passed",
		],
		["allow touch after mkdir same branch", "never allow touch", "touch, with branch = main, after `mkdir` passed"],
		[
			"allow curl\ndeny * using network after * touching .env",
			"never deny curl https://a.example",
			"curl https://a.example, after `cat .env` passed",
		],
		[
			"allow make before make\nallow git push\ndeny git push after failed make after passed make",
			"never deny git push",
			"git push, after `make` ended, nobody knows how",
		],
	])("%s: %s", (rules, claim, said) => {
		expect(proofOf(base + rules, claim)).toBe(said);
	});
});

const commands = ["npm test", "cat .env", "cat a", "git push", "touch a"];
const ends = ["passed", "failed"] as const;

const event = fc.constantFrom(
	"exactly npm test",
	"npm test",
	"failed npm test",
	"* touching .env",
	"cat",
	"cat, touch",
	"git push",
	"* using write",
	"denied git push",
);
const clause = fc
	.record({
		keyword: fc.constantFrom("after", "before"),
		event,
		times: fc.constantFrom("", "", " 2 times"),
		since: fc.constantFrom("", "", " since touch", " since exactly npm test"),
		last: fc.constantFrom("", " last 1h"),
	})
	.map(({ keyword, event, times, since, last }) => ` ${keyword} ${event}${times}${since}${last}`);
const rule = fc
	.record({
		keyword: fc.constantFrom("allow", "allow", "deny", "ask"),
		subject: fc.constantFrom("git push", "cat", "touch", "npm test", "*"),
		past: fc.constantFrom(true, true, false).chain((some) => (some ? clause : fc.constant(""))),
	})
	.map(({ keyword, subject, past }) => `${keyword} ${subject}${past}`);
const policies = fc.record({
	byDefault: fc.constantFrom("deny", "deny", "allow"),
	rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
	claimed: fc.constantFrom("git push", "cat a", "touch a", "npm test"),
	claim: fc.constantFrom("never allow", "never ask", "never deny"),
});

function step(command: string, ended: (typeof ends)[number]): StoryStep {
	return { request: { argv: command.split(" ") }, ended, ago: 0 };
}

/** Is the command answered so after some past of up to two commands? */
function happensSomehow(tree: Tree, command: string, effect: Effect): boolean {
	const steps = commands.flatMap((one) => ends.map((end) => step(one, end)));
	const refused = commands.map((one): StoryStep => ({ ...step(one, "passed"), ended: "denied" }));
	const all = [...steps, ...refused];
	const pasts = [[], ...all.map((one) => [one]), ...all.flatMap((one) => all.map((two) => [one, two]))];
	return pasts.some((past) => {
		const decision = decideStory(tree, past, { argv: command.split(" ") }, world);
		return decision.code !== "fault" && decision.effect === effect;
	});
}

test("what is proved no past breaks, and each story replays", () => {
	const counts = { proved: 0, broken: 0, "not-settled": 0, stories: 0 };
	fc.assert(
		fc.property(policies, ({ byDefault, rules, claimed, claim }) => {
			const { policy, tree } = loaded([`default ${byDefault}`, ...rules, `${claim} exactly ${claimed}`, ""].join("\n"));
			const [one] = policy.claims;
			if (one === undefined) throw new Error("it has no claim");
			const proof: Proof = prove(tree, "default", one, anySymbolicWorld);
			counts[proof.kind]++;
			if (proof.kind === "broken") {
				if (proof.sample.before !== undefined) counts.stories++;
				const around = { ...world, ...(proof.sample.empty === true ? {} : { entriesOf: undefined }) };
				const replayed = answerAfter(proof.sample, "default", tree, around as typeof world);
				expect([replayed.code === "fault", replayed.effect]).toEqual([false, proof.effect]);
			}
			const breaks = happensSomehow(tree, claimed, one.effect);
			if (proof.kind === "proved") expect(breaks).toBe(false);
		}),
		{ numRuns: Number(process.env.STORY_POLICIES ?? 60), seed: 20261126 },
	);
	if (process.env.STORY_POLICIES !== undefined) console.log(JSON.stringify(counts));
	expect(counts.broken).toBeGreaterThan(0);
	expect(counts.proved).toBeGreaterThan(0);
});
