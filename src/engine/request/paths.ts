/**
 * Where a path really leads: normalised, then every existing part resolved through symbolic links.
 * The file system is reached through one function that the caller gives.
 */

import { isNormal, normalise } from "../../language/source/normal-path.js";
import { remembered } from "../records/remembered.js";
import { Stamped } from "../records/stamped.js";

export { normalise };

/** What is known of a path without following it. `absent`: nothing lies there, and so nothing below it; `unknown`: it could not be looked at. */
export type LinkAt = (path: string) => { readonly target: string } | "none" | "absent" | "unknown";

/** The surroundings of a decision, as far as it depends on them. All folders are absolute. */
export interface World {
	/** The folder that path patterns are relative to. */
	readonly workspace: string;
	readonly home?: string | undefined;
	readonly linkAt: LinkAt;
	/** Where what governs lies beyond the names that everybody knows. Absolute paths. */
	readonly own?: OwnPlaces | undefined;
	/** The files of the policy that decides. Absolute paths. */
	readonly policy?: readonly string[] | undefined;
	/** The names in a folder, none for one that is not there; for globs in scripts. Without it, nobody knows what a glob becomes. */
	readonly entriesOf?: EntriesOf | undefined;
	/** For conditions on facts. */
	readonly facts?: WorldFacts | undefined;
	/** What a file holds, through links: of a repository's settings. Without it, nobody knows. */
	readonly textAt?: ((path: string) => { readonly text: string } | "none" | "unknown") | undefined;
	/** What lies there, through links: whether a copy goes into it or replaces it. Without it, nobody knows. */
	readonly kindAt?: ((path: string) => "folder" | "other" | "none" | "unknown") | undefined;
}

/** The names in a folder. */
export interface EntriesOf {
	(folder: string): readonly string[] | "unknown";
	/** The same, with what they are: who looks through a folder then asks the system once for all of them. `isFolder`: it was found to be one, and no link. */
	readonly withKinds?: (folder: string, isFolder?: boolean) => readonly Entry[] | "unknown";
}

/** An entry of a folder; `unknown`: the folder does not say what it is. */
export interface Entry {
	readonly name: string;
	readonly kind: "folder" | "file" | "link" | "unknown";
}

/** What is told of the world beside files. What is absent can't be known. */
export interface WorldFacts {
	/** Milliseconds since 1970. */
	readonly now?: () => number;
	readonly user?: string | undefined;
	readonly host?: string | undefined;
	/** A variable as the harness was started with it; `null`: it has none of that name. */
	readonly variable?: (name: string) => string | null | undefined;
	/** Of the repository that a folder lies in. Looked at only where a rule asks. */
	readonly ofFolder?: (folder: string) => RepositoryFacts;
	/** The fingerprint of the files that version control would keep there. It takes its time: asked once a request, where a rule asks. */
	readonly treeOf?: (folder: string) => string | undefined;
}

export interface RepositoryFacts {
	readonly branch?: string;
	readonly commit?: string;
	readonly repository?: string;
}

/** Places of ours that have no fixed names: a cache that a variable moved, a log that somebody named, the program itself. */
export interface OwnPlaces {
	/** Nobody but a person changes them. */
	readonly governing: readonly string[];
	/** Nobody reads or writes them. */
	readonly state: readonly string[];
}

/**
 * The places that a path may mean. `literal`: normalised as text. `resolved`: through links, both as text is normalised first
 * and as the kernel walks (where `link/..` is the parent of what the link leads to). Absent: it can't be known.
 */
export interface PathPlaces {
	readonly literal: readonly string[];
	readonly resolved?: readonly string[];
}

/** Folders one inside the other, in one word. */
const deepestPath = 256;

/** PATH_MAX of Linux, in UTF-16 units. */
const longestPath = 4096;

/** As many links as Linux follows before it calls it a loop. */
const mostLinks = 40;

/** An absolute path out of a folder and a path that may be relative to it. */
export const joinPath = (folder: string, path: string): string => (path.startsWith("/") ? path : `${folder}/${path}`);

/** Resolves an absolute path as the kernel would, links and `..` in their order; undefined for a loop and where a part can't be looked at. */
export function resolveLinks(path: string, linkAt: LinkAt): string | undefined {
	return isNormal(path) && leadsNowhere(path, linkAt) ? path : walked(path, linkAt);
}

