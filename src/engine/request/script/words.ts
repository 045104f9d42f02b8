/**
 * A word of a script as the shell hands it on: known, globbed, or unknown. Substitutions inside are read as scripts of their own.
 */
import { altered } from "../../records/altered.js";
import type { Mutable, Word as ReadWord } from "../request.js";
import { decodeAnsiC } from "./ansi-c.js";
import { isProvenNumber } from "./arithmetic.js";
import type { Context, State } from "./context.js";
import { readExpansion } from "./expansions.js";
import { bare, unescaped } from "./facts.js";
import { scriptInside, type Word, type WordPart } from "./parse.js";
import { refuse, Unreadable } from "./unreadable.js";

/** Where a word stands: an argument may become several words, a value or a redirection's target is one. */
export type Stand = "argument" | "value";

/** A stretch of a word: text, quoted or not, or something whose value can't be known. */
type Piece =
	| { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
	| { readonly kind: "glob"; readonly text: string }
	| { readonly kind: "braces"; readonly text: string }
	| {
			readonly kind: "unknown";
			readonly words: "one" | "any";
			readonly digits: boolean;
			/** Digits, or nothing: `$!`. */
			readonly number?: true;
			/** A number, or nothing: it is taken apart nowhere. */
			readonly count?: boolean;
	  };

/** Reads a word; braces make several of one. */
export function readWord(word: Word, stand: Stand, context: Context, state: State): readonly ReadWord[] {
	const { parts, text } = word;
	// Most words are such: a shell makes nothing of them.
	if (parts === undefined && !/[\\*?[\]{}~]/.test(text)) return [{ kind: "known", text }];
	const file = stand === "argument" ? wholeGlob(word, state) : undefined;
	if (file !== undefined) {
		context.features.add("variables");
		return [file];
	}
	checkBraces(word);
	const pieces: Piece[] = [];
	if (parts === undefined) pieces.push(plain(text));
	else for (const part of parts) pieces.push(...piecesOf(part, context, state));
	if (stand === "value") return [joined(pieces, text, "value", context)];
	return withBraces(pieces, text, context);
}

/** `$x{a,b}` becomes `$xa $xb`: braces come first. */
function checkBraces({ parts = [] }: Word): void {
	for (const [index, part] of parts.entries()) {
		if (part.type !== "SimpleExpansion") continue;
		const next = parts[index + 1];
		if (next?.type === "BraceExpansion" || (next?.type === "Literal" && next.text.startsWith("{")))
			refuse("a variable right before braces (write `${x}`)", part);
	}
}

/** `"$f"` in a loop over a glob is one of the paths that the glob became. */
function wholeGlob({ parts }: Word, { values }: State): ReadWord | undefined {
	const [only, more] = parts ?? [];
	const inner = only?.type === "DoubleQuoted" && only.parts.length === 1 ? only.parts[0] : undefined;
	if (more !== undefined || inner === undefined) return undefined;
	const name = plainName(inner);
	const value = name === undefined ? undefined : values.get(name);
	return value?.kind === "globbed" ? { ...value, one: true } : undefined;
}

/** `$x` and `${x}` */
function plainName(part: WordPart): string | undefined {
	if (part.type === "SimpleExpansion") return part.text.slice(1);
	const plain =
		part.type === "ParameterExpansion" &&
		part.prefix === undefined &&
		part.index === undefined &&
		part.operation === undefined;
	return plain ? part.parameter : undefined;
}

/** The text of a variable that surely holds one. Without quotes it must be such that no shell makes more of it. */
function textHeld(part: WordPart, quoted: boolean, state: State, context: Context): string | undefined {
	if (part.type === "CommandExpansion") return toldFolder(part, quoted, state, context);
	const name = plainName(part);
	const text = name === "PWD" ? folderHeld(state, context) : (valueHeld(name, state) ?? trimmedHeld(part, state));
	if (text === undefined || quoted) return text;
	return !context.facts.splits && /^[A-Za-z0-9_./:@%+,=-]+$/.test(text) ? text : undefined;
}

/** `${f%.txt}` and `${f#src/}` of a text that is known, where nothing in what is taken off varies. */
function trimmedHeld(part: WordPart, state: State): string | undefined {
	if (part.type !== "ParameterExpansion" || part.operation?.type !== "Remove") return undefined;
	const { parameter, prefix, index, operation } = part;
	const text = prefix === undefined && index === undefined ? valueHeld(parameter, state) : undefined;
	const taken = operation.operand.text;
	if (text === undefined || !/^[\w./-]+$/.test(taken)) return undefined;
	if (operation.operator.startsWith("#")) return text.startsWith(taken) ? text.slice(taken.length) : text;
	return text.endsWith(taken) ? text.slice(0, text.length - taken.length) : text;
}

function valueHeld(name: string | undefined, { values }: State): string | undefined {
	const value = name === undefined ? undefined : values.get(name);
	return value?.kind === "known" ? value.text : undefined;
}

/** `$(pwd)`: the folder, where the shell's own `pwd` tells it. */
function toldFolder(part: WordPart, quoted: boolean, state: State, context: Context): string | undefined {
	const isTold = /^(?:\$\(\s*pwd\s*\)|`pwd`)$/.test(part.text) && context.facts.unproven !== "all";
	const text = isTold && !context.facts.functionNames.has("pwd") ? folderHeld(state, context) : undefined;
	if (text === undefined || (!quoted && (context.facts.splits || !/^[A-Za-z0-9_./:@%+,=-]+$/.test(text))))
		return undefined;
	expansion(part, quoted, context, state);
	return text;
}

/** What `PWD` holds where no folder was changed and nothing sets it. */
function folderHeld({ ways }: State, { cwd, facts }: Context): string | undefined {
	return ways.length === 1 && ways[0]?.length === 0 && !facts.pwdChanges ? cwd : undefined;
}

/** The pieces of one part of a word; what runs inside of it is read. */
export function piecesOf(part: WordPart, context: Context, state: State): readonly Piece[] {
	switch (part.type) {
		case "Literal":
			return [plain(part.text)];
		case "Glob":
			return [{ kind: "glob", text: part.text }];
		case "SingleQuoted":
			return [{ kind: "text", text: part.value, quoted: true }];
		case "AnsiCQuoted": {
			const text = decodeAnsiC(part.text.slice(2, -1));
			if (text === undefined || text !== part.value)
				return refuse("an escape in `$'…'` that shells read in several ways", part);
			return [{ kind: "text", text, quoted: true }];
		}
		case "DoubleQuoted":
			return [noText, ...part.parts.map((child) => quotedPiece(child, context, state))];
		case "LocaleString":
			for (const child of part.parts) quotedPiece(child, context, state);
			return [{ kind: "unknown", words: "one", digits: false }];
		case "BraceExpansion":
			context.features.add("globs");
			return [{ kind: "braces", text: part.text }];
		case "ExtendedGlob":
			return refuse("an extended glob, which only some shells read", part);
		case "ProcessSubstitution":
			context.features.add("substitutions");
			context.enter(scriptInside(part), state);
			return [
				{ kind: "text", text: "/dev/fd/", quoted: true },
				{ kind: "unknown", words: "one", digits: false },
			];
		case "SimpleExpansion":
		case "ParameterExpansion":
		case "ArithmeticExpansion":
		case "CommandExpansion": {
			const text = textHeld(part, false, state, context);
			if (text === undefined) return [expansion(part, false, context, state)];
			context.features.add("variables");
			return [{ kind: "text", text, quoted: true }];
		}
	}
}

/** An unquoted literal: a backslash protects what follows it. */
function plain(text: string): Piece {
	return { kind: "text", text, quoted: false };
}

/** Quotes with nothing in them are a word all the same. */
const noText: Piece = { kind: "text", text: "", quoted: true };

function quotedPiece(part: WordPart, context: Context, state: State): Piece {
	if (part.type === "Literal") return { kind: "text", text: unescaped(part.text, /\\([$`"\\\n])/g), quoted: true };
	const text = textHeld(part, true, state, context);
	if (text === undefined) return expansion(part, true, context, state);
	context.features.add("variables");
	return { kind: "text", text, quoted: true };
}

/** What is known of the value of an expansion; what runs inside of it is read. */
export function expansion(
	part: WordPart,
	quoted: boolean,
	context: Context,
	state: State,
): Piece & { kind: "unknown" } {
	const readInner = (inner: WordPart, isQuoted: boolean): unknown => expansion(inner, isQuoted, context, state);
	switch (part.type) {
		case "SimpleExpansion": {
			context.features.add("variables");
			const name = part.text.slice(1);
			const digits = /^[#?$]$/.test(name) || isNumberForSure(name, context, state);
			const piece = unknown(quoted ? name !== "@" : digits && !context.facts.splits, digits);
			return name === "!" || isProvenNumber(name, context, state) ? { ...piece, number: true } : piece;
		}
		case "ParameterExpansion": {
			context.features.add("variables");
			const { digits, several } = readExpansion(part, context, state, readInner);
			return unknown(quoted ? !several : digits && !context.facts.splits, digits);
		}
		case "ArithmeticExpansion":
			context.features.add("variables");
			readExpansion(part, context, state, readInner);
			return unknown(quoted || !context.facts.splits, true);
		case "CommandExpansion":
			context.features.add("substitutions");
			context.enter(scriptInside(part), state);
			return altered(unknown(quoted, false), { count: isCount(part.text, context) });
		default:
			return refuse("an expansion that can't be read", part);
	}
}

/** How many processors there are: what people write behind `-j`. */
function isCount(text: string, { facts: { functionNames, splits } }: Context): boolean {
	if (splits || !counting.test(text)) return false;
	return !["nproc", "getconf", "sysctl", "echo"].some((name) => functionNames.has(name));
}

const counting =
	/^(?:\$\(|`)\s*(?:(?:nproc(?: --all)?|getconf _NPROCESSORS_(?:ONLN|CONF)|sysctl -n hw\.\w+|echo \d+)(?: 2> ?\/dev\/null)?(?:\s*\|\|\s*(?=\w)|(?=\s*[)`])))+\s*[)`]$/;

/** A number, and never nothing. */
function isNumberForSure(name: string, context: Context, state: State): boolean {
	return isProvenNumber(name, context, state) && !context.facts.maybeEmpty.has(name);
}

function unknown(one: boolean, digits: boolean): Piece & { kind: "unknown" } {
	return { kind: "unknown", words: one ? "one" : "any", digits };
}

/** More words than this are not made of one. */
const mostWords = 256;

function withBraces(pieces: readonly Piece[], source: string, context: Context): readonly ReadWord[] {
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
function joined(pieces: readonly Piece[], source: string, stand: Stand, context: Context): ReadWord {
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
