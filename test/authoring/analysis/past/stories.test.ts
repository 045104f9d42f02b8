/** Claims about what happened before: what breaks one comes with a story in words. `held-stories.test.ts` holds them against every story. */
import { describe, expect, test } from "@jest/globals";
import { anySymbolicWorld } from "../../../../src/authoring/analysis/agent-model.js";
import { prove } from "../../../../src/authoring/analysis/prove.js";
import { witnessManner } from "../../../../src/authoring/analysis/witness.js";
import { loadedStory } from "./hold-stories.js";

/** What is said of the claim, with its story in words. */
function proofOf(rules: string, claim: string): string {
	const { policy, tree } = loadedStory(`${rules}\n${claim}\n`);
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
		["allow git push after approved git push", "never allow git push", "git push, after `git push` was approved"],
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

	// Nothing that is asked for says by itself what has to come before it.
	test.each([
		[
			"default allow\ndeny npm test after passed npm test same branch after approved git push since touch",
			"never deny exactly npm test",
			"npm test, after `npm test` passed, then `git push` was approved and passed",
		],
		[
			"default deny\nallow npm test, cat\ndeny cat before cat, touch since exactly npm test last 1h\nallow touch after denied cat since exactly npm test",
			"never allow exactly cat a",
			"cat a, after `cat` was refused, then `touch` passed",
		],
		[
			"default deny\nallow * before denied cat last 1h after denied cat",
			"never allow exactly git push",
			"git push, after `cat` was refused 2h before",
		],
		[
			"default deny\nallow npm test, cat\nallow git push at most 2 per 1h\nask npm test after denied cat after npm test 2 times same branch",
			"never ask exactly npm test",
			"npm test, after `cat` was refused, then `npm test` passed 2 times",
		],
		[
			"default deny\nallow cat, git push before approved git push since cat\nallow git push before cat",
			"never deny exactly git push",
			"git push, after `cat` passed, then `git push` was approved and passed",
		],
		// Of the commands that fit a pattern the shortest is not the one that it takes.
		[
			"default deny\nallow npm test, cat\nask git push after passed npm test 2 times since exactly npm test",
			"never ask exactly git push",
			"git push, after `npm test` passed, then `npm test x` passed",
		],
		[
			"default deny\nallow npm test, cat, git show\ndeny cat before * touching .env since touch",
			"never allow exactly cat a",
			"cat a, after `npm --cafile .env test` passed",
		],
		[
			"default deny\nallow cat before touch same path\nallow touch after cat same path\nallow git push after touch",
			"never allow exactly git push",
			"git push, after `cat push` passed, then `touch push` passed",
		],
		[
			"default deny\nallow touch after denied git push same branch\nallow git push before approved git push same branch",
			"never allow exactly touch a",
			"touch a, with branch = main, after `git push` was refused",
		],
	])("%s: %s", (rules, claim, said) => {
		expect(proofOf(rules, claim)).toBe(said);
	});
});

describe("a claim holds where what would break it can't have happened", () => {
	const base = "default deny\nallow npm test, cat, git show\n";
	test.each([
		["deny git show {v} after git push {v}", "never deny exactly git show v1", "proved"],
		[
			"allow git push\ndeny git show {v} after git push {v}",
			"never deny exactly git show v1",
			"git show v1, after `git push v1` passed",
		],
		["ask git push before failed make", "never deny exactly git push", "proved"],
		// What it waits for waits for itself.
		["deny cat after touch\nallow touch after touch", "never deny exactly cat a", "proved"],
		// The second is held back already, so that nothing else ever finds two.
		[
			"allow make before * touching .env 2 times\ndeny cat after * touching .env",
			"never deny exactly git show v1",
			"proved",
		],
	])("%s: %s", (rules, claim, said) => {
		expect(proofOf(base + rules, claim)).toBe(said);
	});

	test("nor is it so often what is feared that a further one is held back", () => {
		const rules = "default deny\nallow npm test before * touching .env 2 times";
		expect(proofOf(rules, "never deny exactly npm test")).toBe("proved");
		expect(proofOf(`${rules}\nallow cat`, "never deny exactly npm test")).toBe(
			"npm test, after `cat .env` passed 2 times",
		);
	});
});

test("a command that leaves no choice of words is settled by looking at it", () => {
	expect(proofOf("default deny\nallow touch", "never deny exactly touch a")).toBe("proved");
	expect(proofOf("default deny\nallow touch", "never deny exactly touch .claude/settings.json")).toMatch(/^touch /);
});
