/** What a help text says: options, and the subcommands that it lists. */
import { stripVTControlCharacters } from "node:util";
import { readHead, readSynopsis, type SeenOption } from "./spellings.js";

export interface Seen {
	readonly options: readonly SeenOption[];
	readonly subcommands: readonly string[];
}

/** `whole`: words with one dash are whole options (`-name`), and no bundles of letters. */
export function readHelp(text: string, whole: boolean): Seen {
	const lines = plain(text).split("\n");
	return { options: [...optionLines(lines), ...usages(lines, whole)], subcommands: commandSections(lines) };
}

/** Without colours, overstrikes and tabs. */
export function plain(text: string): string {
	// Bold and underlined letters are struck over: the letter before each backspace goes.
	const struck = stripVTControlCharacters(text).split("\b");
	return struck
		.map((part, at) => (at < struck.length - 1 ? part.slice(0, -1) : part))
		.join("")
		.replaceAll("\r", "")
		.replaceAll("\t", "        ")
		.replace(/[‐‑−]/g, "-");
}

/** Lines that begin with an option. What stands behind two blanks is told about it. */
function optionLines(lines: readonly string[]): readonly SeenOption[] {
	return lines.flatMap((line) => {
		const text = line.replace(/^\s*(?:[•*·]\s+)?/, "");
		if (!/^\[?-/.test(text) || /^-{2,}$|^-\s|^-{3,}/.test(text)) return [];
		return readHead(text.replace(/^\[/, "")).filter(({ name }) => isName(name));
	});
}

/** `usage: git [-v | --version]` and the lines below it that are further in. */
function usages(lines: readonly string[], whole: boolean): readonly SeenOption[] {
	const options: SeenOption[] = [];
	lines.forEach((line, at) => {
		const start = /^(\s*)(?:usage|or|synopsis):?(?:\s|$)/i.exec(line);
		if (start === null) return;
		const behind = [line.slice(start[0].length)];
		const indent = (start[1] as string).length;
		for (const next of lines.slice(at + 1)) {
			if (next.trim() === "" ? behind.join("").trim() !== "" : !/^\s/.test(next) || next.search(/\S/) <= indent) break;
			// A line of the list of options itself is read as such.
			if (/^\s*-/.test(next)) break;
			behind.push(next);
		}
		options.push(...readSynopsis(behind.join(" "), whole).filter(({ name }) => isName(name)));
	});
	return options;
}

/** No rule of dashes, no number with a sign behind a range. */
export function isName(name: string): boolean {
	return /^--?[^-]/.test(name) && !/^-\d+(?:\.|$)\d*/.test(name.replace(/^-\d$/, ""));
}

const heading =
	/^(?!\s*-)(?:(?:[\w,()'/ &-]*\b)?(?:sub-?)?commands?\b[\w,()'/ &-]*:|[A-Z ]*\bCOMMANDS\b[A-Z ]*:?|(?:positional arguments|actions|verbs|modes):|[\w ]*\bcommands are[\w ]*:?)\s*$/i;
const word = "[a-z][a-z0-9]*(?:[-_:.][a-z0-9]+)*";
const entry = new RegExp(
	`^(?<indent>\\s{1,10})(?<names>${word}\\*?(?:, ${word}\\*?)*)(?<end>:?\\s{2,}\\S.*|:\\s.*|\\s+-{1,2}\\s.*|\\s[[<{A-Z(|].*|:?\\s*)$`,
);
// Two may be a name and a word about it.
const columns = new RegExp(`^\\s*${word}(?:\\s{2,}${word}){2,}\\s*$`);
const commas = new RegExp(`^\\s*(?:${word},\\s*)+(?:${word})?\\s*$`);

/** Below a heading that says so: names at the line's begin, columns of names, or names with commas. */
function commandSections(lines: readonly string[]): readonly string[] {
	const names = new Set<string>();
	let inside = false;
	let deep: number | undefined;
	for (const line of lines) {
		if (heading.test(line)) {
			inside = true;
			deep = undefined;
			continue;
		}
		if (line.trim() === "") continue;
		// The next heading ends it.
		if (/^\S/.test(line) && !commas.test(line) && !columns.test(line)) inside = false;
		if (!inside) continue;
		const braces = /^\s+\{([\w,-]+)\}/.exec(line);
		if (braces !== null) for (const name of (braces[1] as string).split(",")) names.add(name);
		else if (commas.test(line)) for (const name of line.split(",")) add(name);
		else if (columns.test(line)) for (const name of line.trim().split(/\s{2,}/)) add(name);
		else {
			const found = entry.exec(line)?.groups;
			if (found === undefined) continue;
			deep ??= (found.indent as string).length;
			if ((found.indent as string).length !== deep) continue;
			for (const name of (found.names as string).split(", ")) add(name);
		}
	}
	return [...names];

	function add(name: string): void {
		const trimmed = name.trim().replace(/\*$/, "");
		if (trimmed !== "") names.add(trimmed);
	}
}
