/** A word of a command as a path, and the folders that it is relative to. */
import type { Arguments, FoundOption, OperandSlot } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { type NamedPath, namedPath, pathWith } from "./named-path.js";

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
	return before === folders.length ? paths : paths.map((path) => pathWith(path, { folders: before }));
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
		return namedPath(access, "/dev/null");
	if (word.kind === "globbed") return namedPath(access, undefined, { glob: word.below ?? word.pattern });
	return namedPath(access, word.kind === "known" ? word.text : undefined);
}
