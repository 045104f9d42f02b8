/**
 * Proofs about what happened before, held against every story of up to three requests; `npm run fuzz:history -- --policies 1000 --requests 5` holds more against
 * longer ones. The search itself is held against one that takes nothing for granted.
 */
import { describe, expect, it, test } from "@jest/globals";
import fc from "fast-check";
import { agentModelOf, anySymbolicWorld } from "../../../../src/authoring/analysis/agent-model.js";
import { findStory } from "../../../../src/authoring/analysis/past/find-story.js";
import type { Effect } from "../../../../src/language/syntax/statements.js";
import { storiesOf } from "./every-story.js";
import { hold, loadedStory, storyWorld, type Verdict } from "./hold-stories.js";
import { storyCommands, storyPolicies } from "./story-policies.js";

function modelOf(text: string) {
	return agentModelOf(loadedStory(text).tree, "default", anySymbolicWorld);
}

test("what is proved no story breaks, what is broken replays, and nothing is left open", () => {
	const counts: Record<Verdict, number> = { proved: 0, broken: 0, open: 0, short: 0, wrong: 0 };
	let stories = 0;
	for (const policy of fc.sample(storyPolicies, { numRuns: 100, seed: 20261127 })) {
		const held = hold(policy, 3);
		if (held.verdict === "wrong" || held.verdict === "short") throw new Error(`${held.verdict}\n${held.text}`);
		counts[held.verdict]++;
		if (held.isStory) stories++;
	}
	expect(counts.proved).toBeGreaterThan(20);
	expect(stories).toBeGreaterThan(10);
	expect(counts.open).toBeLessThan(5);
});

describe("the search through every story", () => {
	const base = "default deny\nallow npm test, cat, git show\n";
	test.each<[string, string, Effect, number | undefined]>([
		["allow git push after exactly npm test", "git push", "allow", 2],
		["allow git push after exactly npm test 2 times", "git push", "allow", 3],
		["allow git push after exactly npm test 4 times", "git push", "allow", undefined],
		["allow git push after exactly make", "git push", "allow", undefined],
		["ask git push after failed npm test since passed npm test", "git push", "ask", 2],
		["allow git push at most 2 per 1h", "git push", "deny", 3],
		["allow git push {v} after git show {v} since cat", "git push v1", "allow", 2],
		["allow git push after cat\ndeny git push after cat last 1h", "git push", "allow", 2],
		["allow touch after npm test\nallow git push after touch same branch since npm test", "git push", "allow", 3],
	])("%s: %s, %s", (rules, asked, effect, requests) => {
		const model = modelOf(base + rules);
		const { sample } = findStory(model, storiesOf(model, storyCommands, asked), storyWorld, effect, { requests: 3 });
		expect(sample && 1 + (sample.before?.length ?? 0)).toBe(requests);
	});

	const some = fc.sample(fc.tuple(storyPolicies, fc.constantFrom<Effect>("allow", "ask", "deny")), {
		numRuns: 60,
		seed: 7,
	});
	const lengths = (text: string, claimed: string, effect: Effect, requests: number, isWhole: [boolean, boolean]) => {
		const model = modelOf(text);
		const stories = storiesOf(model, storyCommands, claimed, isWhole[0]);
		const { sample } = findStory(model, stories, storyWorld, effect, {
			requests,
			...(isWhole[1] ? { isWhole: true } : {}),
		});
		return sample && (sample.before?.length ?? 0);
	};

	it("finds what one finds that tells requests and ends apart which no rule does", () => {
		const found = some.map(([{ text, claimed }, effect]) => {
			const all = lengths(text, claimed, effect, 2, [true, true]);
			expect([text, lengths(text, claimed, effect, 2, [false, false])]).toEqual([text, all]);
			return all;
		});
		expect(found).toEqual(expect.arrayContaining([undefined, 0, 1]));
	});

	it("finds what one finds that has the engine answer each story by itself", () => {
		const small = some.filter(([{ text, claimed }]) => {
			const { letters, endings, waits } = storiesOf(modelOf(text), storyCommands, claimed);
			return letters.length * endings.length * waits.length <= 20;
		});
		const found = small.map(([{ text, claimed }, effect]) => {
			const all = lengths(text, claimed, effect, 4, [false, true]);
			expect([text, lengths(text, claimed, effect, 4, [false, false])]).toEqual([text, all]);
			return all;
		});
		expect(found).toEqual(expect.arrayContaining([undefined, 0, 1, 2]));
	});
});
