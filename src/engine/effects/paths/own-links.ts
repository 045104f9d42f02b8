/**
 * The links that a script makes: for its other commands they are there already, so that `ln -s / e && cat e/etc/shadow` is known to look at `/etc/shadow`.
 * Not followed are links that it renames, copies or unpacks.
 */

import { joinPath, normalise, resolveLinks, type World } from "../../request/paths.js";
import type { Way, Word } from "../../request/request.js";
import type { ReadCommand } from "../commands.js";
import { plainPowers } from "../powers-used.js";

/** The folders that a command may start in; one that is undefined can't be known. */
export type FoldersOf = (ways: readonly Way[]) => readonly (string | undefined)[];

/** Does the command make links? */
export function makesLinks({ args }: ReadCommand): boolean {
	return args.program?.links === true;
}

/**
 * The world as a command sees it once the others have run: with the links that they make, and without those that it makes itself. Where it can't be known what a link is
 * called, any path may lead anywhere.
 */
export function worldBeside(
	all: readonly ReadCommand[],
	foldersOf: FoldersOf,
	world: World,
): (read: ReadCommand) => World {
	const makers = all.filter(makesLinks);
	const links = new Links(world);
	const mayReplace = all.some((read) => !makesLinks(read) && mayChange(read));
	if (makers.length > mostMakers) links.add({ kind: "any" }, makers[0] as ReadCommand);
	for (const maker of makers.slice(0, mostMakers))
		for (const folder of foldersOf(maker.ways))
			for (const made of linksOf(maker, folder, world, mayReplace)) links.add(made, maker);
	const ofOthers = links.worldFor(undefined);
	return (read) => (makesLinks(read) && !links.isAnywhere ? links.worldFor(read) : ofOthers);
}

function mayChange({ args }: ReadCommand): boolean {
	return args.program === undefined || plainPowers(args).length > 0;
}

/** A link and what it holds, if that is known; links of any names in a folder; links anywhere. */
type Made =
	| { readonly kind: "link"; readonly path: string; readonly target: string | undefined }
	| { readonly kind: "in"; readonly folder: string }
	| { readonly kind: "any" };

interface Link {
	/** What it holds; undefined where that can't be known, and where several commands make it otherwise. */
	target: string | undefined;
	readonly makers: Set<ReadCommand>;
}

/** What more commands make, and more links, is not told apart, */
const mostMakers = 100;
const mostLinks = 256;
/** and so many times they are followed: links to links would make a long way of every path. */
const mostFollowed = 10_000;

class Links {
	private readonly links = new Map<string, Link>();
	/** Folders that get links of names that can't be known. */
	private readonly filled = new Set<string>();
	isAnywhere = false;
	private followed = 0;

	constructor(private readonly world: World) {}

	add(made: Made, maker: ReadCommand): void {
		if (made.kind === "any" || this.links.size >= mostLinks) this.isAnywhere = true;
		else if (made.kind === "in")
			for (const one of this.bothOf(joinTo(made.folder, "x"))) this.filled.add(partsOf(one).folder);
		else
			for (const path of new Set(this.bothOf(made.path))) {
				const known = this.links.get(path);
				if (known === undefined) this.links.set(path, { target: made.target, makers: new Set([maker]) });
				else {
					if (known.target !== made.target) known.target = undefined;
					known.makers.add(maker);
				}
			}
	}

	/** The path, and where its folder leads: what the path is itself does not matter, for it is to be a link. */
	private bothOf(path: string): readonly string[] {
		const { folder, name } = partsOf(normalise(path));
		const real = resolveLinks(folder, (at) => this.linkAt(at, undefined));
		if (real === undefined) this.isAnywhere = true;
		return [joinTo(folder, name), joinTo(real ?? folder, name)];
	}

	private linkAt(path: string, without: ReadCommand | undefined): ReturnType<World["linkAt"]> {
		if (this.isAnywhere) return "unknown";
		const link = this.links.get(path);
		if (link !== undefined && !(without !== undefined && link.makers.size === 1 && link.makers.has(without))) {
			if (++this.followed > mostFollowed) this.isAnywhere = true;
			return link.target === undefined ? "unknown" : { target: link.target };
		}
		const { folder, name } = partsOf(path);
		// What is there already is not made anew.
		if (this.filled.has(folder) && !entriesIn(folder, this.world).includes(name)) return "unknown";
		const there = this.world.linkAt(path);
		// A folder that is not there now may be made, and get links.
		return there === "absent" ? "none" : there;
	}

