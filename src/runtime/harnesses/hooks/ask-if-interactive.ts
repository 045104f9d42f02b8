/** Decisions about commands to which more may be told than stands in them: of a hook, and of a request that is made as a harness makes it. */
import { refusal } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Decisions } from "../../../engine/decide/tree.js";
import type { Request } from "../../../engine/request/request.js";
import { interactiveInterpreterIn } from "./interactive-interpreters.js";

/** What would be allowed and starts a program that nobody can watch is a question. `home`: where `~` leads. */
export function askIfInteractive(
	decision: Decision,
	request: Request,
	decisions: Decisions,
	home: string | undefined,
): Decision {
	if (decision.effect !== "allow") return decision;
	const facts = {
		programs: new Map(Object.entries(decisions.programs)),
		trust: decisions.agents[decision.agent]?.agent.trust ?? [],
		...(home === undefined ? {} : { home }),
	};
	const name = interactiveInterpreterIn(request, facts);
	if (name === undefined) return decision;
	return {
		...refusal(
			decisions,
			request,
			"unreadable",
			`\`${name}\` would do what is written to it later, and no hook sees that: give it what to do in the command itself.`,
		),
		effect: "ask",
	};
}
