/**
 * The commands that `xargs` makes of a known input, word for word. Undefined where the input is not known, or an option changes what is made of
 * it in a way that systems do not agree on.
 */

import type { Arguments, Inner } from "../request/arguments/arguments.js";
import type { Facts } from "../request/facts.js";
import type { Command, Word } from "../request/request.js";
import { type Piped, written } from "./piped-input.js";

/** More commands, and more words of one, than these are not told apart. */
const mostCommands = 100;
const mostWords = 1_000;

export function xargsCommands(command: Command, args: Arguments, facts: Facts): readonly Inner[] | undefined {
	if (args.program?.name !== "xargs" || args.inner.length !== 1) return undefined;
	const piped = inputOf(command, facts);
	const how = piped && howOf(args);
	if (piped === undefined || how === undefined) return undefined;
	const template = args.operands.map(({ word }) => word);
	if (piped.kind === "names") return how.ends === "\0" ? [withNames(template, piped.words, how.mark)] : undefined;
	const rounds = roundsOf(piped.text, how);
	if (rounds === undefined || rounds.length > mostCommands) return undefined;
	const commands = rounds.map((items) => filled(template, items, how.mark));
	return commands.every((one): one is Inner => one !== undefined) ? commands : undefined;
}

function inputOf({ input, from }: Command, facts: Facts): Piped | undefined {
	if (input?.kind === "known") return { kind: "text", text: input.text };
	return from && written(from, facts);
}

/** How the input is taken apart. */
interface How {
	/** What stands behind each item; where nothing is said, blanks do, and quotes hold them together. */
	readonly ends: string | undefined;
	/** What an item is put in for. */
	readonly mark: string | undefined;
	/** So many items make a command, or so many lines; all of them where nothing is said. */
	readonly items: number | undefined;
	readonly lines: number | undefined;
	/** Nothing is run where there is no item. */
	readonly idle: boolean;
}

function howOf({ options, operands, open, strange }: Arguments): How | undefined {
	if (open || strange || !operands.every(({ kind }) => kind !== "maybe")) return undefined;
	let [ends, mark, items, lines]: [string?, string?, number?, number?] = [];
	let ways = 0;
	let idle = false;
	for (const { fact, value, sure } of options) {
		const text = value?.kind === "known" ? value.text : undefined;
		if (!sure || fact === undefined || (value !== undefined && text === undefined)) return undefined;
		switch (fact.names[0]) {
			case "-0":
				ends = "\0";
				break;
			case "-d":
				ends = delimiters[text ?? ""] ?? (/^[^\\]$/.test(text ?? "") ? text : undefined);
				if (ends === undefined) return undefined;
				break;
			case "-I":
			case "-i":
			case "--replace":
				mark = text ?? "{}";
				ways++;
				break;
			case "-n":
				items = countOf(text);
				ways++;
				if (items === undefined) return undefined;
				break;
			case "-L":
				lines = countOf(text);
				ways++;
				if (lines === undefined) return undefined;
				break;
			case "-r":
				idle = true;
				break;
			case "-P":
			case "-t":
			case "-x":
				break;
			default:
				return undefined;
		}
	}
	const both = options.filter(({ fact }) => fact?.names[0] === "-0" || fact?.names[0] === "-d").length > 1;
	// Of several the last one holds, on some systems.
	return ways > 1 || both || mark === "" || (lines !== undefined && ends !== undefined)
		? undefined
		: { ends, mark, items, lines, idle };
}

const delimiters: { readonly [Text in string]?: string } = { "\\n": "\n", "\\t": "\t", "\\0": "\0" };

function countOf(text: string | undefined): number | undefined {
	return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

/** The items of each command. */
function roundsOf(text: string, { ends, mark, items, lines, idle }: How): readonly (readonly string[])[] | undefined {
	const rows = ends === undefined ? rowsOf(text, mark !== undefined, lines !== undefined) : [endedBy(ends, text)];
	if (rows === undefined) return undefined;
	const all = rows.flat();
	if (all.length > mostWords || all.some((item) => item.includes("\0"))) return undefined;
	if (mark !== undefined) return all.map((item) => [item]);
	if (all.length === 0) return idle ? [] : [[]];
	if (items !== undefined) return groups(all, items);
	return lines === undefined ? [all] : groups(rows, lines).map((some) => some.flat());
}

function groups<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

function endedBy(end: string, text: string): readonly string[] {
	const items = text.split(end);
	if (items.at(-1) === "") items.pop();
	return items;
}

/**
 * The items of each line that has some: blanks part them, quotes and backslashes hold them together. `whole`: a line is one item. Undefined
 * where a system may see other items: characters that are blanks to some, a line that goes on (behind a blank, where lines are counted), the
 * old end of all items.
 */
function rowsOf(text: string, whole: boolean, counted: boolean): readonly (readonly string[])[] | undefined {
	if (!/^[\n\t -~]*$/.test(text) || text.includes("\\\n")) return undefined;
	if ((whole || counted) && /[ \t](?:\n|$)/.test(text)) return undefined;
	const rows: (readonly string[])[] = [];
	for (const line of text.split("\n")) {
		const items = itemsOf(line.replace(/^[ \t]+/, ""), whole);
		if (items === undefined || items.includes("_")) return undefined;
		if (items.length > 0) rows.push(items);
	}
	return rows;
}

function itemsOf(line: string, whole: boolean): readonly string[] | undefined {
	const items: string[] = [];
	let item: string | undefined;
	for (let at = 0; at < line.length; at++) {
		const character = line.charAt(at);
		if (!whole && (character === " " || character === "\t")) {
			if (item !== undefined) items.push(item);
			item = undefined;
			continue;
		}
		item ??= "";
		if (character === "\\") {
			if (++at === line.length) return undefined;
			item += line.charAt(at);
		} else if (character === '"' || character === "'") {
			const end = line.indexOf(character, at + 1);
			if (end < 0) return undefined;
			item += line.slice(at + 1, end);
			at = end;
		} else item += character;
	}
	if (item !== undefined) items.push(item);
	return items;
}

/** The command with items behind it, or one of them in its place; undefined where some systems leave a mark as it is. */
function filled(template: readonly Word[], items: readonly string[], mark: string | undefined): Inner | undefined {
	if (mark === undefined)
		return { kind: "argv", words: [...template, ...items.map((text): Word => ({ kind: "known", text }))] };
	const [item = ""] = items;
	let places = 0;
	const words: Word[] = [];
	for (const word of template) {
		if (word.kind !== "known" || !word.text.includes(mark)) {
			words.push(word);
			continue;
		}
		const text = word.text.replaceAll(mark, () => item);
		places += word.text.split(mark).length - 1;
		if (text.length > 200) return undefined;
		words.push({ kind: "known", text });
	}
	return places > 5 ? undefined : { kind: "argv", words };
}

/** The command with any of the names behind it, or in place of a mark. */
function withNames(template: readonly Word[], names: readonly Word[], mark: string | undefined): Inner {
	if (mark === undefined) return { kind: "argv", words: [...template, ...names] };
	return {
		kind: "argv",
		words: template.flatMap((word, index): readonly Word[] => {
			if (word.kind !== "known" || !word.text.includes(mark)) return [word];
			return word.text === mark && index > 0 ? names : [{ kind: "unknown", source: word.text, words: "one" }];
		}),
	};
}
