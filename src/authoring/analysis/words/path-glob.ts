/**
 * The tails of path patterns as languages: what minimatch with `dot: true` matches, below a folder.
 * Each part of a path is read with the `/` before it, so a path is its folder's text and its parts' texts one after the other.
 */
import { braceExpand } from "minimatch";
import { codePoints, complement, onlyCodePoint } from "../../../language/policy/word-language/code-points.js";
import { globClassAt } from "../../../language/policy/word-language/glob-class.js";
import {
	alternation,
	concatenation,
	type Language,
	oneWord,
	repetition,
} from "../../../language/policy/word-language/language.js";

/** Any code point but the one that separates parts. */
const one: Language = { kind: "set", codePoints: complement(onlyCodePoint(0x2f)) };
const many: Language = repetition(one, 0, Number.POSITIVE_INFINITY);

/** Any number of parts of a path, each with its `/`. */
const anyParts: Language = partsOf(0);

/** What the tail matches; undefined if it is written in a way that is not read here. */
export function readPathGlob(tail: string): Language | undefined {
	if (tail.length > longest || unread.test(tail)) return undefined;
	// With what is below, since an alternative that is empty would be dropped at the end.
	const expanded = new Set(braceExpand(`${tail}/**`, { braceExpandMax: mostExpanded + 1 }));
	if (expanded.size > mostExpanded) return undefined;
	const options: Language[] = [];
	for (const text of expanded) {
		const option = languageOf(text.slice(0, -"/**".length).split(/\/+/));
		if (option === undefined) return undefined;
		options.push(option);
	}
	return alternation(options);
}

/** The parts of the paths that a pattern speaks of. Of a list in braces, which may have slashes in it, each is a path; where they are too many, all of it is one part. */
export function partsOfPaths(pattern: string): readonly string[] {
	const paths = pattern.includes("{") ? braceExpand(pattern, { braceExpandMax: mostExpanded }) : [pattern];
	return paths.length < mostExpanded ? paths.flatMap((path) => path.split("/")) : [pattern];
}

const longest = 2_000;
const mostExpanded = 256;

/** Extended globs, and halves of pairs. Named classes are refused with the class that holds them. */
const unread = /[?*+@!]\(|\p{Cs}/u;

function partsOf(least: number): Language {
	const part = concatenation([oneWord("/"), repetition(one, 1, Number.POSITIVE_INFINITY)]);
	return repetition(part, least, Number.POSITIVE_INFINITY);
}

function languageOf(segments: readonly string[]): Language | undefined {
	const parts: Language[] = [];
	for (const [index, segment] of segments.entries()) {
		// minimatch takes `x/..` out, before it knows what `x` matches.
		if (segment === "" || segment === "..") return undefined;
		if (segment === "**") {
			// At the end it stands for at least one part, except alone.
			const last = segments.slice(index).every((other) => other === "**");
			const alone = segments.every((other) => other === "**");
			parts.push(last && !alone ? partsOf(1) : anyParts);
			if (last) break;
			continue;
		}
		const part = partOf(segment);
		if (part === undefined) return undefined;
		parts.push(oneWord("/"), part);
	}
	return concatenation(parts);
}

/** One part of a path. A part is never empty. */
function partOf(segment: string): Language | undefined {
	if (/^\*+$/.test(segment)) return repetition(one, 1, Number.POSITIVE_INFINITY);
	const parts: Language[] = [];
	for (let at = 0; at < segment.length; ) {
		const character = String.fromCodePoint(segment.codePointAt(at) as number);
		const offset = at;
		at += character.length;
		switch (character) {
			case "*":
				if (parts.at(-1) !== many) parts.push(many);
				break;
			case "?":
				parts.push(one);
				break;
			case "\\": {
				const next = segment.codePointAt(at);
				const taken = next === undefined ? character : String.fromCodePoint(next);
				if (next !== undefined) at += taken.length;
				parts.push(oneWord(taken));
				break;
			}
			case "[": {
				const found = globClassAt(segment, offset);
				if (found?.kind === "fault") return undefined;
				if (found === undefined) {
					parts.push(oneWord(character));
				} else {
					const outside = [...complement(found.codePoints), { first: 0x2f, last: 0x2f }];
					parts.push({ kind: "set", codePoints: complement(codePoints(outside)) });
					at = found.end;
				}
				break;
			}
			default:
				parts.push(oneWord(character));
		}
	}
	return concatenation(parts);
}
