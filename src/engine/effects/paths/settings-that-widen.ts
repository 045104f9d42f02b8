/** Options that stand in a variable, or in a file that it names, are not read: with them a program may look at what its command line leaves out. */
import type { Program } from "../../knowledge/program.js";
import type { World } from "../../request/paths.js";
import type { Command } from "../../request/request.js";
import type { NamedPath } from "./named-path.js";

/** They hold options. */
const optionVariables = ["RIPGREP_CONFIG_PATH", "GREP_OPTIONS"];
/** They say where files lie that ask for hidden names. */
const placeVariables = ["HOME", "XDG_CONFIG_HOME"];

/** The paths that a command names, with all that lies below them where such a variable is given, or was there before. */
export function widenedBySettings(
	named: readonly NamedPath[],
	program: Program | undefined,
	command: Command,
	world: World,
): readonly NamedPath[] {
	const isNarrow = ({ reach, only, skip }: NamedPath): boolean =>
		reach === "visible" || (reach !== undefined && (only !== undefined || skip !== undefined));
	if (!named.some((one) => one.access === "read" && isNarrow(one))) return named;
	const asked = optionVariables.filter((name) => program?.variables.includes(name));
	const isGiven = command.assignments.some(({ name }) => asked.includes(name) || placeVariables.includes(name));
	if (!isGiven && !asked.some((name) => world.facts?.variable?.(name))) return named;
	return named.map((one) => {
		if (one.access !== "read" || !isNarrow(one)) return one;
		const { only: _, skip: __, ...wide } = one;
		return { ...wide, reach: "links" };
	});
}
