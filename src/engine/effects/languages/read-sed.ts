/**
 * Which files a sed script reads and writes, and what it runs.
 *
 * Seds differ: GNU, BSD and busybox end regular expressions, labels and texts at different places. A script is understood where they agree,
 * or where those that differ stop with an error before they have done anything. Sources: sed(1) of each, POSIX.1-2024, and the programs themselves.
 */
import { type CodeUse, codeUse, deepest, doubt, type FoundEffects } from "./code-use.js";

/** What the scripts of one call of sed do together; `scripts` are the values of `-e` in their order. No option of sed makes a script do more than this says. */
export function readSed(scripts: readonly string[]): CodeUse {
	return codeUse(scripts, (found) => {
		const script: Script = { text: scripts.join("\n"), seams: seamsOf(scripts), at: 0, depth: 0, swallowed: false };
		for (skipSeparators(script); script.at < script.text.length; skipSeparators(script)) readCommand(script, found);
		if (script.depth > 0) doubt("a block of the sed script is not closed");
	});
}

interface Script {
	readonly text: string;
	/** Where the line feeds stand that join one `-e` with the next. */
	readonly seams: ReadonlySet<number>;
	at: number;
	depth: number;
	/** A label came before on this line: for BSD, the rest of the line belongs to it. */
	swallowed: boolean;
}

function seamsOf(scripts: readonly string[]): ReadonlySet<number> {
	const seams = new Set<number>();
	let end = 0;
	for (const script of scripts.slice(0, -1)) {
		end += script.length;
		seams.add(end);
		end++;
	}
	return seams;
}

function skipSeparators(script: Script): void {
	for (; script.at < script.text.length; script.at++) {
		const character = script.text[script.at];
		if (character === "\n") script.swallowed = false;
		else if (character !== ";" && character !== " " && character !== "\t") return;
	}
}

function readCommand(script: Script, found: FoundEffects): void {
	readAddresses(script);
	const command = script.text[script.at] ?? "";
	script.at++;
	switch (command) {
		case "{":
			if (++script.depth > deepest) doubt("blocks of the sed script are nested too deeply");
			return;
		case "}":
			if (--script.depth < 0) doubt("a block of the sed script is closed that was not opened");
			readEnd(script);
			return;
		case "#":
			if (restOfLine(script).endsWith("\\")) doubt("a comment of the sed script ends in `\\`");
			return;
		case ":":
		case "b":
		case "t":
		case "T":
			readLabel(script, command);
			return;
		case "a":
		case "i":
		case "c":
			readText(script);
			return;
		case "r":
		case "R":
			readFileName(script, found.reads);
			return;
		case "w":
		case "W":
			readFileName(script, found.writes);
			return;
		case "e":
			readShellLine(script, found);
			return;
		case "s":
			readSubstitution(script, found);
			return;
		case "y":
			readTransliteration(script);
			return;
		case "q":
		case "Q":
		case "l":
		case "L":
			skipBlanks(script);
			skipDigits(script);
			readEnd(script);
			return;
		case "v":
			skipBlanks(script);
			while (/[0-9.]/.test(script.text[script.at] ?? "")) script.at++;
			readEnd(script);
			return;
		default:
			if (!/^[=dDgGhHnNpPxzF]$/.test(command)) doubt(`the sed script has no command that is known at ${place(script)}`);
			readEnd(script);
			return;
	}
}

/** `2`, `$`, `/x/I`, `\,x,`, `1~2`, `0,/x/`, `/x/,+3`, `2,~4`, each with `!` or not. */
function readAddresses(script: Script): void {
	if (readAddress(script, false)) {
		skipBlanks(script);
		if (script.text[script.at] === ",") {
			script.at++;
			skipBlanks(script);
			if (!readAddress(script, true)) doubt(`an address of the sed script can't be read at ${place(script)}`);
			skipBlanks(script);
		}
	}
	if (script.text[script.at] === "!") {
		script.at++;
		skipBlanks(script);
	}
}

function readAddress(script: Script, second: boolean): boolean {
	const first = script.text[script.at] ?? "";
	if (first === "$") {
		script.at++;
		return true;
	}
	if (first === "/" || first === "\\") {
		if (first === "\\") script.at++;
		const delimiter = readDelimiter(script);
		script.at = regexEnd(script, delimiter).end + 1;
		// GNU takes blanks before these letters, and no command has their names.
		for (skipBlanks(script); script.text[script.at] === "I" || script.text[script.at] === "M"; skipBlanks(script))
			script.at++;
		return true;
	}
	if (/[0-9]/.test(first)) {
		skipDigits(script);
		skipBlanks(script);
		if (script.text[script.at] !== "~") return true;
	} else if (!second || (first !== "+" && first !== "~")) return false;
	script.at++;
	skipBlanks(script);
	if (!skipDigits(script)) doubt(`an address of the sed script can't be read at ${place(script)}`);
	return true;
}

