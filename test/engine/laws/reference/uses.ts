/** What a command uses in one reading: the paths it names, with what happens to them, and its powers. */
import type { OperandFacts, OptionFact, Role } from "../../../../src/engine/knowledge/program.js";
import type { Power } from "../../../../src/language/syntax/statements.js";
import type { Reading, ReadOption } from "./readings.js";

export type PathAccess = "read" | "write" | "both";

export interface UsedPath {
	readonly text: string;
	readonly access: PathAccess;
}

/** A power beyond plain use. `sure` is false where only the program's own language says. */
export interface UsedPower {
	readonly power: Power;
	readonly option?: ReadOption;
	readonly sure: boolean;
}

/** "Which words are paths, the knowledge base says; for an unknown program every operand, every option value and every part counts as a path." */
export function usedPaths(reading: Reading): readonly UsedPath[] {
	const { usage } = reading;
	const paths: UsedPath[] = [];
	for (const { fact, value } of reading.options) {
		if (value === undefined) continue;
		if (fact === undefined)
			paths.push(...strangeAccesses(reading).flatMap((access) => parts(value).map((path) => ({ ...path, access }))));
		else paths.push(...pathsAs([fact.role ?? "value"], value));
	}
	const own = reading.operands.filter((operand) => operand.canonical === undefined);
	own.forEach(({ text }, index) => {
		const strange = usage === undefined || reading.strangeSubcommand;
		paths.push(...(strange ? parts(text) : pathsAs(rolesAt(index, own.length, reading), text)));
	});
	return paths;
}

/** What an option that no table lists does to a path: where the table was checked, what other options do; else anything. */
function strangeAccesses({ program, usage, strangeSubcommand }: Reading): readonly PathAccess[] {
	if (!program?.verified || strangeSubcommand) return ["both"];
	const roles = [...(usage?.options ?? []), ...program.options].map((option) => option.role ?? "value");
	return (["read", "write", "both"] as const).filter((access) => roles.includes(access));
}

function pathsAs(roles: readonly Role[], text: string): UsedPath[] {
	return roles.flatMap((role) =>
		role === "read" || role === "write" || role === "both" ? [{ text, access: role }] : [],
	);
}

/** A word of an unknown program: whole, and every piece of it that `=`, `:`, `,` and `@` part off. */
function parts(word: string): UsedPath[] {
	const cuts = [...word.matchAll(/[=:,@]/g)].map((found) => found.index);
	const starts = [0, ...cuts.map((cut) => cut + 1)];
	const pieces = starts.flatMap((start) => {
		const next = cuts.find((cut) => cut >= start);
		return [word.slice(start), ...(next === undefined ? [] : [word.slice(start, next)])];
	});
	// What looks like an option may be a value, but is taken for a path only where it has folders.
	return [...new Set(pieces)].filter((piece) => !/^(-[^/]*)?$/.test(piece)).map((text) => ({ text, access: "both" }));
}

/** The roles of one operand: options may replace leading ones, or say anew what operands are. */
function rolesAt(index: number, count: number, reading: Reading): readonly Role[] {
	const said = reading.options.flatMap((option) => option.fact?.operands ?? []);
	const facts = said.length > 0 ? said : reading.usage ? [reading.usage.operands] : [];
	const replaced = Math.max(0, ...reading.options.map((option) => option.fact?.replaces ?? 0));
	return facts.map((one) => roleIn(one, index + replaced, count + replaced));
}

function roleIn(facts: OperandFacts, index: number, count: number): Role {
	if (index < facts.first.length) return facts.first[index] as Role;
	const fromEnd = count - index;
	if (fromEnd <= facts.last.length) return facts.last[facts.last.length - fromEnd] as Role;
	return facts.rest ?? "value";
}

/** May more be used than can be named? Where the table was checked and no option there brings anything, one that is not listed brings nothing either. */
export function isUnclear(reading: Reading, isNamed: (option: ReadOption) => boolean = () => false): boolean {
	const { program, options, strangeSubcommand } = reading;
	if (program === undefined || plainPowers(reading).includes("code")) return false;
	if (strangeSubcommand) return true;
	const hasSubcommands = Object.keys(program.subcommands).length > 0;
	const brings = ({ powers, role, runs, operands }: OptionFact) =>
		powers.length > 0 || role === "code" || runs !== undefined || operands !== undefined;
	if (program.verified && !hasSubcommands && !program.options.some(brings)) return false;
	return options.some((option) => option.fact === undefined && !isNamed(option));
}

export function informs(reading: Reading): boolean {
	return reading.options.some((option) => option.fact?.informs === true);
}

/** "A program that the knowledge base does not know has the power `code` in its plain use." */
export function plainPowers(reading: Reading): readonly Power[] {
	if (informs(reading)) return [];
	return reading.usage === undefined ? ["code"] : reading.usage.powers.filter((power) => !isSpared(power, reading));
}

/** "A flag may take powers of plain use away, unless something takes the flag back." */
function isSpared(power: Power, { usage, options, operands }: Reading): boolean {
	const told = options.flatMap((option) =>
		option.value === undefined ? (option.fact?.names ?? []).filter((name) => usage?.spares?.[name] !== undefined) : [],
	);
	const spellings = options.flatMap(({ names }) => names);
	const names = options.flatMap(({ fact }) => (fact?.names.some((name) => told.includes(name)) ? fact.names : []));
	const isTakenBack =
		names.some((name) => spellings.includes(name.replace(/^--/, "--no-"))) ||
		names.some((name) => name.startsWith("--no-") && spellings.includes(name.replace(/^--no-/, "--"))) ||
		operands.some(({ text }) => ["false", "no", "off"].includes(text.toLowerCase()));
	return !isTakenBack && told.some((name) => usage?.spares?.[name]?.includes(power));
}

export function powersBeyond(reading: Reading): readonly UsedPower[] {
	const { usage } = reading;
	if (usage === undefined || informs(reading)) return [];
	const uses: UsedPower[] = [];
	const code = (option?: ReadOption) => {
		if (usage.powers.includes("code")) return;
		for (const power of ["exec", "write"] as const) uses.push({ power, sure: false, ...(option ? { option } : {}) });
	};
	for (const option of reading.options) {
		for (const power of option.fact?.powers ?? []) uses.push({ power, option, sure: true });
		if (option.fact?.role === "code") code(option);
	}
	const own = reading.operands.filter((operand) => operand.canonical === undefined);
	if (own.length > (usage.operandPowersAfter ?? 0))
		for (const power of usage.operandPowers) uses.push({ power, sure: true });
	for (const { form, powers } of usage.operandForms ?? []) {
		if (own.some(({ text }) => new RegExp(form, "u").test(text)))
			for (const power of powers) uses.push({ power, sure: true });
	}
	if (own.some((_, index) => rolesAt(index, own.length, reading).includes("code"))) code();
	const plain = plainPowers(reading);
	const beyond = uses.filter((use) => !plain.includes(use.power));
	// "Code from another place than the program's own is no plain use."
	if (plain.includes("code"))
		for (const option of reading.options) if (option.fact?.source) beyond.push({ power: "code", option, sure: true });
	return beyond;
}
