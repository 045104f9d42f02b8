/** Powers of plain use that an option takes away: `gzip --keep` deletes nothing, `patch --dry-run` writes nothing. */
import type { Power } from "../../language/syntax/statements.js";
import type { Arguments, FoundOption } from "../request/arguments/arguments.js";
import { hasOpposite, isTakenBack } from "./taken-back.js";

/** Nothing is taken away where the option may not be given, or may be taken back. */
export function withoutSpared(powers: readonly Power[], args: Arguments): readonly Power[] {
	const spares = args.usage?.spares;
	if (spares === undefined) return powers;
	const given = args.options.filter(
		({ fact, sure, value }) => sure && value === undefined && fact?.names.some((name) => Object.hasOwn(spares, name)),
	);
	if (given.length === 0 || given.some((option) => mayBeTakenBack(option, args))) return powers;
	const spared = new Set(given.flatMap(({ fact }) => fact?.names.flatMap((name) => spares[name] ?? [])));
	return powers.filter((power) => !spared.has(power));
}

/** By its opposite, by a value of its own (`-dry-run -dry-run=false`), by a word that says no, or by one that nobody knows. */
function mayBeTakenBack(option: FoundOption, args: Arguments): boolean {
	const { program, usage, options, operands, open, strange } = args;
	if (isTakenBack(option, options)) return true;
	if (options.some(({ fact, value }) => fact === option.fact && value !== undefined)) return true;
	if (operands.some(({ word }) => word.kind === "known" && /^(?:false|no|off)$/i.test(word.text))) return true;
	const table = [...(usage?.options ?? []), ...(program?.options ?? [])];
	return open && (program?.complete === undefined || strange || hasOpposite(option, table));
}