/** What stands around the parts of `s` and `y` and around an address. Letters, digits and brackets mean something inside as well. */
function readDelimiter(script: Script): string {
	const delimiter = script.text[script.at] ?? "";
	if (!/^[!-/:-@^_`{-~]$/.test(delimiter))
		doubt(`the delimiter at ${place(script)} of the sed script is read in several ways`);
	script.at++;
	return delimiter;
}

/** How a sed looks for the end of a regular expression. */
interface Reading {
	/** A delimiter in `[…]` does not end it. */
	readonly brackets: boolean;
	/** `[:alpha:]` inside of `[…]` is known. */
	readonly classes: boolean;
	/** `\` inside of `[…]` takes the next character with it. */
	readonly escapes: boolean;
}
const posix: Reading = { brackets: true, classes: true, escapes: false };
const escaping: Reading = { brackets: true, classes: true, escapes: true };
const classless: Reading = { brackets: true, classes: false, escapes: false };
const bracketless: Reading = { brackets: false, classes: false, escapes: false };

/**
 * Where the regular expression from here on ends. `cuts`: where other seds end it. These stand inside of `[…]`, so such a sed is left with an unclosed
 * bracket, which no regular expression has: it stops before the script begins. (A file of `s///w` is opened before that.)
 */
function regexEnd(script: Script, delimiter: string): { readonly end: number; readonly cuts: readonly number[] } {
	const { text, at } = script;
	const end = delimitedEnd(text, at, delimiter, posix);
	const others = [escaping, classless, bracketless].map((reading) => delimitedEnd(text, at, delimiter, reading));
	// Only an end before ours stands inside of one of our brackets.
	if (end === undefined || others[0] !== end || others.some((other) => other === undefined || other > end))
		return doubt(`where the regular expression at ${place(script)} of the sed script ends is read in several ways`);
	// Newer GNU seds let `\c` take the character after it along, even the delimiter.
	if (hasEscaped(text.slice(at, end), "c")) doubt("the sed script has `\\c` in a regular expression");
	checkLineFeeds(script, end);
	return { end, cuts: others.filter((other): other is number => other !== undefined && other < end) };
}

function delimitedEnd(text: string, from: number, delimiter: string, reading: Reading): number | undefined {
	for (let at = from; at < text.length; at++) {
		const character = text[at];
		if (character === delimiter) return at;
		if (character === "\n") return undefined;
		if (character === "\\") at++;
		else if (character === "[" && reading.brackets) {
			const close = bracketEnd(text, at, reading);
			if (close === undefined) return undefined;
			at = close;
		}
	}
	return undefined;
}

/** Where the `]` stands that closes the `[` here. */
function bracketEnd(text: string, from: number, reading: Reading): number | undefined {
	let at = from + 1;
	if (text[at] === "^") at++;
	if (text[at] === "]") at++;
	for (; at < text.length; at++) {
		const character = text[at];
		if (character === "]") return at;
		if (character === "\n") return undefined;
		if (character === "\\" && reading.escapes) at++;
		else if (character === "[" && reading.classes && /[.:=]/.test(text[at + 1] ?? "")) {
			const close = text.indexOf(`${text[at + 1]}]`, at + 2);
			if (close < 0 || text.slice(at, close).includes("\n")) return undefined;
			at = close + 1;
		}
	}
	return undefined;
}

/** Does `\` stand before this character, itself not escaped? */
function hasEscaped(text: string, character: string): boolean {
	for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", at + 2))
		if (text[at + 1] === character) return true;
	return false;
}

/** A part that goes on in the next line is read by all only inside of one `-e`, and on a line that no label swallows. */
function checkLineFeeds(script: Script, end: number): void {
	for (let { at } = script; at < end; at++)
		if (script.text[at] === "\n" && (script.swallowed || script.seams.has(at)))
			doubt(`what goes on in the next line at ${place(script)} of the sed script is read in several ways`);
}

function readSubstitution(script: Script, found: FoundEffects): void {
	const delimiter = readDelimiter(script);
	const { end, cuts } = regexEnd(script, delimiter);
	for (const cut of cuts) {
		const next = delimitedEnd(script.text, cut + 1, delimiter, bracketless);
		// busybox leaves out a `\` at the end of a line.
		if (next === undefined || /^[gpiImMe0-9\s\\]*w/.test(script.text.slice(next + 1)))
			doubt(`where the regular expression at ${place(script)} of the sed script ends is read in several ways`);
	}
	script.at = end + 1;
	skipPart(script, delimiter);
	while (/[gpiImM0-9 \t]/.test(script.text[script.at] ?? "")) script.at++;
	if (script.text[script.at] === "e") doubt("the sed script runs what it makes of its input (`s///e`)");
	if (script.text[script.at] === "w") {
		script.at++;
		readFileName(script, found.writes);
	} else readEnd(script);
}

/** Over a replacement, or a part of `y`: brackets mean nothing there. */
function skipPart(script: Script, delimiter: string): void {
	const end = delimitedEnd(script.text, script.at, delimiter, bracketless);
	if (end === undefined) doubt(`a part of a command is not closed at ${place(script)} of the sed script`);
	checkLineFeeds(script, end);
	script.at = end + 1;
}

function readTransliteration(script: Script): void {
	const delimiter = readDelimiter(script);
	for (let part = 0; part < 2; part++) {
		const { at } = script;
		skipPart(script, delimiter);
		// BSD and busybox know brackets here, GNU does not. Where they find no end in the line, they stop; nobody needs a long line for this.
		const near = script.text.slice(at, at + 1000);
		const cut = near.length === 1000 && !near.includes("\n");
		for (const reading of [posix, classless]) {
			const other = delimitedEnd(near, 0, delimiter, reading);
			if (other === undefined ? cut : at + other !== script.at - 1)
				doubt("where the parts of `y` end is read in several ways");
		}
	}
	readEnd(script);
}

/**
 * `:a`, `b end`. GNU ends a label at a blank, `;`, `}` or `#`; for BSD it is the rest of the line, so BSD has fewer commands than GNU,
 * and the same ones from the next line on, as long as nothing on this line goes on there.
 */
function readLabel(script: Script, command: string): void {
	skipBlanks(script);
	const start = script.at;
	while (/[\w.-]/.test(script.text[script.at] ?? "")) script.at++;
	if (command === ":" && script.at === start) doubt("the sed script has a label without a name");
	// busybox ends it at a blank or `;` alone. A brace is no matter: such a sed finds its block open, or the label nowhere.
	const end = /\}*(?:[ \t;\n]|$)/y;
	end.lastIndex = script.at;
	if (!end.test(script.text))
		doubt(`where the label at ${place(script)} of the sed script ends is read in several ways`);
	script.swallowed = true;
	readEnd(script);
}

/** `a text`, `a\` and lines below; to the first line that does not end in `\`. */
function readText(script: Script): void {
	const { text } = script;
	skipBlanks(script);
	if (atLineEnd(script)) doubt("the sed script has `a`, `i` or `c` without a text");
	if (text[script.at] === "\\") {
		script.at++;
		const next = script.at;
		skipBlanks(script);
		// `$a\` with nothing behind ends the last line.
		if (script.at === text.length) return;
		if (text[script.at] === "\n") {
			// `a\` with blanks behind: an empty text for GNU, one in the next line for others.
			if (script.at !== next || script.swallowed)
				doubt("where a text of the sed script begins is read in several ways");
			// All seds agree that the text of `a\` may stand in the next `-e`.
			script.at++;
		} else if (/^\\+(?:\n|$)/.test(text.slice(script.at, script.at + 100)))
			doubt("where a text of the sed script ends is read in several ways");
	}
	const start = script.at;
	for (; script.at < text.length && text[script.at] !== "\n"; script.at++) if (text[script.at] === "\\") script.at++;
	if (script.at > text.length) doubt("the sed script ends in `\\`");
	const end = script.at;
	script.at = start;
	checkLineFeeds(script, end);
	script.at = end;
}

/** The rest of the line is a name. Where it has characters that end a name for some, it is none for us. */
function readFileName(script: Script, names: Set<string>): void {
	skipBlanks(script);
	const name = restOfLine(script);
	if (!/^[\p{L}\p{N}_./+@%,:=^ -]+$/u.test(name) || name.endsWith(" "))
		doubt(`the file name before ${place(script)} of the sed script is read in several ways`);
	if (!/^\/dev\/(?:stdin|stdout|stderr)$/.test(name)) names.add(name);
}

function readShellLine(script: Script, found: FoundEffects): void {
	skipBlanks(script);
	const line = restOfLine(script);
	if (line === "") doubt("the sed script runs its input (`e`)");
	if (line.includes("\\")) doubt("the command that the sed script runs has `\\` in it");
	found.runs.add(line);
}

/** After a command comes its end; a `}` and a comment begin by themselves. */
function readEnd(script: Script): void {
	skipBlanks(script);
	if (!atLineEnd(script) && !/[;}#]/.test(script.text[script.at] ?? ""))
		doubt(`the sed script can't be read at ${place(script)}`);
}

function restOfLine(script: Script): string {
	const { at } = script;
	const end = script.text.indexOf("\n", at);
	script.at = end < 0 ? script.text.length : end;
	return script.text.slice(at, script.at);
}

function atLineEnd(script: Script): boolean {
	return script.at >= script.text.length || script.text[script.at] === "\n";
}

function skipBlanks(script: Script): void {
	while (script.text[script.at] === " " || script.text[script.at] === "\t") script.at++;
}

function skipDigits(script: Script): boolean {
	const { at } = script;
	while (/[0-9]/.test(script.text[script.at] ?? "")) script.at++;
	return script.at > at;
}

/** `character 7`, counted from 1 as sed does. */
function place(script: Script): string {
	return `character ${Math.min(script.at, script.text.length) + 1}`;
}
