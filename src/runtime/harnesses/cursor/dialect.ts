/** Cursor: the event `beforeShellExecution`, or `preToolUse`, where no question can be asked. */
import { type Dialect, type Fields, json, type ToolCall, unasked } from "../dialect.js";
import { isFields, wrongEvent } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "cursor",
	title: "Cursor",
	shells: ["Shell"],
	folders: ["cwd", "working_directory"],
	plain: [],
	tools: {},
	writesUnseen: false,
	read: (input) => {
		const call = called(input);
		if (typeof call === "string") return call;
		const roots = Array.isArray(input.workspace_roots) ? input.workspace_roots : [];
		const project: unknown = roots[0];
		const cwd = typeof input.cwd === "string" && input.cwd !== "" ? input.cwd : project;
		if (typeof cwd !== "string") return "it does not say in which folder (`cwd`, `workspace_roots`)";
		// Of several folders none is the project.
		return { ...call, cwd, ...(roots.length === 1 && typeof project === "string" ? { project } : {}) };
	},
	answer: (verdict, input) => {
		const said = (permission: string, message: string) =>
			json({ permission, user_message: message, agent_message: message });
		switch (verdict.kind) {
			case "none":
				return json({});
			case "allow":
				return json({ permission: "allow" });
			case "ask":
				return input.hook_event_name === "beforeShellExecution"
					? said("ask", verdict.reason)
					: said("deny", unasked(verdict.reason, dialect.title));
			case "deny":
				return said("deny", verdict.reason);
		}
	},
};

function called({ hook_event_name, command, tool_name, tool_input }: Fields): ToolCall | string {
	switch (hook_event_name) {
		case "beforeShellExecution":
			if (typeof command !== "string") return "it holds no command (`command`)";
			return { tool: "Shell", input: { command } };
		case "preToolUse":
			if (typeof tool_name !== "string" || tool_name === "")
				return "it does not say which tool is called (`tool_name`)";
			if (!isFields(tool_input)) return "it does not say what the tool is given (`tool_input`)";
			return { tool: tool_name, input: tool_input };
		default:
			return wrongEvent(hook_event_name, "beforeShellExecution");
	}
}
