/**
 * What each operand is: the first ones, the last ones, and the rest between them. Where readings differ, everything that one of them says.
 */
import type { OperandFacts, Role, Usage } from "../knowledge/program.js";
import type { OperandSlot } from "./arguments.js";
import { type Draft, usagesOf } from "./draft.js";

/** The operands with their roles. The words of a subcommand are values. */
export function assignRoles(draft: Draft): readonly OperandSlot[] {
	const own = draft.operands.filter((slot) => slot.canonical === undefined);
	const options = draft.options.filter((option) => option.fact !== undefined);
	const skip = options.reduce((most, option) => Math.max(most, option.fact?.replaces ?? 0), 0);
	const giving = options.filter((option) => option.fact?.operands !== undefined);
	const all = [
		...(giving.some((option) => option.sure) ? [] : usagesOf(draft).map((usage) => usage.operands)),
		...giving.map((option) => option.fact?.operands as OperandFacts),
	];
	const facts = [...new Set(all)];
	const certain =
		own.every((slot) => slot.kind === "sure") && options.every((option) => option.sure || !option.fact?.replaces);
	const byPlace = facts.map((one) => (certain ? rolesOf(one, own.length, skip).map((role) => [role]) : undefined));
	const strange = own.some(({ doubtful }) => doubtful) || draft.strangeSubcommand ? strangeRoles(draft) : [];
	const roles = own.map((slot, index): readonly Role[] => {
		const said = facts.flatMap((one, which) => byPlace[which]?.[index] ?? anyRole(one));
		return [...new Set([...said, ...(slot.doubtful || draft.strangeSubcommand ? strange : [])])];
	});
	let place = 0;
	return draft.operands.map((slot) => ({
		...slot,
		roles: slot.canonical === undefined ? (roles[place++] as readonly Role[]) : ["value"],
	}));
}

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

function rolesOf(facts: OperandFacts, count: number, skip: number): Role[] {
	const first = facts.first.slice(skip);
	const roles: Role[] = [];
	const lastFrom = count - facts.last.length;
	for (let index = 0; index < count; index++) {
		if (index < first.length) roles.push(first[index] as Role);
		else if (index >= lastFrom && facts.last.length > 0) roles.push(facts.last[index - lastFrom] as Role);
		else roles.push(facts.rest ?? facts.last[0] ?? "value");
	}
	return roles;
}

/** The roles of an operand whose place can't be known: everything that an operand here can be. */
function anyRole(facts: OperandFacts): readonly Role[] {
	const all = [...facts.first, ...facts.last, ...(facts.rest ? [facts.rest] : [])];
	return all.length === 0 ? ["value"] : all;
}
