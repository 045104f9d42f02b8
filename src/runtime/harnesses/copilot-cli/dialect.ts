/**
 * Copilot CLI: the event `preToolUse`, or `PreToolUse` with the shapes of Claude Code. An allow would go over the harness's own denials,
 * so it is said only where rules are to decide alone.
 */
import { type Dialect, type Fields, json, type ToolCall } from "../dialect/dialect.js";
import { preToolUseAnswer } from "../dialect/pre-tool-use.js";
import { askerIn, isFields, readToolCall } from "../dialect/read-tool-call.js";
import { toolsOfServers } from "../tools/mcp-name.js";
import { mcpServers } from "./mcp-servers.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "copilot-cli",
	title: "Copilot CLI",
	shells: ["bash", "Bash"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	read: (input, variables, _, fileText) => {
		const call = isPascal(input) ? readPascal(input) : readCamel(input);
		if (typeof call === "string" || !isOfServer(call.tool)) return call;
		const meant = toolsOfServers(call.tool, mcpServers(call.cwd ?? "/", variables, fileText), "-");
		return { ...call, mcp: meant.length === 0 ? unclear(call.tool) : meant };
	},
	named: (tool) => (isOfServer(tool) ? { tool, mcp: unclear(tool) } : { tool }),
	answer: (verdict, input) => {
		if (verdict.kind === "none" || (verdict.kind === "allow" && !verdict.alone)) return json({});
		if (isPascal(input)) return preToolUseAnswer(verdict);
		return json(
			verdict.kind === "allow"
				? { permissionDecision: "allow" }
				: { permissionDecision: verdict.kind, permissionDecisionReason: verdict.reason },
		);
	},
};

/** `SERVER-TOOL`; a tool of its own has no dash. */
function isOfServer(tool: string): boolean {
	return tool.includes("-") && !Object.hasOwn(tools, tool);
}

function unclear(tool: string): string {
	return `\`${tool}\` may be a tool of a server, and no server of such a name is in Copilot's configuration`;
}

function isPascal(input: Fields): boolean {
	return "hook_event_name" in input;
}

function readPascal(input: Fields): ToolCall | string {
	return readToolCall({ ...input, tool_input: argumentsIn(input.tool_input) }, "PreToolUse");
}

/** A session of its own is that of an agent that another one started; whose, it does not tell. */
function readCamel({ toolName, toolArgs, cwd, agentType, sessionId, agentId }: Fields): ToolCall | string {
	if (typeof toolName !== "string" || toolName === "") return "it does not say which tool is called (`toolName`)";
	const input = argumentsIn(toolArgs);
	if (!isFields(input)) return "it does not say what the tool is given (`toolArgs`)";
	if (typeof cwd !== "string") return "it does not say in which folder (`cwd`)";
	return {
		tool: toolName,
		input,
		cwd,
		...askerIn({ session: sessionId, subagent: agentId }),
		...(typeof agentType === "string" && agentType !== "" ? { agent: agentType } : {}),
	};
}

/** A text is a patch; the arguments were once a text of JSON. */
function argumentsIn(given: unknown): unknown {
	return typeof given !== "string" ? given : (parsed(given) ?? { patch: given });
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
