/** The powers that a command uses: those of its plain use, and those that options, operands, redirections and unknown words bring. */

import type { Power } from "../../language/syntax/statements.js";
import { expressionOf } from "../knowledge/forms.js";
import type { Program, Role, Usage, WordForm } from "../knowledge/program.js";
import { remembered } from "../records/remembered.js";
import { type Whole, whole } from "../records/whole.js";
import type { Arguments, FoundOption } from "../request/arguments/arguments.js";
import type { Redirect, Word } from "../request/request.js";
import { codeInWords, readsInput } from "./code-in-words.js";
import { roleOf } from "./option-roles.js";
import { isNameOfNoFile, isNoFile } from "./paths/no-file.js";
import { withoutSpared } from "./spared-powers.js";
import { summaryOf, tablesOf } from "./summed-tables.js";

/** A power beyond plain use. `option`: the option that brings it, where one does. */
export interface Use {
	readonly power: Power;
	readonly option?: string;
	/** It may be used or not. */
	readonly sure: boolean;
	/** Whoever allows the program allows it: running code is what the program is for, and this is what the code does. */
	readonly purpose?: true;
}

/** A use of one shape, as all are. */
export function powerUse(power: Power, sure: boolean, option?: string, purpose?: true): Use {
	return whole<Use>({ power, option, sure, purpose } as Whole<Use>);
}

/** The powers of a command's plain use, whichever subcommand it has. Without facts: `code`, whatever else it may do is not known. */
export function plainPowers(args: Arguments): readonly Power[] {
	if (args.informs) return [];
	if (args.usage === undefined) return ["code"];
	if (args.usages.length === 1)
		return isRead(args) ? args.usage.powers.filter((one) => one !== "code") : withoutSpared(args.usage.powers, args);
	return args.usage.powers.filter((power) => args.usages.every((usage) => usage.powers.includes(power)));
}

/** The powers that options, operands and unknown words bring beyond plain use. */
export function powersBeyond(args: Arguments): readonly Use[] {
	if (args.program === undefined || args.informs) return [];
	const plain = plainPowers(args);
	const uses: Use[] = [];
	// Whoever allows any code allows it to write what the option writes.
	const isWhole = isRead(args);
	for (const option of args.options)
		for (const use of optionUses(option, roleOf(option, args) ?? option.fact?.role))
			uses.push(isWhole && use.power === "write" ? onPurpose(use) : use);
	for (const usage of args.usages) uses.push(...usageUses(usage, args));
	if (readsAddress(args)) uses.push(powerUse("network", false));
	if (isWhole) uses.push(...languageUses(args).map(onPurpose));
	else if (!plain.includes("code")) uses.push(...languageUses(args));
	const own = uses.length === 0 ? uses : uses.filter((use) => !plain.includes(use.power));
	return plain.includes("code") ? [...own, ...sourceUses(args)] : own;
}

/** Code from another place than the program's own is no plain use: `npx --package`, `pip --index-url`. An option that no table lists is judged by its words. */
function sourceUses({ program, options }: Arguments): readonly Use[] {
	const uses = options.flatMap(({ fact, sure, name }) => (fact?.source ? [powerUse("code", sure, name)] : []));
	if (program === undefined || !options.some(({ fact }) => fact === undefined) || !choosesSource(program)) return uses;
	const strange = options.filter(({ fact, name }) => fact === undefined && wordsOfSources.test(name));
	return [...uses, ...strange.map(({ name }) => powerUse("code", false, name))];
}

/** Names of options that say where packages come from: `--@scope:registry`, `--extra-index-url`, `--add-source`. */
const wordsOfSources =
	/(?:^|[-.:@/])(?:reg|registry|index|index-url|sources?|repository|repository-url|repo|mirror|find-links|from|with|spec|git|pnpmfile|package)(?:=|$)/i;

/** Does it run code of packages, and have an option that says where they come from? */
const choosesSource = (program: Program): boolean =>
	remembered(choosing, program, () =>
		[program, ...Object.values(program.subcommands)].some(({ options }) =>
			options.some(({ source }) => source === true),
		),
	);
const choosing = new WeakMap<Program, boolean>();

