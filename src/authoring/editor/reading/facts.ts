/** What is known of a program or an option, as Markdown for whoever points at it. */
import type { OptionFact, Usage } from "../../../engine/knowledge/program.js";
import type { Power } from "../../../language/syntax/statements.js";
import type { KnownProgram, Named } from "../programs.js";
import { powerMeanings } from "./meanings.js";

/** A program, or the subcommand that the words behind it name. */
export function programFacts({ program, taughtIn }: KnownProgram, named?: Named): string {
	const { usage, subcommand } = named ?? { usage: program as Usage };
	const title = subcommand === undefined ? `**${program.name}**` : `**${program.name} ${subcommand}**`;
	const lines = [
		`${title}: ${subcommand === undefined ? program.summary : `a subcommand of \`${program.name}\`, which ${program.summary}`}`,
	];
	if (taughtIn !== undefined) lines.push(`taught in \`${taughtIn}\``);
	if (subcommand === undefined && program.aliases.length > 0) lines.push(`also called ${ticked(program.aliases)}`);
	lines.push(
		usage.powers.length === 0 ? "plain use: no power" : `plain use: ${usage.powers.map(powerText).join("; ")}`,
	);
	const bringing = powerful(usage.options);
	if (bringing.length > 0)
		lines.push(
			`options beyond plain use: ${bringing
				.slice(0, mostOptions)
				.map((option) => `${ticked(option.names)} (${effectOf(option)})`)
				.join(", ")}${bringing.length > mostOptions ? `, and ${bringing.length - mostOptions} more` : ""}`,
		);
	for (const [name, powers] of Object.entries(usage.spares ?? {}))
		lines.push(`with \`${name}\` it does not use ${powers.join(", ")}`);
	if (usage.operandPowers.length > 0) lines.push(`operands bring ${usage.operandPowers.join(", ")}`);
	if (usage.barePowers !== undefined) lines.push(`without operands it brings ${usage.barePowers.join(", ")}`);
	for (const { form, powers } of usage.operandForms ?? [])
		lines.push(`operands like \`/${form}/\` bring ${powers.join(", ")}`);
	if (usage.runs !== undefined) lines.push("runs the command in its operands, which is decided by the same rules");
	if (program.projectFiles) lines.push("obeys files of the working tree");
	if (program.variables.length > 0 && subcommand === undefined)
		lines.push(`changed by ${ticked(program.variables.slice(0, mostOptions))}`);
	return lines.join("  \n");
}

/** An option of a program. */
export function optionFacts(option: OptionFact, { program, subcommand }: Named): string {
	const of = subcommand === undefined ? program.name : `${program.name} ${subcommand}`;
	const value =
		option.value === undefined ? "takes no value" : option.value === "required" ? "takes a value" : "may take a value";
	const role = option.role === undefined || option.role === "value" ? "" : `, ${roles[option.role]}`;
	const lines = [`**${option.names.join(", ")}** of \`${of}\`: ${value}${role}`];
	if (option.powers.length > 0) lines.push(`brings ${option.powers.map(powerText).join("; ")}`);
	else lines.push("brings no power");
	if (option.runs !== undefined)
		lines.push("what follows is a command, decided by the same rules where it can be read");
	for (const { form, powers } of option.forms ?? [])
		lines.push(`a value like \`/${form}/\` brings ${powers.join(", ")}`);
	if (option.source) lines.push("says which code runs, or where it comes from: a grant must name it");
	if (option.informs) lines.push("with it nothing is run or changed");
	return lines.join("  \n");
}

/** The same in a few words, for lists. */
export function optionSummary(option: OptionFact): string {
	return [option.powers.join(", "), option.value === undefined ? "" : option.value === "required" ? "VALUE" : "[VALUE]"]
		.filter((part) => part !== "")
		.join(" · ");
}

const mostOptions = 12;

const roles = {
	read: "a path that is read",
	write: "a path that is written",
	both: "a path that is read and written",
	code: "code in its own language",
} as const;

function powerful(options: readonly OptionFact[]): readonly OptionFact[] {
	return options.filter((option) => option.powers.length > 0 || option.runs !== undefined);
}

function effectOf(option: OptionFact): string {
	return [...option.powers, ...(option.runs === undefined ? [] : ["runs a command"])].join(", ");
}

function powerText(power: Power): string {
	return `\`${power}\` (${powerMeanings[power]})`;
}

function ticked(names: readonly string[]): string {
	return names.map((name) => `\`${name}\``).join(", ");
}
