/**
 * Options that say where a command works: which cluster, which host, which account. What they name is chosen elsewhere as well where they are left out: by a current context, a
 * variable, a file of settings, an address among the operands, or the program's default.
 */
import type { OptionFact, Program } from "../program.js";

/** Is this such an option, by one of its names? `command`: the words of the subcommand. */
export function isTargetOption(name: string, facts: Program | undefined, command: readonly string[]): boolean {
	const fact = optionNamed(name, facts, command);
	// A folder or a file of one's own is no place that settings choose; what is run is none either.
	if (fact !== undefined && (fact.value === undefined || fact.role === "code" || fact.runs !== undefined)) return false;
	return (fact?.names ?? [name]).some((one) => isTarget(one, command));
}

/** The variables from which it takes the same, as far as their names tell. */
export function targetVariables(facts: Program | undefined, name: string): readonly string[] {
	const last = partsOf(name).at(-1)?.toUpperCase() ?? "";
	return (facts?.variables ?? []).filter((one) => last.length > 2 && one.endsWith(last)).slice(0, 2);
}

function optionNamed(name: string, facts: Program | undefined, command: readonly string[]): OptionFact | undefined {
	if (facts === undefined) return undefined;
	const own = facts.subcommands[command.join(" ")] ?? facts.subcommands[command[0] ?? ""];
	return [...(own?.options ?? []), ...facts.options].find(({ names }) => names.includes(name));
}

function isTarget(name: string, command: readonly string[]): boolean {
	if (!/^--?[A-Za-z][\w-]+$/.test(name)) return false;
	const parts = partsOf(name);
	const last = parts.at(-1) ?? "";
	if (last === "tag") return command.some((word) => /^(?:publish|release|unpublish)$/.test(word));
	return targets.has(last) || targets.has(parts.slice(-2).join("-"));
}

/** `--cluster-name`, `--project-id`, `-resource_group`: what it names. */
function partsOf(name: string): readonly string[] {
	const parts = name
		.replace(/^-+/, "")
		.replace(/([a-z])([A-Z])/g, "$1-$2")
		.toLowerCase()
		.split(/[-_]/);
	return parts.length > 1 && /^(?:name|id|arn|names|ids)$/.test(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts;
}

const targets: ReadonlySet<string> = new Set(
	"context cluster kubeconfig namespace profile region zone host hostname dbname database db username user account project tenant subscription resource-group workspace org organization organisation space team app application site stage environment env instance server endpoint vault serial".split(
		" ",
	),
);

/** A value that says that the option was not meant to choose among targets: an address to listen on, an assignment. */
export function isTargetValue(value: string): boolean {
	return !/^(?:0\.0\.0\.0|::|localhost|127\.0\.0\.1|\*+)$|=|:\/\//.test(value);
}
