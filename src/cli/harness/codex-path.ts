/** The name by which Codex knows a file of hooks: a folder that `CODEX_HOME` names is followed through its links, others are not. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codexHome } from "../../runtime/harnesses/codex/codex-home.js";
import type { Places } from "../../runtime/harnesses/install/registration.js";

export function codexPath(path: string, places: Places): string {
	const folder = codexHome(places);
	if (dirname(path) !== folder || places.variables.CODEX_HOME !== folder) return path;
	try {
		return join(realpathSync(folder), basename(path));
	} catch {
		return path;
	}
}
