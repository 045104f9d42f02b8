/** Absolute paths as text: no link is looked at. */

/** The path without `.`, `..` and doubled slashes. */
export function normalise(path: string): string {
	if (isNormal(path)) return path;
	const parts: string[] = [];
	for (const part of path.split("/")) {
		if (part === "" || part === ".") continue;
		if (part === "..") parts.pop();
		else parts.push(part);
	}
	return `/${parts.join("/")}`;
}

/** Most paths are written so: each of their parts is a name. */
export function isNormal(path: string): boolean {
	return path.startsWith("/") && !/\/(?:\.{0,2}(?:\/|$))/.test(path);
}

/** What stands behind the last slash. Most programs are called by their names alone, which `includes` sees sooner than `lastIndexOf`. */
export const baseName = (path: string): string => (path.includes("/") ? path.slice(path.lastIndexOf("/") + 1) : path);
