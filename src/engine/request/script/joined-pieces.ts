/** Pieces put together to words: braces make several of one, a leading `~` is the home folder, a glob stands for what it finds. */
import type { Mutable, Word as ReadWord } from "../request.js";
import type { Context } from "./context.js";
import { bare } from "./facts.js";
import type { Piece } from "./pieces.js";
import { Unreadable } from "./unreadable.js";

/** Where a word stands: an argument may become several words, a value or a redirection's target is one. */
export type Stand = "argument" | "value";

/** More words than this are not made of one. */
const mostWords = 256;

/** The words that an argument becomes. */
export function withBraces(pieces: readonly Piece[], source: string, context: Context): readonly ReadWord[] {
	if (!pieces.some((piece) => piece.kind === "braces"))
		return bracesInText(pieces, source) ? [anyWords(source)] : [joined(pieces, source, "argument", context)];
	let all: (readonly Piece[])[] = [[]];
	for (const piece of pieces) {
		const texts = piece.kind === "braces" ? choicesOf(piece.text) : undefined;
		const isOdd = piece.kind === "braces" || (piece.kind === "text" && !piece.quoted && /[{}]/.test(piece.text));
		// Braces with plain words in them; what else there may be is not worked out.
		if (texts === undefined && isOdd) return [anyWords(source)];
		const choices = texts?.map((text): Piece => ({ kind: "text", text, quoted: false })) ?? [piece];
		all = all.flatMap((begun) => choices.map((choice) => [...begun, choice]));
		if (all.length > mostWords) return [anyWords(source)];
	}
	context.size.braces += all.length;
	if (context.size.braces > mostWords * 8)
		throw new Unreadable("it is too complex: more words in braces than anybody writes", 0, context.source.length);
	const words = all.map((own) => joined(own, source, "argument", context));
	// `{,}` makes empty words, which vanish.
	return words.some((word) => word.kind === "known" && word.text === "") ? [anyWords(source)] : words;
}

/** `{a,b}` and `{1..5}`: the texts that it stands for. */
function choicesOf(text: string): readonly string[] | undefined {
	const list = /^\{([A-Za-z0-9_./@%+:^-]*(?:,[A-Za-z0-9_./@%+:^-]*)+)\}$/.exec(text)?.[1];
	if (list !== undefined && !list.includes("..")) {
		const choices = list.split(",");
		return choices.length > mostWords ? undefined : choices;
	}
	const range = /^\{(0|[1-9]\d{0,4})\.\.(0|[1-9]\d{0,4})\}$/.exec(text);
	if (!range) return undefined;
	const [from, to] = [Number(range[1]), Number(range[2])];
	const count = Math.abs(to - from) + 1;
	if (count > mostWords) return undefined;
	return Array.from({ length: count }, (_, index) => String(from + (to < from ? -index : index)));
}

/** Braces with a comma or two dots between, that the parser took for plain text: a shell may see more in them. */
function bracesInText(pieces: readonly Piece[], source: string): boolean {
	if (!source.includes("{")) return false;
	const bare = pieces
		.map((piece) =>
			piece.kind === "text" && !piece.quoted
				? piece.text.replace(/\\./g, "")
				: piece.kind === "glob"
					? piece.text
					: "\0",
		)
		.join("");
	const open = bare.indexOf("{");
	return open >= 0 && bare.indexOf("}", open) >= 0 && /,|\.\./.test(bare.slice(open));
}

function anyWords(source: string): ReadWord {
	return { kind: "unknown", source, words: "any" };
}

/** Each of them is looked up in its folders. */
const mostGlobs = 300;

