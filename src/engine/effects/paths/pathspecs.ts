/**
 * Pathspecs of git: words that stand for names in the work tree (`*.ts`, `:(top)src`, `:!docs`). A glob goes through slashes, and what only leaves out means all else.
 */

import type { Arguments, OperandSlot } from "../../request/arguments/arguments.js";
import { holdsPath, joinPath, normalise, resolveLinks, type World } from "../../request/paths.js";
import { accessOf } from "../summed-tables.js";
import type { Followings } from "./followings.js";
import { caseless } from "./name-filters.js";
import { inDoubt, type NamedPath, namedPath, pathWith } from "./named-path.js";

/** A path that such a word names, marked as one where it may mean more than itself. */
export function asPathspec(path: NamedPath, { options }: Arguments): NamedPath | undefined {
	if (path.pathspec !== undefined) return path;
	if (options.some(({ name }) => name === "--icase-pathspecs")) return pathWith(path, { pathspec: "caseless" });
	if (path.glob === undefined && !special.test(path.text ?? "")) return path;
	return isExclusion(path.text) ? undefined : pathWith(path, { pathspec: "plain" });
}

/** What is meant where no word says which names: all, where words only leave out; for those that look through the folder they run in, that folder in a revision. */
export function allPathspecs(args: Arguments, { reach, only, skip, saves }: Followings): readonly NamedPath[] {
	const access = accessOf(args.usage?.operands.rest ?? "value");
	if (!saves.includes("pathspecs") || access === undefined) return [];
	const slots = args.operands.filter(
		({ canonical, roles }) => canonical === undefined && roles.some((role) => accessOf(role) !== undefined),
	);
	const others = slots.filter(({ word }) => word.kind !== "known" || !isExclusion(word.text));
	const leavesOut = others.length < slots.length;
	const end = endOfRevisions(args);
	const isPath = ({ kind, roles, word, index }: OperandSlot): boolean =>
		kind === "sure" &&
		roles.every((role) => accessOf(role) !== undefined) &&
		(word.kind !== "known" || index > (end ?? index) || (end === undefined && noRevision.test(word.text)));
	// Those that write say so by themselves; their operands are no revisions.
	const isHere = access === "read" || (saves.includes("here") && others.length === 0);
	if ((!leavesOut && (reach === undefined || !isHere)) || others.some(isPath)) return [];
	const unless = others.flatMap(({ word }) => (end === undefined && word.kind === "known" ? [word.text] : []));
	const all = leavesOut
		? namedPath(access, ":", { pathspec: "plain", unless })
		: namedPath(access, ".", { reach, only, skip, unless });
	return [unless.length === 0 ? all : inDoubt(all)];
}

/** The place of the `--` behind which all words are paths, and before which none is. */
function endOfRevisions({ words = [], options }: Arguments): number | undefined {
	const isValue = (at: number): boolean =>
		options.some(({ index, value }) => index === at - 1 && value?.kind === "known" && value.text === "--");
	const end = words.findIndex((word, at) => word.kind === "known" && word.text === "--" && !isValue(at));
	return end < 0 ? undefined : end;
}

/**
 * A commit's hash before a `--`: git takes it for a revision, and gives up where a file is called so as well. Not so for `git diff` where it compares files: with `--no-index`, or
 * where a word leads out of the work tree.
 */
export function isCommit({ word, index }: OperandSlot, args: Arguments): boolean {
	if (word.kind !== "unknown" || word.commit !== true) return false;
	const end = endOfRevisions(args) ?? Number.POSITIVE_INFINITY;
	return (
		index < end &&
		!args.open &&
		!args.options.some(({ name }) => name === "--no-index") &&
		args.operands.every(
			({ word: other, index: at }) =>
				at > end ||
				(other.kind === "unknown" && other.commit === true) ||
				(other.kind === "known" && /^[A-Za-z0-9_@][\w.@{}~^/-]*$/.test(other.text)),
		)
	);
}

