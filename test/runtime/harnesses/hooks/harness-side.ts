/**
 * The other side of each contract: how a harness asks, and what it makes of an answer. Facts as they were measured or are documented, written
 * down apart from the dialects.
 */
import { normalize } from "node:path/posix";
import { Ajv2020 } from "ajv/dist/2020.js";

export interface Said {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number | null;
}

/** `runs` includes whatever the harness takes for no answer at all. */
export type Outcome = "runs" | "stops" | "asks";

export interface HarnessSide {
	readonly name: string;
	/** Its shell tool is about to run a command. */
	readonly shell: (command: string, cwd: string) => object;
	/** Another tool is about to be called; undefined where the harness asks for nothing else. */
	readonly tool: ((tool: string, input: object, cwd: string) => object) | undefined;
	/** What the agent is told. */
	readonly outcome: (said: Said) => Outcome;
	/** Where a question is really put to somebody. */
	readonly asks: boolean;
	readonly variables?: Readonly<Record<string, string>>;
	/** The folder that the hook is started in is the project; elsewhere the harness says which it is. */
	readonly startsInProject?: true;
}

/** An object, or undefined for what is no JSON. */
function object(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

const text = { type: "string" };
const filled = { type: "string", minLength: 1 };

/** The strict schema: a field that it does not know makes the whole answer void. */
const codexSchema = {
	type: "object",
	additionalProperties: false,
	properties: {
		continue: { type: "boolean" },
		stopReason: text,
		suppressOutput: { type: "boolean" },
		systemMessage: text,
		decision: { enum: ["approve", "block"] },
		reason: text,
		hookSpecificOutput: {
			type: "object",
			additionalProperties: false,
			required: ["hookEventName"],
			properties: {
				hookEventName: { const: "PreToolUse" },
				permissionDecision: { enum: ["allow", "deny", "ask"] },
				permissionDecisionReason: filled,
				updatedInput: {},
				additionalContext: text,
			},
		},
	},
};
const ajv = new Ajv2020({ strict: true, strictTypes: false });
const isCodexAnswer = ajv.compile(codexSchema);

function byHookSpecificOutput({ stdout, stderr, code }: Said): Outcome {
	if (code === 2) return stderr === "" ? "runs" : "stops";
	if (code !== 0) return "runs";
	const output = object(stdout)?.hookSpecificOutput as Record<string, unknown> | undefined;
	if (output?.hookEventName !== "PreToolUse") return "runs";
	if (output.permissionDecision === "deny") return "stops";
	return output.permissionDecision === "ask" ? "asks" : "runs";
}

const snake = (event: string, tool: string, input: object, cwd: string): Record<string, unknown> => ({
	session_id: "f00d",
	transcript_path: "/tmp/transcript.jsonl",
	cwd,
	hook_event_name: event,
	tool_name: tool,
	tool_input: input,
});

const claudeTool = (tool: string, input: object, cwd: string): object => ({
	...snake("PreToolUse", tool, input, cwd),
	prompt_id: "p1",
	permission_mode: "default",
	tool_use_id: "toolu_1",
});
const codexTool = (tool: string, input: object, cwd: string): object => ({
	...snake("PreToolUse", tool, input, cwd),
	transcript_path: null,
	turn_id: "t1",
	model: "m",
	permission_mode: "default",
	tool_use_id: "call_1",
});
const geminiTool = (tool: string, input: object, cwd: string): object => ({
	...snake("BeforeTool", tool, input, cwd),
	timestamp: "2026-01-01T00:00:00Z",
});
const copilotTool = (toolName: string, toolArgs: object, cwd: string): object => ({
	sessionId: "s1",
	timestamp: 1_700_000_000_000,
	cwd,
	toolName,
	toolArgs,
});
const clineTool = (name: string, input: object, cwd: string): object => ({
	hookName: "tool_call",
	taskId: "1",
	agent_id: "a",
	parent_agent_id: null,
	workspaceRoots: [cwd],
	tool_call: { id: "1", name, input },
	preToolUse: { toolName: name, parameters: input },
});
const cursorTool = (tool_name: string, tool_input: object, cwd: string): object => ({
	hook_event_name: "preToolUse",
	conversation_id: "c",
	generation_id: "g",
	workspace_roots: [cwd],
	tool_name,
	tool_input,
});

const vsCodeTool = (tool_name: string, tool_input: object, cwd: string): object => ({
	timestamp: "2026-02-09T10:30:00.000Z",
	cwd,
	session_id: "s",
	hook_event_name: "PreToolUse",
	transcript_path: "/tmp/transcript.json",
	tool_name,
	tool_input,
	tool_use_id: "tool-123",
});
const windsurfEvent = (agent_action_name: string, tool_info: object): object => ({
	agent_action_name,
	trajectory_id: "t",
	execution_id: "e",
	timestamp: "2026-01-01T00:00:00Z",
	tool_info,
});
const windsurfFiles: Readonly<Record<string, string>> = { read_code: "pre_read_code", write_code: "pre_write_code" };
const gooseTool = (tool_name: string, tool_input: object, working_dir: string): object => ({
	event: "PreToolUse",
	session_id: "abc-123",
	matcher_context: tool_name,
	tool_name,
	tool_input,
	working_dir,
	tool_call_id: "c1",
});
const openHandsTool = (tool_name: string, tool_input: object, working_dir: string): object => ({
	event_type: "PreToolUse",
	tool_name,
	tool_input,
	tool_output: null,
	message: null,
	session_id: "s",
	working_dir,
	metadata: {},
});

/** What a tool is given in place of its arguments: nothing is read, written, fetched or run with these. */
function failsInCline(given: unknown): boolean {
	const { commands, files, path, requests } = (given ?? {}) as Record<string, unknown>;
	const isNowhere = (one: unknown): boolean => normalize(String(one)).startsWith("/dev/null/");
	const all = (list: unknown, fails: (one: Record<string, unknown>) => boolean): boolean =>
		Array.isArray(list) && list.length > 0 && list.every(fails);
	return (
		all(files, (one) => isNowhere(one.path)) ||
		isNowhere(path) ||
		all(requests, ({ url }) => new URL(String(url)).protocol === "denied:") ||
		all(commands, (one) => /^printf "%s\\n" '(?:[^']|'\\'')*' >&2; exit 126$/.test(String(one)))
	);
}

