/**
 * Files by which git, called outside of a sandbox later, finds what it runs: hooks, settings, and the files that tell it where those lie.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { gitSettings } from "./git-settings.js";

/** In a folder of git's own. `commondir` says that hooks and settings lie in another one. */
export const inGitFolder: readonly string[] = ["hooks", "config", "config.worktree", "commondir"];
/** In the part of it that a worktree has for itself. */
const inWorktree: readonly string[] = ["commondir", "gitdir", "config.worktree"];
/** More folders than this are not looked at for submodules. */
const mostFolders = 10_000;

/** For a folder that git may work in. Absolute paths, whether or not they are there; none where there is no `.git`. `faults`: why not all were found. */
export function gitFiles(folder: string, home: string | undefined, faults: string[]): readonly string[] {
	const named = join(folder, ".git");
	const stats = statsOf(named);
	if (stats === undefined) return [];
	const gitFolder = stats.isFile() ? behindGitFile(named) : named;
	const found = new Set<string>(stats.isFile() ? [named] : []);
	if (gitFolder === undefined) return [...found];
	const common = commonFolder(gitFolder);
	for (const one of new Set([gitFolder, common])) {
		for (const name of inGitFolder) found.add(join(one, name));
		for (const path of [...worktreesIn(one), ...modulesIn(join(one, "modules"), faults)]) found.add(path);
	}
	const settings = [gitFolder, common].flatMap((one) => [join(one, "config"), join(one, "config.worktree")]);
	const general = home === undefined ? [] : [join(home, ".gitconfig"), join(home, ".config/git/config")];
	const seen = new Set<string>();
	for (const file of [...settings, ...general, "/etc/gitconfig"])
		for (const path of namedBy(file, folder, home, seen)) found.add(path);
	return [...found];
}

/** Where a `.git` file leads: worktrees and submodules have one. */
function behindGitFile(file: string): string | undefined {
	const text = fileText(file);
	return text?.startsWith("gitdir: ") ? resolve(dirname(file), pathOf(text.slice("gitdir: ".length))) : undefined;
}

function commonFolder(gitFolder: string): string {
	return resolve(gitFolder, pathOf(fileText(join(gitFolder, "commondir")) ?? ""));
}

/** The whole file, as git reads it, but for the ends of lines at its end. */
function pathOf(text: string): string {
	return text.replace(/[\r\n]+$/, "");
}

function worktreesIn(gitFolder: string): readonly string[] {
	const folder = join(gitFolder, "worktrees");
	return foldersIn(folder).flatMap((name) => inWorktree.map((one) => join(folder, name, one)));
}

/** Submodules, whether or not they are checked out: their names may be paths, and they may have submodules. */
function modulesIn(modules: string, faults: string[]): readonly string[] {
	const found: string[] = [];
	let left = mostFolders;
	for (const next = [modules]; ; ) {
		const folder = next.pop();
		if (folder === undefined) return found;
		for (const name of foldersIn(folder)) {
			if (left-- === 0) {
				faults.push(`\`${modules}\` holds too many folders to find all submodules in it`);
				return found;
			}
			const one = join(folder, name);
			// `HEAD` could have been taken away before; the settings are pinned.
			if (["config", "HEAD"].every((file) => statsOf(join(one, file)) === undefined)) {
				next.push(one);
				continue;
			}
			found.push(...inGitFolder.map((file) => join(one, file)), ...worktreesIn(one));
			next.push(join(one, "modules"));
		}
	}
}

/** Where settings say that hooks and more settings lie, and what those say. `seen`: files that were read. */
function namedBy(file: string, folder: string, home: string | undefined, seen: Set<string>): readonly string[] {
	const text = seen.has(file) ? undefined : fileText(file);
	seen.add(file);
	if (text === undefined) return [];
	return gitSettings(text).flatMap(({ section, name, value }) => {
		// Hooks are looked for from the folder, settings from where they are named.
		if (section === "core" && name === "hookspath") return pathFrom(folder, value, home);
		if ((section === "include" || section === "includeif") && name === "path")
			return pathFrom(dirname(file), value, home).flatMap((path) => [path, ...namedBy(path, folder, home, seen)]);
		return [];
	});
}

function pathFrom(folder: string, value: string, home: string | undefined): readonly string[] {
	if (value === "") return [];
	if (isAbsolute(value) || !value.startsWith("~")) return [resolve(folder, value)];
	// Of another user's home nothing is known here.
	return home !== undefined && value.startsWith("~/") ? [join(home, value.slice(2))] : [];
}

function foldersIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
	} catch {
		return [];
	}
}

function statsOf(path: string): ReturnType<typeof statSync> {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

function fileText(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}
