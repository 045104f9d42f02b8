/**
 * What of the disk a sandbox shows, and how: which paths can be written, which can't be seen. The kernel compares folders, not texts, so
 * everything here is a real path, found by following every link before the sandbox is made.
 */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";
import type { Bounds, PathList } from "../../../engine/decide/bounds/bounds.js";
import { holdsPath, normalise } from "../../../engine/request/paths.js";
import { type DiskView, once, viewDisk } from "./disk-view.js";
import { type FoundFiles, filesLike } from "./files-like.js";
import { ownFiles } from "./own-files.js";
import { isPlaceholder } from "./placeholders.js";
import { isText, protectedFiles } from "./protected-files.js";

/** How a path is there: as it is, to be read alone, not at all, or as an empty folder of the sandbox's own. */
export type Showing = "written" | "read" | "hidden" | "fresh";

export interface Mounts {
	/** Those above before those below. */
	readonly shown: readonly { readonly path: string; readonly as: Showing }[];
	/** Paths that are not there and must not come to be: each is the topmost part that is missing. */
	readonly missing: readonly string[];
	readonly warnings: readonly string[];
	/** What can't be held as the policy wants it. */
	readonly faults: readonly string[];
	/** Links that can't be kept from being replaced, but can be put back: none of them leads to a program. */
	readonly links: readonly string[];
}

/** What a run itself needs to see, wherever it lies. */
export interface Needs {
	readonly cwd: string;
	/** The program's file. */
	readonly file: string;
	readonly temporary: string | undefined;
	/** Files of programs of ours that run in it, too. */
	readonly tools?: readonly string[];
	/** What governs runs by names that somebody gave it: a log, a key. Absolute. */
	readonly governing?: readonly string[];
}

/** Folders that everybody writes, and where programs put their sockets. */
const shared: readonly string[] = ["/tmp", "/var/tmp", "/run", "/var/run", "/dev/shm"];

