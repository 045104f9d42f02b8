/** A path that a command names, and how far it reaches. */
import { altered } from "../../records/altered.js";
import type { Arguments, FoundOption, OperandSlot } from "../../request/arguments/arguments.js";
import type { Below, Word } from "../../request/request.js";

/** A path that a command names. `text` is absent where it can't be known; `glob` where the word is a live glob, or names that a program finds, and becomes paths. */
export interface NamedPath {
	readonly text?: string;
	readonly glob?: string | Below;
	readonly access: "read" | "write" | "both";
	/** It may be a path, or no word of its own at all. */
	readonly maybe?: true;
	/** Code in a file that nobody reads may do it. */
	readonly byCode?: true;
	/** How many of the command's own folders it is relative to: all of them when absent. */
	readonly folders?: number;
	/** More than the path itself is meant. */
	readonly reach?: Reach;
	/** Of what lies below, names that fit one of these, and none of those. Globs on the last part. Absent: all names. */
	readonly only?: readonly string[];
	readonly skip?: readonly string[];
	/** What is meant is the last part of the path, in this folder, if it is one. */
	readonly into?: string;
	/** That folder is given by an option, and made where it is not there. */
	readonly isGiven?: true;
	/** With it, all folders of the path stand in that folder. */
	readonly isWhole?: true;
	/** It is meant with what lies below it unless it is a folder already: then what is put there has a name of its own. */
	readonly becomes?: true;
}

/**
 * How far a path reaches. `below`: everything that lies below it now. `links`: the same, and what links there lead to. `visible`: the same without hidden names.
 * `somewhere`: names below it that nobody knows, of files that may not be there yet. `through`: the same, and below what links there lead to.
 */
export type Reach = "below" | "links" | "visible" | "somewhere" | "through";

/** The options that give folders, where some of them move nothing that stands before them: `tar c a -C DIR b`; none elsewhere. */
export function foldersBetween({ options, folders }: Arguments): readonly FoundOption[] {
	if (folders.length === 0) return [];
	const found = options.filter(({ fact, value }) => fact?.folder === true && value !== undefined);
	return found.some(({ fact }) => fact?.positional) ? found : [];
}

/** The paths of an operand, moved by the folders alone that hold for it. `folders`: what `foldersBetween` answers. */
export function inFolderBefore(
	paths: readonly NamedPath[],
	{ index }: OperandSlot,
	folders: readonly FoundOption[],
): readonly NamedPath[] {
	if (folders.length === 0) return paths;
	const before = folders.filter((option) => option.fact?.positional !== true || option.index < index).length;
	return before === folders.length ? paths : paths.map((path) => altered(path, { folders: before }));
}

/** `file:///a`, `file:a?mode=ro`: an address that is a path. */
export function pathInAddress(text: string): string | undefined {
	const rest = /^\s*file:(.*)$/is.exec(text)?.[1];
	if (rest === undefined) return undefined;
	const path = rest.replace(/^\/\/[^/]*/, "").replace(/[?#].*$/s, "");
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** A word as a path. */
export function pathOf(word: Word, access: NamedPath["access"]): NamedPath {
	// `<(cmd)` is a pipe of the shell's own.
	if (word.kind === "unknown" && word.begins === "/dev/fd/" && /^[<>]\(/.test(word.source))
		return { text: "/dev/null", access };
	if (word.kind === "globbed") {
		return { glob: word.below ?? word.pattern, access };
	}
	return word.kind === "known" ? { text: word.text, access } : { access };
}
