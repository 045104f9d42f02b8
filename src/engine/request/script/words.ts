/** A word of a script as the shell hands it on: known, globbed, or unknown. */
import type { Word as ReadWord } from "../request.js";
import type { Context, State } from "./context.js";
import { joined, type Stand, withBraces } from "./joined-pieces.js";
import type { Word } from "./parse.js";
import { type Piece, piecesOf, plain, plainName } from "./pieces.js";
import { refuse } from "./unreadable.js";

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
