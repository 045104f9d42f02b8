/** Which other folders a command may have to be asked for in. */

import { joinPath, normalise, type World } from "../../../../engine/request/paths.js";
import type { PathPattern, Test } from "../../../../language/policy/test.js";
import type { AgentModel } from "../../agent-model.js";
import { instanceNamed, pathSetOf } from "../../words/path-set.js";
import { shortestWord } from "../../words/shortest-word.js";
import type { Conjunction } from "../literals.js";

/**
 * Other folders to start in. Where words are asked for that may be paths, they are other paths there; everything else can be said
 * from the workspace as well.
 */
export function foldersFor(conjunction: Conjunction, settings: readonly AgentModel[]): readonly string[] {
	const literals = [...conjunction.values()];
	const pinned = literals.some(
		({ atom, wanted }) =>
			wanted &&
			((atom.kind === "operands" && atom.words.some(({ kind }) => kind !== "any" && kind !== "rest")) ||
				(atom.kind === "option" && atom.value !== undefined)),
	);
	if (!pinned) return [];
	const folders = new Set<string>();
	for (const { atom, wanted, side } of literals) {
		if (atom.kind !== "paths-within" && atom.kind !== "paths-touching") continue;
		const { world } = settings[side] as AgentModel;
		const places = atom.paths.flatMap((path) => placeIn(path, world) ?? []);
		const kept = atom.kind === "paths-within" ? wanted : !wanted;
		// All of them are to lie inside.
		if (kept && atom.kind === "paths-within") {
			for (const place of places) folders.add(place);
			// What is taken out below one of them is not what goes by the same name further down.
			if (atom.paths.some((path) => path.negated)) for (const place of places) folders.add(joinPath(place, "x"));
		}
		// None is to lie inside: elsewhere none does, where that is said of places around here, nor in what is taken out.
		if (kept && atom.kind === "paths-touching") {
			if (places.some((place) => isAround(place, world))) folders.add(nowhere);
			for (const path of atom.paths) if (path.negated) folders.add(placeIn(path, world) ?? nowhere);
		}
		if (kept) continue;
		// One is to lie outside, or inside: where nothing is, and in and above the places that are named.
		folders.add(nowhere);
		for (const place of places) {
			folders.add(place);
			folders.add(parentOf(place));
		}
	}
	for (const { world } of settings) folders.delete(world.workspace);
	return [...folders].slice(0, mostFolders);
}

/** The places that a test names, and one that nobody names: what a relative path means depends on where it is asked. */
export function foldersIn(test: Test, world: World): readonly string[] {
	const places = pathsIn(test).flatMap((path) => placeIn(path, world) ?? []);
	return places.length === 0 ? [] : [...new Set([...places, nowhere])].slice(0, mostFolders);
}

function pathsIn(test: Test): readonly PathPattern[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(pathsIn);
		case "not":
			return pathsIn(test.test);
		case "paths-within":
		case "paths-touching":
			return test.paths;
		default:
			return [];
	}
}

/** A place that a pattern names, as an absolute path. */
function placeIn(path: PathPattern, { workspace, home }: World): string | undefined {
	const { text, literal } = path;
	// What is written out is a place itself.
	if (literal || !/[*?[\]{}\\]/.test(text)) {
		const isAtHome = text === "~" || text.startsWith("~/");
		if (isAtHome && home === undefined) return undefined;
		return normalise(joinPath(workspace, isAtHome ? `${home}${text.slice(1)}` : text));
	}
	const around = { workspace, home, cwd: workspace };
	const plain = instanceNamed(path, around);
	if (plain !== undefined) return normalise(joinPath(workspace, plain));
	const set = pathSetOf([{ ...path, negated: false }], "touching", around);
	const word = set && shortestWord([{ set, inside: true }], { left: 20_000 });
	return word?.kind === "word" ? normalise(joinPath(workspace, word.text)) : undefined;
}

const nowhere = "/x";

function parentOf(place: string): string {
	return place.slice(0, Math.max(1, place.lastIndexOf("/")));
}

/** Does the place lie in the workspace, or above it? */
function isAround(place: string, { workspace }: World): boolean {
	const below = (inner: string, outer: string): boolean =>
		inner === outer || inner.startsWith(`${outer === "/" ? "" : outer}/`);
	return below(place, workspace) || below(workspace, place);
}

/** More folders than this are not tried. */
const mostFolders = 12;
