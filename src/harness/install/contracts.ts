/**
 * The harness's side of each contract, as it was measured: how it asks about a shell command, how it starts its hook, and what it makes of what
 * the hook says. The dialects were written from the same facts; here they serve to ask a registered hook as the harness would.
 */
import type { Fields, Reply, Variables } from "../hooks/dialect.js";
import { isFields } from "../hooks/read-tool-call.js";

/** What the harness makes of a reply. `runs`: it also does that with whatever it takes for no answer. */
export type Heard = "runs" | "stops" | "asks";

export interface Contract {
	readonly harness: string;
	/** The tools that run commands, as a registration's `matcher` meets them; absent where there is no matcher. */
	readonly shells?: readonly string[];
	/** What `timeout` counts in its settings, in milliseconds. */
	readonly timeoutUnit: number;
	/** How long it waits where nothing is said. Milliseconds. */
	readonly patience: number;
	readonly asks: (command: string, cwd: string) => Fields;
	readonly variables: (cwd: string) => Variables;
	readonly hears: (reply: Omit<Reply, "code"> & { readonly code: number | null }) => Heard;
}

type Said = Omit<Reply, "code"> & { readonly code: number | null };

function preToolUse(tool: string): Contract["asks"] {
	return (command, cwd) => ({
		session_id: "rules-doctor",
		transcript_path: "/dev/null",
		cwd,
		hook_event_name: "PreToolUse",
		tool_name: tool,
		tool_input: { command },
		tool_use_id: "rules-doctor",
	});
}

function hearsSpecificOutput({ stdout, stderr, code }: Said): Heard {
	if (code === 2) return stderr === "" ? "runs" : "stops";
	if (code !== 0) return "runs";
	const output = objectIn(stdout)?.hookSpecificOutput;
	if (!isFields(output) || output.hookEventName !== "PreToolUse") return "runs";
	if (output.permissionDecision === "deny") return "stops";
	return output.permissionDecision === "ask" ? "asks" : "runs";
}

/** Only these fields may stand in an answer to Codex; any other makes it void. */
const codexFields = [
	"continue",
	"stopReason",
	"suppressOutput",
	"systemMessage",
	"decision",
	"reason",
	"hookSpecificOutput",
];
const codexOutputFields = [
	"hookEventName",
	"permissionDecision",
	"permissionDecisionReason",
	"updatedInput",
	"additionalContext",
];

function hearsCodex(said: Said): Heard {
	if (said.code === 2) return said.stderr === "" ? "runs" : "stops";
	const answer = said.code === 0 ? objectIn(said.stdout) : undefined;
	const output = answer?.hookSpecificOutput;
	if (answer === undefined || !isFields(output)) return "runs";
	const isKnown =
		Object.keys(answer).every((key) => codexFields.includes(key)) &&
		Object.keys(output).every((key) => codexOutputFields.includes(key));
	if (!isKnown || answer.suppressOutput === true || answer.continue === false) return "runs";
	const { hookEventName: event, permissionDecision: decision, permissionDecisionReason: reason } = output;
	return event === "PreToolUse" && decision === "deny" && typeof reason === "string" && reason !== ""
		? "stops"
		: "runs";
}

