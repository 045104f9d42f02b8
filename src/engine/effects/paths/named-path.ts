/** A path that a command names, and how far it reaches. */
import { whole } from "../../records/whole.js";
import type { Below, Mutable } from "../../request/request.js";
import type { NameFilters } from "./name-filters.js";

/** A path that a command names. `text` is absent where it can't be known; `glob` where the word is a live glob, or names that a program finds, and becomes paths. */
export interface NamedPath extends NameFilters {
	readonly text?: string;
	readonly glob?: string | Below;
	readonly access: "read" | "write" | "both";
	/** It may be a path, or no word of its own at all. */
	readonly maybe?: true;
	/** Code in a file that nobody reads may do it. */
	readonly byCode?: true;
	/** How many of the command's own folders it is relative to: all of them when absent. */
	readonly folders?: number;
	/** More than the path itself is meant. */
	readonly reach?: Reach;
	/** What is meant is the last part of the path, in this folder, if it is one. */
	readonly into?: string;
	/** That folder is given by an option, and made where it is not there. */
	readonly isGiven?: true;
	/** With it, all folders of the path stand in that folder. */
	readonly isWhole?: true;
	/** It is meant with what lies below it unless it is a folder already: then what is put there has a name of its own. */
	readonly becomes?: true;
	/** Its text is a pathspec of git. `caseless`: of any case; `top`: a path in a revision, seen from the top of the work tree. */
	readonly pathspec?: "plain" | "caseless" | "top";
	/** It is meant where none of these lies in the folder. */
	readonly unless?: readonly string[];
}

/**
 * How far a path reaches. `below`: everything that lies below it now. `links`: the same, and what links there lead to. `visible`: the same without hidden names.
 * `somewhere`: names below it that nobody knows, of files that may not be there yet. `through`: the same, and below what links there lead to.
 */
export type Reach = "below" | "links" | "visible" | "somewhere" | "through";

/** What is said of a path beside its text. */
type Said = { readonly [Field in keyof NamedPath]?: NamedPath[Field] | undefined };

/** A path of one shape, as all are that commands name. */
export function namedPath(access: NamedPath["access"], text?: string, said?: Said): NamedPath {
	const path = copyOf(blank);
	path.access = access;
	if (text !== undefined) path.text = text;
	return said === undefined ? path : Object.assign(path, said);
}

/** A copy of a path of which more is said. */
export function pathWith(path: NamedPath, said: Said): NamedPath {
	return Object.assign(copyOf(path), said);
}

/** The same path, which may be none. */
export function inDoubt(path: NamedPath): NamedPath {
	if (path.maybe) return path;
	const copy = copyOf(path);
	copy.maybe = true;
	return copy;
}

function copyOf(path: NamedPath): Mutable<NamedPath> {
	const { text, glob, access, maybe, byCode, folders, reach, only, skip, into, isGiven, isWhole, becomes } = path;
	const { pathspec, unless } = path;
	const own = {
		text,
		glob,
		access,
		maybe,
		byCode,
		folders,
		reach,
		only,
		skip,
		into,
		isGiven,
		isWhole,
		becomes,
		pathspec,
		unless,
	};
	return whole<NamedPath>(own);
}

const blank = copyOf({ access: "both" });