/** Each process has another place behind these: its working folder, its program, and a folder that it opened (`/dev/fd` is a link to them). */
function isOfProcess(path: string, rest: readonly string[]): boolean {
	const name = /^\/proc\/[^/]+(?:\/task\/[^/]+)?\/(cwd|exe|fd\/[^/]+)$/.exec(path)?.[1];
	return name === "cwd" || name === "exe" || (name !== undefined && rest.some((part) => part !== ""));
}

/** What is started by such a name is a process's own program, or what it has open: no name tells which. */
export const isProgramOfProcess = (path: string): boolean =>
	/^\/(?:proc\/[^/]+(?:\/task\/[^/]+)?\/(?:exe|fd\/[^/]+)|dev\/(?:fd\/[^/]+|stdin|stdout|stderr))$/.test(path);

function walked(path: string, linkAt: LinkAt): string | undefined {
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
		if (link === "unknown" || (!isNoLink(link) && isOfProcess(`${at}/${part}`, rest))) return undefined;
		if (isNoLink(link)) {
			at = `${at}/${part}`;
			continue;
		}
		if (++links > mostLinks) return undefined;
		if (link.target.startsWith("/")) at = "";
		rest.push(...link.target.split("/").reverse());
	}
	return at === "" ? "/" : at;
}

/** Is no part of a normal path a link? Most are none, and the path is then its own answer. */
function leadsNowhere(path: string, linkAt: LinkAt): boolean {
	const known = Looking.wayBefore(linkAt, path);
	let folder = known;
	for (let end = path.indexOf("/", known + 1); end >= 0; end = path.indexOf("/", end + 1)) {
		const link = linkAt(path.slice(0, end));
		// And nothing lies below it.
		if (link === "absent") return true;
		if (link !== "none") return false;
		folder = end;
	}
	if (folder > known) Looking.went(linkAt, path.slice(0, folder));
	return isNoLink(linkAt(path));
}

/** Does what is there, or is not, lead nowhere else? */
export const isNoLink = (link: ReturnType<LinkAt>): link is "none" | "absent" => link === "none" || link === "absent";

/** The places that a word means as a path, seen from a folder. What runs another command has the same words, and scripts name the same paths again. */
export function placeOf(word: string, cwd: string | undefined, world: World): PathPlaces {
	const known = Places.in(world);
	if (known === undefined) return placeAnew(word, cwd, world);
	const here = remembered(known, cwd, () => new Map());
	return remembered(here, word, () => placeAnew(word, cwd, world));
}

/** A leading `~` may be the home folder or a name like any other. */
function placeAnew(word: string, cwd: string | undefined, world: World): PathPlaces {
	// No kernel takes a longer one, and nobody a deeper one.
	if (word.includes("\0") || word.length > longestPath || isTooDeep(word)) return nowhere;
	if (word.startsWith("/")) return placeOfText(word, world);
	const here = cwd === undefined ? nowhere : placeOfText(joinPath(cwd, word), world);
	if (!word.startsWith("~")) return here;
	const isHome = world.home !== undefined && (word === "~" || word.startsWith("~/"));
	const home = isHome ? placeOfText(`${world.home}${word.slice(1)}`, world) : nowhere;
	const literal = [...new Set([...home.literal, ...here.literal])];
	if (home.resolved === undefined || here.resolved === undefined) return { literal };
	return { literal, resolved: [...new Set([...home.resolved, ...here.resolved])] };
}

/** It can't be known. */
const nowhere: PathPlaces = { literal: [] };

const isTooDeep = (word: string): boolean =>
	word.length >= deepestPath && word.split("/", deepestPath + 1).length > deepestPath;

/** The places of an absolute path: as it is normalised first, and as the kernel walks. */
function placeOfText(text: string, { linkAt }: World): PathPlaces {
	const normal = normalise(text);
	const real = leadsNowhere(normal, linkAt) ? normal : walked(normal, linkAt);
	const other = normal === text ? real : walked(text, linkAt);
	if (real === undefined || other === undefined) return { literal: [normal] };
	return { literal: [normal], resolved: real === other ? [real] : [real, other] };
}

/** Does the folder (or file) hold the path? Both normalised. `/repo` does not hold `/repo-evil`. */
export const holdsPath = (folder: string, path: string): boolean =>
	path.startsWith(folder) && (path.length === folder.length || path[folder.length] === "/" || folder === "/");

/** A place of a policy's or of ours that each decision looks at, with what the last one found. */
export interface LookedPlace {
	readonly path: string;
	/** The number of the world that looked. */
	by: number;
	link: ReturnType<LinkAt>;
}

export const placeToLookAt = (path: string): LookedPlace => ({ path, by: 0, link: "unknown" });

