/**
 * Cursor: the events `beforeShellExecution` and `beforeMCPExecution`, where a question can be asked, and `beforeReadFile` and `preToolUse`, where none can. A call may
 * be asked about in two of them; what either stops is stopped.
 */
import {
	type Dialect,
	type Fields,
	type FileText,
	json,
	type ToolCall,
	unasked,
	type Variables,
} from "../dialect/dialect.js";
import { askerIn, isFields, noInput, noTool, wrongEvent } from "../dialect/read-tool-call.js";
import { serversLike } from "./mcp-servers.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "cursor",
	title: "Cursor",
	shells: ["Shell"],
	folders: ["cwd", "working_directory"],
	plain: [],
	tools,
	writesUnseen: false,
	read: (input, variables, _, fileText) => {
		const roots = Array.isArray(input.workspace_roots)
			? input.workspace_roots.filter((root): root is string => typeof root === "string")
			: [];
		const call = called(input, roots, variables, fileText);
		if (typeof call === "string") return call;
		const [project] = roots;
		const cwd = typeof input.cwd === "string" && input.cwd !== "" ? input.cwd : project;
		if (cwd === undefined) return "it does not say in which folder (`cwd`, `workspace_roots`)";
		// Of several folders none is the project.
		const asker = askerIn({ session: input.conversation_id, harnessVersion: input.cursor_version });
		return { ...call, cwd, ...asker, ...(roots.length === 1 && project !== undefined ? { project } : {}) };
	},
	named,
	answer: (verdict, input) => {
		const said = (permission: string, message: string) =>
			json({ permission, user_message: message, agent_message: message });
		switch (verdict.kind) {
			case "none":
				return json({});
			case "allow":
				return json({ permission: "allow" });
			case "ask":
				return asking.has(input.hook_event_name)
					? said("ask", verdict.question ?? verdict.reason)
					: said("deny", unasked(verdict.reason, dialect.title));
			case "deny":
				return said("deny", verdict.reason);
		}
	},
};

/** The events in which Cursor puts a question. */
const asking: ReadonlySet<unknown> = new Set(["beforeShellExecution", "beforeMCPExecution"]);

function called(input: Fields, roots: readonly string[], variables: Variables, fileText: FileText): ToolCall | string {
	const { hook_event_name, command, tool_name, tool_input, file_path } = input;
	switch (hook_event_name) {
		case "beforeShellExecution":
			if (typeof command !== "string") return "it holds no command (`command`)";
			return { tool: "Shell", input: { command } };
		case "beforeReadFile":
			if (typeof file_path !== "string") return "it does not say which file (`file_path`)";
			return { tool: "Read", input: { file_path: withAttachments(file_path, input.attachments) } };
		case "beforeMCPExecution": {
			if (typeof tool_name !== "string" || tool_name === "") return noTool;
			const given = argumentsIn(tool_input);
			if (given === undefined) return noInput;
			const tool = plain(tool_name);
			const folders = [...roots, ...(variables.HOME ? [variables.HOME] : [])];
			const servers = serversLike(input, folders, fileText);
			return {
				tool: `MCP:${tool}`,
				input: given,
				mcp:
					servers.length > 0
						? servers.map((server) => ({ server, tool }))
						: `\`${tool}\` is a tool of a server that stands in no \`.cursor/mcp.json\` just as it is told`,
			};
		}
		case "preToolUse":
			if (typeof tool_name !== "string" || tool_name === "") return noTool;
			if (!isFields(tool_input)) return noInput;
			// Which server it is, `beforeMCPExecution` tells.
			return { tool: tool_name, input: tool_input, ...(isOfServer(tool_name) ? { mcp: [] } : {}) };
		default:
			return wrongEvent(hook_event_name, "beforeShellExecution");
	}
}

/** What is handed over beside the file is read as well. What says no path stays as it is, and makes the call unclear. */
function withAttachments(file: string, attachments: unknown): string | readonly unknown[] {
	if (attachments === undefined || attachments === null) return file;
	return [
		file,
		...[attachments].flat().map((one: unknown) => (isFields(one) ? (one.filePath ?? one.file_path ?? one.path) : one)),
	];
}

/** They come as a text of JSON. */
function argumentsIn(given: unknown): Fields | undefined {
	if (typeof given !== "string") return isFields(given) ? given : undefined;
	try {
		const value: unknown = JSON.parse(given);
		return isFields(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function named(tool: string): Pick<ToolCall, "tool" | "mcp"> {
	return isOfServer(tool) ? { tool, mcp: `\`${tool}\` does not say of which server it is` } : { tool };
}

function isOfServer(tool: string): boolean {
	return tool.startsWith("MCP:");
}

function plain(tool: string): string {
	return tool.replace(/^MCP:/, "");
}
