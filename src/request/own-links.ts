/**
 * The links that a script makes: for its other commands they are there already, so that `ln -s / e && cat e/etc/shadow` is known to look at `/etc/shadow`.
 * Not followed are links that it renames, copies or unpacks.
 */
import type { ReadCommand } from "./commands.js";
import { joinPath, normalise, resolveLinks, type World } from "./paths.js";
import type { Way, Word } from "./request.js";

/** The folders that a command may start in; one that is undefined can't be known. */
export type FoldersOf = (ways: readonly Way[]) => readonly (string | undefined)[];

/** Does the command make links? */
export function makesLinks({ args }: ReadCommand): boolean {
	return args.program?.links === true;
}

/** The world as it is once these commands have run. Where it can't be known what a link is called, any path may lead anywhere. */
export function withOwnLinks(makers: readonly ReadCommand[], foldersOf: FoldersOf, world: World): World {
	const links = new Map<string, string | undefined>();
	/** Folders that get links of names that can't be known. */
	const filled = new Set<string>();
	let isAnywhere = false;
	const linkAt: World["linkAt"] = (path) => {
		if (isAnywhere) return "unknown";
		if (links.has(path)) {
			const target = links.get(path);
			return target === undefined ? "unknown" : { target };
		}
		const { folder, name } = partsOf(path);
		// What is there already is not made anew.
		return filled.has(folder) && !entriesIn(folder, world).includes(name) ? "unknown" : world.linkAt(path);
	};
	/** The path, and where its folder leads: what the path is itself does not matter, for it is to be a link. */
	const bothOf = (path: string): readonly string[] => {
		const { folder, name } = partsOf(normalise(path));
		const real = resolveLinks(folder, linkAt);
		if (real === undefined) isAnywhere = true;
		return [joinTo(folder, name), joinTo(real ?? folder, name)];
	};
	let made = 0;
	for (const maker of makers)
		for (const folder of foldersOf(maker.ways))
			for (const link of isAnywhere ? [] : linksOf(maker, folder, world)) {
				if (link.kind === "any" || ++made > mostLinks) isAnywhere = true;
				else if (link.kind === "in")
					for (const one of bothOf(joinTo(link.folder, "x"))) filled.add(partsOf(one).folder);
				// Where another one is called so, nobody knows which is there.
				else
					for (const path of new Set(bothOf(link.path)))
						links.set(path, links.has(path) && links.get(path) !== link.target ? undefined : link.target);
			}
	const { entriesOf } = world;
	if (entriesOf === undefined) return { ...world, linkAt };
	return {
		...world,
		linkAt,
		entriesOf: (folder) => {
			const entries = entriesOf(folder);
			if (isAnywhere || filled.has(folder) || entries === "unknown") return "unknown";
			const own = [...links.keys()].map(partsOf).filter((one) => one.folder === folder);
			return own.length === 0 ? entries : [...new Set([...entries, ...own.map(({ name }) => name)])];
		},
	};
}

/** More are not told apart. */
const mostLinks = 256;

/** A link and what it holds, if that is known; links of any names in a folder; links anywhere. */
type Made =
	| { readonly kind: "link"; readonly path: string; readonly target: string | undefined }
	| { readonly kind: "in"; readonly folder: string }
	| { readonly kind: "any" };

/** The links that a command may make from this folder. */
function linksOf({ args }: ReadCommand, cwd: string | undefined, world: World): readonly Made[] {
	const into = args.options.flatMap(({ fact, value }) => (fact?.operands !== undefined && value ? [value] : []));
	const operands = args.operands.map(({ word }) => word);
	const [place = here] = into.length > 0 ? into : operands.length > 1 ? operands.slice(-1) : [];
	const targets = into.length > 0 || operands.length < 2 ? operands : operands.slice(0, -1);
	const path = pathOf(place, cwd, world);
	if (args.open || into.length > 1 || path === undefined) return [{ kind: "any" }];
	const what = into.length === 0 && operands.length === 2 ? lyingAt(path, world) : "folder";
	// An empty folder gets a link, and a file is replaced by one: nobody knows which it is.
	if (what === "something") return [{ kind: "link", path, target: undefined }];
	const isRelative = args.options.some(({ fact, name }) => (fact?.names ?? [name]).includes("--relative"));
	return targets.flatMap((word): readonly Made[] => {
		// By themselves links hold what they are given; `~` is the home folder where a shell reads it.
		const isPath = isRelative || (word.kind === "known" && word.text.startsWith("~"));
		const target = isPath ? pathOf(word, cwd, world) : word.kind === "known" ? word.text : undefined;
		if (what === "nothing" && target === undefined) return [{ kind: "link", path, target }];
		if (target === undefined) return [{ kind: "in", folder: path }];
		const { name } = partsOf(normalise(joinPath("/", target)));
		const inside = (held: string | undefined): readonly Made[] =>
			name === "" ? [] : [{ kind: "link", path: joinTo(path, name), target: held }];
		// Another command may have made a folder of that name.
		return what === "nothing" ? [{ kind: "link", path, target }, ...inside(undefined)] : inside(target);
	});
}

const here: Word = { kind: "known", text: "." };

/** An absolute path; undefined where it can't be known. */
function pathOf(word: Word, cwd: string | undefined, { home }: World): string | undefined {
	if (word.kind !== "known") return undefined;
	if (/^~(\/|$)/.test(word.text)) return home === undefined ? undefined : `${home}${word.text.slice(1)}`;
	if (cwd === undefined && !word.text.startsWith("/")) return undefined;
	return joinPath(cwd ?? "/", word.text);
}

/** What lies at a path: a folder for certain, nothing yet, or something. */
function lyingAt(path: string, world: World): "folder" | "nothing" | "something" {
	if (/(?:^|\/)\.{0,2}$/.test(path) || entriesIn(path, world).length > 0) return "folder";
	const { folder, name } = partsOf(normalise(path));
	const around = world.entriesOf?.(resolveLinks(folder, world.linkAt) ?? folder) ?? "unknown";
	return around !== "unknown" && !around.includes(name) ? "nothing" : "something";
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
