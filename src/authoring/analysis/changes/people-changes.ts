/** Whom questions wait for, in two policies. In proofs a question for people is a question like any, so a difference of effects says nothing of it. */

import { pastOf } from "../../../engine/decide/explain/past-parts.js";
import { spanText } from "../../../engine/decide/explain/past-text.js";
import type { AgentTree } from "../../../engine/decide/tree.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Consent, Test } from "../../../language/policy/test.js";
import type { SettingChange } from "./setting-changes.js";

/** A question that fewer people may answer, or others, or by a yes that lasts longer, lets more through. */
export function peopleChanges(
	before: AgentTree | undefined,
	after: AgentTree | undefined,
	agent: string,
): readonly SettingChange[] {
	if (before === undefined || after === undefined) return [];
	const [was, is] = [asked(before), asked(after)];
	const isSame = was.length === is.length && was.every((one, at) => one.key === is[at]?.key);
	if (isSame) return [];
	const isKept = (one: Asked): boolean =>
		is.some((other) => other.about === one.about && isAsStrict(other.consent, one.consent));
	return [
		{
			agent,
			setting: "people who are asked",
			before: textOf(was),
			after: textOf(is),
			looser: !was.every(isKept),
		},
	];
}

interface Asked {
	readonly consent: Consent;
	/** The commands and conditions of its rule. */
	readonly about: string;
	readonly key: string;
}

function asked({ rules }: AgentTree): readonly Asked[] {
	const found: Asked[] = [];
	for (let at = 0; at < rules.length; at++) {
		const { effect, restricts } = rules.at(at) as Rule;
		if (effect !== "ask" || restricts === undefined) continue;
		for (const consent of pastOf(restricts)) {
			if (consent.kind !== "consent") continue;
			const about = JSON.stringify(withoutConsent(restricts));
			found.push({ consent, about, key: `${about} ${JSON.stringify(consent)}` });
		}
	}
	return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function withoutConsent(test: Test): Test {
	switch (test.kind) {
		case "all":
		case "any":
			return { ...test, tests: test.tests.map(withoutConsent) };
		case "not":
			return { ...test, test: withoutConsent(test.test) };
		case "past":
			return test.asks.kind === "consent" ? { kind: "any", tests: [] } : test;
		default:
			return test;
	}
}

function isAsStrict(is: Consent, was: Consent): boolean {
	const lasts = ({ holds }: Consent): number => (holds === "call" ? 0 : holds === "session" ? Infinity : holds);
	return is.group === was.group && is.people >= was.people && lasts(is) <= lasts(was);
}

function textOf(all: readonly Asked[]): string {
	const texts = all.map(
		({ consent: { group, people, holds } }) =>
			`${people} of ${group}${holds === "call" ? "" : ` for ${holds === "session" ? "this session" : spanText(holds)}`}`,
	);
	return texts.length === 0 ? "none" : texts.join(", ");
}
