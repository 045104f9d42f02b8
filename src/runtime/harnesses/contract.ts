/**
 * The harness's side of each contract, as it was measured: how it asks about a shell command, how it starts its hook, and what it makes of what
 * the hook says. The dialects were written from the same facts; here they serve to ask a registered hook as the harness would.
 */
import type { Fields, Reply, Variables } from "./dialect/dialect.js";
import { isFields } from "./dialect/read-tool-call.js";

/** What the harness makes of a reply. `runs`: it also does that with whatever it takes for no answer. */
export type Heard = "runs" | "stops" | "asks";

export interface Contract {
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

export type HookOutput = Omit<Reply, "code"> & { readonly code: number | null };

export function preToolUse(tool: string): Contract["asks"] {
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

export function hearsSpecificOutput({ stdout, stderr, code }: HookOutput): Heard {
	if (code === 2) return stderr === "" ? "runs" : "stops";
	if (code !== 0) return "runs";
	const output = objectIn(stdout)?.hookSpecificOutput;
	if (!isFields(output) || output.hookEventName !== "PreToolUse") return "runs";
	if (output.permissionDecision === "deny") return "stops";
	return output.permissionDecision === "ask" ? "asks" : "runs";
}

export function objectIn(text: string): Fields | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isFields(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
