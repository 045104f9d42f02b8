/** Which commands of a request an agent's rules decide: all of the shell's, and the calls of the hands that they govern. */
import { type Hand, handOf } from "../../language/policy/hands.js";
import type { AgentSettings } from "../../language/policy/policy.js";
import type { Command } from "../request/request.js";

/** Those of them that the rules decide. */
export function governedCommands(
	commands: readonly Command[],
	agent: Pick<AgentSettings, "govern">,
): readonly Command[] {
	return commands.filter((command) => {
		const hand = handOfCommand(command);
		return hand === undefined || governs(agent, hand);
	});
}

/** Do the agent's rules decide calls of this hand? */
export function governs({ govern }: Pick<AgentSettings, "govern">, hand: Hand): boolean {
	return govern.includes("all") || (hand !== "tools" && govern.includes(hand));
}

/** The hand of a call; undefined for what a shell runs. */
export function handOfCommand({ call, program }: Command): Hand | undefined {
	return call === true && program.kind === "known" ? handOf(program.text) : undefined;
}
