/**
 * Where a path really leads: normalised, then every existing part resolved through symbolic links.
 * The file system is reached through one function that the caller gives.
 */

/** What is known of a path without following it. `unknown`: it could not be looked at. */
export type LinkAt = (path: string) => { readonly target: string } | "none" | "unknown";

/** The surroundings of a decision, as far as it depends on them. All folders are absolute. */
export interface World {
	/** The folder that path patterns are relative to. */
	readonly workspace: string;
	readonly home?: string;
	readonly linkAt: LinkAt;
	/** The names in a folder, none for one that is not there; for globs in scripts. Without it, nobody knows what a glob becomes. */
	readonly entriesOf?: (folder: string) => readonly string[] | "unknown";
}

/**
 * The places that a path may mean. `literal`: normalised as text. `resolved`: through links, both as text is normalised first
 * and as the kernel walks (where `link/..` is the parent of what the link leads to). Absent: it can't be known.
 */
export interface Place {
	readonly literal: readonly string[];
	readonly resolved?: readonly string[];
}

/** Folders one inside the other, in one word. */
const deepestPath = 256;

/** PATH_MAX of Linux, in UTF-16 units. */
const longestPath = 4096;

/** As many links as Linux follows before it calls it a loop. */
const mostLinks = 40;

/** The absolute path without `.`, `..` and doubled slashes, as text: no link is looked at. */
export function normalise(path: string): string {
	const parts: string[] = [];
	for (const part of path.split("/")) {
		if (part === "" || part === ".") continue;
		if (part === "..") parts.pop();
		else parts.push(part);
	}
	return `/${parts.join("/")}`;
}

/** An absolute path out of a folder and a path that may be relative to it. */
export function joinPath(folder: string, path: string): string {
	return path.startsWith("/") ? path : `${folder}/${path}`;
}

/** Resolves an absolute path as the kernel would, links and `..` in their order; undefined for a loop and where a part can't be looked at. */
export function resolveLinks(path: string, linkAt: LinkAt): string | undefined {
	const rest = path.split("/").reverse();
	// Without a slash at its end.
	let at = "";
	let links = 0;
	while (rest.length > 0) {
		const part = rest.pop() as string;
		if (part === "" || part === ".") continue;
		if (part === "..") {
			at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
			continue;
		}
		const link = linkAt(`${at}/${part}`);
		if (link === "unknown") return undefined;
		if (link === "none") {
			at = `${at}/${part}`;
			continue;
		}
		if (++links > mostLinks) return undefined;
		if (link.target.startsWith("/")) at = "";
		rest.push(...link.target.split("/").reverse());
	}
	return at === "" ? "/" : at;
}

/** The places that a word means as a path, seen from a folder. A leading `~` may be the home folder or a name like any other. */
export function placeOf(word: string, cwd: string | undefined, world: World): Place {
	// No kernel takes a longer one, and nobody a deeper one.
	if (word.includes("\0") || word.length > longestPath || word.split("/", deepestPath + 1).length > deepestPath)
		return { literal: [] };
	const texts: string[] = [];
	let certain = true;
	if (word === "~" || word.startsWith("~/")) {
		if (world.home === undefined) certain = false;
		else texts.push(`${world.home}${word.slice(1)}`);
	} else if (word.startsWith("~")) certain = false;
	if (word.startsWith("/")) texts.push(word);
	else if (cwd === undefined) certain = false;
	else texts.push(joinPath(cwd, word));
	const literal = [...new Set(texts.map(normalise))];
	if (!certain) return { literal };
	const resolved = new Set<string>();
	for (const text of texts) {
		for (const path of new Set([normalise(text), text])) {
			const real = resolveLinks(path, world.linkAt);
			if (real === undefined) return { literal };
			resolved.add(real);
		}
	}
	return { literal, resolved: [...resolved] };
}

/** Does the folder (or file) hold the path? Both normalised. `/repo` does not hold `/repo-evil`. */
export function holdsPath(folder: string, path: string): boolean {
	return path === folder || folder === "/" || path.startsWith(`${folder}/`);
}

/** The world with its answers remembered: one decision looks at each path and folder once. */
export function remembering(world: World): World {
	const seen = new Map<string, ReturnType<LinkAt>>();
	const listed = new Map<string, readonly string[] | "unknown">();
	const { entriesOf } = world;
	const remembered = (folder: string): readonly string[] | "unknown" => {
		let entries = listed.get(folder);
		if (entries === undefined) {
			entries = entriesOf?.(folder) ?? "unknown";
			listed.set(folder, entries);
		}
		return entries;
	};
	return {
		...world,
		...(entriesOf === undefined ? {} : { entriesOf: remembered }),
		linkAt: (path) => {
			let answer = seen.get(path);
			if (answer === undefined) {
				answer = world.linkAt(path);
				seen.set(path, answer);
			}
			return answer;
		},
	};
}
