/**
 * Does a path lie inside a list of paths? By folder, never by the beginning of a text.
 */
import { Minimatch } from "minimatch";
import type { PathPattern } from "../policy/test.js";
import { holdsPath, joinPath, normalise, type Place, resolveLinks, type World } from "../request/paths.js";
import { type Truth, truth } from "./truth.js";

/** `within`: every place that the path may mean must lie inside. `touching`: one is enough. */
export type Sense = "within" | "touching";

/** Does the path lie inside the list? Unknown where it can't be known where the path leads. */
export function liesInside(
	place: Place | undefined,
	patterns: readonly PathPattern[],
	sense: Sense,
	world: World,
): Truth {
	if (place === undefined) return "unknown";
	const { positive, negative } = compiled(patterns, sense, world);
	if (sense === "within") {
		if (place.resolved === undefined) return "unknown";
		return truth(
			place.resolved.every(
				(path) => positive.some((inside) => inside(path)) && !negative.some((outside) => outside(path)),
			),
		);
	}
	const all = [...place.literal, ...(place.resolved ?? [])];
	const takenOut = all.length > 0 && negative.some((outside) => all.every(outside));
	if (!takenOut && all.some((path) => positive.some((inside) => inside(path)))) return "yes";
	return place.resolved === undefined && positive.length > 0 ? "unknown" : "no";
}

/** Is this path, itself, one that the pattern names? Without "everything below a folder". */
export function isPath(path: string, pattern: PathPattern, world: World): boolean {
	return matchers({ ...pattern, negated: false }, "within", world).some((one) => one.exactly(path));
}

interface List {
	readonly positive: readonly ((path: string) => boolean)[];
	readonly negative: readonly ((path: string) => boolean)[];
}
type Lists = WeakMap<readonly PathPattern[], Partial<Record<Sense, List>>>;

/** Lists compiled for a world, as long as the world lives: patterns are relative to its workspace. */
const byWorld = new WeakMap<World, Lists>();

function compiled(patterns: readonly PathPattern[], sense: Sense, world: World): List {
	const lists: Lists = byWorld.get(world) ?? new WeakMap();
	byWorld.set(world, lists);
	const bySense: Partial<Record<Sense, List>> = lists.get(patterns) ?? {};
	lists.set(patterns, bySense);
	let list = bySense[sense];
	if (!list) {
		const compile = (negated: boolean): ((path: string) => boolean)[] =>
			patterns
				.filter((one) => one.negated === negated)
				.flatMap((one) => matchers(one, sense, world).map((matcher) => matcher.holds));
		list = { positive: compile(false), negative: compile(true) };
		bySense[sense] = list;
	}
	return list;
}

interface PathMatcher {
	/** The path itself. */
	readonly exactly: (path: string) => boolean;
	/** The path, or something below it. */
	readonly holds: (path: string) => boolean;
}

/** One matcher for the pattern as written, and one for where its fixed beginning leads through links. */
function matchers(pattern: PathPattern, sense: Sense, world: World): readonly PathMatcher[] {
	const text = expandHome(pattern.text, world);
	if (text === undefined) return [];
	// What must stay out of sight stays out of sight anywhere, not only in the workspace.
	const anywhere = !pattern.literal && sense === "touching" && /^\*\*(\/|$)/.test(text);
	const segments = text.split("/");
	const magic = pattern.literal ? -1 : segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
	const fixed = magic < 0 ? text : segments.slice(0, magic).join("/");
	const absolute = anywhere ? "/" : joinPath(world.workspace, text.startsWith("/") && fixed === "" ? "/" : fixed);
	const bases = new Set([normalise(absolute)]);
	for (const path of [absolute, normalise(absolute)]) {
		const real = resolveLinks(path, world.linkAt);
		if (real !== undefined) bases.add(real);
	}
	const tail =
		magic < 0
			? undefined
			: segments
					.slice(magic)
					.filter((segment) => segment !== "" && segment !== ".")
					.join("/");
	return [...bases].map((base) => (tail === undefined ? fixedMatcher(base) : globMatcher(base, tail)));
}

function expandHome(text: string, world: World): string | undefined {
	if (text !== "~" && !text.startsWith("~/")) return text;
	return world.home === undefined ? undefined : `${world.home}${text.slice(1)}`;
}

function fixedMatcher(base: string): PathMatcher {
	return { exactly: (path) => path === base, holds: (path) => holdsPath(base, path) };
}

/** Compiled tails, by their text: they do not depend on a world. */
const globs = new Map<string, Minimatch>();

function globOf(tail: string): Minimatch {
	let glob = globs.get(tail);
	if (glob === undefined) {
		glob = new Minimatch(tail, { dot: true, nonegate: true, nocomment: true });
		// Policies hold few; a program that reads policies all day must not keep them all.
		if (globs.size > 1_000) globs.clear();
		globs.set(tail, glob);
	}
	return glob;
}

function globMatcher(base: string, tail: string): PathMatcher {
	const itself = globOf(tail);
	// A folder that fits holds all that is below it.
	const below = globOf(`${tail}/**`);
	const start = base === "/" ? 1 : base.length + 1;
	return {
		exactly: (path) => holdsPath(base, path) && itself.match(path.slice(start)),
		holds: (path) => {
			if (!holdsPath(base, path)) return false;
			const rest = path.slice(start);
			return itself.match(rest) || below.match(rest);
		},
	};
}
