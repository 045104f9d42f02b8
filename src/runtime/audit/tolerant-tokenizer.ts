/**
 * The words of a shell string with the places where they stand, roughly: also of one that no shell would read, of what stands in here-documents, comments
 * and quotes, and of texts that are no shell string at all.
 */

/** A word; quotes and escapes are taken off, what a shell fills in stays as it is written. */
export interface TolerantWord {
	readonly text: string;
	readonly start: number;
	readonly end: number;
	readonly characters: readonly RoughCharacter[];
}

interface RoughCharacter {
	/** Where it stands. */
	readonly at: number;
	/** Where what it belongs to begins and ends, quotes counted. */
	readonly piece: Piece;
	/** It is part of the word as it is, and of nothing that a shell fills in. */
	readonly known: boolean;
}

interface Piece {
	readonly quoted: boolean;
	readonly start: number;
	end: number;
}

/** The words of a shell string by commands. */
export function tolerantCommands(script: string): readonly (readonly TolerantWord[])[] {
	const commands: (readonly TolerantWord[])[] = [];
	const closing = closingOf(script);
	const lastBrace = script.lastIndexOf("}");
	const ranges: [number, number][] = [[0, script.length]];
	for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
		const read = readRange(script, range, closing, lastBrace);
		for (const command of read.commands) commands.push(command);
		for (const inner of read.scripts) ranges.push(inner);
		for (const [start, end] of read.texts) for (const line of tolerantLines(script, start, end)) commands.push(line);
	}
	return commands;
}

