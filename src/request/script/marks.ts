/** Names that a script sets for its commands: those that it exports, and those that change what runs even if nobody exports them again. */
import { changesWhatRuns } from "../variables.js";
import type { Context } from "./context.js";

/** The script sets this variable. */
export function markName(name: string, exported: boolean, context: Context): void {
	if (exported || changesWhatRuns(name)) context.marked.add(name);
}