/** Plans the mounts for a run. */
export function mountsFor(bounds: Bounds, needs: Needs): Mounts {
	const warnings: string[] = [];
	const faults: string[] = [];
	const showing = new Map<string, Showing>();
	for (const path of shared) {
		const real = realPath(path);
		if (real !== undefined && real !== "/" && !real.startsWith("/dev/")) showing.set(real, "fresh");
	}
	if (needs.temporary !== undefined) showOwn(needs.temporary, showing);
	const roots = writableRoots(bounds, warnings);
	for (const root of roots) showing.set(root, "written");
	// All of the system is shown, but never to be written, though a policy may say so.
	if (roots.includes("/"))
		for (const path of ["/sys", "/boot", "/dev"]) if (realPath(path) === path) showing.set(path, "read");
	const seen = [
		needs.cwd,
		bounds.workspace,
		...[needs.file, ...(needs.tools ?? [])].map(dirname),
		...resolverFiles(bounds),
	];
	for (const path of seen) {
		const real = realPath(path);
		if (real !== undefined && nearest(showing, real) === "fresh") showing.set(real, "read");
	}
	const missing = new Set<string>();
	const found: FoundPaths = { showing, missing, warnings, faults, links: [] };
	const disk = viewDisk();
	// Where nothing can be written nothing needs to be kept from it.
	if (roots.length > 0) pin(bounds, roots, disk, found);
	hide(bounds, showing, warnings);
	hideOwn(bounds, needs, disk, found);
	pinAncestors(showing, [...missing]);
	const shown = [...showing]
		.map(([path, as]) => ({ path, as }))
		.sort((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
	return { shown, missing: [...missing].sort(), warnings, faults, links: found.links };
}

/** How a path is shown by what was said of it or of the nearest folder above. */
function nearest(showing: ReadonlyMap<string, Showing>, path: string): Showing {
	for (let at = path; ; at = dirname(at)) {
		const as = showing.get(at);
		if (as !== undefined) return as;
		if (at === "/") return "read";
	}
}

const depthOf = (path: string): number => (path === "/" ? 0 : path.split("/").length);

/** The folder for temporary files that the run is told of, unless it is one of the others. */
function showOwn(temporary: string, showing: Map<string, Showing>): void {
	const real = isAbsolute(temporary) ? realPath(temporary) : undefined;
	if (real === undefined || depthOf(real) < 3 || nearest(showing, real) === "fresh" || !isFolder(real)) return;
	showing.set(real, "fresh");
}

/** Names are looked up through a file that may lie where sockets do. */
function resolverFiles({ network, hosts }: Bounds): readonly string[] {
	return network && hosts === undefined ? ["/etc/resolv.conf", "/etc/hosts"] : [];
}

/** The folders and files that may be written by one of the commands: for each, what lies in all of its lists. */
function writableRoots(bounds: Bounds, warnings: string[]): readonly string[] {
	const roots = new Set<string>();
	for (const lists of bounds.writes) {
		const places = lists.map((list) => placesOf(list, bounds, warnings));
		for (const { path } of places.flat())
			if (places.every((one) => one.some((place) => holdsPath(place.path, path)))) roots.add(path);
	}
	return [...roots].filter((root) => {
		if (isDevice(root)) return false;
		const inside = [...roots].some((other) => other !== root && holdsPath(other, root) && isFolder(other));
		return !inside;
	});
}

/** Of the sandbox's own. */
function isDevice(path: string): boolean {
	return path === "/dev" || path.startsWith("/dev/") || path === "/proc" || path.startsWith("/proc/");
}

interface Where {
	readonly path: string;
}

/** The real paths that a list of writable paths names now. What is not there yet can't be shown. */
function placesOf(list: PathList, bounds: Bounds, warnings: string[]): readonly Where[] {
	return list.flatMap((pattern) => {
		if (pattern.negated) return [];
		const { paths, isWhole } = foundFor([pattern], bounds);
		if (!isWhole) warnings.push(`not everything like \`${pattern.text}\` was found: what was not can't be written`);
		if (paths.length === 0 && !isDevice(pattern.text) && !pattern.text.startsWith("/dev"))
			warnings.push(`\`${pattern.text}\` is not there, so nothing can be written there`);
		return paths.flatMap((path) => {
			const real = realPath(path);
			if (real === undefined) return [];
			// Who may write the link may let it lead elsewhere by the next run.
			if (real !== path && isLinkIn(path, bounds.workspace)) {
				warnings.push(`\`${pattern.text}\` is reached through a link in the workspace, so it can't be written`);
				return [];
			}
			return [{ path: real }];
		});
	});
}

/** Does one of the path's parts lie below the folder, as a link? */
function isLinkIn(path: string, folder: string): boolean {
	for (let at = path; at !== folder && holdsPath(folder, at); at = dirname(at)) if (isLink(at)) return true;
	return false;
}

/** What was found so far. */
interface FoundPaths {
	readonly showing: Map<string, Showing>;
	readonly missing: Set<string>;
	readonly warnings: string[];
	readonly faults: string[];
	readonly links: string[];
}

/** Pins what must not change: what lists take out, and what nobody writes. */
function pin(
	bounds: Bounds,
	roots: readonly string[],
	disk: DiskView,
	{ showing, missing, faults, warnings, links }: FoundPaths,
): void {
	const takenOut = bounds.writes.flat().flatMap((list) => {
		const { paths, isWhole, open } = foundFor(
			list.filter(({ negated }) => negated),
			bounds,
		);
		for (const text of open)
			warnings.push(`\`!${text}\` holds for the files that are there: new ones of such a name can be written`);
		if (!isWhole) warnings.push("not everything was found that the policy takes out of what may be written");
		return paths;
	});
	const home = bounds.home === undefined ? undefined : realPath(bounds.home);
	const files = protectedFiles(
		roots.filter((root) => root !== "/" && isFolder(root)),
		realPath(bounds.workspace) ?? bounds.workspace,
		home,
		[...bounds.policyFiles, ...(bounds.own?.governing ?? [])],
		disk,
	);
	faults.push(...files.faults);
	const endOf = endFinder(disk, (folder) => nearest(showing, folder) === "written");
	for (const path of [...takenOut, ...files.paths]) {
		const at = endOf(path);
		switch (at.kind) {
			case "there":
				if (nearest(showing, at.path) === "written") showing.set(at.path, "read");
				break;
			case "missing":
				if (nearest(showing, at.path) === "written") missing.add(at.path);
				break;
			case "link":
				// `CLAUDE.md` is a link to `AGENTS.md` in many a project.
				if (isText(path) && basename(path) === basename(at.path)) links.push(at.path);
				else faults.push(`\`${at.path}\` is a link, which can't be kept from being replaced`);
				break;
			case "nowhere":
				break;
		}
	}
}

/** As many links as the kernel follows. */
const mostLinks = 40;

interface End {
	readonly kind: "there" | "missing" | "link" | "nowhere";
	readonly path: string;
}

/**
 * Finds for a path the real one, the topmost part of it that is not there, the first link that could be replaced, or what is below a file. Links in folders
 * that nobody in the sandbox writes are followed. `isWritten`: is it so of a folder, by its real path?
 * Most paths lie in a few folders, each of which is looked for once.
 */
function endFinder(disk: DiskView, isWritten: (folder: string) => boolean): (path: string) => End {
	// Elsewhere it is all the same whether a placeholder stands there, or nothing.
	const isHeld = once((folder) => isWritten(dirname(folder)) && isPlaceholder(folder));
	const endOfFolder = once((folder: string): End => (folder === "/" ? { kind: "there", path: "/" } : endOf(folder)));
	return (path) => endOf(normalise(path));

	function endOf(path: string): End {
		const above = endOfFolder(dirname(path));
		return above.kind === "there" ? endBelow(above.path, basename(path)) : above;
	}

	/** `folder`: a real one. */
	function endBelow(folder: string, name: string): End {
		let at = folder;
		let links = 0;
		const left = [name];
		for (let part = left.pop(); part !== undefined; part = left.pop()) {
			if (part === "." || part === "") continue;
			if (part === "..") {
				at = dirname(at);
				continue;
			}
			const one = at === "/" ? `/${part}` : `${at}/${part}`;
			const entry = disk.entry(at, part);
			if (entry === "nowhere") return { kind: "nowhere", path: one };
			if (entry === "missing") return { kind: "missing", path: isHeld(at) ? at : one };
			if (entry !== "link") {
				at = one;
				continue;
			}
			const target = disk.target(one);
			if (isWritten(at)) return { kind: "link", path: one };
			if (target === undefined || ++links > mostLinks) return { kind: "nowhere", path: one };
			if (isAbsolute(target)) at = "/";
			left.push(...target.split("/").filter(Boolean).reverse());
		}
		return { kind: isHeld(at) ? "missing" : "there", path: at };
	}
}

/** Hides what no command may touch, and shows again what its lists take out of that. */
function hide(bounds: Bounds, showing: Map<string, Showing>, warnings: string[]): void {
	for (const list of bounds.hidden) {
		const hidden = found(
			list.filter(({ negated }) => !negated),
			bounds,
		);
		const kept = found(
			list.filter(({ negated }) => negated),
			bounds,
		);
		if (!hidden.isWhole) {
			const names = list.filter(({ negated }) => !negated).map(({ text }) => `\`${text}\``);
			warnings.push(`not all files like ${names.join(", ")} were found: those further down can be read`);
		}
		const before = new Map(showing);
		for (const path of hidden.paths) {
			if (path === "/" || kept.paths.some((one) => holdsPath(one, path))) continue;
			for (const other of [...showing.keys()]) if (holdsPath(path, other)) showing.delete(other);
			showing.set(path, "hidden");
			for (const one of kept.paths)
				if (holdsPath(path, one)) {
					showing.set(one, nearest(before, one) === "written" ? "written" : "read");
					for (const [other, as] of before) if (holdsPath(one, other) && other !== one) showing.set(other, as);
				}
		}
	}

	function found(patterns: PathList, { workspace, home }: Bounds): Omit<FoundFiles, "open"> {
		const { paths, isWhole } = filesLike(patterns, workspace, home);
		const real = paths.flatMap((path) => realPath(path) ?? []);
		return { paths: [...new Set(real)], isWhole };
	}
}

/** Hides what runs are decided and kept on record with, whatever the policy shows. */
function hideOwn(
	bounds: Bounds,
	needs: Needs,
	disk: DiskView,
	{ showing, missing, warnings, faults }: FoundPaths,
): void {
	const needed = [needs.cwd, needs.file, bounds.workspace].map((path) => realPath(path) ?? path);
	const endOf = endFinder(disk, (folder) => nearest(showing, folder) === "written");
	const { folders, named } = ownFiles(bounds, needs.governing ?? []);
	const isNamed = new Set(named);
	/** By folders that can be written: one of the files in them. */
	const exposed = new Map<string, string>();
	for (const path of [...folders, ...named]) {
		const end = endOf(path);
		const as = nearest(showing, end.path);
		if (end.kind === "link") faults.push(`\`${end.path}\` is a link, which can't be kept from being replaced`);
		if (end.kind === "missing" && as === "written" && !isNamed.has(path)) missing.add(end.path);
		if (end.kind !== "there" || as === "hidden" || as === "fresh") continue;
		if (needed.some((one) => holdsPath(end.path, one))) {
			faults.push(`\`${end.path}\` holds what governs runs, so nothing runs in it`);
			continue;
		}
		if (isNamed.has(path) && nearest(showing, dirname(end.path)) === "written")
			exposed.set(dirname(end.path), end.path);
		for (const other of [...showing.keys()])
			if (other !== end.path && holdsPath(end.path, other)) showing.delete(other);
		for (const other of [...missing]) if (holdsPath(end.path, other)) missing.delete(other);
		showing.set(end.path, "hidden");
	}
	for (const [folder, file] of exposed)
		warnings.push(
			`\`${file}\` governs runs or keeps them on record, and this run may write in \`${folder}\`: what is there is safe, but other files can be put beside it`,
		);
}

function foundFor(patterns: PathList, { workspace, home }: Bounds): FoundFiles {
	return filesLike(patterns, workspace, home);
}

/**
 * A folder above a pinned path could be renamed, and another put in its place: as a mount of its own it can't. So everything between a writable folder and
 * what is pinned in it is one.
 */
function pinAncestors(showing: Map<string, Showing>, missing: readonly string[]): void {
	const pinned = [...showing].filter(([, as]) => as !== "written").map(([path]) => path);
	for (const path of [...pinned, ...missing])
		for (let at = dirname(path); at !== "/"; at = dirname(at)) {
			const as = showing.get(at);
			if (as !== undefined) {
				if (as === "written") continue;
				break;
			}
			if (nearest(showing, at) !== "written") break;
			showing.set(at, "written");
		}
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync.native(path);
	} catch {
		return undefined;
	}
}

function isLink(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
	} catch {
		return false; // below a file, or where we may not look
	}
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
