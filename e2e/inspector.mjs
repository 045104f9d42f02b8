/**
 * `rules mcp` as the MCP inspector's command line meets it: a client that somebody else wrote, and that checks what it is told against the schemas.
 * It shows no questions, so what a person would be asked about does not run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { policy } from "./scenarios.mjs";

/** The name that `npm run e2e -- NAME` takes. */
export const inspector = { name: "mcp-inspector", program: "mcp-inspector" };

/** What is asked of the server, what comes back, and whether a file was made. */
const questions = [
	{ name: "lists its tool", ask: ["tools/list"], code: 0, says: '"name": "safe_shell"', runs: false },
	{ name: "an allowed command", ask: call("touch", ["made"]), code: 0, says: '"status": "completed"', runs: true },
	{
		name: "a denied command",
		ask: call("mkdir", ["made"]),
		code: 5,
		says: "Error: Folders are made by a person.",
		runs: false,
	},
	{
		name: "a command that is asked about",
		ask: call("cp", ["given", "made"]),
		code: 5,
		says: '"status": "asked"',
		runs: false,
	},
	{ name: "a call that does not fit", ask: call("touch", "made"), code: 5, says: '"status": "invalid"', runs: false },
	{
		name: "a command line",
		tool: "execute_command",
		ask: ["tools/call", "--tool-name", "execute_command", "--tool-arg", "command=touch other && mkdir made"],
		code: 5,
		says: "Folders are made by a person.",
		runs: false,
	},
];

function call(command, args) {
	const said = typeof args === "string" ? args : JSON.stringify(args);
	return ["tools/call", "--tool-name", "safe_shell", "--tool-arg", `command=${command}`, "--tool-arg", `args=${said}`];
}

/** Plays every question. `cli`: our command line; `environment`: makes the variables of a process; `patience`: milliseconds. */
export function inspected({ program, cli, environment, patience }) {
	return questions.map(({ name, tool = "safe_shell", ask, code, says, runs }) => {
		const place = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-e2e-")));
		try {
			writeFileSync(join(place, "given"), "");
			writeFileSync(join(place, "policy.rules"), policy);
			const server = [process.execPath, cli, "mcp", "--rules", "policy.rules", "--tool", tool];
			const ended = spawnSync(program, ["--cli", ...server, "--method", ...ask], {
				cwd: place,
				encoding: "utf8",
				env: environment({ HOME: place }),
				timeout: patience,
			});
			const hasRun = existsSync(join(place, "made"));
			const isGood = ended.status === code && ended.stdout.includes(says) && hasRun === runs;
			console.error(
				`  ${isGood ? "ok " : "BAD"} ${name}: ${hasRun ? "ran" : "did not run"}, exit code ${ended.status}`,
			);
			if (!isGood)
				console.error(`      ${(ended.stdout + ended.stderr).trim().slice(-600).replaceAll("\n", "\n      ")}`);
			return { harness: inspector.name, scenario: name, runs: hasRun, isGood, heard: ended.stdout.slice(0, 2_000) };
		} finally {
			rmSync(place, { recursive: true, force: true });
		}
	});
}
