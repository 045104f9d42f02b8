/** What variables change about the paths that a command names: options that stand in them, and in files that they name, are not read. */
import type { Arguments } from "../../request/arguments/arguments.js";
import type { World } from "../../request/paths.js";
import type { Command } from "../../request/request.js";
import { type NamedPath, pathWith } from "./named-path.js";

/** With such options a program may look at what its command line leaves out, and git takes names of other cases. */
export function widenedByVariables(
	named: readonly NamedPath[],
	{ program, usage }: Arguments,
	{ assignments }: Pick<Command, "assignments">,
	{ facts }: World,
): readonly NamedPath[] {
	// equivalent: nothing is asked for, and nothing given
	if (assignments.length === 0 && program?.variables.some(holdsOptions) !== true) return named;
	const asked = program?.variables.filter(holdsOptions) ?? [];
	const isGiven = assignments.some(({ name }) => asked.includes(name) || sayWhere.test(name));
	const isWide = asked.some((name) => isGiven || facts?.variable?.(name));
	const isCaseless =
		usage?.follows?.includes("pathspecs") === true && assignments.some(({ name }) => name === "GIT_ICASE_PATHSPECS");
	if (!isWide && !isCaseless) return named;
	const wide = { reach: "links", only: undefined, skip: undefined } as const;
	return named.map((one) => {
		if (isCaseless) return pathWith(one, { pathspec: "caseless" });
		return one.access === "read" && one.reach !== undefined ? pathWith(one, wide) : one;
	});
}

/** These hold options, or name a file of them; and these say where files lie that ask for hidden names. */
const holdsOptions = (name: string): boolean => name === "RIPGREP_CONFIG_PATH" || name === "GREP_OPTIONS";
const sayWhere = /^(?:HOME|XDG_CONFIG_HOME)$/;
