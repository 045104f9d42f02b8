/**
 * The environment of a program: built from nothing, not from everything that the harness has.
 */
import { changesWhatRuns } from "../../engine/request/variables.js";
import { keptByDefault } from "../../language/policy/settings/environment-keep.js";

export { changesWhatRuns } from "../../engine/request/variables.js";

/**
 * Requests must not set these freely, for they steer what runs. Kept from the harness they only say where it is at home,
 * so a wildcard may keep them.
 */
const ownSurroundings = /^(PATH|HOME|TMPDIR|SHELL|XDG_.*|TERMINFO.*|TZDIR|(https?|ALL)_proxy)$/i;

/** Which variables of the harness a program gets, and which are set for it. */
export interface Keeping {
	/** Names; a `*` at the end stands for the rest of one. Empty: `keptByDefault`. */
	readonly keep: readonly string[];
	readonly set: Readonly<Record<string, string>>;
}

/** The variables for a program. What changes what runs is kept by its full name alone. */
export function buildEnvironment(
	base: Readonly<Record<string, string | undefined>>,
	{ keep, set }: Keeping,
): Record<string, string> {
	const names = keep.length === 0 ? keptByDefault : keep;
	const kept = Object.entries(base).filter(
		(entry): entry is [string, string] => entry[1] !== undefined && names.some((pattern) => keeps(pattern, entry[0])),
	);
	return Object.fromEntries([...kept, ...Object.entries(set)]);
}

function keeps(pattern: string, name: string): boolean {
	if (!pattern.endsWith("*")) return pattern === name;
	return name.startsWith(pattern.slice(0, -1)) && (!changesWhatRuns(name) || ownSurroundings.test(name));
}
