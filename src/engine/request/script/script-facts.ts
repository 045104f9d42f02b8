/** What holds for a whole script, and for a line that runs as a part of it. */
export interface ScriptFacts {
	/** Variables that get something else than a whole number somewhere; arithmetic would evaluate what they hold. */
	readonly unproven: ReadonlySet<string> | "all";
	/** Variables that hold a whole number or nothing at all: `$(wc -l)`. */
	readonly maybeEmpty: ReadonlySet<string>;
	/** Variables whose value nothing but one assignment, or one loop, sets. */
	readonly setOnce: ReadonlySet<string>;
	/** The script sets IFS (but for a single `read`): then even digits may be split. */
	readonly splits: boolean;
	/** `HOME` may not be what it was. */
	readonly homeChanges: boolean;
	/** `PWD` may not be what the shell makes it. */
	readonly pwdChanges: boolean;
	/** Names that are a function somewhere, whether or not it is defined yet. */
	readonly functionNames: ReadonlySet<string>;
	/** A folder is changed inside of a function. */
	readonly functionsMove: boolean;
	/** A folder may be changed by a trap, at any time. */
	readonly trapsMove: boolean;
	/** A folder is changed somewhere. */
	readonly moves: boolean;
	/** Functions may be taken back. */
	readonly unsetsFunctions: boolean;
	/** Variables that the script makes read-only: to assign to them again makes a shell give up the line. */
	readonly readOnly: ReadonlySet<string>;
	/** A glob that fits nothing may vanish. */
	readonly emptyGlobs: boolean;
	/** One simple command is all of the script. */
	readonly single: boolean;
}

/** What holds for a line that `eval` or `trap` runs in a script: of its variables nothing is certain, for functions, attributes and traps of the script reach into it. */
export function factsInside(own: ScriptFacts, around: ScriptFacts): ScriptFacts {
	return {
		unproven: "all",
		maybeEmpty: new Set(),
		setOnce: new Set(),
		splits: true,
		homeChanges: own.homeChanges || around.homeChanges,
		pwdChanges: own.pwdChanges || around.pwdChanges,
		functionNames: new Set([...own.functionNames, ...around.functionNames]),
		functionsMove: own.functionsMove || around.functionsMove,
		trapsMove: own.trapsMove || around.trapsMove,
		moves: own.moves || around.moves,
		unsetsFunctions: true,
		readOnly: new Set([...own.readOnly, ...around.readOnly]),
		emptyGlobs: own.emptyGlobs || around.emptyGlobs,
		single: false,
	};
}