/** A plugin asks: anything but these two effects throws. */
function byPlugin(name: string): HarnessSide {
	return {
		name,
		shell: (command, cwd) => ({ tool: "bash", args: { command, description: "d" }, directory: cwd }),
		tool: (tool, args, directory) => ({ tool, args, directory }),
		outcome: ({ stdout, code }) => {
			const effect = code === 0 ? object(stdout)?.effect : undefined;
			return effect === "allow" || effect === "none" ? "runs" : "stops";
		},
		asks: false,
	};
}

export const sides: readonly HarnessSide[] = [
	{
		name: "claude-code",
		shell: (command, cwd) => claudeTool("Bash", { command, description: "d", timeout: 1000 }, cwd),
		tool: claudeTool,
		outcome: byHookSpecificOutput,
		asks: true,
	},
	{
		name: "codex",
		shell: (command, cwd) => codexTool("Bash", { command }, cwd),
		tool: codexTool,
		outcome: (said) => {
			const answer = object(said.stdout);
			if (said.code === 2) return said.stderr === "" ? "runs" : "stops";
			if (said.code !== 0 || answer === undefined || !isCodexAnswer(answer)) return "runs";
			// "unsupported": the command runs.
			if (answer.suppressOutput === true || answer.continue === false) return "runs";
			const output = answer.hookSpecificOutput as Record<string, unknown> | undefined;
			return output?.permissionDecision === "deny" && output.permissionDecisionReason !== undefined ? "stops" : "runs";
		},
		asks: false,
		startsInProject: true,
	},
	{
		name: "gemini-cli",
		shell: (command, cwd) => geminiTool("run_shell_command", { command, description: "d" }, cwd),
		tool: geminiTool,
		outcome: ({ stdout, stderr, code }) => {
			if (code !== null && code >= 2) return stderr === "" ? "runs" : "stops";
			if (code !== 0) return "runs";
			const decision = object(stdout)?.decision;
			if (decision === "deny" || decision === "block") return "stops";
			return decision === "ask" ? "asks" : "runs";
		},
		asks: false,
	},
	{
		name: "qwen-code",
		shell: (command, cwd) => claudeTool("run_shell_command", { command, is_background: false }, cwd),
		tool: claudeTool,
		outcome: byHookSpecificOutput,
		asks: true,
	},
	{
		name: "copilot-cli",
		shell: (command, cwd) => copilotTool("bash", { command, description: "d" }, cwd),
		tool: copilotTool,
		outcome: ({ stdout, code }) => {
			if (code === 1 || code === 2) return "stops";
			if (code !== 0) return "runs";
			const answer = object(stdout);
			if (answer?.permissionDecision === "deny") return "stops";
			return answer?.permissionDecision === "ask" ? "asks" : "runs";
		},
		asks: true,
	},
	{
		name: "cline",
		shell: (command, cwd) => clineTool("run_commands", { commands: [command] }, cwd),
		tool: clineTool,
		// Exit codes stop nothing.
		outcome: ({ stdout }) => {
			const answer = object(stdout);
			return answer?.cancel === true || failsInCline(answer?.overrideInput) ? "stops" : "runs";
		},
		asks: false,
	},
	{
		name: "cursor",
		shell: (command, cwd) => ({
			hook_event_name: "beforeShellExecution",
			conversation_id: "c",
			generation_id: "g",
			workspace_roots: [cwd],
			cursor_version: "1",
			command,
			cwd,
		}),
		tool: cursorTool,
		outcome: ({ stdout, code }) => {
			if (code === 2) return "stops";
			if (code !== 0) return "runs";
			const permission = object(stdout)?.permission;
			if (permission === "deny") return "stops";
			return permission === "ask" ? "asks" : "runs";
		},
		asks: true,
	},
	{
		name: "kiro",
		shell: (command, cwd) => ({
			hook_event_name: "preToolUse",
			cwd,
			tool_name: "execute_bash",
			tool_input: { command, summary: "s" },
		}),
		tool: (tool_name, tool_input, cwd) => ({ hook_event_name: "preToolUse", cwd, tool_name, tool_input }),
		outcome: ({ code, stderr }) => (code === 2 && stderr !== "" ? "stops" : "runs"),
		asks: false,
	},
	{
		name: "amp",
		shell: (cmd, cwd) => ({ cmd, cwd }),
		tool: undefined,
		outcome: ({ code, stderr }) => {
			if (code === 0) return "runs";
			return code === 1 || stderr === "" ? "asks" : "stops";
		},
		asks: true,
		variables: { AGENT: "amp", AGENT_TOOL_NAME: "Bash", AMP_THREAD_ID: "T-1" },
		startsInProject: true,
	},
	byPlugin("opencode"),
	byPlugin("kilo-code"),
	{
		name: "vs-code",
		shell: (command, cwd) => vsCodeTool("run_in_terminal", { command, explanation: "e", goal: "g", mode: "sync" }, cwd),
		tool: vsCodeTool,
		outcome: byHookSpecificOutput,
		asks: true,
	},
	{
		name: "windsurf",
		shell: (command_line, cwd) => windsurfEvent("pre_run_command", { command_line, cwd }),
		tool: (tool, input) => {
			const event = windsurfFiles[tool];
			if (event !== undefined) return windsurfEvent(event, input);
			const [, server = "s", name = tool] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
			return windsurfEvent("pre_mcp_tool_use", {
				mcp_server_name: server,
				mcp_tool_name: name,
				mcp_tool_arguments: input,
			});
		},
		outcome: ({ code }) => (code === 2 ? "stops" : "runs"),
		asks: false,
		startsInProject: true,
	},
	{
		name: "goose",
		shell: (command, cwd) => gooseTool("developer__shell", { command }, cwd),
		tool: gooseTool,
		outcome: ({ stdout, code }) => (code === 2 || object(stdout)?.decision === "block" ? "stops" : "runs"),
		asks: false,
	},
	{
		name: "openhands",
		shell: (command, cwd) => openHandsTool("terminal", { command, is_input: false }, cwd),
		tool: openHandsTool,
		outcome: ({ stdout, code }) => {
			const decision = object(stdout)?.decision;
			return code === 2 || decision === "deny" || decision === "block" ? "stops" : "runs";
		},
		asks: false,
	},
];
