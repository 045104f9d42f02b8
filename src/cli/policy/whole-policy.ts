/** The policy that decides, looked at before anything is asked of it. */
import type { Decisions } from "../../engine/decide/tree.js";
import type { Terminal } from "../terminal/terminal.js";
import { decidingPolicy } from "./deciding-policy.js";
import { errorFrames } from "./policy-choice.js";

/** Undefined where the policy is broken, which it has said by then. */
export async function wholePolicy(names: readonly string[], terminal: Terminal): Promise<Decisions | undefined> {
	const deciding = await decidingPolicy(names);
	if (!("broken" in deciding)) return deciding.decisions;
	await terminal.complain(errorFrames(deciding.broken, terminal.colour.err));
	return undefined;
}
