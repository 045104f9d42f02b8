/** `node:fs` in the page: a package of which only the shipped packs are there. */
import packs from "bylaw:packs";

const folder = "/bylaw/rules/";

/** The text of a pack's file; undefined for any other path. */
export function textOf(path) {
	const name = path.startsWith(folder) ? path.slice(folder.length) : "";
	return Object.hasOwn(packs, name) ? packs[name] : undefined;
}

export function existsSync(path) {
	return path === "/bylaw/package.json" || `${path}/` === folder || textOf(path) !== undefined;
}

export function readdirSync(path) {
	return `${path}/` === folder ? Object.keys(packs) : [];
}

export const constants = {};
export const statSync = nothingThere;
export const fstatSync = nothingThere;
export const realpathSync = nothingThere;
export const readFileSync = nothingThere;
export const openSync = nothingThere;
export const closeSync = nothingThere;

function nothingThere() {
	throw new Error("a page has no files");
}
