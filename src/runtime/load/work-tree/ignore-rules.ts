/**
 * What git ignores: the lines of `.gitignore` and its like, as gitignore(5) has them. A path is asked about once it is known that none of the folders it lies in
 * is ignored. Patterns are minimatch's, which reads them as git does and takes no time without end for one that is made to take it.
 */
import { Minimatch, type MinimatchOptions } from "minimatch";

export interface IgnoreRule {
	/** `!`: it takes back. */
	readonly isNegated: boolean;
	readonly isForFolders: boolean;
	/** It speaks of the whole path below its folder, and not of a name in it. */
	readonly isAnchored: boolean;
	readonly pattern: Minimatch;
}

/** The rules of one file. */
export interface IgnoreFile {
	/** The folder that they are for, with a slash at its end: `src/`; empty at the top. */
	readonly folder: string;
	readonly rules: readonly IgnoreRule[];
}

/** `files`: what goes before others stands before them. `path`: from the top. */
export function isIgnored(files: readonly IgnoreFile[], path: string, name: string, isFolder: boolean): boolean {
	for (const { folder, rules } of files) {
		for (let at = rules.length - 1; at >= 0; at--) {
			const { isNegated, isForFolders, isAnchored, pattern } = rules[at] as IgnoreRule;
			if (isForFolders && !isFolder) continue;
			if (pattern.match(isAnchored ? path.slice(folder.length) : name)) return !isNegated;
		}
	}
	return false;
}

/**
 * Reads the lines of such a file. `nocase`: capital and small letters are alike. Throws at a line that git reads otherwise than its manual says, where we would
 * ignore more: `[A]` fits no `a` without case, `[/]` is a slash in one part of a path, so is `\/` before stars, and `!/a**` takes back in folders as well.
 */
export function readIgnoreRules(text: string, nocase = false): readonly IgnoreRule[] {
	return text
		.replace(/^\uFEFF/, "")
		.split("\n")
		.flatMap((line) => ruleOf(line, nocase) ?? []);
}

function ruleOf(line: string, nocase: boolean): IgnoreRule | undefined {
	if (line.startsWith("#")) return undefined;
	let text = withoutEndingSpaces(line.endsWith("\r") ? line.slice(0, -1) : line);
	const isNegated = text.startsWith("!");
	if (isNegated) text = text.slice(1);
	const isForFolders = text.endsWith("/");
	if (isForFolders) text = text.slice(0, -1);
	const isAnchored = text.includes("/");
	if (text.startsWith("/")) text = text.slice(1);
	if (
		oddSlash.test(text) ||
		(nocase && capitalInClass.test(text)) ||
		(isNegated && isAnchored && starsInWord.test(text))
	)
		throw new Error(`nobody but git knows what \`${line}\` ignores`);
	// A class without an end fits nothing.
	if (text === "" || text.lastIndexOf("[") > text.lastIndexOf("]")) return undefined;
	return { isNegated, isForFolders, isAnchored, pattern: new Minimatch(text, { ...options, nocase }) };
}

const oddSlash = /\\\/|(?<!\\)\[[!^]?\]?[^\]]*\/.*\]/;
const capitalInClass = /\[[^\]]*[A-Z]/;
const starsInWord = /[^/]\*\*+(?:\/|$)/;

/** All but one with a backslash before it. */
function withoutEndingSpaces(line: string): string {
	const text = line.replace(/ +$/, "");
	const backslashes = /\\*$/.exec(text)?.[0].length ?? 0;
	return backslashes % 2 === 1 && text.length < line.length ? `${text} ` : text;
}

const options: MinimatchOptions = {
	dot: true,
	nobrace: true,
	noext: true,
	nocomment: true,
	nonegate: true,
	preserveMultipleSlashes: true,
	optimizationLevel: 0,
	platform: "linux",
};
