/** `denied-in-part`: a rule refuses one way to do something, and another way to do the same is allowed. */
import { actsLeft } from "../detours/acts-left.js";
import { bareProgramLeft } from "../detours/bare-program-left.js";
import { oneOfBoth } from "../detours/both-options.js";
import { clientsLeft } from "../detours/clients-left.js";
import { devicesLeft } from "../detours/devices-left.js";
import { endingsLeft } from "../detours/endings-left.js";
import { exactLeft } from "../detours/exact-left.js";
import { needlessOptions } from "../detours/needless-options.js";
import { optionsLeft } from "../detours/options-left.js";
import { powerLeft } from "../detours/power-left.js";
import { readersLeft } from "../detours/readers-left.js";
import { rehearsalRefused } from "../detours/rehearsal-refused.js";
import { restrictionsOf } from "../detours/restriction.js";
import { siblingsLeft } from "../detours/siblings-left.js";
import { spellingsLeft } from "../detours/spellings-left.js";
import { statementsLeft } from "../detours/statements-left.js";
import { subcommandsLeft } from "../detours/subcommands-left.js";
import { withoutLeft } from "../detours/without-left.js";
import { worstExcepted } from "../detours/worst-excepted.js";
import { writersLeft } from "../detours/writers-left.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const deniedInPart: PolicyLint = {
	name: "denied-in-part",
	family: "breadth",
	severity: "warning",
	summary: "a rule refuses one way to do something, and another way to do the same is allowed",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const fault = detourOf(stated, subject);
			return fault === undefined ? [] : [fault];
		}),
};

const detours = new WeakMap<StatedRule, Finding | null>();

/** What is told of a rule, for lints that say less of the same. */
export function detourOf(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const known = detours.get(stated);
	if (known !== undefined) return known ?? undefined;
	const { keyword } = stated.statement;
	const found =
		keyword === "constrain"
			? writersLeft(stated, subject)
			: keyword === "deny" || keyword === "ask"
				? firstDetour(stated, subject)
				: keyword === "allow"
					? withoutLeft(stated, subject)
					: undefined;
	detours.set(stated, found ?? null);
	return found;
}

/** Of one rule the first: more would say the same of it. */
function firstDetour(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	for (const restriction of restrictionsOf(stated, subject)) {
		const one = rehearsalRefused(restriction);
		if (one !== undefined) return one;
	}
	const found =
		worstExcepted(stated, subject) ??
		statementsLeft(stated) ??
		oneOfBoth(stated, subject) ??
		actsLeft(stated, subject) ??
		readersLeft(stated, subject) ??
		writersLeft(stated, subject) ??
		clientsLeft(stated, subject) ??
		devicesLeft(stated, subject) ??
		endingsLeft(stated, subject) ??
		siblingsLeft(stated, subject);
	if (found !== undefined) return found;
	for (const restriction of restrictionsOf(stated, subject)) {
		const one =
			exactLeft(restriction) ??
			needlessOptions(restriction) ??
			bareProgramLeft(restriction) ??
			spellingsLeft(restriction) ??
			optionsLeft(restriction) ??
			powerLeft(restriction);
		if (one !== undefined) return one;
	}
	return subcommandsLeft(stated, subject);
}
