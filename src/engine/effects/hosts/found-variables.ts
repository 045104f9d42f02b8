/** Variables that a command is given, or else finds. */
import type { Command, Word } from "../../request/request.js";
import type { Surroundings } from "./git-remotes.js";

/** Behind another program it may be another value. An empty one says nothing. */
export function variableValue(
	name: string,
	{ assignments, via }: Command,
	{ world }: Surroundings,
): Word | "none" | "unknown" {
	const given = assignments.filter((one) => one.name === name);
	if (given.length > 1) return "unknown";
	if (given.length === 1) return given[0]?.value ?? "unknown";
	const found = via === undefined ? world.facts?.variable?.(name) : undefined;
	if (found === undefined) return "unknown";
	return found === null || found === "" ? "none" : { kind: "known", text: found };
}
