/** Variables that a script sets for its commands: those that it exports, and those that change what runs even if nobody exports them again. */
import { remembered } from "../../records/remembered.js";
import type { Variable, Word } from "../request.js";
import { changesUnexported } from "../variables.js";
import type { Context } from "./context.js";
import { type Placed, refuse } from "./unreadable.js";

/**
 * Variables of bash that hold whole numbers from its start: what is assigned to them is evaluated as arithmetic, with what runs in an index (`a[$(rm x)]`).
 * `RANDOM` and the others are set to a number that is known, or the script is refused.
 */
const holdsNumbers: ReadonlySet<string> = new Set(["HISTCMD", "OPTIND", "RANDOM", "SECONDS", "SRANDOM"]);

/** Those of zsh alone (`typeset -i` lists them): scripts for other shells use such names, so what nobody knows is taken for a number where it is assigned. */
const holdsNumbersInZsh: ReadonlySet<string> = new Set(
	"BAUD COLUMNS DIRSTACKSIZE EGID ERRNO FUNCNEST GID HISTSIZE KEYTIMEOUT LINES LISTMAX MAILCHECK SAVEHIST SHLVL TMOUT TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT".split(
		" ",
	),
);

export function refuseEvaluated(name: string, value: Word | undefined, at: Placed): void {
	const isNumber = value?.kind === "known" && /^\d{1,18}$/.test(value.text);
	const isOpen = value?.kind === "unknown" || (value?.kind === "known" && value.text === "");
	if (!isNumber && (holdsNumbers.has(name) || (holdsNumbersInZsh.has(name) && !isOpen)))
		refuse(`\`${name}\` set to what may be no number: a shell evaluates it`, at);
}

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
	// Most commands have none of their own: then it is the list that all of them share.
	const [first = [], second, ...others] = new Set(lists.filter(({ length }) => length > 0));
	if (second === undefined) return first;
	const shared = keysOf(second);
	// What a script sets for all of its commands may be long, and none of it one of the few that a command has.
	if (others.length === 0 && shared.size === second.length && !first.some((one) => shared.has(keyOf(one))))
		return [...new Map(first.map((one) => [keyOf(one), one])).values(), ...second];
	return [...new Map(lists.flat().map((one) => [keyOf(one), one])).values()];
}

function keyOf({ name, value }: Variable): string {
	return JSON.stringify([name, value]);
}

function keysOf(list: readonly Variable[]): ReadonlySet<string> {
	return remembered(keys, list, () => new Set(list.map(keyOf)));
}

/** As long as the request is decided. */
const keys = new WeakMap<readonly Variable[], ReadonlySet<string>>();
