/** What a path of a list means by its text alone, wherever the workspace and the home folder lie, and how two of them stand to each other. */

import type { PathPattern } from "../../../language/policy/test.js";
import { contains, meet } from "../../analysis/words/containment.js";
import { type PathBase, pathSetOf } from "../../analysis/words/path-set.js";

export interface PathShape {
	/** What it is relative to: the workspace, the home folder, or nothing. */
	readonly root: "workspace" | "home" | "top";
	/** The names of folders before any glob, `..` among them. */
	readonly fixed: readonly string[];
	/** The parts from the first glob on. */
	readonly tail: readonly string[];
}

/** Takes the text apart as `src/engine/decide/evaluate/path-lists.ts` does. */
export function pathShape({ text, literal }: Pick<PathPattern, "text" | "literal">): PathShape {
	const root = text.startsWith("/") ? "top" : /^~(\/|$)/.test(text) ? "home" : "workspace";
	const parts = (root === "home" ? text.slice(1) : text).split("/");
	const magic = literal ? -1 : parts.findIndex((part) => /[*?[\]{}\\]/.test(part));
	const meant = (some: readonly string[]): readonly string[] => some.filter((part) => part !== "" && part !== ".");
	return magic < 0
		? { root, fixed: meant(parts), tail: [] }
		: { root, fixed: meant(parts.slice(0, magic)), tail: meant(parts.slice(magic)) };
}

/** The same for every path that means the same by its text. */
export function shapeKey({ root, fixed, tail }: PathShape): string {
	return JSON.stringify([root, fixed, tail]);
}

/** Is it the whole of what it is relative to: `/`, `~/**`? */
export function isWhole({ fixed, tail }: PathShape): boolean {
	return fixed.length === 0 && tail.every((part) => part === "*" || part === "**");
}

/** Do both begin with the same folders, so that no link tells them apart? */
export function hasSameBase(one: PathShape, other: PathShape): boolean {
	return one.root === other.root && one.fixed.join("/") === other.fixed.join("/");
}

/** Where nothing is said of paths, as far from the top as any `..` goes. */
const around: PathBase = {
	workspace: "/one/two/three/four/workspace",
	home: "/five/six/seven/eight/user",
	cwd: "/one/two/three/four/workspace",
};
const fewSteps = 3_000;

/** Does every path of the inner one lie in the outer one, where no link leads elsewhere? */
export function holdsPaths(outer: PathPattern, inner: PathPattern): boolean {
	const [out, own] = [pathShape(outer), pathShape(inner)];
	if (out.root === "top" && isWhole(out)) return true;
	if (!isComparable(out, own)) return false;
	if (!out.fixed.every((part, at) => own.fixed[at] === part)) return false;
	if (out.tail.length === 0) return true;
	// A name that the outer one wants and the inner one does not say is not in all of its paths.
	const said = new Set([...own.fixed, ...own.tail]);
	if (out.tail.some((part) => !/[*?[\]{}\\]/.test(part) && !said.has(part))) return false;
	const sets = [outer, inner].map((one) => pathSetOf([{ ...one, negated: false }], "within", around));
	const [outside, inside] = sets;
	return outside !== undefined && inside !== undefined && contains(outside, inside, { left: fewSteps }) === "yes";
}

/** Can no path lie in both, where no link leads elsewhere? */
export function areApart(one: PathPattern, other: PathPattern): boolean {
	const [a, b] = [pathShape(one), pathShape(other)];
	if (!isComparable(a, b)) return false;
	const common = Math.min(a.fixed.length, b.fixed.length);
	if (a.fixed.slice(0, common).some((part, at) => b.fixed[at] !== part)) return true;
	if (a.tail.length === 0 && b.tail.length === 0) return false;
	const [first, second] = [one, other].map((each) => pathSetOf([{ ...each, negated: false }], "within", around));
	return first !== undefined && second !== undefined && meet(first, second, { left: fewSteps }) === "no";
}

/** Both are relative to the same, and none goes up. */
function isComparable(one: PathShape, other: PathShape): boolean {
	return one.root === other.root && ![...one.fixed, ...one.tail, ...other.fixed, ...other.tail].includes("..");
}
