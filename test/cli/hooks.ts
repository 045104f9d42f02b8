/** Asks `rules hook`: by a process of its own, as harnesses do, or the verb alone, of which that process is the watch. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cacheHome, program, rules } from "./cli.js";

export interface Given {
	readonly input: string | Buffer;
	/** The end is not written. */
	readonly endless?: true;
	/** The process answers it without the verb. */
	readonly alone?: true;
	/** The words behind `hook --harness NAME`. */
	readonly words?: readonly string[];
	/** The folder that it is started in. */
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
}

export interface Said {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number | null;
}

/** The environment of a harness: all of it. */
export function environment(env: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
	return { PATH: process.env.PATH as string, HOME: process.env.HOME as string, XDG_CACHE_HOME: cacheHome(), ...env };
}

/** What a program that is asked on its standard input says. */
export function ran(file: string, words: readonly string[], { input, endless, cwd, env }: Given): Promise<Said> {
	return new Promise((resolve, reject) => {
		const child = spawn(file, words, { cwd, env: environment(env), timeout: 60_000, killSignal: "SIGKILL" });
		const out = { stdout: "", stderr: "" };
		child.stdout.on("data", (chunk) => {
			out.stdout += String(chunk);
		});
		child.stderr.on("data", (chunk) => {
			out.stderr += String(chunk);
		});
		child.on("error", reject);
		child.on("close", (code) => resolve({ ...out, code }));
		// It need not read all of it.
		child.stdin.on("error", () => {});
		if (endless) child.stdin.write(input);
		else child.stdin.end(input);
	});
}

/** The process that a harness waits for. */
export function byProcess(harness: string, given: Given): Promise<Said> {
	return ran(process.execPath, [program(), ...wordsFor(harness, given)], given);
}

/** What that process passes on: the reply of the verb, which a command line that stands ready gives in a fraction of the time. */
export function byVerb(harness: string, given: Given): Said {
	const { cwd, input, env } = given;
	const { out } = rules([...wordsFor(harness, given), "--watched"], { cwd, input, env: environment(env) });
	return JSON.parse(out) as Said;
}

/** A machine that does much else may not answer within the five seconds that are the default: only who asks about deadlines wants a no for it. */
function wordsFor(harness: string, { words = [] }: Given): readonly string[] {
	const deadline = words.includes("--deadline") ? [] : ["--deadline", "60s"];
	return ["hook", "--harness", harness, ...deadline, ...words];
}

/** What Claude Code asks of a command in this folder. */
export function claudeAsks(command: string, cwd: string, words: readonly string[]): Given {
	const asked = { session_id: "one", hook_event_name: "PreToolUse", cwd, tool_name: "Bash", tool_input: { command } };
	return { input: JSON.stringify(asked), cwd, words };
}

/** The records of a log, without what differs each time. */
export function recordsIn(log: string): readonly unknown[] {
	return readFileSync(log, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => {
			const { id: _, time: __, prev: ___, seq: ____, latency, ...record } = JSON.parse(line);
			if (!(latency > 0)) throw new Error(`a hook's record has no latency: ${line}`);
			return record;
		});
}
