/**
 * Cline: the file `PreToolUse` in a folder of hooks. Exit codes stop nothing, and neither does `review`: `cancel` does, and ends the agent's
 * run. So where it can be the tool is given something that fails and says why. A call holds several commands.
 */
import { type Dialect, type Fields, json, type Reply, unasked } from "../dialect/dialect.js";
import { askerIn, isFields } from "../dialect/read-tool-call.js";
import { mcpTool, withoutSuffix } from "../tools/mcp-name.js";
import { failingInput } from "./failing-input.js";
import { bareArgument, tools } from "./tools.js";

/** What stands behind a name that held characters which Cline takes out: the beginning of a hash. */
const suffix = /_(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8}$/;

/** `SERVER__TOOL`. */
const named: Dialect["named"] & {} = (tool) => {
	const mcp = Object.hasOwn(tools, tool) ? undefined : mcpTool(tool, { before: "", between: "__" });
	return { tool, ...(mcp === undefined ? {} : { mcp: withoutSuffix(mcp, suffix) }) };
};

export const dialect: Dialect = {
	name: "cline",
	title: "Cline",
	shells: ["run_commands", "execute_command"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	read: ({ tool_call, preToolUse, workspaceRoots, taskId, sessionContext, agent_id, parent_agent_id }) => {
		const call = isFields(tool_call) ? tool_call : undefined;
		const before = isFields(preToolUse) ? preToolUse : undefined;
		const tool = call?.name ?? before?.toolName;
		const given = call?.input ?? before?.parameters;
		if (typeof tool !== "string" || tool === "") return "it does not say which tool is called (`tool_call`)";
		const bare = Object.hasOwn(bareArgument, tool) ? bareArgument[tool] : undefined;
		const input = bare !== undefined && (typeof given === "string" || Array.isArray(given)) ? { [bare]: given } : given;
		if (!isFields(input)) return "it does not say what the tool is given (`tool_call.input`)";
		// There is no folder of the call: commands start in the first of the workspace.
		const root: unknown = Array.isArray(workspaceRoots) ? workspaceRoots[0] : undefined;
		if (typeof root !== "string") return "it does not say in which folder (`workspaceRoots`)";
		const parent = isFields(sessionContext) ? sessionContext.rootSessionId : undefined;
		// A team mate has no parent.
		const subagent = typeof parent_agent_id === "string" ? agent_id : undefined;
		return {
			...named(tool),
			input,
			cwd: root,
			project: root,
			...(typeof call?.id === "string" && call.id !== "" ? { call: call.id } : {}),
			...askerIn({ session: taskId, parent, subagent }),
		};
	},
	news: ({ hookName, taskId, tool_result, tool_call, preToolUse }) => {
		// What holds a question, too, is one.
		if (hookName !== "tool_result" || tool_call !== undefined || preToolUse !== undefined) return undefined;
		const { id, output } = isFields(tool_result) ? tool_result : {};
		if (typeof taskId !== "string" || typeof id !== "string" || taskId === "" || id === "") return { kind: "none" };
		// Each command of a call has its own end, and one name for all tells no more than one end.
		const [one, ...others] = Array.isArray(output) ? output : [output];
		const success = others.length === 0 && isFields(one) ? one.success : undefined;
		const how = success === true ? { code: 0 } : success === false ? { failed: true as const } : {};
		return { kind: "ended", session: taskId, call: id, ...how };
	},
	named,
	answer: (verdict, input) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return json({});
			case "ask":
				return denied(unasked(verdict.reason, dialect.title), input);
			case "deny":
				return denied(verdict.reason, input);
		}
	},
};

function denied(reason: string, { hookName, tool_call }: Fields): Reply {
	// Only where the event has the shape that was measured: others may run the tool as it is.
	const tool = hookName === "tool_call" && isFields(tool_call) ? tool_call.name : undefined;
	const overrideInput = typeof tool === "string" ? failingInput(tool, reason) : undefined;
	return json(
		overrideInput === undefined ? { cancel: true, errorMessage: reason } : { overrideInput, errorMessage: reason },
	);
}