/** `xmllint http://h/a`, `openssl crl -in http://h/a`: what reads a file is given an address in its place. Many programs fetch it, and for others no file is called so. */
function readsAddress({ operands, options }: Arguments): boolean {
	return (
		operands.some(({ word, roles }) => isAddress(word) && roles.some(isReading)) ||
		options.some(({ value, role, fact }) => value !== undefined && isAddress(value) && isReading(role ?? fact?.role))
	);
}

const isReading = (role: Role | undefined): boolean => role === "read" || role === "both";
const isAddress = (word: Word): boolean => word.kind === "known" && /^(?:https?|ftps?):\/\//i.test(word.text);

function onPurpose({ power, sure, option }: Use): Use {
	return powerUse(power, sure, option, true);
}

/** Does its purpose, to run code, come to no more than what was read of that code? */
function isRead(args: Arguments): boolean {
	return args.usage?.powers.includes("code") === true && codeInWords(args)?.kind === "read";
}

const noUses: readonly Use[] = [];

/** What a table of several that may hold says is in doubt; the only one's powers are plain use. */
function usageUses(usage: Usage, args: Arguments): readonly Use[] {
	const own = operandUses(usage, args);
	if (args.usages.length === 1) return own;
	return [...usage.powers, ...own.map(({ power }) => power)].map((power) => powerUse(power, false));
}

/** Code in the program's own language can run and write, unless it was read and does not. What it runs is a command of its own. */
function languageUses(args: Arguments): readonly Use[] {
	const use = codeInWords(args);
	if (use?.kind === "read")
		return [
			...(use.writes.some((path) => !isNameOfNoFile(path)) ? [powerUse("write", true)] : []),
			// What it runs is a command of its own as well.
			...(use.runs.length > 0 ? [powerUse("exec", true)] : []),
			...(use.deletes === undefined ? [] : [powerUse("delete", true)]),
			// What a program names may be something else, where a file of the working folder is called so.
			...(use.mayRunFiles ? [powerUse("code", false)] : []),
			...(use.network ? [powerUse("network", true)] : []),
			// What the environment holds is nobody's input: to read it is more than plain use.
			...(use.environment ? [powerUse("code", true)] : []),
			...(use.secrets ? [powerUse("secrets", true)] : []),
		];
	const hasCode =
		args.operands.some((slot) => slot.roles.includes("code")) || (use?.kind === "unclear" && readsInput(args));
	const taking = args.options.filter(({ fact }) => fact?.role === "code");
	if (taking.length === 0) return hasCode ? codeUses : noUses;
	return [
		...(hasCode ? codeUses : []),
		...taking.flatMap(({ name }) => codeUses.map(({ power }) => powerUse(power, false, name))),
	];
}

const codeUses: readonly Use[] = [
	powerUse("exec", false),
	powerUse("write", false),
	// What it runs may talk to others, and gawk does so by itself.
	powerUse("network", false),
];

/** The powers that an option brings, whatever else its program does. */
export function optionUses(
	{ fact, name, role, value, sure }: FoundOption,
	as: Role | undefined = role ?? fact?.role,
): readonly Use[] {
	if (fact === undefined || (fact.powers.length === 0 && fact.forms === undefined)) return noUses;
	// `sort -o /dev/null`: the option would write a file, and there is none; and what is only read here is not written.
	const isRead = fact.roleWith !== undefined && as === "read";
	const writes = !isRead && (as !== "write" || fact.further !== undefined || !isNoFile(value));
	const own = fact.powers.filter((power) => writes || power !== "write").map((power) => powerUse(power, sure, name));
	if (fact.forms === undefined || value === undefined) return own;
	return [...own, ...formPowers(fact.forms, value, sure, name)];
}

function operandUses(usage: Usage, { operands, options }: Arguments): readonly Use[] {
	const { barePowers = [] } = usage;
	if (usage.operandPowers.length + barePowers.length === 0 && usage.operandForms === undefined) return noUses;
	const own = operands.filter((slot) => slot.canonical === undefined);
	const after = usage.operandPowersAfter ?? 0;
	const many = own.some((slot) => slot.kind === "many");
	const sure = own.filter((slot) => slot.kind === "sure").length > after;
	return [
		...(own.length > after || many ? usage.operandPowers : []).map((power) => powerUse(power, sure)),
		...bareUses(barePowers, own, options, usage.runs?.assignments === true),
		...own.flatMap((slot) => formPowers(usage.operandForms ?? [], slot.word, slot.kind === "sure")),
	];
}

