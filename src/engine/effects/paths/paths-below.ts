/**
 * The paths that a program finds when it looks through a folder, as the folders are now: what it would name, and rather more than less.
 */
import { baseName } from "../../../language/source/normal-path.js";
import { holdsPath, isNoLink, joinPath, normalise, resolveLinks, type World } from "../../request/paths.js";
import type { Below } from "../../request/request.js";

/** More entries than this are not looked through: every one of them is a path that each rule is asked about. */
const mostEntries = 2_000;

/**
 * The paths, seen from a folder; `starts`: the folders that the search begins in. Undefined where they can't be known. What the search begins
 * with is always among them, or a made-up name below it: an empty folder may have been filled before the program looks.
 */
export function pathsBelow(
	starts: readonly string[],
	{ name, unlinked }: Omit<Below, "start">,
	cwd: string | undefined,
	world: World,
): readonly string[] | undefined {
	const fits = fitting(name);
	const found: string[] = [];
	let seen = 0;
	for (const start of starts) {
		if (cwd === undefined && !start.startsWith("/")) return undefined;
		const root = resolveLinks(joinPath(cwd ?? "/", start), world.linkAt);
		if (root === undefined || mayHoldMore(root, world)) return undefined;
		const own = baseName(start.replace(/\/+$/, ""));
		if (own === "" || fits(own)) found.push(start);
		if (name !== undefined) found.push(below(start, name.replace(/\\(.)/g, "$1")));
		const folders: (readonly [string, string])[] = [[start, root]];
		for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
			const [path, real] = next;
			const entries = world.entriesOf?.(real) ?? "unknown";
			if (entries === "unknown") return undefined;
			seen += entries.length;
			if (seen > mostEntries) return undefined;
			for (const entry of entries) {
				// A name that is no text stands for another one than it says.
				if (entry.includes("\ufffd")) return undefined;
				const one = below(path, entry);
				const link = world.linkAt(below(real, entry));
				if (link === "unknown") return undefined;
				if (fits(entry) && (isNoLink(link) || !unlinked)) found.push(one);
				// A link is named, and nobody looks behind it.
				if (isNoLink(link)) folders.push([one, below(real, entry)]);
			}
		}
	}
	return found;
}

/** A home holds keys, any folder elsewhere may be one that nobody knows, and an empty one may not be there yet: of these, more is feared than is seen. */
function mayHoldMore(root: string, { workspace, home, entriesOf }: World): boolean {
	if (home !== undefined && holdsPath(root, normalise(home))) return true;
	return !holdsPath(normalise(workspace), root) && (home === undefined || entriesOf?.(root).length === 0);
}

function below(folder: string, name: string): string {
	return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** Which characters a `?` or a `[…]` stands for depends on the language that the program speaks: here they are any number of any. */
function fitting(name: string | undefined): (entry: string) => boolean {
	if (name === undefined) return () => true;
	const pieces = [""];
	for (const [match, escaped] of name.matchAll(/\\(.)|\[.*\]|./gs)) {
		if (match === "*" || match === "?" || (match.startsWith("[") && match.length > 1)) pieces.push("");
		else pieces[pieces.length - 1] += escaped ?? match;
	}
	const [first = "", ...others] = pieces;
	const last = others.pop();
	if (last === undefined) return (entry) => entry === first;
	return (entry) => {
		const end = entry.length - last.length;
		if (end < first.length || !entry.startsWith(first) || !entry.endsWith(last)) return false;
		let at = first.length;
		for (const piece of others) {
			const found = entry.indexOf(piece, at);
			if (found < 0 || found + piece.length > end) return false;
			at = found + piece.length;
		}
		return true;
	};
}
