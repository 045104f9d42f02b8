/** What is known around a statement of a script, and after it. */
import type { Command as ReadCommand, Word as ReadWord, Redirect } from "../request.js";
import type { State } from "./context.js";

/** What is known where a statement went well, and where it failed; undefined where that is never reached. */
export interface After {
	readonly well: State | undefined;
	readonly failed: State | undefined;
}

/** However it ends. */
export function same(state: State): After {
	return { well: state, failed: state };
}

/** What stands around a command: redirections of the groups that it is in, and what a pipe brings. */
export interface CommandSurroundings {
	readonly files: readonly Redirect[];
	readonly input?: ReadWord;
	/** The command that writes into the pipe, where nothing else does. */
	readonly from?: ReadCommand;
}

/** The ways of a state as commands have them: undefined where no folder was changed. */
export function waysOf({ ways }: State): State["ways"] | undefined {
	return ways.length === 1 && ways[0]?.length === 0 ? undefined : ways;
}