/** What a command does that has no operands, or may have none. An assignment is none to a program that runs commands with other variables. */
function bareUses(
	powers: readonly Power[],
	own: Arguments["operands"],
	options: Arguments["options"],
	assigns: boolean,
): readonly Use[] {
	// `env -S LINE`: the command stands in an option.
	if (powers.length === 0 || options.some(({ fact, sure }) => sure && fact?.runs !== undefined)) return noUses;
	const isNone = ({ word }: Arguments["operands"][number]): boolean =>
		assigns && word.kind === "known" && /^-$|=/.test(word.text);
	if (own.some((slot) => slot.kind === "sure" && !isNone(slot))) return noUses;
	const sure = own.every((slot) => slot.kind === "sure");
	return powers.map((power) => powerUse(power, sure));
}

/** One of each length that a form may ask for: a mode of `chmod` has up to four digits. */
const numbers = ["", "0", "7", "42", "644", "4755", "12345"];

/** Powers that a word brings by its form. A word that can't be known may have any. */
function formPowers(forms: readonly WordForm[], word: Word, sure: boolean, option?: string): Use[] {
	return forms.flatMap((one) => {
		if (word.kind === "known" && !expressionOf(one).test(word.text)) return [];
		const isNumber = word.kind === "unknown" && (word.digits || word.number);
		if (isNumber && !numbers.some((text) => expressionOf(one).test(text))) return [];
		return one.powers.map((power) => powerUse(power, sure && word.kind === "known", option));
	});
}

/** May powers be used that nobody can name: through an option or a subcommand that is not in the table, or words that can't be known? */
export function powersUnclear(args: Arguments): boolean {
	if (args.program === undefined) return false;
	// Who may run code may do anything already; an option more brings nothing.
	if (args.usages.every((usage) => usage.powers.includes("code"))) return false;
	return args.strangeSubcommand || ((args.strange || args.open) && !onlyPlainOptions(args));
}

/** Is there code among the words, in a language that is read here, of which it can't be known what it does? */
export function hasUnclearCode(args: Arguments): boolean {
	return !plainPowers(args).includes("code") && codeInWords(args)?.kind === "unclear";
}

/** May a word that can't be known be an option that runs another program? */
export function mayRunOthers(args: Arguments): boolean {
	return args.open && args.program !== undefined && tablesOf(args).some((usage) => summaryOf(usage).runs);
}

/** The same for one power. `unclear`: the answer for all. Secrets are shown by what speaks of them: words that are known and do not are no doubt. */
export function powerUnclear(power: Power, args: Arguments, unclear: boolean): boolean {
	if (power === "secrets" && !args.open && args.operands.every(({ word }) => word.kind === "known")) return false;
	return (unclear && (power === "secrets" || !isWholeTable(args))) || mayBring(power, args);
}

/** Does every option stand in its table, and each that was used? Then a word that can't be known is one of those, or none. */
function isWholeTable({ program, strange, strangeSubcommand }: Arguments): boolean {
	return program?.complete !== undefined && !strange && !strangeSubcommand;
}

/** May a word that can't be known be an option that brings the power, or runs what may? */
function mayBring(power: Power, args: Arguments): boolean {
	if (!args.open || args.program === undefined) return false;
	return tablesOf(args).some((usage) => {
		const { powers, runs } = summaryOf(usage);
		return runs || powers.has(power);
	});
}

/** Was the program's table checked, and does no option there bring anything? Then one that is not listed brings nothing either. */
function onlyPlainOptions(args: Arguments): boolean {
	if (!args.program?.verified || Object.keys(args.program.subcommands).length > 0) return false;
	return tablesOf(args).every((usage) => summaryOf(usage).plain);
}

/** `write` for every file that is opened for writing. Whoever lets the command write, or run code, in its plain use lets it write there, too. */
export function redirectPowers(redirects: readonly Redirect[], args: Arguments): readonly Use[] {
	const plain = args.usage?.powers ?? ["code"];
	const purpose = plain.includes("write") || plain.includes("code") ? true : undefined;
	return redirects
		.filter(({ access, target }) => access !== "read" && !isNoFile(target))
		.map(({ target }) => powerUse("write", target.kind === "known", undefined, purpose));
}
