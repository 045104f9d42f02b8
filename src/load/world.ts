/**
 * The real surroundings of a decision: the file system's links, the home folder, the workspace.
 */
import { readdirSync, readlinkSync } from "node:fs";
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
		return { target: readlinkSync(path) };
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