/** Puts the pieces together. */
export function joined(pieces: readonly Piece[], source: string, stand: Stand, context: Context): ReadWord {
	const tilde = source.includes("~") ? expandTilde(pieces, context) : undefined;
	if (tilde === "unknown") {
		const several = pieces.some(
			(piece) => piece.kind === "glob" || (piece.kind === "unknown" && piece.words === "any"),
		);
		return { kind: "unknown", source, words: several && stand === "argument" ? "any" : "one" };
	}
	const all = tilde ?? pieces;
	const odd = all.find((piece) => piece.kind === "unknown");
	const globbed =
		stand === "argument" &&
		all.some((piece) => piece.kind === "glob" || (piece.kind === "text" && !piece.quoted && mayGlob(piece.text)));
	if (odd !== undefined) {
		const besides = all.some((piece) => piece.kind === "text" && piece.text !== "");
		const isSplit = (piece: Piece): boolean =>
			piece.kind === "unknown" && piece.words === "any" && !(piece.count && besides);
		const several = all.some(isSplit) || globbed;
		const only = all.filter((piece) => piece.kind !== "text" || piece.text !== "");
		const digits = only.length === 1 && odd.kind === "unknown" && odd.digits && !several;
		const first = all.findIndex((piece) => piece.kind !== "text");
		const begins = all
			.slice(0, first)
			.map((piece) => pieceText(piece))
			.join("");
		if (globbed) context.features.add("globs");
		const words = several && stand === "argument" ? "any" : "one";
		const word: Mutable<Extract<ReadWord, { kind: "unknown" }>> = { kind: "unknown", source, words };
		if (begins !== "") word.begins = begins;
		if (digits) word.digits = true;
		if (only.length === 1 && odd.kind === "unknown" && odd.number) word.number = true;
		if (beginsPlainly(all)) word.plain = true;
		if (namesCommit(all)) word.commit = true;
		return word;
	}
	if (globbed) {
		context.features.add("globs");
		if (++context.size.globs > mostGlobs)
			throw new Unreadable("it is too complex: more globs than anybody writes", 0, context.source.length);
		if (context.facts.emptyGlobs) return { kind: "unknown", source, words: "any" };
		return { kind: "globbed", pattern: all.map(patternOf).join("") };
	}
	let text = "";
	for (const piece of all) text += pieceText(piece);
	return { kind: "known", text };
}

/** Does it begin with what looks like no option, and is nothing else in it that may be taken apart? Where that is nothing, what stands behind begins the word. */
function beginsPlainly(pieces: readonly Piece[]): boolean {
	const [first, ...rest] = pieces.filter((piece) => piece.kind !== "text" || piece.text !== "");
	if (first?.kind !== "unknown" || !first.plain) return false;
	const [second] = rest;
	return rest.every((piece) => piece.kind === "text") && (second === undefined || !/^[-+]/.test(pieceText(second)));
}

/** A hash, and no more than a way from there to another commit: `..HEAD`. Where the hash is missing, what is left is no file's name either. */
function namesCommit(pieces: readonly Piece[]): boolean {
	const [first, ...rest] = pieces.filter((piece) => piece.kind !== "text" || piece.text !== "");
	return (
		first?.kind === "unknown" &&
		first.commit === true &&
		rest.every((piece) => piece.kind === "text") &&
		/^(?:\.{2,3}[A-Za-z0-9_@][\w@/-]*(?:[~^]\d*)*)?$/.test(rest.map(pieceText).join(""))
	);
}

/** A `[` that the parser did not take for a glob, with a `]` behind it. */
function mayGlob(text: string): boolean {
	const bare = text.includes("\\") ? text.replace(/\\./g, "") : text;
	const open = bare.indexOf("[");
	return /[*?]/.test(bare) || (open >= 0 && bare.indexOf("]", open) >= 0);
}

function pieceText(piece: Piece): string {
	switch (piece.kind) {
		case "text":
			return piece.quoted ? piece.text : bare(piece.text);
		case "glob":
		case "braces":
			return piece.text;
		case "unknown":
			return "";
	}
}

function patternOf(piece: Piece): string {
	if (piece.kind === "text" && piece.quoted) return piece.text.replace(/[*?[\]\\]/g, "\\$&");
	return piece.kind === "unknown" ? "" : piece.text;
}

/** A leading `~` is the home folder, another `~` that the shell may expand makes the word unknown. */
function expandTilde(pieces: readonly Piece[], context: Context): readonly Piece[] | "unknown" | undefined {
	const [first, second] = pieces;
	const inside = pieces.some(
		(piece, index) => piece.kind === "text" && !piece.quoted && /[=:]~/.test(piece.text) && index >= 0,
	);
	if (inside) {
		context.features.add("variables");
		return "unknown";
	}
	if (first?.kind !== "text" || first.quoted || !first.text.startsWith("~")) return undefined;
	context.features.add("variables");
	const whole = first.text === "~" && second === undefined;
	if (!(whole || first.text.startsWith("~/")) || context.home === undefined || context.facts.homeChanges)
		return "unknown";
	return [
		{ kind: "text", text: context.home, quoted: true },
		{ kind: "text", text: first.text.slice(1), quoted: false },
		...pieces.slice(1),
	];
}
