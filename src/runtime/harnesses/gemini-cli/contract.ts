import { type Contract, objectIn } from "../contract.js";

export const contract: Contract = {
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
};