/** Such places, each in front of those inside it. `behind`: of each, where the first one stands that is not inside it. */
export interface LookedPlaces {
	readonly places: readonly LookedPlace[];
	readonly behind: readonly number[];
}

/**
 * Adds the places at which a link leads elsewhere, or may, and none inside those. Nothing lies below a folder that is absent. A decision asks of a hundred places: it looks at each
 * once, and has no table of them.
 */
export const addLinksAmong = (all: LookedPlaces, { linkAt }: Pick<World, "linkAt">, links: string[]): void =>
	Looking.addLinksAmong(all, linkAt, links);

/** The function that tells links in one decision, and in whatever worlds that makes of its own. */
class Looking extends Stamped {
	static #last = 0;
	readonly #number: number;
	readonly #seen: Map<string, ReturnType<LinkAt>>;
	readonly #look: LinkAt;
	/** A folder to which no link was on the way. Most paths of a command lie in the same one. */
	#way = "";

	constructor(linkAt: LinkAt, seen: Map<string, ReturnType<LinkAt>>, look: LinkAt) {
		super(linkAt);
		this.#number = ++Looking.#last;
		this.#seen = seen;
		this.#look = look;
	}

	/** How long the beginning of the path is that is known to have no link on the way. */
	static wayBefore(linkAt: LinkAt, path: string): number {
		if (!(#number in linkAt)) return 0;
		const way = (linkAt as unknown as Looking).#way;
		// equivalent: looked at again, it is the same
		return way !== "" && holdsPath(way, path) && path.length > way.length ? way.length : 0;
	}

	static went(linkAt: LinkAt, folder: string): void {
		if (#number in linkAt) (linkAt as unknown as Looking).#way = folder;
	}

	#linkOf(place: LookedPlace): ReturnType<LinkAt> {
		if (place.by !== this.#number) {
			place.link = this.#seen.get(place.path) ?? this.#look(place.path);
			// Where it leads is asked next.
			if (!isNoLink(place.link)) this.#seen.set(place.path, place.link);
			place.by = this.#number;
		}
		return place.link;
	}

	static addLinksAmong({ places, behind }: LookedPlaces, linkAt: LinkAt, links: string[]): void {
		const looking = #number in linkAt ? (linkAt as unknown as Looking) : undefined;
		for (let at = 0; at < places.length; ) {
			const place = places[at] as LookedPlace;
			const link = looking === undefined ? linkAt(place.path) : looking.#linkOf(place);
			if (!isNoLink(link)) links.push(place.path);
			at = link === "none" ? at + 1 : (behind[at] as number);
		}
	}
}

/** A world that looks at each path once, with the places that its words mean: that of one decision. */
class Places extends Stamped {
	#byFolder: Map<string | undefined, Map<string, PathPlaces>> | undefined;

	static in(world: World): Map<string | undefined, Map<string, PathPlaces>> | undefined {
		if (!(#byFolder in world)) return undefined;
		world.#byFolder ??= new Map();
		return world.#byFolder;
	}
}

/** The world with its answers remembered: one decision looks at each path and folder once. `told`: what is known better than the world has it. */
export function remembering(world: World, { home, policy }: Pick<World, "home" | "policy"> = {}): World {
	const { linkAt, entriesOf } = world;
	const seen = new Map<string, ReturnType<LinkAt>>();
	// Every field is written down: to copy an object and change it takes several times as long, and each decision has one.
	const own: World = {
		workspace: world.workspace,
		home: home ?? world.home,
		linkAt: (path) => {
			let answer = seen.get(path);
			if (answer === undefined) {
				answer = linkAt(path);
				seen.set(path, answer);
			}
			return answer;
		},
		own: world.own,
		policy: policy ?? world.policy,
		entriesOf: entriesOf && rememberingEntries(entriesOf),
		facts: world.facts,
		textAt: world.textAt,
		kindAt: world.kindAt,
	};
	new Looking(own.linkAt, seen, linkAt);
	new Places(own);
	return own;
}

function rememberingEntries(entriesOf: EntriesOf): EntriesOf {
	let listed: Map<string, readonly string[] | "unknown"> | undefined;
	const own: EntriesOf = (folder) => {
		listed ??= new Map();
		let entries = listed.get(folder);
		if (entries === undefined) {
			entries = entriesOf(folder);
			listed.set(folder, entries);
		}
		return entries;
	};
	// It is asked of each folder once.
	return entriesOf.withKinds === undefined ? own : Object.assign(own, { withKinds: entriesOf.withKinds });
}