/** The words of a text by lines: what stands between blanks, without quotes around it. */
export function tolerantLines(text: string, start = 0, end = text.length): readonly (readonly TolerantWord[])[] {
	const lines: TolerantWord[][] = [[]];
	const word = /\n|[^\s'"`;|&()<>]+/g;
	word.lastIndex = start;
	for (let found = word.exec(text); found !== null && found.index < end; found = word.exec(text)) {
		if (found[0] === "\n") {
			lines.push([]);
			continue;
		}
		const own = found[0].slice(0, end - found.index);
		const { index } = found;
		const piece = { quoted: false, start: index, end: index + own.length };
		const filled = [...own.matchAll(/\$(?:\w+|\{\w*\}?|[@*#?$!-])|\$$/g)].map((one) => [
			one.index,
			one.index + one[0].length,
		]);
		let next = 0;
		const characters = Array.from({ length: own.length }, (_, at): RoughCharacter => {
			while (next < filled.length && (filled[next]?.[1] as number) <= at) next++;
			return { at: index + at, piece, known: !(next < filled.length && (filled[next]?.[0] as number) <= at) };
		});
		lines.at(-1)?.push({ text: own, start: index, end: index + own.length, characters });
	}
	return lines.filter((line) => line.length > 0);
}

/** Where in the script a part of a word stands, so that quotes stay in pairs. */
export function placeIn(
	word: TolerantWord,
	start: number,
	end: number,
): { readonly start: number; readonly end: number } {
	const [first, last] = [word.characters[start], word.characters[end - 1]];
	if (first === undefined || last === undefined) return word;
	if (first.piece === last.piece && first.piece.quoted) {
		const after = word.characters[end];
		return { start: first.at, end: after?.piece === last.piece ? after.at : last.piece.end - 1 };
	}
	const begins = word.characters[start - 1]?.piece !== first.piece;
	const ends = word.characters[end]?.piece !== last.piece;
	if ((first.piece.quoted && !begins) || (last.piece.quoted && !ends)) return word;
	return {
		start: first.piece.quoted ? first.piece.start : first.at,
		end: ends ? last.piece.end : (word.characters[end]?.at as number),
	};
}

/** The closing parenthesis of each opening one, whatever stands around them. */
function closingOf(script: string): ReadonlyMap<number, number> {
	const closing = new Map<number, number>();
	const open: number[] = [];
	for (const { 0: sign, index } of script.matchAll(/[()]/g)) {
		if (sign === "(") open.push(index);
		else {
			const start = open.pop();
			if (start !== undefined) closing.set(start, index);
		}
	}
	return closing;
}

interface ReadRange {
	readonly commands: readonly (readonly TolerantWord[])[];
	/** What is read as a script of its own. */
	readonly scripts: readonly [number, number][];
	/** What is read as lines. */
	readonly texts: readonly [number, number][];
}

function readRange(
	script: string,
	[from, to]: readonly [number, number],
	closing: ReadonlyMap<number, number>,
	lastBrace: number,
): ReadRange {
	const commands: (readonly TolerantWord[])[] = [];
	const scripts: [number, number][] = [];
	const texts: [number, number][] = [];
	const documents: { readonly end: string; readonly tabs: boolean }[] = [];
	let command: TolerantWord[] = [];
	let characters: RoughCharacter[] = [];
	let text = "";
	let start = -1;
	let isTarget = false;
	let document: { readonly tabs: boolean } | undefined;
	let quote: Piece | undefined;
	let bare: Piece | undefined;
	/** Where what stands in quotes goes on behind a script of its own, and whether there are blanks in it. */
	let inside = { start: 0, blank: false };
	const put = (said: string, at: number, known: boolean, width = 1): void => {
		if (start < 0) start = at;
		let piece = quote;
		if (piece === undefined) {
			bare ??= { quoted: false, start: at, end: at };
			bare.end = at + width;
			piece = bare;
		}
		for (let unit = 0; unit < said.length; unit++) characters.push({ at, piece, known });
		text += said;
	};
	const endWord = (at: number): void => {
		bare = undefined;
		if (start < 0) return;
		const word = { text, start, end: at, characters };
		if (document !== undefined) documents.push({ end: text, tabs: document.tabs });
		else if (isTarget || (command.length === 0 && isBefore.test(text))) commands.push([word]);
		else command.push(word);
		document = undefined;
		isTarget = false;
		text = "";
		characters = [];
		start = -1;
	};
	const endCommand = (at: number): void => {
		endWord(at);
		if (command.length > 0) commands.push(command);
		command = [];
		isTarget = false;
		document = undefined;
	};
	const endInside = (end: number, next: number): void => {
		if (inside.blank) texts.push([inside.start, end]);
		inside = { start: next, blank: false };
	};
	/** What a shell fills in; the place behind it. */
	const filledIn = (at: number): number => {
		const close = closing.get(at + 1);
		if (close !== undefined && close < to) {
			scripts.push([at + 2, close]);
			if (quote !== undefined) endInside(at, close + 1);
			put(`\${_}`, at, false, close + 1 - at);
			return close + 1;
		}
		if (script[at + 1] === "{" && at < lastBrace) {
			name.lastIndex = at;
			const begun = name.exec(script)?.[0];
			if (begun === undefined) {
				const end = Math.min(to, script.indexOf("}", at) + 1);
				put(`\${_}`, at, false, end - at);
				return end;
			}
			put("${_}", at, false, begun.length);
			return at + begun.length;
		}
		variable.lastIndex = at;
		const named = variable.exec(script)?.[0];
		put(named ?? "$", at, named === undefined && text !== "", named?.length ?? 1);
		return at + (named?.length ?? 1);
	};
	for (let at = from; at < to; ) {
		const sign = script[at] as string;
		if (quote !== undefined) {
			if (sign === '"') {
				quote.end = at + 1;
				endInside(at, at + 1);
				quote = undefined;
				at++;
			} else if (sign === "\\" && at + 1 < to && /["\\$`]/.test(script[at + 1] as string)) {
				put(script[at + 1] as string, at, true);
				at += 2;
			} else if (sign === "$" && at + 1 < to) at = filledIn(at);
			else {
				inside.blank ||= /\s/.test(sign);
				put(sign, at, true);
				at++;
			}
			continue;
		}
		if (sign === "\n") {
			endCommand(at++);
			for (const { end, tabs } of documents.splice(0)) {
				const body = at;
				let close = at;
				for (let next = at; next < to; ) {
					const lineEnd = script.indexOf("\n", next) < 0 ? to : Math.min(to, script.indexOf("\n", next));
					const line = script.slice(next, lineEnd);
					next = Math.min(to, lineEnd + 1);
					at = next;
					if ((tabs ? line.replace(/^\t+/, "") : line) === end) break;
					close = next;
				}
				if (close > body) texts.push([body, close]);
			}
		} else if (/\s/.test(sign)) endWord(at++);
		else if (/[;|&()`]/.test(sign)) endCommand(at++);
		else if (sign === "<" || sign === ">") {
			const operator = /^(?:<<<|<<-?|[<>]+[&|]?)/.exec(script.slice(at, at + 4))?.[0] ?? sign;
			if (/^\d+$/.test(text)) {
				text = "";
				characters = [];
				start = -1;
			}
			endWord(at);
			isTarget = true;
			if (/^<<-?$/.test(operator)) document = { tabs: operator === "<<-" };
			at += operator.length;
		} else if (sign === "#" && start < 0) {
			const end = script.indexOf("\n", at) < 0 ? to : Math.min(to, script.indexOf("\n", at));
			texts.push([at + 1, end]);
			at = end;
		} else if (sign === "\\") {
			if (script[at + 1] !== "\n" && at + 1 < to) put(script[at + 1] as string, at, true, 2);
			at += 2;
		} else if (sign === "'") {
			if (start < 0) start = at;
			bare = undefined;
			const end = script.indexOf("'", at + 1);
			if (end < 0 || end >= to) {
				// No shell reads what follows.
				texts.push([at + 1, to]);
				at = to;
				break;
			}
			const isEscaped = script[at - 1] === "$" && text.endsWith("$");
			quote = { quoted: true, start: at, end: end + 1 };
			for (let place = at + 1; place < end; place++) put(script[place] as string, place, true);
			quote = undefined;
			if (isEscaped || /\s/.test(script.slice(at, end))) texts.push([at + 1, end]);
			at = end + 1;
		} else if (sign === '"') {
			if (start < 0) start = at;
			bare = undefined;
			quote = { quoted: true, start: at, end: to };
			inside = { start: at + 1, blank: false };
			at++;
		} else if (sign === "$" && at + 1 < to && !/['"]/.test(script[at + 1] as string)) at = filledIn(at);
		else {
			put(sign, at, true);
			at++;
		}
	}
	// Where a quote is not closed, nobody knows where words end.
	if (quote !== undefined) texts.push([inside.start, to]);
	endCommand(to);
	return { commands, scripts, texts };
}

/** What may stand before a program. */
const isBefore = /^(?:[A-Za-z_]\w*\+?=.*|if|then|elif|else|while|until|do|time|!|\{)$/s;

const variable = /\$(?:\w+|[@*#?$!-])/y;
/** A variable for which something else may stand. */
const name = /\$\{\w+(?::?[-=+])/y;
