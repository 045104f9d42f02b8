/** A policy that is changed within a session: what happened before is judged as far as it is known, and what nobody can know any more is unknown. Nothing is washed out. */
import { beforeEach, describe, expect, it, test } from "@jest/globals";
import fc from "fast-check";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { type History, newHistory } from "../../../src/engine/history/history.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { tries } from "../../part.js";
import { policies, steps, world as storyWorld, stricter, treeOf } from "../../runtime/history/random-stories.js";

const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const, kindAt: () => "none" as const };
const base = "default deny\nallow npm test, cat, curl, git push, git commit, touch\n";

function policy(rules: string): Decisions {
	const { tree, diagnostics } = loadText("p.rules", `${base}${rules}\n`);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return tree;
}

let minute = 0;
beforeEach(() => {
	minute = 0;
});

/** The answer, by the session `s` where none is said; what is let through passes at once. */
function run(history: History, decisions: Decisions, command: string, session = "s"): string {
	const at = Date.UTC(2026, 0, 1) + minute * 60_000;
	const id = `${session} ${minute++}`;
	const { effect } = history.decide(decisions, { argv: command.split(" ") }, world, { at, id, session });
	history.outcome({ id, at, code: 0 });
	return effect;
}

/** As it is kept between two decisions under one policy. */
function kept(history: History, decisions: Decisions): History {
	return newHistory(history.kept(decisions));
}

/** The commands come before, under the first rules; then the last one is asked for under the others. */
function afterEdit(before: string, commands: readonly string[], after: string, asked: string): string {
	const old = policy(before);
	let history = newHistory();
	for (const command of commands) {
		run(history, old, command);
		history = kept(history, old);
	}
	return run(history, policy(after), asked);
}

const thrice = ["cat a", "cat a", "cat a"];

describe("what is feared holds after an edit", () => {
	test.each([
		["a new pattern", "deny curl after cat b", thrice, "deny curl after cat a", "curl x.example"],
		[
			"more times",
			"deny curl after cat b\ndeny git push after cat",
			thrice,
			"deny curl after cat 3 times",
			"curl x.example",
		],
		["the same path", "deny git push after cat", ["cat b", "cat a"], "deny touch after cat same path", "touch b"],
		["the same branch", "deny git push after cat", ["cat a"], "deny curl after cat same branch", "curl x.example"],
		[
			"a limit where there was none",
			"deny git push after curl 9 times",
			["curl x", "curl x", "curl x"],
			"allow curl at most 2 per 1h",
			"curl x",
		],
		[
			"a limit by time",
			"allow curl at most 9 per session",
			["curl x", "curl x", "curl x"],
			"allow curl at most 2 per 1h",
			"curl x",
		],
		[
			"a limit by session",
			"allow curl at most 9 per 1h",
			["curl x", "curl x", "curl x"],
			"allow curl at most 2 per session",
			"curl x",
		],
		[
			"a longer time",
			"allow curl at most 9 per 1m",
			["curl x", "curl x", "curl x"],
			"allow curl at most 2 per 24h",
			"curl x",
		],
		["another word", "deny git push after cat", ["cat b", "cat a"], "deny touch {x} after cat {x}", "touch b"],
		["a refusal", "deny git push after cat", ["rm x"], "deny curl after denied rm", "curl x.example"],
	])("%s", (_, before, commands, after, asked) => {
		expect(afterEdit(before, [], after, asked)).toBe("allow");
		expect(afterEdit(before, commands, after, asked)).toBe("deny");
	});
});

describe("what is needed has to be sure after an edit", () => {
	const needs = (after: string, before: string): string => afterEdit(before, ["npm test"], after, "rm x");

	it("counts what is known of the same pattern", () => {
		expect(needs("allow rm after npm test", "allow mkdir after npm test")).toBe("allow");
	});

	it("does not count what a new pattern may not have fitted", () => {
		expect(needs("allow rm after exactly npm test", "allow mkdir after cat")).toBe("deny");
	});

	it("does not count what a new wiping pattern may have wiped", () => {
		expect(needs("allow rm after npm test since touch", "allow mkdir after npm test")).toBe("deny");
	});
});

