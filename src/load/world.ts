/**
 * The real surroundings of a decision: the file system's links, the home folder, the workspace.
 */
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { LinkAt, World } from "../request/paths.js";

/** The world as this process sees it. `workspace`: the folder that path patterns are relative to. */
export function realWorld(workspace: string = process.cwd()): World {
	const home = homedir();
	return { workspace: resolve(workspace), ...(home.startsWith("/") ? { home } : {}), linkAt, entriesOf };
}

const linkAt: LinkAt = (path) => {
	try {
		// Most parts of a path are no links: to ask first costs less than an error.
		const found = lstatSync(path, { throwIfNoEntry: false });
		return found?.isSymbolicLink() ? { target: readlinkSync(path) } : "none";
	} catch (error) {
		switch ((error as NodeJS.ErrnoException).code) {
			// Not a link, or not there: what is below a missing folder is not there either.
			case "EINVAL":
			case "ENOENT":
			case "ENOTDIR":
				return "none";
			default:
				return "unknown";
		}
	}
};

function entriesOf(folder: string): readonly string[] | "unknown" {
	try {
		return readdirSync(folder);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		return code === "ENOENT" || code === "ENOTDIR" ? [] : "unknown";
	}
}
