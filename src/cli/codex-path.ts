/** The name by which Codex knows a file of hooks: a folder that `CODEX_HOME` names is followed through its links, others are not. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { folderOf, type Places } from "../harnesses/registration.js";

export function codexPath(path: string, places: Places): string {
	const folder = folderOf("CODEX_HOME", places, ".codex");
	if (dirname(path) !== folder || places.variables.CODEX_HOME !== folder) return path;
	try {
		return join(realpathSync(folder), basename(path));
	} catch {
		return path;
	}
}
