/**
 * What a file of git's settings says, as git itself reads it: sections and names in any case, a setting on its section's line, quotes, escapes,
 * comments, and lines that go on. What git would refuse is read as far as it goes, for it is pinned and not obeyed.
 */

export interface GitSetting {
	/** In lower case. */
	readonly section: string;
	/** In lower case. */
	readonly name: string;
	readonly value: string;
}

/** Reads the text of such a file. A setting without a value is left out. */
export function gitSettings(text: string): readonly GitSetting[] {
	const found: GitSetting[] = [];
	let section = "";
	let at = 0;
	while (at < text.length) {
		const [blank = ""] = match(/[\s\uFEFF]*(?:[#;][^\n]*)?/y, text, at) ?? [];
		at += blank.length;
		const head = match(/\[\s*([^\s"\]]*)\s*(?:"(?:\\[^\n]|[^"\\\n])*"\s*)?\]/y, text, at);
		if (head !== undefined) {
			// `[include.x]` has a part of its own behind the point, as `[include "x"]` has.
			section = (head[1] ?? "").toLowerCase().split(".")[0] ?? "";
			at += head[0].length;
			continue;
		}
		const name = match(/([A-Za-z][A-Za-z0-9-]*)[ \t\r]*(=)?/y, text, at);
		if (name === undefined) {
			at += blank.length === 0 ? 1 : 0;
			continue;
		}
		at += name[0].length;
		if (name[2] === undefined) continue;
		const { value, end } = valueAt(text, at);
		found.push({ section, name: (name[1] ?? "").toLowerCase(), value });
		at = end;
	}
	return found;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text) ?? undefined;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/** From behind the `=` to the end of the line: blanks around it do not count, but those in quotes do. */
function valueAt(text: string, from: number): { readonly value: string; readonly end: number } {
	let value = "";
	/** Of blanks at the end so far. */
	let blanks = "";
	let isQuoted = false;
	let at = from;
	for (; at < text.length && text[at] !== "\n"; at++) {
		const letter = text[at] as string;
		if (!isQuoted && (letter === "#" || letter === ";")) {
			const [comment = ""] = match(/[^\n]*/y, text, at) ?? [];
			return { value, end: at + comment.length };
		}
		if (letter === '"') {
			isQuoted = !isQuoted;
			value += blanks;
			blanks = "";
		} else if (letter === "\\") {
			at++;
			if (text[at] === "\r" && text[at + 1] === "\n") at++;
			if (text[at] === "\n") continue;
			value += blanks + (escapes[text[at] ?? ""] ?? "");
			blanks = "";
		} else if (!isQuoted && /\s/.test(letter)) {
			if (value !== "") blanks += letter;
		} else {
			value += blanks + letter;
			blanks = "";
		}
	}
	return { value, end: at };
}
