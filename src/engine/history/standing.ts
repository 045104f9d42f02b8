/** How the rules that ask what happened stand for a session now: which ways are closed, what is missing, what is used up. */
import type { Exceeded, Happened, Test } from "../../language/policy/test.js";
import type { RuleRef } from "../decide/decision.js";
import type { Truth } from "../decide/evaluate/truth.js";
import { pastText } from "../decide/explain/past-text.js";
import { ruleRef } from "../decide/rule-ref.js";
import type { Decisions } from "../decide/tree.js";
import type { Moment } from "./event.js";
import type { Events } from "./event-list.js";
import { exceeded } from "./exceeded.js";
import { happened } from "./happened.js";
import type { Asked, Past, Unwatched } from "./past.js";
import { said } from "./said.js";

export interface Standing {
	/** `closed`: what a rule fears has happened, or may have. `missing`: what a rule needs has not surely happened. `used-up`: no more are let through. */
	readonly kind: "closed" | "missing" | "used-up";
	/** What is asked, for people. */
	readonly asks: string;
	readonly message: string;
	readonly rules: readonly RuleRef[];
}

/** The session's own view. */
export interface Seen {
	readonly now: Moment;
	readonly workspace: string;
	readonly past: Past;
	readonly counted: Events;
	readonly unwatched: Unwatched;
}

/** Of each question that is not free of the past: what a command has in common with it (a path, a word) is left open. */
export function standing(decisions: Decisions, seen: Seen): readonly Standing[] {
	const found = new Map<string, { readonly asks: Happened | Exceeded; readonly rules: Map<string, RuleRef> }>();
	for (const { rules } of Object.values(decisions.agents))
		for (let at = 0; at < rules.length; at++) {
			const rule = rules.at(at);
			if (rule === undefined) continue;
			for (const asks of [...asksIn(rule.grants), ...asksIn(rule.restricts)]) {
				const key = JSON.stringify(asks);
				const one = found.get(key) ?? { asks, rules: new Map<string, RuleRef>() };
				one.rules.set(rule.id, ruleRef(decisions, rule));
				found.set(key, one);
			}
		}
	return [...found.values()].sort(byPlace).flatMap(({ asks, rules }) => {
		const past = { ...seen.past, known: seen.past.known && !seen.unwatched(asks) };
		const kind = kindOf(asks, { ...seen, past });
		if (kind === undefined) return [];
		return [{ kind, asks: pastText(asks), message: said(asks, askedOf(seen), past), rules: [...rules.values()] }];
	});
}

type Found = { readonly rules: ReadonlyMap<string, RuleRef> };

function byPlace(one: Found, other: Found): number {
	const [first, second] = [one, other].map(({ rules }) => [...rules.values()][0]);
	if (first === undefined || second === undefined || first.file !== second.file) return 0;
	return first.line - second.line;
}

function kindOf(asks: Happened | Exceeded, seen: Seen): Standing["kind"] | undefined {
	if (asks.kind === "exceeded") {
		const events = asks.per === "session" ? seen.past.events : seen.counted;
		// One more would be too many.
		const full = asks.of === "total" ? asks : { ...asks, most: asks.most - 1 };
		return exceeded(full, askedOf(seen), { ...seen.past, events }, []) === "no" ? undefined : "used-up";
	}
	const truth: Truth = happened({ ...asks, same: [], words: [] }, askedOf(seen), seen.past);
	if (asks.as === "needed") return truth === "yes" ? undefined : "missing";
	return truth === "no" ? undefined : "closed";
}

function askedOf({ now, workspace }: Seen): Asked {
	return { now, workspace, facts: {}, words: {}, paths: [], hosts: [] };
}

function asksIn(test: Test | undefined): readonly (Happened | Exceeded)[] {
	if (test === undefined) return [];
	if (test.kind === "past") return test.asks.kind === "consent" ? [] : [test.asks];
	if (test.kind === "not") return asksIn(test.test);
	return test.kind === "all" || test.kind === "any" ? test.tests.flatMap(asksIn) : [];
}
