/**
 * Cline: the file `PreToolUse` in a folder of hooks. Exit codes stop nothing, and neither does `review`: only `cancel` does, and it ends
 * the agent's run. A call holds several commands.
 */
import { type Dialect, json, type Reply, unasked } from "../dialect.js";
import { isFields } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "cline",
	title: "Cline",
	shells: ["run_commands", "execute_command"],
	folders: [],
	plain: [],
	tools: {},
	writesUnseen: false,
	read: ({ tool_call, preToolUse, workspaceRoots }) => {
		const call = isFields(tool_call) ? tool_call : undefined;
		const before = isFields(preToolUse) ? preToolUse : undefined;
		const tool = call?.name ?? before?.toolName;
		const input = call?.input ?? before?.parameters;
		if (typeof tool !== "string" || tool === "") return "it does not say which tool is called (`tool_call`)";
		if (!isFields(input)) return "it does not say what the tool is given (`tool_call.input`)";
		// There is no folder of the call: commands start in the first of the workspace.
		const root: unknown = Array.isArray(workspaceRoots) ? workspaceRoots[0] : undefined;
		if (typeof root !== "string") return "it does not say in which folder (`workspaceRoots`)";
		return { tool, input, cwd: root, project: root };
	},
	answer: (verdict) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return json({});
			case "ask":
				return cancelled(unasked(verdict.reason, dialect.title));
			case "deny":
				return cancelled(verdict.reason);
		}
	},
};

function cancelled(errorMessage: string): Reply {
	return json({ cancel: true, errorMessage });
}
