/** Which options and operands of a granted program bring a power, as far as the tables say it. */
import type { OptionFact, Program, Usage } from "../../../engine/knowledge/program.js";
import type { Power } from "../../../language/syntax/statements.js";
import { type Grant, usagesOf } from "../meaning/grants.js";

export interface WaysOut {
	/** Options, by the name that `without` takes. */
	readonly options: readonly string[];
	/** Some of them bring it with certain values only. */
	readonly byValue: boolean;
	/** Operands, or code among the operands, bring it as well. */
	readonly operands: boolean;
	/** It is in the plain use. */
	readonly plain: boolean;
}

/** What brings one of these powers to a command that the pattern fits. */
export function waysOut(grant: Grant, facts: Program, powers: readonly Power[]): WaysOut {
	const usages = usagesOf(grant, facts);
	const brings = (list: readonly Power[]): boolean => list.some((one) => powers.includes(one));
	const options = usages.flatMap((usage) => usage.options.filter((one) => bringsIn(one, brings)).map(nameOf));
	return {
		options: [...new Set(options)],
		byValue: usages.some((usage) => usage.options.some((one) => bringsIn(one, brings) && !brings(one.powers))),
		operands: usages.some((usage) => operandsBring(usage, brings)),
		plain: usages.some((usage) => brings(usage.powers)),
	};
}

/** Every power that options and operands of a granted program can bring. */
export function powersWithin(grant: Grant, facts: Program): readonly Power[] {
	const found = usagesOf(grant, facts).flatMap((usage) => [
		...usage.operandPowers,
		...(usage.barePowers ?? []),
		...(usage.operandForms ?? []).flatMap((one) => one.powers),
		...usage.options.flatMap(({ powers, forms, role, operands }) => [
			...powers,
			...(forms ?? []).flatMap((one) => one.powers),
			...(role === "write" || role === "both" || [...(operands?.first ?? []), operands?.rest].includes("both")
				? (["write"] as const)
				: []),
		]),
	]);
	return [...new Set(found)];
}

/** Code in a language of its own may be given, on the command line. */
export function readsCode(grant: Grant, facts: Program): boolean {
	return usagesOf(grant, facts).some(
		({ options, operands }) => operands.first.includes("code") || options.some(({ role }) => role === "code"),
	);
}

/** Does the pattern, or its `with`, name the option? */
export function names(grant: Grant, facts: Program, option: string): boolean {
	return usagesOf(grant, facts).some((usage) =>
		usage.options.some((one) => one.names.includes(option) && grant.options.some((own) => one.names.includes(own))),
	);
}

/** The name by which people know an option: its first long one. */
export function nameOf({ names }: OptionFact): string {
	return names.find((name) => name.startsWith("--")) ?? (names[0] as string);
}

function bringsIn({ powers, forms, informs }: OptionFact, brings: (powers: readonly Power[]) => boolean): boolean {
	return !informs && (brings(powers) || (forms ?? []).some((one) => brings(one.powers)));
}

function operandsBring(
	{ operandPowers, barePowers, operandForms }: Usage,
	brings: (powers: readonly Power[]) => boolean,
): boolean {
	return brings(operandPowers) || brings(barePowers ?? []) || (operandForms ?? []).some((one) => brings(one.powers));
}
