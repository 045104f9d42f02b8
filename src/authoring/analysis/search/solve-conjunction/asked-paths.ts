/** What the literals ask of paths: what every path must be, and what some path must be. */
import type { Role } from "../../../../engine/knowledge/program.js";
import type { Access, PathPattern } from "../../../../language/policy/test.js";
import type { AgentModel } from "../../agent-model.js";
import { laterPathSetOf, normalPaths } from "../../words/path-set.js";
import { hasWord, type Wanted } from "../../words/shortest-word.js";
import type { WordSet } from "../../words/word-set.js";
import type { Atom, Literal } from "../literal.js";
import type { Work } from "./draft.js";

/** What every path must be that is accessed so: inside here, and outside of there. What is a path to one policy may be none to another. */
export function universals(
	roles: readonly Role[],
	work: Work,
	sides: ReadonlySet<number> = work.sides,
): readonly Wanted[] {
	return work.literals.flatMap((literal): Wanted[] => {
		const { atom, wanted, side } = literal;
		if (work.several && !sides.has(side)) return [];
		const says = (atom.kind === "paths-within" && wanted) || (atom.kind === "paths-touching" && !wanted);
		if (!says || (atom.kind !== "paths-within" && atom.kind !== "paths-touching") || !accessesOf(roles, atom.access))
			return [];
		const set = placesIn({ ...literal, atom }, work);
		return set === undefined
			? []
			: [
					{ set, inside: wanted },
					{ set: normalPaths, inside: true },
				];
	});
}

/** What some path must be. */
export function existentials(role: Role, work: Work): readonly Wanted[] {
	return work.literals.flatMap((literal): Wanted[] => {
		const { atom, wanted } = literal;
		const asks = (atom.kind === "paths-within" && !wanted) || (atom.kind === "paths-touching" && wanted);
		if (!asks || (atom.kind !== "paths-within" && atom.kind !== "paths-touching") || !accessesOf([role], atom.access))
			return [];
		const set = placesIn({ ...literal, atom }, work);
		return set === undefined ? [] : [{ set, inside: wanted }];
	});
}

/** Is there, for each path that is asked for, one that may be read or written? */
export function pathsFit(work: Work): boolean {
	return work.literals.every(
		(literal) =>
			!asksForPath(literal) || placesIn(literal, work) === undefined || accessesFor(literal, work).length > 0,
	);
}

export type PathLiteral = Literal & { readonly atom: { readonly kind: "paths-within" | "paths-touching" } };

/** Some path must lie so. */
export function asksForPath(literal: Literal): literal is PathLiteral {
	return literal.atom.kind === "paths-within"
		? !literal.wanted
		: literal.atom.kind === "paths-touching" && literal.wanted;
}

/** What may happen to a path that lies as the literal asks, by what is asked of every path. */
export function accessesFor(literal: PathLiteral, work: Work): readonly ("read" | "write" | "both")[] {
	let found = work.accesses.get(literal);
	if (found === undefined) {
		const set = placesIn(literal, work);
		found = (["read", "write", "both"] as const).filter((role) => {
			if (set === undefined || !accessesOf([role], literal.atom.access)) return false;
			const word = hasWord(
				[...needFor(set, literal.wanted), ...universals([role], work, new Set([literal.side]))],
				work.budget,
			);
			if (word === "unsettled") work.unsure = true;
			return word === "word";
		});
		work.accesses.set(literal, found);
	}
	return found;
}

/** One list for each set and sense, so that equal needs are the same. */
export function needFor(set: WordSet, inside: boolean): readonly Wanted[] {
	let both = needLists.get(set);
	if (both === undefined) {
		both = [
			[
				{ set, inside: true },
				{ set: normalPaths, inside: true },
			],
			[
				{ set, inside: false },
				{ set: normalPaths, inside: true },
			],
		];
		needLists.set(set, both);
	}
	return both[inside ? 0 : 1];
}
const needLists = new WeakMap<WordSet, readonly [readonly Wanted[], readonly Wanted[]]>();

/** The texts of paths that lie inside what an atom names; where nobody knows the home folder, as surely as the literal asks. */
export function placesIn(
	{
		atom,
		wanted,
		mayBe,
		side,
	}: Literal & { readonly atom: Atom & { readonly kind: "paths-within" | "paths-touching" } },
	work: Work,
): WordSet | undefined {
	const { world } = work.settings[side] as AgentModel;
	const around = { workspace: world.workspace, home: world.home, cwd: work.manner.cwd ?? world.workspace };
	const set = laterPathSetOf(
		atom.paths as readonly PathPattern[],
		atom.kind === "paths-within" ? "within" : "touching",
		around,
		wanted === mayBe,
	);
	if (set === undefined) work.unsure = true;
	return set;
}

/** Does an operand with these roles count as a path for this access? */
export function accessesOf(roles: readonly Role[], access: Access): boolean {
	return roles.some((role) => isAccess(role, access));
}

function isAccess(role: Role, access: Access): boolean {
	switch (role) {
		case "both":
			return true;
		case "read":
			return access !== "write";
		case "write":
			return access !== "read";
		case "value":
		case "code":
			return false;
	}
}

export function isAboutPaths({ kind }: Atom): boolean {
	return kind === "paths-within" || kind === "paths-touching";
}