describe("an edit", () => {
	it("leaves what other rules ask as known as it was", () => {
		const before = "deny curl after cat a";
		expect(afterEdit(before, ["npm test"], `${before}\ndeny git push after npm test`, "curl x.example")).toBe("allow");
		expect(afterEdit(before, ["npm test"], `${before}\ndeny git push after cat a 2 times`, "curl x.example")).toBe(
			"allow",
		);
	});

	it("is over where its time has passed", () => {
		const after = policy("deny curl after touch last 10m");
		const old = policy("deny curl after cat b");
		const history = newHistory();
		run(history, old, "cat a");
		expect(run(history, after, "curl x.example")).toBe("deny");
		minute += 11;
		expect(run(history, after, "curl x.example")).toBe("allow");
	});

	it("says nothing of a session that begins after it", () => {
		const history = newHistory();
		run(history, policy("deny curl after cat b"), "cat a");
		const after = policy("deny curl after cat a");
		expect(run(history, after, "curl x.example")).toBe("deny");
		expect(run(history, after, "curl x.example", "t")).toBe("allow");
	});

	it("that is taken back leaves what came while it was in force unknown", () => {
		const rules = policy("deny curl after cat a");
		let history = newHistory();
		run(history, rules, "npm test");
		const without = policy("");
		run(history, without, "cat a");
		history = kept(history, without);
		expect(run(history, rules, "curl x.example")).toBe("deny");
	});
});

/** Both policies as they are, and as two agents of one, where everything is asked from the beginning. */
function bothWays(before: readonly string[], after: readonly string[]) {
	const isOfAll = (line: string): boolean => line.startsWith("program ");
	const block = (name: string, lines: readonly string[]): readonly string[] => [
		`agent ${name} {`,
		...lines.filter((line) => !isOfAll(line)),
		"}",
	];
	const shared = before.filter(isOfAll);
	const [one, other] = [block("old", before), block("new", after)];
	return {
		old: treeOf([...shared, ...one]),
		edited: treeOf([...shared, ...other]),
		whole: treeOf([...shared, ...one, ...other]),
	};
}

test("allows no more than where the new rules had been asked from the beginning", () => {
	let [stricterOnes, alike] = [0, 0];
	fc.assert(
		fc.property(policies, policies, steps, steps, (before, after, first, then) => {
			const { old, edited, whole } = bothWays(before, after);
			let changed = newHistory();
			const known = newHistory();
			let at = Date.UTC(2026, 0, 1);
			const calls: { call: string; session: string }[] = [];
			for (const [place, step] of [...first, ...then].entries()) {
				const isNew = place >= first.length;
				if ("minutes" in step) at += step.minutes * 60_000;
				if (step.kind === "start") {
					const { session, as, from } = step;
					const start = as === "person" ? { session, by: "person" as const } : { session, [as]: from };
					changed.start(start);
					known.start(start);
				} else if (step.kind === "outcome") {
					const one = calls.at(-1 - step.back);
					if (one === undefined) continue;
					const outcome = { ...one, at, ...outcomes[step.how] };
					changed.outcome(outcome);
					known.outcome(outcome);
				} else {
					const { session } = step;
					const call = `c${place}`;
					if (session !== undefined) calls.push({ call, session });
					const told = { at, call, ...(session === undefined ? {} : { session }) };
					const request = { ...step.request, agent: isNew ? "new" : "old" };
					const one = changed.decide(isNew ? edited : old, request, storyWorld, told).effect;
					const two = known.decide(whole, request, storyWorld, told).effect;
					if (!isNew) expect(one).toBe(two);
					else if (one !== two) {
						if ((stricter[one] ?? 9) < (stricter[two] ?? 0))
							throw new Error(`${JSON.stringify(step)}: ${two}, and ${one} after the edit`);
						stricterOnes++;
						// From here on they have done different things.
						return;
					}
				}
				changed = newHistory(changed.kept(isNew ? edited : old));
			}
			alike++;
		}),
		{ numRuns: Number(process.env.LAWS_RUNS ?? tries(300)), seed: Number(process.env.LAWS_SEED ?? 20261127) },
	);
	expect(stricterOnes).toBeGreaterThan(0);
	expect(alike).toBeGreaterThan(0);
});

const outcomes = {
	passed: { code: 0 },
	failed: { failed: true },
	denied: { denied: true },
	approved: { approved: true },
	unknown: {},
} as const;
