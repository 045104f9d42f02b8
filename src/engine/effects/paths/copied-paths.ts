/** Files of the same names in another folder: what is copied, moved or linked. */
import type { Arguments, OperandSlot } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { type NamedPath, namedPath, pathWith } from "./named-path.js";
import { thisFolder } from "./output-paths.js";
import { pathOf } from "./path-of-word.js";

/** Given more folders than this, it writes anywhere. */
const mostFolders = 16;

/** `cp a b DIR`, `cp -t DIR a b`: files of the same names in the folder. */
export function copies(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const options = args.options.filter(({ fact }) => fact?.follows === "into");
	const given = options.flatMap(({ value }) => value ?? []);
	const last = own[own.length - 1];
	// `ln -s a/b` makes a link in the folder that it runs in.
	const isAlone = own.length === 1 && args.program?.links === true;
	if (given.length === 0 && (last === undefined || (own.length < 2 && !isAlone))) return [];
	if (given.length > mostFolders) return [namedPath("write")];
	const folders = given.length > 0 ? given : isAlone ? [thisFolder] : [last?.word as Word];
	const sources = given.length > 0 || isAlone ? own : own.slice(0, -1);
	const hasHosts = args.usage?.follows?.includes("hosts") === true;
	const isWhole = args.options.some(({ fact }) => fact?.follows === "parents");
	return folders.flatMap((folder) => copiesIn(folder, sources, { hasHosts, isWhole, isGiven: given.length > 0 }));
}

function copiesIn(
	folder: Word,
	sources: readonly OperandSlot[],
	{ hasHosts, isWhole, isGiven }: { readonly hasHosts: boolean; readonly isWhole: boolean; readonly isGiven: boolean },
): readonly NamedPath[] {
	return sources.flatMap(({ word }): readonly NamedPath[] => {
		if (folder.kind !== "known") return [namedPath("write")];
		if (hasHosts && /^[^/]+:/.test(folder.text)) return [];
		// What is copied has the name of what it is copied from.
		const named = pathOf(word, "read");
		// A folder is copied with all that it holds.
		const reach = { reach: "somewhere" } as const;
		if (named.text === undefined && named.glob === undefined) return [namedPath("write", folder.text, reach)];
		if (named.text !== undefined && /(?:^|\/)\.{0,2}\/*$/.test(named.text))
			return [namedPath("write", folder.text, reach)];
		// `rsync -R a/./b DIR` makes `DIR/b`.
		const text = hasHosts && isWhole ? named.text?.replace(/^.*\/\.\//s, "") : named.text;
		// Folders above may stand in what a glob becomes.
		if (isWhole && text === undefined) return [namedPath("write")];
		// What a search finds may be more by the time that it is copied.
		const more: readonly NamedPath[] =
			word.kind === "globbed" && word.below !== undefined ? [namedPath("write", folder.text, reach)] : [];
		return [
			...more,
			pathWith(hasHosts ? withoutHost(text === undefined ? named : pathWith(named, { text })) : named, {
				access: "write",
				into: folder.text,
				isWhole: isWhole || undefined,
				isGiven: isGiven || undefined,
				reach: "somewhere",
			}),
		];
	});
}

/** `host:a/b`: the last part stands behind the host. */
function withoutHost(path: NamedPath): NamedPath {
	const host = path.text === undefined ? undefined : /^[^/:]+:+(.+)$/s.exec(path.text)?.[1];
	return host === undefined ? path : pathWith(path, { text: host });
}
