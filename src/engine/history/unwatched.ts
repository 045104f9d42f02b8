/** What was not asked yet when it happened: of what came before a question, not all was kept. A policy that is changed does not make a session forget. */
import { createHash } from "node:crypto";
import type { EventTest, PastQuestion } from "../../language/policy/test.js";
import type { Decisions } from "../decide/tree.js";
import { remembered } from "../records/remembered.js";
import { keyOf } from "./event-fit.js";
import { pastTests } from "./event-tests.js";
import { type Kept, nobody } from "./kept.js";
import type { Unwatched } from "./past.js";
import { smallerSpan } from "./spans.js";

export function unwatched(
	{ watched, first, clock: { wall, uptime } }: Pick<Kept, "watched" | "first" | "clock">,
	session: string | undefined,
): Unwatched {
	const begin = (isOfAll: boolean): number =>
		isOfAll
			? Math.min(...first.values())
			: Math.min(first.get(nobody) ?? Infinity, first.get(session ?? nobody) ?? Infinity);
	return (asks) => {
		if (asks.kind === "consent") return false;
		const from = watched.get(questionKey(asks));
		const time = asks.kind === "happened" ? asks.last : asks.per;
		const isOfAll = asks.kind === "exceeded" && time !== "session";
		// Without a moment it is asked for the first time now.
		if ((from?.order ?? Infinity) <= begin(isOfAll)) return false;
		const now = { wall, ...(uptime === undefined ? {} : { uptime }), order: 0 };
		return from === undefined || typeof time !== "number" || smallerSpan(from, now) <= time;
	};
}

/** By their keys, all that the policy asks of what happened. */
export function questionKeys(decisions: Decisions): readonly string[] {
	return remembered(known, decisions, () => [
		...new Set(pastTests(decisions).flatMap((asks) => (asks.kind === "consent" ? [] : questionKey(asks)))),
	]);
}

/** As long as the policy lives, and a question of it. */
const known = new WeakMap<Decisions, readonly string[]>();

/** Questions that ask the same have one. */
function questionKey(asks: Exclude<PastQuestion, { kind: "consent" }>): string {
	return remembered(keys, asks, () => {
		const named = (events: readonly EventTest[]): unknown => events.map((event) => [keyOf(event), event.fate]);
		const said = { ...asks, events: named(asks.events), since: asks.kind === "happened" ? named(asks.since) : [] };
		return createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 16);
	});
}
const keys = new WeakMap<PastQuestion, string>();
