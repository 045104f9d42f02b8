/**
 * The names that a program which looks through folders puts into the words of a command: `find`'s where `{}` stands, `fd`'s there or behind the
 * command. They lie below the folders that it is told of. Where options may make them anything else, nobody knows them.
 */
import type { Program } from "../../knowledge/program.js";
import type { Below, Word } from "../request.js";
import type { FoundOption, OperandSlot } from "./arguments.js";

/** A program that looks for names, and its words. */
export interface Search {
	readonly program: Program;
	readonly args: readonly Word[];
	readonly options: readonly FoundOption[];
	readonly open: boolean;
	readonly strange: boolean;
}

/** The words that stand for one name or several, of all that the program finds for what stands at a place; undefined where they can't be known. */
export function namesFound(
	search: Search,
	operands: readonly OperandSlot[],
	before: number,
): readonly Word[] | undefined {
	const { program, options, open, strange } = search;
	const searcher = searchers[program.name];
	if (searcher === undefined || open || strange || !options.every(({ sure }) => sure)) return undefined;
	if (operands.some(({ kind }) => kind === "maybe")) return undefined;
	if (options.some((option) => isOneOf(option, searcher.otherNames))) return undefined;
	const starts = startsOf(
		operands,
		options.filter((option) => isOneOf(option, searcher.starts)),
	);
	if (starts === undefined) return undefined;
	const absolute = options.some((option) => isOneOf(option, searcher.absolute));
	const how: Omit<Below, "start"> = {
		...lastPart(search, before),
		...(onlyFiles(search, before) ? { unlinked: true } : {}),
	};
	const named = starts.length > 0 ? starts : [here];
	const loose = starts.length === 0 ? searcher.bare : absolute;
	const names = named.map((start) => namesBelow({ start, ...how }, loose));
	// A name that is told whole may be what is found.
	const whole = wholeName(search, operands);
	return whole === undefined
		? names
		: [...names, ...named.map((start) => namesBelow({ start, ...how, name: whole }, loose))];
}

/** The words that stand for names below these folders; undefined where there are none, or one can't be known. */
export function namesOf(folders: readonly Word[]): readonly Word[] | undefined {
	if (folders.length === 0 || !folders.every(isStart)) return undefined;
	return folders.map((start) => namesBelow({ start }, false));
}

/** What options of a program say of the names. */
interface Searcher {
	/** With these, names may be any or lead anywhere. */
	readonly otherNames: readonly string[];
	/** The values of these are folders that it looks through. */
	readonly starts: readonly string[];
	/** With these, names are written from the root. */
	readonly absolute: readonly string[];
	/** Without a folder names may not begin with its dot. */
	readonly bare: boolean;
}

const searchers: { readonly [Program in string]?: Searcher } = {
	find: { otherNames: ["-L", "-follow", "-files0-from"], starts: [], absolute: [], bare: false },
	fd: {
		otherNames: ["--follow", "--path-separator", "--strip-cwd-prefix"],
		starts: ["--search-path"],
		absolute: ["--absolute-path"],
		bare: true,
	},
};

function isOneOf({ fact, name }: FoundOption, names: readonly string[]): boolean {
	return (fact?.names ?? [name]).some((one) => names.includes(one));
}

type Start = Below["start"];

const here: Start = { kind: "known", text: "." };

/** The folders among the operands and in options; undefined where one can't be known. */
function startsOf(operands: readonly OperandSlot[], options: readonly FoundOption[]): readonly Start[] | undefined {
	const named = operands.filter(({ roles }) => roles.includes("read"));
	if (named.some(({ roles }) => roles.length > 1)) return undefined;
	const words = [...named.map(({ word }) => word), ...options.map(({ value }) => value)];
	return words.every(isStart) ? words : undefined;
}

function isStart(word: Word | undefined): word is Start {
	return word?.kind === "known" ? /^[^-+]/.test(word.text) : word?.kind === "globbed" && /^[\w./]/.test(word.pattern);
}

/** What surely holds of the last part of a name: `-name PATTERN` before the command, where nothing is turned round or may do instead. */
function lastPart(search: Search, before: number): Pick<Below, "name"> {
	if (search.program.name !== "find" || !isConjunction(search.args)) return {};
	const value = search.options.find(({ fact, index }) => fact?.names.includes("-name") && index < before)?.value;
	if (value?.kind !== "known") return {};
	// A slash fits no name, and what a last backslash does is nobody's guess.
	return /^(?:[^/{}\\]|\\[^/{}])+$/.test(value.text) ? { name: value.text } : {};
}

/** `fd a.txt`: a part of the names, which may be all of one. */
function wholeName({ program, options }: Search, operands: readonly OperandSlot[]): string | undefined {
	if (program.name !== "fd" || options.some((option) => isOneOf(option, ["--full-path", "--and"]))) return undefined;
	const word = operands.find(({ roles }) => roles.includes("value"))?.word;
	if (word?.kind !== "known") return undefined;
	const text = word.text.replace(/^\^|\$$/g, "").replace(/\\(?=\W)/g, "");
	// What has no ending and no bounds is hardly meant to be all of it.
	const isWhole =
		/^\.?[\w-]+\.\w|^\.\w/.test(text) ||
		/^\^.*\$$/.test(word.text) ||
		options.some((option) => isOneOf(option, ["--glob"]));
	return isWhole && /^[\w.@%+=:,-]+$/.test(text) ? text : undefined;
}

/** Are files asked for, and nothing else? */
function onlyFiles(search: Search, before: number): boolean {
	const types = search.options.filter((option) => isOneOf(option, ["-type", "--type"]));
	const asked = types.map(({ value }) => value?.kind === "known" && /^(?:f|file)$/.test(value.text));
	if (search.program.name !== "find") return asked.length > 0 && asked.every((one) => one);
	return isConjunction(search.args) && types.some(({ index }, at) => index < before && asked[at]);
}

/** Does all that `find` is told hold of every name? */
export function isConjunction(words: readonly Word[]): boolean {
	return words.every((word) => word.kind === "known" && !/^(?:[(),!]|-o|-or|-not)$/.test(word.text));
}

/** `loose`: names may begin otherwise than the folder does. */
function namesBelow(below: Below, loose: boolean): Word {
	const { start, name, unlinked } = below;
	const text = start.kind === "known" ? start.text.replace(/[*?[\]{}\\]/g, "\\$&") : start.pattern;
	// A pattern that nobody writes: equal ones stand for the same names. What it ends with the folder's own name ends with, too.
	const last = name === undefined ? "" : /^[*?]/.test(name) && !text.endsWith("/") ? `/${name}` : `{/${name}}`;
	const head = text + (start.kind === "globbed" ? "{,/**}" : "**") + (unlinked ? "{f}" : "");
	const pattern = start.kind === "globbed" ? head : head + last;
	return { kind: "globbed", pattern: loose ? `{${pattern}}` : pattern, plain: true, below };
}
