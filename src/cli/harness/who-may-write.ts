/**
 * Who could put something else in the place of a file. What is managed may depend only on files that nobody but an administrator can change: the file, every
 * folder above it, and every link on the way. Access lists beyond owner, group and others are not seen.
 */
import { lstatSync, readdirSync, readlinkSync, type Stats, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { systemError } from "../terminal/exit.js";

/** More links than any path has. */
const mostLinks = 40;

/**
 * Why a file is none that everybody can be told to trust: it is not there, somebody else may write it, or others may not read it. `path` is absolute; with a
 * `root` it is one of the system that is built in that folder, and whoever owns the folder counts as its administrator.
 */
export function untrustedFile(path: string, root?: string): string | undefined {
	const owners = root === undefined ? [0] : [0, statSync(root).uid];
	const base = root ?? "";
	let rest = path.split(sep).filter((name) => name !== "");
	let at = "";
	for (let links = 0; ; ) {
		if (base === "" || at !== "") {
			const why = wrongWith(at === "" ? sep : at, base, owners, rest.length > 0);
			if (why !== undefined) return why;
		}
		const [name, ...further] = rest;
		if (name === undefined) return undefined;
		rest = further;
		if (name === ".") continue;
		if (name === "..") {
			at = at === "" ? "" : dirname(at) === sep ? "" : dirname(at);
			continue;
		}
		const next = `${at}/${name}`;
		const stats = statsOf(`${base}${next}`);
		if (stats === undefined) return `\`${next}\` is not there`;
		if (!stats.isSymbolicLink()) at = next;
		else {
			if (++links > mostLinks) return `\`${next}\` leads through a loop of links`;
			if (!owners.includes(stats.uid)) return `\`${next}\` is not root's`;
			const target = readlinkSync(`${base}${next}`);
			if (target.startsWith(sep)) at = "";
			rest = [...target.split(sep).filter((one) => one !== ""), ...rest];
		}
	}
}

/** The same of all that lies in a folder, such as the parts that a program loads. */
export function untrustedFolder(path: string, root?: string): string | undefined {
	const why = untrustedFile(path, root);
	if (why !== undefined) return why;
	const owners = root === undefined ? [0] : [0, statSync(root).uid];
	const base = root ?? "";
	for (const entry of readdirSync(join(base, path), { recursive: true, withFileTypes: true })) {
		const found = join(entry.parentPath, entry.name).slice(base.length);
		const wrong = entry.isSymbolicLink()
			? untrustedFile(found, root)
			: wrongWith(found, base, owners, entry.isDirectory());
		if (wrong !== undefined) return wrong;
	}
	return undefined;
}

function wrongWith(path: string, base: string, owners: readonly number[], isFolder: boolean): string | undefined {
	const stats = statsOf(`${base}${path}`);
	if (stats === undefined) return `\`${path}\` is not there`;
	const { uid, gid, mode } = stats;
	if (!owners.includes(uid)) return `\`${path}\` is not root's`;
	if ((mode & 0o002) !== 0) return `anybody may write \`${path}\``;
	if ((mode & 0o020) !== 0 && gid !== 0) return `a group may write \`${path}\``;
	const needed = isFolder ? 0o001 : 0o004;
	return (mode & needed) === 0 ? `others may not ${isFolder ? "enter" : "read"} \`${path}\`` : undefined;
}

function statsOf(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if (systemError(error)?.code === "ENOTDIR") return undefined;
		throw error;
	}
}
