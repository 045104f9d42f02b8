/**
 * The paths that a live glob becomes, as the folders are now: what a shell would hand on, and rather more than less.
 */
import { Minimatch } from "minimatch";
import { joinPath, resolveLinks, type World } from "../../request/paths.js";
import type { Below } from "../../request/request.js";
import { pathsBelow } from "./paths-below.js";

/** More entries than this are not looked through. */
const mostEntries = 10_000;

/**
 * The paths that a glob stands for, seen from a folder; and its own text, which a shell hands on where nothing fits.
 * Undefined where that can't be known. A `[…]` counts as any character: which ones it holds depends on the language that the shell speaks.
 */
export function pathsOfGlob(
	pattern: string | Below,
	cwd: string | undefined,
	world: World,
): readonly string[] | undefined {
	const { entriesOf } = world;
	if (typeof pattern !== "string") return pathsFound(pattern, cwd, world);
	if (entriesOf === undefined || (cwd === undefined && !pattern.startsWith("/")) || /^~/.test(pattern))
		return undefined;
	const segments = pattern.split("/");
	let seen = 0;
	let reached = [""];
	for (const [index, segment] of segments.entries()) {
		const last = index === segments.length - 1;
		const separator = last ? "" : "/";
		if (segment === "" || !/[*?[\\]/.test(segment)) {
			reached = reached.map((path) => path + segment + separator);
			continue;
		}
		const next: string[] = [];
		const glob = globOf(segment);
		for (const path of reached) {
			const folder = resolveLinks(joinPath(cwd ?? "/", path === "" ? "." : path), world.linkAt);
			const entries = folder === undefined ? "unknown" : entriesOf(folder);
			if (entries === "unknown") return undefined;
			seen += entries.length;
			if (seen > mostEntries) return undefined;
			if (entries.length === 0) continue;
			// Some shells take `.*` for the folder and the one above, too.
			if (/^\.[*?]+$/.test(segment)) next.push(`${path}.${separator}`, `${path}..${separator}`);
			for (const entry of entries) if (glob.match(entry)) next.push(path + entry + separator);
		}
		reached = next;
	}
	// Where nothing fits a shell hands on the pattern itself; a file of the same name may be meant in another folder.
	return [...reached, pattern.replace(/\\(.)/g, "$1")];
}

/** A leading `~` is the home folder or a name like any other. */
function pathsFound(below: Below, cwd: string | undefined, world: World): readonly string[] | undefined {
	const { start } = below;
	if (start.kind === "known")
		return start.text.startsWith("~") ? undefined : pathsBelow([start.text], below, cwd, world);
	const starts = pathsOfGlob(start.below ?? start.pattern, cwd, world);
	return starts && pathsBelow(starts, below, cwd, world);
}

function globOf(segment: string): Minimatch {
	return new Minimatch(anyBracket(segment), { nonegate: true, nocomment: true, nobrace: true, noext: true });
}

/** `[a-m]` as `?`; a bracket that is not closed stands for itself. */
function anyBracket(segment: string): string {
	let text = "";
	for (let at = 0; at < segment.length; at++) {
		const character = segment[at] as string;
		if (character === "\\") {
			text += segment.slice(at, at + 2);
			at++;
			continue;
		}
		const end = character === "[" ? bracketEnd(segment, at) : -1;
		if (end < 0) {
			text += character === "[" ? "\\[" : character;
			continue;
		}
		text += "?";
		at = end;
	}
	return text;
}

/** The place of the `]` that closes a bracket: not the first character in it, and not one of `[:class:]`. */
function bracketEnd(segment: string, open: number): number {
	let at = open + 1;
	if (segment[at] === "!" || segment[at] === "^") at++;
	if (segment[at] === "]") at++;
	for (; at < segment.length; at++) {
		if (segment[at] === "]") return at;
		if (segment[at] === "\\") at++;
		const kind = segment[at] === "[" ? segment[at + 1] : undefined;
		if (kind === undefined || !":=.".includes(kind)) continue;
		const close = segment.indexOf(`${kind}]`, at + 2);
		if (close < 0) return -1;
		at = close + 1;
	}
	return -1;
}
