/** The policy of a server, looked at before it serves anybody: it is whole, and it has the agent. */
import type { Terminal } from "../terminal/terminal.js";
import { chosenPolicy, type PolicyOptions } from "./policy-choice.js";
import { knownAgent, type RequestOptions, surroundings } from "./request-choice.js";
import { wholePolicy } from "./whole-policy.js";

interface ServedPolicy {
	readonly names: readonly string[];
	readonly workspace: string;
	/** Where one was named. */
	readonly agent: { readonly agent?: string };
}

/** Undefined where the policy is broken, which it has said by then. Throws WrongQuestion. */
export async function servedPolicy(
	options: PolicyOptions & RequestOptions,
	terminal: Terminal,
): Promise<ServedPolicy | undefined> {
	const names = chosenPolicy(options);
	const { workspace } = surroundings(options);
	const decisions = await wholePolicy(names, terminal);
	if (decisions === undefined) return undefined;
	const agent = options.agent === undefined ? {} : { agent: options.agent };
	knownAgent(decisions, { argv: [""], ...agent });
	return { names, workspace, agent };
}
