/**
 * What a command uses, as far as its command line shows: the paths it names and the powers it needs.
 */
import type { OptionFact, Role, Usage, WordForm } from "../knowledge/program.js";
import type { Power } from "../syntax/statements.js";
import type { Arguments, FoundOption, OperandSlot } from "./arguments.js";
import { codeInWords } from "./code-in-words.js";
import { isNameOfNoFile, isNoFile } from "./no-file.js";
import type { Below, Redirect, Word } from "./request.js";

/** A path that a command names. `text` is absent where it can't be known; `glob` where the word is a live glob, or names that a program finds, and becomes paths. */
export interface NamedPath {
	readonly text?: string;
	readonly glob?: string | Below;
	readonly access: "read" | "write" | "both";
	/** It may be a path, or no word of its own at all. */
	readonly maybe?: true;
	/** How many of the command's own folders it is relative to: all of them when absent. */
	readonly folders?: number;
}

/** A power beyond plain use. `option`: the option that brings it, where one does. */
export interface Use {
	readonly power: Power;
	readonly option?: string;
	/** It may be used or not. */
	readonly sure: boolean;
}

/** The paths that a command names: values and operands that are paths, redirections, and for an unknown program every part that could be one. */
export function namedPaths(args: Arguments, redirects: readonly Redirect[]): readonly NamedPath[] {
	const paths = redirects.map((redirect) => pathOf(redirect.target, redirect.access));
	if (args.program === undefined) return [...paths, ...strangePaths(args)];
	let folders = 0;
	for (const option of args.options) {
		const { fact, value } = option;
		if (value === undefined) continue;
		const named = fact === undefined ? strangeValue(value, args) : valuePaths(fact, option.role, value);
		// A folder is a place that is looked at, seen from the folder before it.
		const placed = fact?.folder ? named.map((path) => ({ ...path, folders })) : named;
		if (fact?.folder) folders++;
		paths.push(...(option.sure ? placed : placed.map(inDoubt)));
	}
	for (const slot of args.operands) paths.push(...operandPaths(slot, args));
	// An option that can't be seen may name any path that an option here can name.
	if (args.open) for (const access of optionAccesses(args)) paths.push({ access, maybe: true });
	paths.push(...codePaths(args));
	return paths;
}

/** What options of this program do to paths. Where its table was checked, only what stands there; else anything. */
function optionAccesses(args: Arguments): readonly NamedPath["access"][] {
	if (!args.program?.verified || args.strangeSubcommand) return ["both"];
	return [...new Set(tablesOf(args).flatMap((usage) => summaryOf(usage).accesses))];
}

function tablesOf(args: Arguments): readonly Usage[] {
	return args.program === undefined ? args.usages : [...new Set([...args.usages, args.program])];
}

/** What the options of a table do, taken together. */
interface Summary {
	readonly accesses: readonly NamedPath["access"][];
	/** No option brings a power, runs something, or makes the operands something else. */
	readonly plain: boolean;
}

/** Tables are long and stay the same: each is summed up once. */
const summaries = new WeakMap<Usage, Summary>();

function summaryOf(usage: Usage): Summary {
	let summary = summaries.get(usage);
	if (summary === undefined) {
		const accesses = usage.options.flatMap((fact) =>
			[fact.role, ...(fact.further ?? [])].flatMap(
				(role) => accessOf(role ?? "value") ?? (fact.parts || fact.folder ? "read" : []),
			),
		);
		summary = { accesses: [...new Set(accesses)], plain: usage.options.every(isPlain) };
		summaries.set(usage, summary);
	}
	return summary;
}

function isPlain({ powers, forms, role, runs, operands }: OptionFact): boolean {
	return powers.length === 0 && forms === undefined && role !== "code" && runs === undefined && operands === undefined;
}

/** Files that code among the arguments names: `sed 'w FILE'`. */
function codePaths(args: Arguments): readonly NamedPath[] {
	const use = codeInWords(args);
	if (use?.kind !== "read") return [];
	return [
		...use.reads.map((text): NamedPath => ({ text, access: "read" })),
		...use.writes.map((text): NamedPath => ({ text, access: "write" })),
	];
}

/** For a program without facts: every operand, every value, and what looks like an option where it has folders, for it may be a value. */
function strangePaths(args: Arguments): NamedPath[] {
	const paths: NamedPath[] = [];
	// So many words are no list of paths that anybody writes; where they lead is not known.
	if (args.options.length + args.operands.length > 1_000) return [{ access: "both" }];
	for (const { name, value } of args.options) {
		const whole = value?.kind === "known" ? `${name}=${value.text}` : name;
		if (value) paths.push(...partsOf(value));
		else paths.push(...gluedValues(name));
		if (whole.includes("/")) paths.push(...partsOf({ kind: "known", text: whole }).map(inDoubt));
	}
	for (const { word } of args.operands) {
		const isDashed = word.kind === "known" && /^-./.test(word.text);
		paths.push(...(isDashed ? partsOf(word).map(inDoubt) : partsOf(word)));
	}
	return paths;
}

