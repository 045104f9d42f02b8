/**
 * The fact `tree`: the fingerprint of the files that git would keep of the work tree around a folder. These are the tracked files as they lie there, and all others
 * that are not ignored; whether anything is staged or committed makes no difference. git is not run, for a repository's settings name programs that it would run;
 * and content is read from the files themselves, for the index says what its writer likes.
 */
import { createHash, type Hash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitFolderOf, repositoryFacts } from "../repository.js";
import { type ContentHashes, contentHashes } from "./content-hashes.js";
import { readGitIndex, type TrackedPaths } from "./git-index.js";
import { gitSettings, smallText } from "./git-settings.js";
import { type IgnoreFile, isIgnored, readIgnoreRules } from "./ignore-rules.js";

/** As 64 hexadecimal digits; or why nobody can know it. */
export type TreeFingerprint = { readonly tree: string } | { readonly unknown: string };

/** More files and folders are not looked at. */
export const mostEntries = 200_000;

export function treeFingerprint(folder: string): TreeFingerprint {
	try {
		const git = gitFolderOf(realpathSync(folder));
		if (git === undefined) return { unknown: `\`${folder}\` lies in no repository of git` };
		const hashes = contentHashes(git.top, lstatSync(git.top));
		const count = { left: mostEntries };
		const hash = createHash("sha256");
		try {
			addRepository(git.top, git.folder, { hash, hashes, count });
		} finally {
			// Where there was too much to read, the next time goes on from there.
			hashes.keep();
		}
		return { tree: hash.digest("hex") };
	} catch (error) {
		return { unknown: error instanceof Error ? error.message : String(error) };
	}
}

interface Sums {
	readonly hash: Hash;
	readonly hashes: ContentHashes;
	readonly count: { left: number };
}

interface Walk extends Sums {
	readonly top: string;
	readonly tracked: TrackedPaths;
	readonly ignoresCase: boolean;
}

/** Adds all files of a work tree: its own, and those of repositories in it. */
function addRepository(top: string, git: string, sums: Sums): void {
	if (statSync(join(git, "HEAD"), { throwIfNoEntry: false }) === undefined) fail(`\`${git}\` is no repository`);
	const common = resolve(git, smallText(join(git, "commondir"))?.trim() ?? ".");
	const { excludesFile, workTree, ignoresCase, hashLength } = gitSettings(git, common);
	if (workTree !== undefined && realpathSync(workTree) !== top) fail(`the files of \`${git}\` lie in \`${workTree}\``);
	const tracked = trackedIn(join(git, "index"), hashLength);
	const rules = [join(common, "info", "exclude"), ...(excludesFile === undefined ? [] : [resolve(top, excludesFile)])];
	const ignored = rules.map((file) => ({ folder: "", rules: readIgnoreRules(smallText(file) ?? "", ignoresCase) }));
	addFolder("", ignored, false, { ...sums, top, tracked, ignoresCase });
}

/** `inside`: the folder lies in one that is ignored, so only what is tracked counts. */
function addFolder(folder: string, outer: readonly IgnoreFile[], inside: boolean, walk: Walk): void {
	const { top, tracked, hash, hashes, count } = walk;
	if (tracked.collapsed.has(folder.slice(0, -1))) fail(`what is tracked in \`${folder}\` is left out of the index`);
	const names = readdirSync(join(top, folder)).sort();
	count.left -= names.length;
	if (count.left < 0) fail("it has too many files");
	const ignored = inside ? outer : withOwn(folder, names.includes(".gitignore"), outer, walk);
	// Written together: each write takes longer than what it writes.
	let lines = "";
	for (const name of names) {
		if (name === ".git") continue;
		// Other bytes may have become the same name.
		if (name.includes("\uFFFD")) fail(`a name in \`${folder || "."}\` is no UTF-8`);
		const path = folder + name;
		const at = `${top}/${path}`;
		const stats = lstatSync(at);
		if (stats.isDirectory()) {
			const isCommit = tracked.commits.has(path);
			const holdsTracked = tracked.folders.has(path);
			const isLeftOut = inside || (!isCommit && isIgnored(ignored, path, name, true));
			if (isLeftOut && !holdsTracked && !isCommit) continue;
			if (holdsTracked || !addNested(path, at, walk)) addFolder(`${path}/`, ignored, isLeftOut, walk);
		} else if (stats.isFile() || stats.isSymbolicLink()) {
			if (!tracked.paths.has(path) && (inside || isIgnored(ignored, path, name, false))) continue;
			lines += `${kindOf(stats)} ${path}\0${hashes.hashOf(at, stats)}\0`;
		}
	}
	hash.update(lines);
}

/** Adds a repository that lies in a folder of this one, with the commit that is checked out there. Is there one? */
function addNested(path: string, at: string, walk: Walk): boolean {
	if (lstatSync(join(at, ".git"), { throwIfNoEntry: false }) === undefined) return false;
	const git = gitFolderOf(at) ?? fail(`\`${path}/.git\` leads nowhere`);
	const { commit = fail(`what is checked out in \`${path}\` can't be known`) } = repositoryFacts(at);
	walk.hash.update(`repository ${path}\0${commit}\0`);
	addRepository(at, git.folder, walk);
	walk.hash.update("end\0");
	return true;
}

/** The rules of a folder go before those of the folders around it. A link is none. */
function withOwn(folder: string, isThere: boolean, outer: readonly IgnoreFile[], walk: Walk): readonly IgnoreFile[] {
	const path = `${folder}.gitignore`;
	if (!isThere) {
		if (walk.tracked.leftOut.has(path)) fail(`\`${path}\` is left out of the checkout`);
		return outer;
	}
	const file = join(walk.top, path);
	if (!lstatSync(file).isFile()) return outer;
	return [{ folder, rules: readIgnoreRules(smallText(file) ?? "", walk.ignoresCase) }, ...outer];
}

function trackedIn(index: string, hashLength: number): TrackedPaths {
	const stats = statSync(index, { throwIfNoEntry: false });
	if (stats === undefined)
		return { paths: nothing, commits: nothing, folders: nothing, leftOut: nothing, collapsed: nothing };
	if (!stats.isFile() || stats.size > largestIndex) fail("its index is too large");
	const found = readGitIndex(readFileSync(index), hashLength);
	return "unknown" in found ? fail(found.unknown) : found;
}
const nothing: ReadonlySet<string> = new Set();

/** Bytes: that of 200,000 files is smaller. */
const largestIndex = 64 * 1024 * 1024;

function kindOf(stats: Stats): string {
	return stats.isSymbolicLink() ? "link" : (stats.mode & 0o100) === 0 ? "file" : "executable";
}

function fail(why: string): never {
	throw new Error(why);
}
