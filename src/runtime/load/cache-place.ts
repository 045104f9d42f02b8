/**
 * Where caches lie, if there is a place in which nobody but the user could have written them, and in which nothing works that is decided.
 * ([0018](../../docs/decisions/0018-what-a-cache-may-stand-for.md).)
 */
import { realpathSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { user, wayFault } from "./rights.js";

/** The folder, which may have to be made yet; or why there is none. */
export type CachePlace = { readonly folder: string } | { readonly refused: string };

/**
 * `bylaw` in the user's cache folder. `work`: folders in which what is decided works, beside the working folder, those that the command line names, and
 * that for temporary files: whoever works there may be allowed to write there, and who can write key and entry can sign.
 */
export function cachePlace(work: readonly string[] = []): CachePlace {
	if (process.env.BYLAW_CACHE === "off") return { refused: "`BYLAW_CACHE` is `off`" };
	if (user() === undefined) return { refused: "this system does not say whose files are whose" };
	const folder = cacheFolder();
	if (folder === undefined) return { refused: "there is no home folder" };
	try {
		const at = workAround(folder, work);
		if (at !== undefined) return { refused: `\`${folder}\` lies in \`${at}\`, where commands may be allowed to write` };
		const fault = wayFault(folder);
		return fault === undefined ? { folder } : { refused: `\`${folder}\` is not yours alone: ${fault}` };
	} catch (error) {
		return {
			refused: `\`${folder}\` can't be looked at (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`,
		};
	}
}

/** Where caches would lie: nobody reads or writes there but the rules, whether or not it is used. */
export function cacheFolder(): string | undefined {
	const said = process.env.XDG_CACHE_HOME;
	if (said !== undefined && isAbsolute(said)) return join(said, "bylaw");
	const home = homedir();
	return isAbsolute(home) ? join(home, ".cache", "bylaw") : undefined;
}

/** Where what happened and the keys of approvals lie; undefined where there is no home. */
export function stateFolder(): string | undefined {
	const said = process.env.XDG_STATE_HOME;
	if (said !== undefined && isAbsolute(said)) return join(said, "bylaw");
	const home = homedir();
	return isAbsolute(home) ? join(home, ".local", "state", "bylaw") : undefined;
}

/** The folder of work that this one lies in. */
function workAround(folder: string, work: readonly string[]): string | undefined {
	const places = new Set([folder, real(folder)]);
	const folders = [".", tmpdir(), ...work, ...namedOnCommandLine()];
	return folders.map((name) => resolve(name)).find((path) => [path, real(path)].some((one) => holdsAny(one, places)));
}

function holdsAny(folder: string, places: ReadonlySet<string>): boolean {
	const start = folder.endsWith("/") ? folder : `${folder}/`;
	return [...places].some((place) => place === folder || place.startsWith(start));
}

/** What words of the command line may name, `--cwd=~/x` too. What stands behind `--` is decided, and names no place to work in. */
function namedOnCommandLine(): readonly string[] {
	const words = process.argv.slice(2);
	const end = words.indexOf("--");
	return (end < 0 ? words : words.slice(0, end))
		.flatMap((word) => (word.includes("=") ? [word, word.slice(word.indexOf("=") + 1)] : [word]))
		.filter((name) => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true);
}

function real(path: string): string {
	try {
		return realpathSync.native(path);
	} catch {
		return path;
	}
}