const special = /^:|[*?[\\]/;

/** Of these characters and beginnings a revision has none, unless an expression stands in it. */
const noRevision = /^[./~]|^[^:{]*[*?[\\\s]|\/$|^:[(!^]/;

const isExclusion = (text: string | undefined): boolean =>
	/^:(?:[/!^]*[!^]|\((?:[^\\)]*,)?exclude(?:,[^\\)]*)?\))/.test(text ?? "");

/** The paths that a marked one means, seen from a folder. `texts`: what its glob becomes there, and last the glob itself, which git is given where nothing fits. */
export function meantByPathspec(
	path: NamedPath,
	texts: string | readonly string[] | undefined,
	cwd: string | undefined,
	world: World,
): readonly NamedPath[] {
	if (path.unless?.some((one) => isThere(one, cwd, world))) return [];
	const one = pathWith(path, { glob: undefined });
	if (path.pathspec === "top" && path.text !== undefined) {
		const top = topOf(cwd, world) ?? cwd;
		return top === undefined || top === cwd ? [one] : [one, pathWith(one, { text: joinPath(top, path.text) })];
	}
	if (texts === undefined || (path.pathspec === undefined && typeof texts === "string"))
		return [pathWith(one, { text: texts })];
	const found =
		typeof texts === "string"
			? [texts]
			: texts.length > 1 && typeof path.glob === "string"
				? texts.slice(0, -1)
				: texts;
	return found.flatMap((text) => meantByText(pathWith(one, { text }), text, cwd, world));
}

function meantByText(path: NamedPath, text: string, cwd: string | undefined, world: World): readonly NamedPath[] {
	const [, long = "", short = "", rest = ""] = /^:(?:\(([^)]*)\)|([/!^]*):?)(.*)$/s.exec(text) ?? ["", "", "", text];
	const words = long.split(",");
	const placed = (folder: string | undefined, below: string): NamedPath =>
		pathWith(path, { text: folder === "." ? below || folder : folder && joinPath(folder, below) });
	const wide = { reach: "below", only: undefined, skip: undefined } as const;
	// What a backslash keeps from being an end is not read.
	if (long.includes("\\")) return [pathWith(placed(topOf(cwd, world), ""), wide)];
	const isTop = text === ":" || short.includes("/") || words.includes("top");
	const start = isTop ? topOf(cwd, world) : ".";
	if (rest === "") return [pathWith(placed(start, ""), wide)];
	const isCaseless = path.pathspec === "caseless" || words.includes("icase");
	const isGlob = /[*?[\\]/.test(rest) && !words.includes("literal");
	// A folder may be called as the word is.
	const named = placed(start, rest);
	if (!isGlob && !isCaseless) return [named];
	const folder = isCaseless ? "" : (/^[^*?[\\]*\//.exec(rest)?.[0] ?? "");
	// `*/..` goes up from nowhere else than text says.
	const goesUp = /(?:^|\/)\.\.(?:\/|$)|^\//.test(rest.slice(folder.length));
	if (goesUp) return [named, pathWith(placed(topOf(cwd, world), ""), wide)];
	return [named, pathWith(placed(start, folder), { ...wide, only: isGlob ? lastParts(rest, isCaseless) : undefined })];
}

/** Globs that the last parts of names fit that a glob matches, whose `*`, `?` and `[…]` match slashes, too. */
function lastParts(glob: string, isCaseless: boolean): readonly string[] | undefined {
	const [end = ""] = /[^*?[\]\\/]*$/.exec(glob) ?? [];
	if (!/^[\w.-]+$/.test(end)) return undefined;
	const last = glob.charAt(glob.length - end.length - 1) === "/" ? end : `*${end}`;
	return isCaseless ? caseless(last) : [last];
}

function isThere(text: string, cwd: string | undefined, { kindAt }: World): boolean {
	if (cwd === undefined && !text.startsWith("/")) return false;
	return /^(?:folder|other)$/.test(kindAt?.(normalise(joinPath(cwd ?? "/", text))) ?? "unknown");
}

/** The top of the work tree: the folder, here or above, that has a `.git`. Where none has one, the workspace, in which a script may make it. */
function topOf(cwd: string | undefined, world: World): string | undefined {
	const { kindAt, entriesOf, workspace } = world;
	const folder = cwd === undefined ? undefined : resolveLinks(cwd, world.linkAt);
	if (folder === undefined || (kindAt ?? entriesOf) === undefined) return undefined;
	for (let at = folder === "/" ? "" : folder; ; at = at.slice(0, at.lastIndexOf("/"))) {
		const names = kindAt === undefined ? (entriesOf?.(at || "/") ?? "unknown") : [];
		const kind = names === "unknown" ? names : names.includes(".git") ? "folder" : (kindAt?.(`${at}/.git`) ?? "none");
		if (kind === "unknown") return undefined;
		if (kind !== "none") return at || "/";
		if (at === "") return holdsPath(normalise(workspace), folder) ? workspace : folder;
	}
}
