/**
 * What is checked out in a folder: the branch, the commit and the repository, read from git's own files. No program is started, and what is not plain there can't
 * be known.
 */
import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { RepositoryFacts } from "../../engine/request/paths.js";

/** Of the repository that the folder lies in. A head that is detached has no branch that could be known to be another. */
export function repositoryFacts(folder: string): RepositoryFacts {
	const git = gitFolderOf(folder)?.folder;
	if (git === undefined) return {};
	const common = resolve(git, lineOf(join(git, "commondir")) ?? ".");
	const head = lineOf(join(git, "HEAD"));
	const branch = head === undefined ? undefined : /^ref: refs\/heads\/(?!\.invalid$)(.+)$/.exec(head)?.[1];
	const commit = branch === undefined ? hashIn(head) : commitOf(`refs/heads/${branch}`, common);
	const repository = remoteOf(join(common, "config"));
	return {
		...(branch === undefined ? {} : { branch }),
		...(commit === undefined ? {} : { commit }),
		...(repository === undefined ? {} : { repository }),
	};
}

/** The folder of git's own that governs this one, also where a worktree or a submodule has a file in its place; and the top of the work tree. */
export function gitFolderOf(folder: string): { readonly top: string; readonly folder: string } | undefined {
	for (let at = resolve(folder); ; at = dirname(at)) {
		const named = join(at, ".git");
		const stats = lstatSync(named, { throwIfNoEntry: false });
		if (stats !== undefined) {
			if (statSync(named, { throwIfNoEntry: false })?.isDirectory() === true) return { top: at, folder: named };
			const text = lineOf(named);
			return text?.startsWith("gitdir: ") ? { top: at, folder: resolve(at, text.slice("gitdir: ".length)) } : undefined;
		}
		if (dirname(at) === at) return undefined;
	}
}

function commitOf(ref: string, common: string): string | undefined {
	const loose = lineOf(join(common, ref));
	if (loose !== undefined) return hashIn(loose);
	const packed = textOf(join(common, "packed-refs"));
	return hashIn(
		packed
			?.split("\n")
			.find((line) => line.endsWith(` ${ref}`))
			?.split(" ")[0],
	);
}

function hashIn(text: string | undefined): string | undefined {
	return text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined;
}

/** The address of the remote `origin`, where the settings say it once and take nothing in from elsewhere. */
function remoteOf(file: string): string | undefined {
	const text = textOf(file);
	if (text === undefined || /^\s*\[\s*include/im.test(text) || /worktreeconfig/i.test(text)) return undefined;
	const addresses: string[] = [];
	let isOrigin = false;
	for (const line of text.split(/\r?\n/)) {
		const head = /^\s*\[([^\]]*)\]\s*(.*)$/.exec(line);
		if (head !== null) {
			isOrigin =
				/^remote\s+"origin"$/i.test((head[1] as string).trim()) || /^remote\.origin$/i.test((head[1] as string).trim());
			if (isOrigin && head[2] !== "") return undefined;
			continue;
		}
		const url = isOrigin ? /^\s*url\s*=\s*(.*?)\s*$/i.exec(line)?.[1] : undefined;
		if (url !== undefined) addresses.push(url);
	}
	const [only, ...more] = addresses;
	return only === undefined || more.length > 0 ? undefined : repositoryName(only);
}

/** `github.com/acme/app`, however the address is written. Undefined for one that needs reading of quotes or comments. */
export function repositoryName(address: string): string | undefined {
	if (address === "" || /["#;\\\s]/.test(address)) return undefined;
	const found =
		/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:]*)(?::\d+)?\/(.*)$/i.exec(address) ??
		/^(?:[^/@:]*@)?([^/:]+):(?!\/\/)(.*)$/.exec(address);
	const path = (found?.[2] ?? address).replace(/\/+$/, "").replace(/\.git$/, "");
	if (found === null) return path === "" ? undefined : path;
	const host = (found[1] as string).toLowerCase();
	const inHost = path.replace(/^\/+/, "");
	return inHost === "" ? undefined : host === "" ? `/${inHost}` : `${host}/${inHost}`;
}

/** The file's text without the ends of its lines, where it is one line. */
function lineOf(file: string): string | undefined {
	const text = textOf(file)?.replace(/[\r\n]+$/, "");
	return text === undefined || text.includes("\n") ? undefined : text;
}

/** The text of a file that git would keep as small. */
function textOf(file: string): string | undefined {
	try {
		const stats = statSync(file, { throwIfNoEntry: false });
		return stats?.isFile() === true && stats.size <= largest ? readFileSync(file, "utf8") : undefined;
	} catch {
		return undefined;
	}
}

const largest = 16 * 1024 * 1024;