/** The value of an option that no table lists. What looks like an option is a path only where it has folders. */
function strangeValue(value: Word, args: Arguments): readonly NamedPath[] {
	if (value.kind === "known" && /^-[^/]*$/.test(value.text)) return [];
	return optionAccesses(args).flatMap((access) => partsOf(value, access));
}

/** Where paths stand inside of a value (`curl -d @FILE`), they are read unless the table says more. */
function valuePaths(fact: OptionFact, role: Role | undefined, value: Word): readonly NamedPath[] {
	const access = accessOf(role ?? fact.role ?? "value") ?? (fact.parts || fact.folder ? "read" : undefined);
	if (access === undefined) return [];
	return fact.parts && !fact.folder ? partsOf(value, access) : [pathOf(value, access)];
}

/** An operand is a path where one of its roles says so, and surely one where all of them do. */
function operandPaths(slot: OperandSlot, args: Arguments): readonly NamedPath[] {
	if (slot.canonical !== undefined) return [];
	const revision =
		args.program?.revisions && slot.word.kind === "known" ? pathBehindRevision(slot.word.text) : undefined;
	const behind: readonly NamedPath[] = revision === undefined ? noPaths : [{ text: revision, access: "read" }];
	const access = accessIn(slot.roles);
	if (access === undefined) return behind;
	const strange = slot.doubtful === true || args.strangeSubcommand;
	const paths = strange ? partsOf(slot.word, access) : [pathOf(slot.word, access)];
	// What a subcommand that no table lists is given is a path, as with an unknown program.
	const sure = slot.kind === "sure" && (args.strangeSubcommand || slot.roles.length === 1);
	const named = sure ? paths : paths.map(inDoubt);
	return behind.length === 0 ? named : [...named, ...behind];
}

const noPaths: readonly NamedPath[] = [];

/** What is done to a path of these roles, if one of them makes it a path. */
function accessIn(roles: readonly Role[]): NamedPath["access"] | undefined {
	let access: NamedPath["access"] | undefined;
	for (const role of roles) {
		const one = accessOf(role);
		if (one !== undefined) access = access === undefined || access === one ? one : "both";
	}
	return access;
}

/** `HEAD:src/a`: the path behind a revision. An address is none. */
function pathBehindRevision(text: string): string | undefined {
	const colon = text.indexOf(":");
	if (colon < 0 || text.includes("://") || colon === text.length - 1) return undefined;
	return text.slice(colon + 1).replace(/^[0-3]:/, "");
}

function inDoubt(path: NamedPath): NamedPath {
	return { ...path, maybe: true };
}

/** `-I/usr/include`, `-xvf/etc/passwd`: a value may be glued behind any letter. */
function gluedValues(name: string): NamedPath[] {
	if (name.startsWith("--")) return [];
	const letters = /^-[A-Za-z0-9]+/.exec(name)?.[0].length ?? 1;
	// Behind so many letters nobody glues a value: from there on it is the same rest.
	const from = Math.max(2, Math.min(letters, name.length - 1, 16));
	const values = new Set<string>();
	for (let at = 2; at <= from; at++) if (at < name.length) values.add(name.slice(at));
	return [...values].flatMap((text) => partsOf({ kind: "known", text })).map((path) => ({ ...path, maybe: true }));
}

function accessOf(role: Role): NamedPath["access"] | undefined {
	switch (role) {
		case "value":
		case "code":
			return undefined;
		case "read":
		case "write":
		case "both":
			return role;
	}
}

