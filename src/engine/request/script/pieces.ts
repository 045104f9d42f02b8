/**
 * The pieces of a word: text, globs, braces, and what can't be known. What a variable surely holds is text; substitutions inside are read as
 * scripts of their own.
 */
import { altered } from "../../records/altered.js";
import { decodeAnsiC } from "./ansi-c.js";
import { isProvenNumber } from "./arithmetic.js";
import type { Context, State } from "./context.js";
import { readExpansion } from "./expansions.js";
import { unescaped } from "./facts.js";
import { outputOf } from "./known-outputs.js";
import { scriptInside, type WordPart } from "./parse.js";
import { refuse } from "./unreadable.js";

/** A stretch of a word: text, quoted or not, or something whose value can't be known. */
export type Piece =
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
			/** No word of it looks like an option. */
			readonly plain?: boolean;
			/** It is the hash of a commit. */
			readonly commit?: boolean;
	  };

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
export function plain(text: string): Piece {
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
			return altered(unknown(quoted, false), outputOf(part.text, context));
		default:
			return refuse("an expansion that can't be read", part);
	}
}

/** A number, and never nothing. */
function isNumberForSure(name: string, context: Context, state: State): boolean {
	return isProvenNumber(name, context, state) && !context.facts.maybeEmpty.has(name);
}

function unknown(one: boolean, digits: boolean): Piece & { kind: "unknown" } {
	return { kind: "unknown", words: one ? "one" : "any", digits };
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

/** `$x` and `${x}` */
export function plainName(part: WordPart): string | undefined {
	if (part.type === "SimpleExpansion") return part.text.slice(1);
	const plain =
		part.type === "ParameterExpansion" &&
		part.prefix === undefined &&
		part.index === undefined &&
		part.operation === undefined;
	return plain ? part.parameter : undefined;
}
