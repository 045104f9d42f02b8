/** Which file an import means. */
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isPolicyName, packFile, packFolder } from "../../runtime/load/find-policy.js";

/** The path that a name in an `import` leads to; undefined for a pack that there is not. */
export function importedPath(name: string, importer: string): string | undefined {
	if (!name.includes("/") && !isPolicyName(name)) return packFile(name);
	return isAbsolute(name) ? name : resolve(dirname(importer), name);
}

/** The path behind a name that the spans of a policy use which was loaded in a folder. */
export function shownPath(shown: string, folder: string): string {
	return shown.startsWith("pack:") ? join(packFolder(), basename(shown.slice("pack:".length))) : resolve(folder, shown);
}

/** Does the file ship with Bylaw? Nobody changes it. */
export function isShipped(path: string): boolean {
	return dirname(path) === packFolder();
}