function pathOf(word: Word, access: NamedPath["access"]): NamedPath {
	// `<(cmd)` is a pipe of the shell's own.
	if (word.kind === "unknown" && word.begins === "/dev/fd/" && /^[<>]\(/.test(word.source))
		return { text: "/dev/null", access };
	if (word.kind === "globbed") {
		const { pattern, below } = word;
		// Whoever changes what lies in a folder changes what comes there later, too, at any depth.
		if (access !== "read" && below !== undefined) return { access };
		return { glob: below ?? pattern, access };
	}
	return word.kind === "known" ? { text: word.text, access } : { access };
}

/** More parts than this in one word are not looked at. */
const mostParts = 64;

/** The whole word, and every part behind `=`, `:`, `,` or `@`. */
function partsOf(word: Word, access: NamedPath["access"] = "both"): NamedPath[] {
	if (word.kind === "globbed" && (word.below !== undefined || !/[=:,@]/.test(word.pattern)))
		return [pathOf(word, access)];
	if (word.kind !== "known") return [{ access }];
	// A word of so many parts is no path list that anybody writes; where it leads is not known.
	if ((word.text.match(/[=:,@]/g)?.length ?? 0) > mostParts) return [{ access }];
	const parts = new Set([word.text]);
	for (const match of word.text.matchAll(/[=:,@]/g)) {
		parts.add(word.text.slice(match.index + 1));
		// The part alone, when another separator follows it.
		parts.add(/^[^=:,@]*/.exec(word.text.slice(match.index + 1))?.[0] ?? "");
	}
	const first = /^[^=:,@]*/.exec(word.text)?.[0];
	if (first !== undefined) parts.add(first);
	parts.delete("");
	return [...parts].map((text) => ({ text, access }));
}

/** The powers of a command's plain use, whichever subcommand it has. Without facts: `code`, whatever else it may do is not known. */
export function plainPowers(args: Arguments): readonly Power[] {
	if (args.informs) return [];
	if (args.usage === undefined) return ["code"];
	if (args.usages.length === 1) return args.usage.powers;
	return args.usage.powers.filter((power) => args.usages.every((usage) => usage.powers.includes(power)));
}

/** The powers that options, operands and unknown words bring beyond plain use. */
export function powersBeyond(args: Arguments): readonly Use[] {
	if (args.program === undefined || args.informs) return [];
	const plain = plainPowers(args);
	const uses: Use[] = [];
	for (const option of args.options) uses.push(...optionUses(option));
	for (const usage of args.usages) uses.push(...usageUses(usage, args));
	if (!plain.includes("code")) uses.push(...languageUses(args));
	return uses.length === 0 ? uses : uses.filter((use) => !plain.includes(use.power));
}

const noUses: readonly Use[] = [];

/** What a table of several that may hold says is in doubt; the only one's powers are plain use. */
function usageUses(usage: Usage, args: Arguments): readonly Use[] {
	const own = operandUses(usage, args);
	if (args.usages.length === 1) return own;
	return [...usage.powers.map((power) => ({ power, sure: false })), ...own.map((use) => ({ ...use, sure: false }))];
}

/** Code in the program's own language can run and write, unless it was read and does not. What it runs is a command of its own. */
function languageUses(args: Arguments): readonly Use[] {
	const use = codeInWords(args);
	if (use?.kind === "read")
		return [
			...(use.writes.some((path) => !isNameOfNoFile(path)) ? [{ power: "write", sure: true } as const] : []),
			...(use.network ? [{ power: "network", sure: true } as const] : []),
			// What the environment holds is nobody's input: to read it is more than plain use.
			...(use.environment ? [{ power: "code", sure: true } as const] : []),
		];
	return [
		...(args.operands.some((slot) => slot.roles.includes("code")) ? codeUses : []),
		...args.options.flatMap(({ fact, name }) =>
			fact?.role === "code" ? codeUses.map((one) => ({ ...one, option: name })) : [],
		),
	];
}

const codeUses: readonly Use[] = [
	{ power: "exec", sure: false },
	{ power: "write", sure: false },
];

function optionUses({ fact, name, role, value, sure }: FoundOption): readonly Use[] {
	if (fact === undefined || (fact.powers.length === 0 && fact.forms === undefined)) return noUses;
	// `sort -o /dev/null`: the option would write a file, and there is none.
	const keeps = (role ?? fact.role) !== "write" || fact.further !== undefined || !isNoFile(value);
	const own = fact.powers.filter((power) => keeps || power !== "write").map((power): Use => ({ power, sure }));
	const byForm = value ? formPowers(fact.forms ?? [], value, sure) : [];
	return [...own, ...byForm].map((use) => ({ ...use, option: name }));
}

function operandUses(usage: Usage, { operands }: Arguments): readonly Use[] {
	if (usage.operandPowers.length === 0 && usage.operandForms === undefined) return noUses;
	const own = operands.filter((slot) => slot.canonical === undefined);
	const after = usage.operandPowersAfter ?? 0;
	const many = own.some((slot) => slot.kind === "many");
	const sure = own.filter((slot) => slot.kind === "sure").length > after;
	return [
		...(own.length > after || many ? usage.operandPowers : []).map((power) => ({ power, sure })),
		...own.flatMap((slot) => formPowers(usage.operandForms ?? [], slot.word, slot.kind === "sure")),
	];
}

/** Powers that a word brings by its form. A word that can't be known may have any. */
function formPowers(forms: readonly WordForm[], word: Word, sure: boolean): Use[] {
	return forms.flatMap(({ form, powers }) => {
		if (word.kind === "known" && !new RegExp(form).test(word.text)) return [];
		return powers.map((power) => ({ power, sure: sure && word.kind === "known" }));
	});
}

/** May powers be used that nobody can name: through an option or a subcommand that is not in the table, or words that can't be known? */
export function powersUnclear(args: Arguments): boolean {
	if (args.program === undefined) return false;
	// Who may run code may do anything already; an option more brings nothing.
	if (args.usages.every((usage) => usage.powers.includes("code"))) return false;
	return args.strangeSubcommand || ((args.strange || args.open) && !onlyPlainOptions(args));
}

/** Was the program's table checked, and does no option there bring anything? Then one that is not listed brings nothing either. */
function onlyPlainOptions(args: Arguments): boolean {
	if (!args.program?.verified || Object.keys(args.program.subcommands).length > 0) return false;
	return tablesOf(args).every((usage) => summaryOf(usage).plain);
}