export const contracts: readonly Contract[] = [
	{
		harness: "claude-code",
		shells: ["Bash", "Monitor"],
		timeoutUnit: 1000,
		patience: 60_000,
		asks: preToolUse("Bash"),
		variables: (cwd) => ({ CLAUDECODE: "1", CLAUDE_PROJECT_DIR: cwd }),
		// It blocks even without a reason.
		hears: (said) => (said.code === 2 ? "stops" : hearsSpecificOutput(said)),
	},
	{
		harness: "codex",
		shells: ["Bash"],
		timeoutUnit: 1000,
		patience: 600_000,
		asks: (command, cwd) => ({
			...preToolUse("Bash")(command, cwd),
			transcript_path: null,
			turn_id: "rules-doctor",
			model: "none",
			permission_mode: "default",
		}),
		variables: () => ({}),
		hears: hearsCodex,
	},
	{
		harness: "gemini-cli",
		shells: ["run_shell_command"],
		timeoutUnit: 1,
		patience: 60_000,
		asks: (command, cwd) => ({
			session_id: "rules-doctor",
			transcript_path: "/dev/null",
			cwd,
			hook_event_name: "BeforeTool",
			timestamp: "2026-01-01T00:00:00.000Z",
			tool_name: "run_shell_command",
			tool_input: { command },
		}),
		variables: (cwd) => ({ GEMINI_PROJECT_DIR: cwd, GEMINI_CWD: cwd, CLAUDE_PROJECT_DIR: cwd }),
		hears: ({ stdout, stderr, code }) => {
			if (code !== null && code >= 2) return stderr === "" ? "runs" : "stops";
			const decision = code === 0 ? objectIn(stdout)?.decision : undefined;
			if (decision === "deny" || decision === "block") return "stops";
			return decision === "ask" ? "asks" : "runs";
		},
	},
	{
		harness: "qwen-code",
		shells: ["run_shell_command", "monitor"],
		timeoutUnit: 1,
		patience: 60_000,
		asks: preToolUse("run_shell_command"),
		variables: (cwd) => ({ QWEN_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd }),
		hears: hearsSpecificOutput,
	},
	{
		harness: "copilot-cli",
		timeoutUnit: 1000,
		patience: 30_000,
		asks: (command, cwd) => ({
			sessionId: "rules-doctor",
			timestamp: 1_767_225_600_000,
			cwd,
			toolName: "bash",
			toolArgs: { command, description: "rules doctor" },
		}),
		variables: () => ({}),
		hears: ({ stdout, code }) => {
			if (code === 1 || code === 2) return "stops";
			const decision = code === 0 ? objectIn(stdout)?.permissionDecision : undefined;
			return decision === "deny" ? "stops" : decision === "ask" ? "asks" : "runs";
		},
	},
	{
		harness: "cline",
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
		hears: ({ stdout }) => (objectIn(stdout)?.cancel === true ? "stops" : "runs"),
	},
	{
		harness: "cursor",
		timeoutUnit: 1000,
		patience: 60_000,
		asks: (command, cwd) => ({
			hook_event_name: "beforeShellExecution",
			conversation_id: "rules-doctor",
			generation_id: "rules-doctor",
			workspace_roots: [cwd],
			command,
			cwd,
		}),
		variables: () => ({}),
		hears: ({ stdout, code }) => {
			if (code === 2) return "stops";
			const permission = code === 0 ? objectIn(stdout)?.permission : undefined;
			return permission === "deny" ? "stops" : permission === "ask" ? "asks" : "runs";
		},
	},
	{
		harness: "kiro",
		shells: ["execute_bash"],
		timeoutUnit: 1000,
		patience: 30_000,
		asks: (command, cwd) => ({
			hook_event_name: "preToolUse",
			cwd,
			tool_name: "execute_bash",
			tool_input: { command },
		}),
		variables: () => ({}),
		hears: ({ code, stderr }) => (code === 2 && stderr !== "" ? "stops" : "runs"),
	},
	{
		harness: "amp",
		timeoutUnit: 1000,
		patience: 60_000,
		asks: (cmd, cwd) => ({ cmd, cwd }),
		variables: () => ({ AGENT: "amp", AGENT_TOOL_NAME: "Bash", AMP_THREAD_ID: "rules-doctor" }),
		hears: ({ code, stderr }) => (code === 0 ? "runs" : code === 1 || stderr === "" ? "asks" : "stops"),
	},
	{
		harness: "opencode",
		timeoutUnit: 1000,
		patience: 10_000,
		asks: (command, directory) => ({ tool: "bash", args: { command, description: "rules doctor" }, directory }),
		variables: () => ({}),
		// The plugin throws at everything else.
		hears: ({ stdout, code }) => {
			const effect = code === 0 ? objectIn(stdout)?.effect : undefined;
			return effect === "allow" || effect === "none" ? "runs" : "stops";
		},
	},
];

function objectIn(text: string): Fields | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isFields(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
