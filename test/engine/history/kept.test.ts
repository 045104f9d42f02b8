/** What is kept of a history answers as all of it does; what is squeezed answers no looser. */
import { describe, it } from "@jest/globals";
import fc from "fast-check";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { keyOf } from "../../../src/engine/history/event-fit.js";
import { eventsOf, eventsText } from "../../../src/engine/history/event-form.js";
import { eventTestsOf, pastTests } from "../../../src/engine/history/event-tests.js";
import { type History, newHistory, nothingKept } from "../../../src/engine/history/history.js";
import type { Kept } from "../../../src/engine/history/kept.js";
import { squeezed, squeezedCounts } from "../../../src/engine/history/squeeze.js";
import { tries } from "../../part.js";
import { policies, type Step, steps, stricter, treeOf, world } from "../../runtime/history/random-stories.js";

const runs = Number(process.env.HISTORY_RUNS ?? tries(400));

describe("what is kept of a history", () => {
	it("answers as all of it does", () => {
		fc.assert(
			fc.property(policies, steps, (lines, story) => {
				const tree = treeOf(lines);
				const [all, kept] = [told(tree), told(tree, (one) => throughForm(tree, one))];
				for (const step of story) {
					const [one, other] = [all(step), kept(step)];
					if (one !== other) throw new Error(`${JSON.stringify(step)}: ${one}, and ${other} of what was kept`);
				}
			}),
			{ numRuns: runs },
		);
	});

	it("answers no looser where there is no room for it", () => {
		fc.assert(
			fc.property(policies, steps, fc.nat(23), (lines, story, at) => {
				const tree = treeOf(lines);
				let count = 0;
				const [all, kept] = [told(tree), told(tree, (one) => (count++ === at ? squeezedDown(tree, one) : one))];
				for (const step of story) {
					const [one, other] = [all(step), kept(step)];
					if (one === other) continue;
					if ((stricter[one] ?? 9) > (stricter[other] ?? 9))
						throw new Error(`${JSON.stringify(step)}: ${one}, and ${other}`);
					return;
				}
			}),
			{ numRuns: runs },
		);
	});
});

function throughForm(tree: Decisions, kept: Kept): Kept {
	const keys = eventTestsOf(tree).map(keyOf);
	const form = (events: Kept["events"]): Kept["events"] =>
		eventsOf(JSON.parse(eventsText(events, { keys, words: (text) => text })));
	return { ...kept, events: form(kept.events), counted: form(kept.counted) };
}

function squeezedDown(tree: Decisions, kept: Kept): Kept {
	const keys = eventTestsOf(tree).map(keyOf);
	const events = squeezed(kept.events, keys);
	return { ...kept, events, counted: squeezedCounts(kept.counted, keys, pastTests(tree)) };
}

/** Tells a history its steps one by one, and gives what was decided. `between`: what becomes of it from one to the next. */
function told(tree: Decisions, between?: (kept: Kept) => Kept): (step: Step) => string {
	let kept: Kept | undefined;
	let alone: History = newHistory();
	let at = Date.UTC(2026, 0, 1);
	let count = 0;
	const asked: { readonly session: string | undefined; readonly call: string }[] = [];
	return (step) => {
		if (between !== undefined) alone = newHistory(kept ?? nothingKept);
		let said = "";
		if (step.kind === "request") {
			at += step.minutes * 60_000;
			const call = `c${count++}`;
			const { session, background } = step;
			asked.push({ session, call });
			said = alone.decide(tree, step.request, world, {
				at,
				call,
				id: call,
				...(session === undefined ? {} : { session }),
				background,
			}).effect;
		} else if (step.kind === "outcome") {
			at += step.minutes * 60_000;
			const one = asked.at(-1 - step.back);
			if (one !== undefined)
				alone.outcome({
					id: one.call,
					at,
					...(step.how === "passed"
						? { code: 0 }
						: step.how === "failed"
							? { failed: true }
							: step.how === "denied"
								? { denied: true }
								: step.how === "approved"
									? { approved: true }
									: {}),
				});
		} else if (step.as === "person") alone.start({ session: step.session, by: "person" });
		else alone.start({ session: step.session, [step.as]: step.from });
		if (between !== undefined) kept = between(alone.kept(tree));
		return said;
	};
}
