/** Which file an import means. */
import { dirname, isAbsolute, resolve } from "node:path";
import { isPolicyName, packFile, packFolder } from "../../runtime/load/find-policy.js";

/** The path that a name in an `import` leads to; undefined for a pack that there is not. */
export function importedPath(name: string, importer: string): string | undefined {
	if (!name.includes("/") && !isPolicyName(name)) return packFile(name);
	return isAbsolute(name) ? name : resolve(dirname(importer), name);
}

/** Does the file ship with Bylaw? Nobody changes it. */
export function isShipped(path: string): boolean {
	return dirname(path) === packFolder();
}
