/**
 * `rules hook`: the process that a harness waits for. It always answers before its deadline, and prints nothing but its answer: a harness that
 * waits too long, or gets something else, runs the command. A policy that is compiled already is asked here. What may take long, to read one
 * from its source or to wait for a log (watched-hook.ts), is done by a process of its own, which this one can end whatever it hangs in.
 */
import { join } from "node:path";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { Reply } from "../../runtime/harnesses/dialect/dialect.js";
import { denial, mostInput } from "../../runtime/harnesses/hooks/answer-hook.js";
import { readyDecisions } from "../../runtime/load/decisions.js";
import { type HookOptions, hookOptions } from "./hook-options.js";
import { heardNews, hookPolicy, hookQuestion, hookReply, noLog } from "./hook-reply.js";
import { inputAtOnce } from "./input-at-once.js";
import { printAtOnce } from "./quick-question.js";
import { startResident } from "./start-resident.js";
import { watched } from "./watched.js";

export { watchedHook } from "./watched-hook.js";

/** Answers and ends the process; false where help is wanted, or the verb itself is to answer. `words`: behind the verb. `done`: called before it ends well, with whether a shell's command was decided here. */
export function quickHook(words: readonly string[], done: (isUsual: boolean) => void): boolean {
	if (words.includes("--help") || words.includes("-h")) return false;
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
	// Node prints warnings to standard error, where some harnesses read the reason.
	process.removeAllListeners("warning");
	process.on("uncaughtException", failed);
	process.on("unhandledRejection", failed);
	const timeLeft = (): number => Math.max(0, deadline - process.uptime() * 1_000);
	const late = (): never => end(denial(dialect, lateText(options)));
	setTimeout(late, timeLeft());
	const answered = (reply: Reply, isUsual = false): void =>
		end(reply, () => {
			done(isUsual);
			if (options.resident !== undefined) startResident(options.resident);
		});
	const unreadable = (error: unknown): never =>
		end(denial(dialect, `standard input can't be read: ${error instanceof Error ? error.message : String(error)}`));
	let input: ReturnType<typeof inputAtOnce>;
	try {
		input = inputAtOnce(mostInput, () => timeLeft() > 0);
	} catch (error) {
		unreadable(error);
	}
	if (input === "late") late();
	const chunks: Buffer[] = [];
	let size = 0;
	const ended = (): void => answerFor(words, options, Buffer.concat(chunks), answered, failed);
	if (input instanceof Buffer) {
		chunks.push(input);
		ended();
		return true;
	}
	process.stdin.on("data", (chunk: Buffer) => {
		chunks.push(chunk);
		size += chunk.length;
		// More is not read; what there is says so.
		if (size > mostInput) ended();
	});
	process.stdin.on("end", ended);
	process.stdin.on("error", unreadable);
	return true;
}

/** Nearly everywhere this exit code stops the tool. */
const blocked = 2;

function answerFor(
	words: readonly string[],
	options: HookOptions,
	bytes: Buffer,
	answered: (reply: Reply, isUsual?: boolean) => void,
	failed: (error: unknown) => void,
): void {
	const question = hookQuestion(options, bytes);
	if ("code" in question) {
		answered(question);
		return;
	}
	if ("news" in question) {
		answered(heardNews(options, question));
		return;
	}
	const names = hookPolicy(options, question);
	const work = [question.cwd, question.workspace];
	const isHere = names.length > 0 && options.audit === undefined;
	const ready = isHere ? readyDecisions(names, process.cwd(), work) : undefined;
	if (ready !== undefined && !("fault" in ready)) {
		answered(hookReply(options, question, names, ready, noLog), question.call.kind === "commands");
		return;
	}
	replyOfOther([...words, watched], bytes).then((reply) => answered(reply), failed);
}

/** The reply of the verb, in a process of its own. */
async function replyOfOther(words: readonly string[], bytes: Buffer): Promise<Reply> {
	// Loaded only here, since it is slow to load; code that V8 compiled before can't import.
	const { spawn } = process.getBuiltinModule("node:child_process");
	return new Promise((resolve, reject) => {
		const other = spawn(process.execPath, [join(__dirname, "..", "cli.cjs"), "hook", ...words], {
			stdio: ["pipe", "pipe", "ignore"],
		});
		process.once("exit", () => other.kill("SIGKILL"));
		let said = "";
		other.stdout.setEncoding("utf8").on("data", (text: string) => {
			said += text;
		});
		other.on("error", reject);
		// It need not read all of it.
		other.stdin.on("error", () => {});
		other.on("close", () => {
			const reply = JSON.parse(said) as Reply;
			const { stdout, stderr, code } = reply;
			if (typeof stdout === "string" && typeof stderr === "string" && typeof code === "number") resolve(reply);
			else reject(new Error("it ended without an answer"));
		});
		other.stdin.end(bytes);
	});
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
