/**
 * `rules hook`: the process that a harness waits for. It always answers before its deadline, and prints nothing but its answer: a harness that
 * waits too long, or gets something else, runs the command. A policy that is compiled already is asked here; another is read in a thread
 * of its own, which this one can end.
 */
import { join } from "node:path";
import { isMainThread, Worker } from "node:worker_threads";
import { visible } from "../diagnostic/render-visible.js";
import { denial, mostInput, readHook } from "../harness/hooks/answer-hook.js";
import type { Reply } from "../harness/hooks/dialect.js";
import { readyDecisions } from "../load/decisions.js";
import { type HookOptions, hookOptions } from "./hook-options.js";
import { hookPolicy, hookReply } from "./hook-reply.js";
import { printAtOnce } from "./quick-question.js";

/** Answers and ends the process; false where help is wanted, or the verb itself is to answer. `words`: behind the verb. `done`: called before it ends well. */
export function quickHook(words: readonly string[], done: () => void): boolean {
	if (!isMainThread || words.includes("--help") || words.includes("-h")) return false;
	const options = hookOptions(words);
	if ("why" in options) {
		const { dialect, why, help } = options;
		end(
			dialect === undefined
				? { stdout: "", stderr: `error: ${visible(why)}\nhelp: ${visible(help)}\n`, code: blocked }
				: denial(dialect, `${why} (${help})`),
		);
		return true;
	}
	const { dialect, deadline } = options;
	const failed = (error: unknown): never => end(denial(dialect, faultText(error)));
	process.on("uncaughtException", failed);
	process.on("unhandledRejection", failed);
	setTimeout(() => end(denial(dialect, lateText(options))), Math.max(0, deadline - performance.now()));
	const answered = (reply: Reply): void => end(reply, done);
	const chunks: Buffer[] = [];
	let size = 0;
	const ended = (): void => answerFor(words, options, Buffer.concat(chunks), answered, failed);
	process.stdin.on("data", (chunk: Buffer) => {
		chunks.push(chunk);
		size += chunk.length;
		// More is not read; what there is says so.
		if (size > mostInput) ended();
	});
	process.stdin.on("end", ended);
	process.stdin.on("error", (error) => end(denial(dialect, `standard input can't be read: ${error.message}`)));
	return true;
}

/** Nearly everywhere this exit code stops the tool. */
const blocked = 2;

function answerFor(
	words: readonly string[],
	options: HookOptions,
	bytes: Buffer,
	answered: (reply: Reply) => void,
	failed: (error: unknown) => void,
): void {
	const question = readHook(options.dialect, bytes, options.settings, {
		variables: process.env,
		cwd: process.cwd(),
	});
	if ("code" in question) {
		answered(question);
		return;
	}
	const names = hookPolicy(options, question);
	const ready = names.length === 0 ? undefined : readyDecisions(names, process.cwd());
	if (ready !== undefined && !("fault" in ready)) {
		answered(hookReply(options, question, ready));
		return;
	}
	const thread = new Worker(join(__dirname, "..", "cli.cjs"), {
		argv: ["hook", ...words],
		workerData: bytes,
		stdin: true,
		stdout: true,
		stderr: true,
	});
	thread.on("message", answered);
	thread.on("error", failed);
	thread.on("exit", () => failed("it ended without an answer"));
}

/** Says the answer and ends. What can't be said is a denial by its exit code. */
function end({ stdout, stderr, code }: Reply, done?: () => void): never {
	let isSaid = false;
	try {
		isSaid = (stdout === "" || printAtOnce(1, stdout)) && (stderr === "" || printAtOnce(2, stderr));
		if (!isSaid) printAtOnce(2, "the answer can't be written, so it is denied\n");
		if (isSaid) done?.();
	} catch {
		// The exit code says it.
	}
	process.exit(isSaid ? code : blocked);
}

function lateText({ deadline }: HookOptions): string {
	return `this was not decided within ${deadline} ms, so it is denied: the harness did not end its question, or the policy takes too long to read (\`rules compile\` helps)`;
}

function faultText(error: unknown): string {
	return `this could not be decided, so it is denied: ${error instanceof Error ? error.message : String(error)}`;
}
