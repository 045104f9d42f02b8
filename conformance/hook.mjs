/**
 * Any hook that takes what Claude Code tells before a tool runs: a command line that gets JSON on standard input and answers by its exit code, or by JSON on
 * standard output. What Claude Code makes of each answer holds here too: exit code 2 denies, any other but 0 lets the command run, and so does an answer
 * that is no JSON. These last two are told apart, as `crash`: nobody means them.
 */
import { spawn } from "node:child_process";

/** `line`: what a shell is told to run, for each question anew. */
export function hookGate(line, { cwd, env = process.env }) {
	const running = new Set();
	return {
		ask: (command) => asked(line, command, cwd, env, running),
		stop() {
			for (const child of running) end(child);
		},
	};
}

function asked(line, command, cwd, env, running) {
	return new Promise((resolve) => {
		const child = spawn("/bin/sh", ["-c", line], {
			cwd,
			env: { ...env, CLAUDE_PROJECT_DIR: cwd },
			stdio: ["pipe", "pipe", "ignore"],
			detached: true, // whatever it starts ends with it
		});
		running.add(child);
		let said = "";
		child.stdout.setEncoding("utf8").on("data", (text) => {
			if (said.length < 1_000_000) said += text;
		});
		child.stdin.on("error", () => {}); // it need not read all of it
		child.on("error", () => resolve("crash"));
		child.on("close", (code) => {
			running.delete(child);
			resolve(answerOf(code, said));
		});
		child.stdin.end(JSON.stringify(inputOf(command, cwd)));
	});
}

function inputOf(command, cwd) {
	return {
		session_id: "conformance",
		transcript_path: "/nowhere",
		cwd,
		permission_mode: "default",
		hook_event_name: "PreToolUse",
		tool_name: "Bash",
		tool_input: { command, description: "what an agent says of it" },
		tool_use_id: "toolu_conformance",
	};
}

export function answerOf(code, said) {
	if (code === 2) return "deny";
	let told;
	try {
		told = said.trim() === "" ? {} : JSON.parse(said);
	} catch {
		return "crash";
	}
	if (typeof told !== "object" || told === null) return "crash";
	const decision = told.hookSpecificOutput?.permissionDecision ?? { block: "deny", approve: "allow" }[told.decision];
	if (decision === "deny" || decision === "ask") return decision;
	if (code !== 0) return "crash";
	return decision === undefined || decision === "allow" ? "allow" : "crash";
}

function end(child) {
	try {
		process.kill(-child.pid, "SIGKILL");
	} catch {
		child.kill("SIGKILL");
	}
}
