/** Folders that everybody on a machine may write to. */
import type { PathPattern } from "../../../language/policy/test.js";
import { pathShape } from "./path-shape.js";

const shared: ReadonlySet<string> = new Set([
	"tmp",
	"var/tmp",
	"usr/tmp",
	"dev/shm",
	"private/tmp",
	"private/var/tmp",
	"scratch",
]);

/** Is it such a folder itself, whole? A folder in it may be somebody's own. */
export function isSharedFolder(path: Pick<PathPattern, "text" | "literal">): boolean {
	const { root, fixed, tail } = pathShape(path);
	return root === "top" && shared.has(fixed.join("/")) && tail.every((part) => part === "*" || part === "**");
}

/** Is it such a folder, or something in it? */
export function isBelowSharedFolder(path: Pick<PathPattern, "text" | "literal">): boolean {
	const { root, fixed } = pathShape(path);
	return root === "top" && [1, 2, 3].some((length) => shared.has(fixed.slice(0, length).join("/")));
}
