/** What the readers of one script share: its text, what was found so far, and what is known at a place of it. */
import { altered } from "../../records/altered.js";
import type { Command, SyntaxFeature, Variable, Way, Word } from "../request.js";
import type { Script } from "./parse.js";
import type { ScriptFacts } from "./script-facts.js";

export interface Context {
	readonly source: string;
	readonly facts: ScriptFacts;
	/** The home folder, where `~` leads. */
	readonly home: string | undefined;
	/** The folder that the request is made in. */
	readonly cwd: string | undefined;
	readonly commands: Command[];
	readonly features: Set<SyntaxFeature>;
	/** Variables that the script exports, or sets although they change what runs: every command of the script may see them. */
	readonly marked: Map<string, Variable>;
	/** So far: words, those that braces make, and globs; and commands that are there again, since a loop is read once for each of its words. */
	readonly size: { words: number; braces: number; globs: number; again: number };
	/** Reads a script inside of this one, in a process of its own. */
	readonly enter: (script: Script, state: State) => void;
}

/** What is known at one place of a script, whichever way led there. */
export interface State {
	/** The ways to the current folder; it is one of them. None: it can't be known. */
	readonly ways: readonly Way[];
	/** Variables that surely were assigned in this script. */
	readonly assigned: ReadonlySet<string>;
	/** What variables surely hold: a text, or what a glob of a loop became. */
	readonly values: ReadonlyMap<string, Word>;
	/** Functions that surely are defined. */
	readonly functions: ReadonlySet<string>;
	readonly inLoop: boolean;
	readonly inFunction: boolean;
	/** How often this place is read: once for each word of each loop around it. */
	readonly rounds: number;
}

export const startState: State = {
	ways: [[]],
	assigned: new Set(),
	values: new Map(),
	functions: new Set(),
	inLoop: false,
	inFunction: false,
	rounds: 1,
};

/** More ways to a folder than this are not kept apart. */
const mostWays = 8;

/** What is known where two ways meet; undefined is a place that is never reached. */
export function merge(a: State | undefined, b: State | undefined): State | undefined {
	if (a === undefined || a === b) return b;
	if (b === undefined) return a;
	return {
		ways: mergeWays(a.ways, b.ways),
		assigned: intersection(a.assigned, b.assigned),
		// What is set once and held on both ways is the same on both.
		values: a.values === b.values ? a.values : new Map([...a.values].filter(([name]) => b.values.has(name))),
		functions: intersection(a.functions, b.functions),
		inLoop: a.inLoop,
		inFunction: a.inFunction,
		rounds: a.rounds,
	};
}

function mergeWays(a: readonly Way[], b: readonly Way[]): readonly Way[] {
	if (a === b) return a;
	if (a.length === 0 || b.length === 0) return [];
	const known = new Set(a.map(keyOf));
	const all = [...a, ...b.filter((way) => !known.has(keyOf(way)))];
	return all.length > mostWays ? [] : all;
}

function keyOf(way: Way): string {
	return JSON.stringify(way);
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
	return a === b ? a : new Set([...a].filter((one) => b.has(one)));
}

/** More names than this are not kept apart: of what comes later, nothing is known. */
const mostNames = 200;

/** One more element, the set itself when it has it, or has too many already. */
export function including(set: ReadonlySet<string>, ...more: readonly string[]): ReadonlySet<string> {
	if (set.size >= mostNames) return set;
	return more.every((one) => set.has(one)) ? set : new Set([...set, ...more]);
}

/** The state behind an assignment, or inside a loop over one word: its value is known where nothing else sets the variable. */
export function holding(state: State, name: string, value: Word | undefined, { facts }: Context): State {
	const kept = value !== undefined && value.kind !== "unknown" && facts.setOnce.has(name) ? value : undefined;
	if (kept === undefined || state.values.size >= mostNames) return state;
	return altered(state, { values: new Map([...state.values, [name, kept]]) });
}
