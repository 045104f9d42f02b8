/** An option that is refused, and others of the same program that do the same: they bring the same power and are called alike, or take the same code. */

import type { OptionFact, Program } from "../../../engine/knowledge/program.js";
import { optionNamed } from "../../../language/policy/patterns/option-tables.js";
import type { Power } from "../../../language/syntax/statements.js";
import type { Finding } from "../lint-record.js";
import { factsNamed, type Grant, refusalsOf } from "../meaning/grants.js";
import { tablesFor } from "./option-facts.js";
import {
	argvOf,
	grantLabels,
	isLong,
	isRefused,
	openCommands,
	openText,
	plainCommand,
	type Restriction,
} from "./restriction.js";

export function optionsLeft(restriction: Restriction): Finding | undefined {
	const { rule, stated, subject } = restriction;
	if (isLong(stated)) return undefined;
	for (const pattern of refusalsOf(rule)) {
		if (pattern.program.kind !== "literal" || pattern.given.length !== 1) continue;
		const name = pattern.program.text;
		const facts = factsNamed(name.slice(name.lastIndexOf("/") + 1), subject);
		const command = plainCommand(pattern, facts);
		if (facts === undefined || command === undefined || !isRefused(argvOf(command, facts), restriction)) continue;
		const tables = tablesFor(pattern, facts);
		const own = optionNamed(pattern.given[0]?.name ?? "", tables);
		if (own === undefined) continue;
		const siblings = tables.tables.flat().filter((one) => one !== own && isLike(one, own, facts));
		const values = otherCode(pattern, own);
		const commands = [
			...values.map((options) => argvOf({ ...command, options }, facts)),
			...siblings.map((one) => argvOf({ ...command, options: typedOption(one) }, facts)),
			...(isCode(own)
				? inputs(command.operands, facts).map((words) => argvOf({ ...command, operands: words, options: [] }, facts))
				: []),
		];
		const open = openCommands(commands, restriction, true);
		if (open.length === 0) continue;
		return {
			message: `this refuses \`${pattern.given[0]?.name}\`, and ${openText(open)} and ${open.length === 1 ? "does" : "do"} the like`,
			span: stated.statement.span,
			labels: grantLabels(open, restriction),
			help: isCode(own)
				? "refuse every way to give it code, or name the scripts that are meant"
				: "refuse every option that is meant, or allow no options but those that agents need",
			witness: open[0]?.text ?? "",
		};
	}
	return undefined;
}

/** The same powers, and the same beginning of the name: `--vacuum-time`, `--vacuum-size`. Or both take code that is typed. */
export function isLike(one: OptionFact, own: OptionFact, facts: Program): boolean {
	if (loadsCode(one) && !runsFiles(facts) && (isCode(own) || takesCode(own))) return true;
	if (isCode(own)) return isCode(one);
	if (own.powers.length === 0 || own.powers.join() !== one.powers.join()) return false;
	const stems = (option: OptionFact): readonly string[] =>
		option.names.flatMap((name) => /^--?([a-z]{4,})-/.exec(name)?.[1] ?? []);
	return stems(own).some((stem) => stem !== "no" && stems(one).includes(stem));
}

/** Code from a file: `openocd -f FILE`. */
function loadsCode({ role, powers }: OptionFact): boolean {
	return role === "read" && powers.some(isRunning);
}

/** What runs is typed behind it: `wget --execute=COMMAND`. */
function takesCode({ role, value, powers }: OptionFact): boolean {
	return value !== undefined && (role === undefined || role === "value") && powers.some(isRunning);
}

function isRunning(power: Power): boolean {
	return power === "code" || power === "exec";
}

/** Whoever may run a program that runs files by their names was meant to. */
function runsFiles({ language, operands }: Program): boolean {
	return language !== undefined && operands.first[0] === "read";
}

export function isCode({ role, runs }: OptionFact): boolean {
	return role === "code" || runs === "operand";
}

export function typedOption({ names, value }: OptionFact): readonly string[] {
	const name = names.find((one) => one.startsWith("--")) ?? names[0] ?? "";
	if (value === undefined) return [name, "1"];
	return name.startsWith("--") ? [`${name}=1`] : [name, "1"];
}

/** `-ex=shell` is that word alone: with more behind it, it is another. */
function otherCode({ given: [first] }: Grant, own: OptionFact): readonly (readonly string[])[] {
	const value = first?.value;
	if (!isCode(own) || first === undefined || value?.kind !== "literal") return [];
	return [[first.name, `${value.text} x`]];
}

/** A script from the input, for a program that runs scripts. */
export function inputs(operands: readonly string[], facts: Program): readonly (readonly string[])[] {
	if (!facts.powers.includes("code") || facts.operands.first[0] !== "read") return [];
	return [
		[...operands, "-"],
		[...operands, "/dev/stdin"],
	];
}
