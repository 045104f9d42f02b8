/** About which tools a registered hook is asked, by the `matcher` beside it. */
import type { Decisions } from "../../engine/decide/tree.js";
import { shellAlone } from "../../language/policy/hands.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import type { RegisteredHook } from "../../runtime/harnesses/install/registered.js";
import type { Check } from "./check.js";

type Registered = Pick<RegisteredHook, "matcher">;

/** Is it asked about shell commands? */
export function shellsCheck({ contract: { shells } }: HookedHarness, hook: Registered): Check {
	const matcher = matcherOf(hook);
	const name = "matcher";
	if (shells === undefined || matcher === undefined)
		return { name, verdict: "good", message: "it is asked about shell commands" };
	const missed = shells.filter((shell) => !standsFor(matcher, shell));
	return missed.length === 0
		? { name, verdict: "good", message: `\`${matcher}\` stands for ${listed(shells)}` }
		: {
				name,
				verdict: "bad",
				message: `\`${matcher}\` does not stand for ${listed(missed)}: shell commands of theirs are not asked about`,
			};
}

/** What a policy governs of some agent besides the shell. */
export function governedBeside(decisions: Pick<Decisions, "agents"> | undefined): readonly string[] {
	const governed = new Set(Object.values(decisions?.agents ?? {}).flatMap(({ agent }) => agent.govern ?? shellAlone));
	return [...governed].filter((hand) => hand !== "shell");
}

/** Is it asked about the other tools, where the policy governs them? */
export function toolsChecks(
	{ name: harness, contract, dialect }: HookedHarness,
	hook: Registered,
	decisions: Pick<Decisions, "agents"> | undefined,
): readonly Check[] {
	const governed = governedBeside(decisions);
	if (governed.length === 0) return [];
	const name = "tools";
	const matcher = contract.shells === undefined ? undefined : matcherOf(hook);
	if (matcher === undefined) return [{ name, verdict: "good", message: "it is asked about every tool" }];
	const acting = Object.entries(dialect.tools).flatMap(([tool, { says }]) => (says === "" ? [] : [tool]));
	const missed = acting.filter((tool) => !standsFor(matcher, tool));
	const unasked = missed.length > 0 ? listed(missed) : "tools of servers, and those that nobody knows yet";
	return [
		{
			name,
			verdict: "bad",
			message: `the policy governs ${governed.join(", ")}, and \`${matcher}\` does not stand for ${unasked}: nobody is asked about those (\`rules install --harness ${harness}\` registers the hook for every tool)`,
		},
	];
}

/** Undefined where it stands for every tool, by itself or by its absence. */
function matcherOf({ matcher }: Registered): string | undefined {
	return matcher === "" || matcher === "*" || matcher === ".*" ? undefined : matcher;
}

function standsFor(matcher: string, tool: string): boolean {
	try {
		return new RegExp(`^(?:${matcher})$`).test(tool);
	} catch {
		// What is no regular expression matches nothing.
		return false;
	}
}

function listed(tools: readonly string[]): string {
	return `\`${tools.join("`, `")}\``;
}
