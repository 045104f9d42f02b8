/**
 * What each operand is: the first ones, the last ones, and the rest between them. Where readings differ, everything that one of them says.
 */
import type { OperandFacts, Role, Usage } from "../knowledge/program.js";
import type { FoundOption, OperandSlot } from "./arguments.js";
import { type Draft, type Slot, usagesOf } from "./draft.js";
import type { Mutable } from "./request.js";

/** The operands with their roles. The words of a subcommand are values. */
export function assignRoles(draft: Draft): readonly OperandSlot[] {
	if (draft.operands.length === 0) return [];
	// Few options say anything of the operands.
	const options = draft.options.filter(({ fact }) => fact?.replaces !== undefined || fact?.operands !== undefined);
	const facts = factsOf(draft, options);
	const skip = options.reduce((most, option) => Math.max(most, option.fact?.replaces ?? 0), 0);
	const own = draft.operands.filter((slot) => slot.canonical === undefined);
	const certain =
		own.every((slot) => slot.kind === "sure") && options.every((option) => option.sure || !option.fact?.replaces);
	const strange = own.some(({ doubtful }) => doubtful) || draft.strangeSubcommand ? strangeRoles(draft) : [];
	let place = 0;
	return draft.operands.map((slot) => {
		if (slot.canonical !== undefined) return withRoles(slot, onlyRole.value);
		const index = place++;
		const also = slot.doubtful || draft.strangeSubcommand ? strange : [];
		const said = facts.map((one) => (certain ? onlyRole[roleAt(index, own.length, one, skip)] : anyRole(one)));
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

/** Made for every operand of every command: without a spread, which costs more than all the rest. */
function withRoles({ kind, word, canonical, mayBe, doubtful, index }: Slot, roles: readonly Role[]): OperandSlot {
	const slot: Mutable<OperandSlot> = { kind, word, roles, index };
	if (canonical !== undefined) slot.canonical = canonical;
	if (mayBe !== undefined) slot.mayBe = mayBe;
	if (doubtful !== undefined) slot.doubtful = doubtful;
	return slot;
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
function roleAt(index: number, count: number, { first, rest, last }: OperandFacts, skip: number): Role {
	if (index + skip < first.length) return first[index + skip] as Role;
	const fromLast = index - (count - last.length);
	return (fromLast >= 0 ? last[fromLast] : undefined) ?? rest ?? last[0] ?? "value";
}

/** The roles of an operand whose place can't be known: everything that an operand here can be. */
function anyRole(facts: OperandFacts): readonly Role[] {
	const all = new Set([...facts.first, ...facts.last, ...(facts.rest ? [facts.rest] : [])]);
	return all.size === 0 ? onlyRole.value : [...all];
}
