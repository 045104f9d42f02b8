/** Variables that a script sets for its commands: those that it exports, and those that change what runs even if nobody exports them again. */
import type { Variable, Word } from "../request.js";
import { changesUnexported } from "../variables.js";
import type { Context } from "./context.js";

/** The script sets this variable; without a value, to what can't be known. */
export function markName(name: string, exported: boolean, context: Pick<Context, "marked">, value?: Word): void {
	if (exported || changesUnexported(name, value?.kind === "known" ? value.text : undefined))
		mark({ name, ...(value === undefined ? {} : { value }) }, context);
}

/** Every command of the script may see this variable. */
export function mark(variable: Variable, { marked }: Pick<Context, "marked">): void {
	marked.set(keyOf(variable), variable);
}

/** Lists of variables, as one in which nothing stands twice. */
export function joinVariables(...lists: readonly (readonly Variable[])[]): readonly Variable[] {
	const [first = []] = lists;
	if (lists.every((list) => list === first || list.length === 0)) return first;
	return [...new Map(lists.flat().map((one) => [keyOf(one), one])).values()];
}

function keyOf({ name, value }: Variable): string {
	return JSON.stringify([name, value]);
}
