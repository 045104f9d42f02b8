import { type Contract, objectIn } from "../contract.js";
import { isFields } from "../dialect/read-tool-call.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	patience: 30_000,
	asks: (command, cwd) => ({
		hookName: "tool_call",
		taskId: "rules-doctor",
		agent_id: "rules-doctor",
		parent_agent_id: null,
		workspaceRoots: [cwd],
		tool_call: { id: "1", name: "run_commands", input: { commands: [command] } },
		preToolUse: { toolName: "run_commands", parameters: { commands: [command] } },
	}),
	variables: () => ({}),
	// Exit codes stop nothing.
	hears: ({ stdout }) => {
		const answer = objectIn(stdout);
		return answer?.cancel === true || mayOnlyFail(answer?.overrideInput) ? "stops" : "runs";
	},
};

/** Does it get commands that only say why and end? Such a question is asked of it here. */
function mayOnlyFail(input: unknown): boolean {
	return (
		isFields(input) &&
		Array.isArray(input.commands) &&
		input.commands.every((command) => /^printf "%s\\n" (?:'(?:[^']|'\\'')*'|\S+) >&2; exit 126$/.test(command))
	);
}
