/** The rules of a policy, each lowered once. */

import type { Pattern, RuleStatement } from "../../syntax/statements.js";
import type { Faults } from "../faults.js";
import { type Lowered, lowerRule } from "../lower.js";
import type { Sets } from "../patterns/patterns.js";

export class LoweredRules {
	/** Those that have faults, which are told once. */
	private readonly faulty = new Map<RuleStatement, Lowered | undefined>();

	constructor(private readonly faults: Faults) {}

	/** A changed policy has most statements of the one before: what was lowered under the same sets is not lowered again. */
	of(statement: RuleStatement, sets: Sets): Lowered | undefined {
		const before = loweredBefore.get(statement);
		if (before !== undefined && isSame(before.sets, sets)) return before.lowered;
		if (this.faulty.has(statement)) return this.faulty.get(statement);
		const told = this.faults.diagnostics.length;
		const lowered = lowerRule(statement, sets, this.faults);
		if (lowered !== undefined && this.faults.diagnostics.length === told)
			loweredBefore.set(statement, { sets, lowered });
		else this.faulty.set(statement, lowered);
		return lowered;
	}
}

/** Statements that were lowered without a fault, and the sets that they saw. */
const loweredBefore = new WeakMap<RuleStatement, { readonly sets: Sets; readonly lowered: Lowered }>();

/** Do both hold the same patterns under the same names? */
function isSame(one: Sets, other: Sets): boolean {
	if (one === other) return true;
	const known = sameSets.get(other) ?? new WeakMap<Sets, boolean>();
	sameSets.set(other, known);
	let same = known.get(one);
	if (same === undefined) {
		same =
			one.size === other.size &&
			[...one].every(([name, patterns]) => {
				const others = other.get(name);
				return others?.length === patterns.length && patterns.every((pattern, at) => saysSame(pattern, others[at]));
			});
		known.set(one, same);
	}
	return same;
}

function saysSame(one: Pattern, other: Pattern | undefined): boolean {
	if (one === other) return true;
	return (
		one.exactly === other?.exactly &&
		one.words.length === other.words.length &&
		one.words.every(({ kind, text }, at) => kind === other.words[at]?.kind && text === other.words[at].text)
	);
}

const sameSets = new WeakMap<Sets, WeakMap<Sets, boolean>>();