	/** `without`: a command whose own links are left out. */
	worldFor(without: ReadCommand | undefined): World {
		const { world } = this;
		const linkAt: World["linkAt"] = (path) => this.linkAt(path, without);
		const { entriesOf } = world;
		if (entriesOf === undefined) return { ...world, linkAt };
		return {
			...world,
			linkAt,
			entriesOf: (folder) => {
				const entries = entriesOf(folder);
				if (this.isAnywhere || this.filled.has(folder) || entries === "unknown") return "unknown";
				const own = [...this.links.keys()].map(partsOf).filter((one) => one.folder === folder);
				return own.length === 0 ? entries : [...new Set([...entries, ...own.map(({ name }) => name)])];
			},
		};
	}
}

/** The links that a command may make from this folder. `mayReplace`: another command may change what lies where a link is to be. */
function linksOf({ args }: ReadCommand, cwd: string | undefined, world: World, mayReplace: boolean): readonly Made[] {
	const has = (...names: readonly string[]): boolean =>
		args.options.some(({ fact, name }) => (fact?.names ?? [name]).some((one) => names.includes(one)));
	const into = args.options.flatMap(({ fact, value }) => (fact?.operands !== undefined && value ? [value] : []));
	const operands = args.operands.map(({ word }) => word);
	const [place = here] = into.length > 0 ? into : operands.length > 1 ? operands.slice(-1) : [];
	const targets = into.length > 0 || operands.length < 2 ? operands : operands.slice(0, -1);
	const path = pathOf(place, cwd, world);
	if (args.open || into.length > 1 || path === undefined || path.length > longest) return [{ kind: "any" }];
	const isPlaced = into.length > 0 || operands.length !== 2;
	const isNamed = has("--no-dereference", "--no-target-directory");
	const isFolder = isPlaced || (!isNamed && isFolderAt(path, world, mayReplace));
	return targets.flatMap((word): readonly Made[] => {
		// A symbolic link holds what it is given; `~` is the home folder where a shell reads it.
		const isPath = has("--relative") || !has("--symbolic") || (word.kind === "known" && word.text.startsWith("~"));
		const text = isPath ? pathOf(word, cwd, world) : word.kind === "known" ? word.text : undefined;
		const target = text === undefined || isLong(text) ? undefined : text;
		const { name } = partsOf(normalise(joinPath("/", text ?? "")));
		if (text === undefined) return isFolder ? [{ kind: "in", folder: path }] : [{ kind: "link", path, target }];
		const inside = (held: string | undefined): readonly Made[] =>
			name === "" ? [] : [{ kind: "link", path: joinTo(path, name), target: held }];
		// It may be a folder by then, and get the link.
		return isFolder ? inside(target) : [{ kind: "link", path, target }, ...inside(undefined)];
	});
}

const here: Word = { kind: "known", text: "." };

/** Longer paths are followed by nobody. UTF-16 units, and parts. */
const longest = 1_024;
const mostParts = 16;

function isLong(text: string): boolean {
	return text.length > longest || text.split("/", mostParts + 1).length > mostParts;
}

/** An absolute path; undefined where it can't be known. */
function pathOf(word: Word, cwd: string | undefined, { home }: World): string | undefined {
	if (word.kind !== "known") return undefined;
	if (/^~(\/|$)/.test(word.text)) return home === undefined ? undefined : `${home}${word.text.slice(1)}`;
	if (cwd === undefined && !word.text.startsWith("/")) return undefined;
	return joinPath(cwd ?? "/", word.text);
}

/** For certain: what is not there, and what is empty or changed, may become a link; one that is a link may be made anew. */
function isFolderAt(path: string, world: World, mayReplace: boolean): boolean {
	if (/(?:^|\/)\.{0,2}$/.test(path)) return true;
	return !mayReplace && world.linkAt(normalise(path)) === "none" && entriesIn(path, world).length > 0;
}

function entriesIn(folder: string, { entriesOf, linkAt }: World): readonly string[] {
	const entries = entriesOf?.(resolveLinks(folder, linkAt) ?? folder) ?? "unknown";
	return entries === "unknown" ? [] : entries;
}

function partsOf(path: string): { readonly folder: string; readonly name: string } {
	const slash = path.lastIndexOf("/");
	return { folder: path.slice(0, slash) || "/", name: path.slice(slash + 1) };
}

function joinTo(folder: string, name: string): string {
	return folder === "/" ? `/${name}` : `${folder}/${name}`;
}
