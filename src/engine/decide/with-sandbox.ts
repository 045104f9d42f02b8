/** A policy under which an agent's runs are confined more strictly than it says by itself. */
import { type Demand, demands } from "../../language/syntax/statements.js";
import type { Decisions } from "./tree.js";

/** The same policy for one agent, with the stricter of its own demand for a sandbox and another one. Nothing is loosened. */
export function withSandbox(decisions: Decisions, name: string, demand: Demand): Decisions {
	const one = Object.hasOwn(decisions.agents, name) ? decisions.agents[name] : undefined;
	if (one === undefined || demands.indexOf(demand) <= demands.indexOf(one.agent.sandbox)) return decisions;
	// The others are copied as they are: they may not have been read yet.
	const agents = Object.create(null, Object.getOwnPropertyDescriptors(decisions.agents)) as Record<string, typeof one>;
	const value = { ...one, agent: { ...one.agent, sandbox: demand } };
	Object.defineProperty(agents, name, { value, enumerable: true });
	return { ...decisions, agents };
}
