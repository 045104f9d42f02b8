/** Of many events that are alike so many are kept as the policy counts: the answers stay those of all of them. */
import { describe, expect, test } from "@jest/globals";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { type History, newHistory } from "../../../src/engine/history/history.js";
import { treeOf, world } from "../../runtime/history/random-stories.js";

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;

interface Story {
	readonly tree: Decisions;
	readonly history: History;
}

function story(...lines: readonly string[]): Story {
	const tree = treeOf(["default deny", "govern all", "allow npm, cat", ...lines]);
	return { tree, history: newHistory() };
}

function ask({ tree, history }: Story, command: string, at: number, call: string): string {
	const told = { at: start + at * minute, session: "s", call };
	return history.decide(tree, { argv: command.split(" ") }, world, told).effect;
}

function end({ history }: Story, at: number, call: string, code = 0): void {
	history.outcome({ session: "s", call, code, at: start + at * minute });
}

/** So many runs, a minute each, one after the other. */
function runs(one: Story, command: string, count: number): void {
	for (let at = 0; at < count; at++) {
		expect(ask(one, command, at, `${command} ${at}`)).toBe("allow");
		end(one, at, `${command} ${at}`);
	}
}

/** The same story, of which what matters to the policy is kept. */
function reduced(one: Story): Story {
	return { ...one, history: newHistory(one.history.kept(one.tree)) };
}

describe.each([1, 2, 3, 5])("%i events that are alike", (times) => {
	const often = times === 1 ? "" : ` ${times} times`;
	const needed = (last = ""): Story => story(`allow git push after passed npm test${often}${last}`);
	const feared = (): Story => story("allow curl", `deny curl after cat${often}`);

	test("are enough for a rule that needs as many, and fewer are not", () => {
		const [enough, fewer] = [needed(), needed()];
		runs(enough, "npm test", times);
		runs(fewer, "npm test", times - 1);
		for (const [one, effect] of [
			[enough, "allow"],
			[fewer, "deny"],
		] as const) {
			expect(ask(reduced(one), "git push", times, "push")).toBe(effect);
			expect(ask(reduced(reduced(one)), "git push", times, "push")).toBe(effect);
		}
	});

	test("are feared by a rule that fears as many, and fewer are not", () => {
		const [enough, fewer] = [feared(), feared()];
		runs(enough, "cat a", times);
		runs(fewer, "cat a", times - 1);
		expect(ask(reduced(enough), "curl x", times, "curl")).toBe("deny");
		expect(ask(reduced(fewer), "curl x", times, "curl")).toBe("allow");
	});

	test("are the last ones, of sixty", () => {
		const one = needed(" last 10m");
		runs(one, "npm test", 60);
		// The last began in minute 59: so many are no older than ten minutes until then.
		const until = 59 - (times - 1) + 10;
		for (const kept of [one, reduced(one)]) {
			expect(ask(kept, "git push", until, "push in time")).toBe("allow");
			expect(ask(kept, "git push", until + 1, "push too late")).toBe("deny");
		}
	});

	test("stay enough where nothing but the list of them is cut", () => {
		const one = feared();
		for (let at = 0; at < 60; at++) {
			expect(ask(one, "cat a", at, `cat ${at}`)).toBe("allow");
			end(one, at, `cat ${at}`);
			expect(ask(one, "curl x", at, `curl ${at}`)).toBe(at + 1 >= times ? "deny" : "allow");
		}
	});
});

describe("two that ran at once", () => {
	const parallel = (): Story => {
		const one = story("allow git push after npm test since npm test");
		expect(ask(one, "npm test", 0, "first")).toBe("allow");
		expect(ask(one, "npm test", 1, "second")).toBe("allow");
		end(one, 2, "first");
		end(one, 3, "second");
		return one;
	};

	test("wipe each other, and what wipes is kept", () => {
		for (const one of [parallel(), reduced(parallel()), reduced(reduced(parallel()))])
			expect(ask(one, "git push", 4, "push")).toBe("deny");
	});

	test("and one that ran alone does not wipe itself", () => {
		const one = parallel();
		expect(ask(one, "npm test", 5, "alone")).toBe("allow");
		end(one, 6, "alone");
		expect(ask(reduced(one), "git push", 7, "push")).toBe("allow");
	});

	test("the one that ended last wipes, though others began after it", () => {
		const slow = (): Story => {
			const one = story("allow git commit", "allow git push after npm test since git commit");
			expect(ask(one, "git commit", 0, "slow")).toBe("allow");
			for (const at of [1, 2, 3]) {
				expect(ask(one, "git commit", at, `quick ${at}`)).toBe("allow");
				end(one, at, `quick ${at}`);
			}
			expect(ask(one, "npm test", 5, "test")).toBe("allow");
			end(one, 6, "test");
			end(one, 7, "slow");
			return one;
		};
		for (const one of [slow(), reduced(slow())]) expect(ask(one, "git push", 8, "push")).toBe("deny");
	});
});
