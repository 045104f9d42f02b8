/**
 * What each operand is: the first ones, the last ones, and the rest between them. Where readings differ, everything that one of them says.
 */

import type { OperandFacts, Role, Usage } from "../../knowledge/program.js";
import { whole } from "../../records/whole.js";
import type { FoundOption, OperandSlot } from "./arguments.js";
import { type Draft, type Slot, usagesOf } from "./draft.js";

/** The operands with their roles. The words of a subcommand are values. */
export function assignRoles(draft: Draft): readonly OperandSlot[] {
	if (draft.operands.length === 0) return [];
	// Few options say anything of the operands.
	const options = draft.options.filter(({ fact }) => fact?.replaces !== undefined || fact?.operands !== undefined);
	const facts = factsOf(draft, options);
	const skip = options.reduce((most, option) => Math.max(most, option.fact?.replaces ?? 0), 0);
	const own = draft.operands.filter((slot) => slot.canonical === undefined);
	const isKnown = options.every((option) => option.sure || !option.fact?.replaces);
	const certain = isKnown && own.every((slot) => slot.kind === "sure");
	const strange = own.some(({ doubtful }) => doubtful) || draft.strangeSubcommand ? strangeRoles(draft) : [];
	let place = 0;
	const [only] = facts;
	// Most are read in one way.
	if (certain && facts.length === 1 && only !== undefined && strange.length === 0)
		return draft.operands.map((slot) =>
			withRoles(slot, onlyRole[slot.canonical === undefined ? roleAt(place++, own.length, only, skip) : "value"]),
		);
	const counts = countsOf(certain ? [] : own);
	return draft.operands.map((slot) => {
		if (slot.canonical !== undefined) return withRoles(slot, onlyRole.value);
		const index = place++;
		const also = slot.doubtful || draft.strangeSubcommand ? strange : [];
		const said = facts.map((one) =>
			certain
				? onlyRole[roleAt(index, own.length, one, skip)]
				: isKnown && !draft.open
					? rolesFrom(index, counts, one, skip)
					: anyRole(one),
		);
		const [first] = said;
		if (first !== undefined && said.length === 1 && also.length === 0) return withRoles(slot, first);
		return withRoles(slot, [...new Set([...said.flat(), ...also])]);
	});
}

/** What the operands may be: as an option has it, or as the usages do. */
function factsOf(draft: Draft, options: readonly FoundOption[]): readonly OperandFacts[] {
	const giving = options.filter((option) => option.fact?.operands !== undefined);
	const usages = usagesOf(draft).map((usage) => usage.operands);
	if (giving.length === 0 && usages.length === 1) return usages;
	const given = giving.map((option) => option.fact?.operands as OperandFacts);
	return [...new Set([...(giving.some((option) => option.sure) ? [] : usages), ...given])];
}

function withRoles({ kind, word, canonical, mayBe, doubtful, index }: Slot, roles: readonly Role[]): OperandSlot {
	return whole<OperandSlot>({ kind, word, canonical, mayBe, doubtful, roles, index });
}

/** Lists of one role. */
const onlyRole: { readonly [One in Role]: readonly [One] } = {
	value: ["value"],
	read: ["read"],
	write: ["write"],
	both: ["both"],
	code: ["code"],
};

/**
 * What may be the value of an option that no table lists, or belongs to a subcommand that none does, is a path that is read and written.
 * Where the table was checked, it is at most what the values there are.
 */
function strangeRoles(draft: Draft): readonly Role[] {
	if (draft.strangeSubcommand || !draft.program.verified) return ["both"];
	return [...new Set([...usagesOf(draft), draft.program].flatMap(valueRoles))];
}

/** What the values of a table's options are. */
function valueRoles(usage: Usage): readonly Role[] {
	let roles = known.get(usage);
	if (roles === undefined) {
		const all = usage.options.flatMap(({ role, further }) => [
			...(role === undefined ? [] : [role]),
			...(further ?? []),
		]);
		roles = [...new Set(all)].filter((role) => role !== "code");
		known.set(usage, roles);
	}
	return roles;
}

/** Tables are many times as long as what is asked of them, and stay the same. */
const known = new WeakMap<Usage, readonly Role[]>();

/** What the operand at a place is, among so many; options may make it that the first ones are not expected. */
export function roleAt(index: number, count: number, { first, rest, last }: OperandFacts, skip: number): Role {
	if (index + skip < first.length) return first[index + skip] as Role;
	const fromLast = index - (count - last.length);
	return (fromLast >= 0 ? last[fromLast] : undefined) ?? rest ?? last[0] ?? "value";
}

/** How many of the operands before each one, and of all behind the last, are one word for certain, and how many may be several. */
export interface Counts {
	readonly sure: readonly number[];
	readonly many: readonly number[];
}

export function countsOf(slots: readonly Slot[]): Counts {
	const [sure, many] = [[0], [0]];
	for (const [at, { kind }] of slots.entries()) {
		sure.push((sure[at] as number) + (kind === "sure" ? 1 : 0));
		many.push((many[at] as number) + (kind === "many" ? 1 : 0));
	}
	return { sure, many };
}

/** The roles of one operand among others that may be none, or many words: what it can be at each place where it may stand. No word is an option. */
export function rolesFrom(index: number, { sure, many }: Counts, facts: OperandFacts, skip: number): readonly Role[] {
	const end = sure.length - 1;
	const count = (counts: readonly number[], from: number, to: number): number =>
		(counts[to] as number) - (counts[from] as number);
	const isMany = count(many, index, index + 1) > 0;
	/** So many words stand there. More than `enough` make no difference. */
	const words = (from: number, to: number, enough: number): readonly [least: number, most: number] => {
		const least = count(sure, from, to);
		const most = isMany || count(many, from, to) > 0 ? Number.POSITIVE_INFINITY : to - from;
		return [least, Math.min(most, Math.max(least, enough))];
	};
	const [least, most] = words(0, index, facts.first.length);
	const [leastBehind, mostBehind] = words(index + 1, end, facts.last.length);
	const roles = new Set<Role>();
	for (let at = least; at <= most; at++)
		for (let behind = leastBehind; behind <= mostBehind; behind++) roles.add(roleAt(at, at + 1 + behind, facts, skip));
	return [...roles];
}

/** The roles of an operand whose place can't be known: everything that an operand here can be. */
function anyRole(facts: OperandFacts): readonly Role[] {
	const all = new Set([...facts.first, ...facts.last, ...(facts.rest ? [facts.rest] : [])]);
	return all.size === 0 ? onlyRole.value : [...all];
}
