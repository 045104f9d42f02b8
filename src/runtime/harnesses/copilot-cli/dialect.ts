/**
 * Copilot CLI: the event `preToolUse`, or `PreToolUse` with the shapes of Claude Code. An allow would go over the harness's own denials,
 * so it is said only where rules are to decide alone.
 */
import { type Dialect, type Fields, json, type ToolCall } from "../dialect.js";
import { preToolUseAnswer } from "../pre-tool-use.js";
import { isFields, readToolCall } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "copilot-cli",
	title: "Copilot CLI",
	shells: ["bash", "Bash"],
	folders: [],
	plain: ["read_bash", "stop_bash", "list_bash"],
	tools: {},
	writesUnseen: false,
	read: (input) => (isPascal(input) ? readToolCall(input, "PreToolUse") : readCamel(input)),
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

function isPascal(input: Fields): boolean {
	return "hook_event_name" in input;
}

function readCamel({ toolName, toolArgs, cwd }: Fields): ToolCall | string {
	if (typeof toolName !== "string" || toolName === "") return "it does not say which tool is called (`toolName`)";
	const input = typeof toolArgs === "string" ? parsed(toolArgs) : toolArgs;
	if (!isFields(input)) return "it does not say what the tool is given (`toolArgs`)";
	if (typeof cwd !== "string") return "it does not say in which folder (`cwd`)";
	return { tool: toolName, input, cwd };
}

/** The arguments were once a text of JSON. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
