/** Runs what was permitted, for whoever sits before it: its input from ours, its output as it comes, and what is to be said about it. */
import { fstatSync } from "node:fs";
import { constants } from "node:os";
import type { Decision } from "../engine/decide/decision.js";
import type { Permit } from "../engine/decide/permit.js";
import { visible } from "../language/diagnostic/render-visible.js";
import type { Limits } from "../language/policy/settings/limits.js";
import type { Outcome, OutputMode } from "../runtime/execute/outcome.js";
import { run } from "../runtime/execute/run.js";
import { exit } from "./terminal/exit.js";
import { liveOutput } from "./terminal/live-output.js";
import { wholeInput } from "./terminal/standard-input.js";
import type { Terminal } from "./terminal/terminal.js";

export interface RunQuestion {
	/** Milliseconds. */
	readonly timeout?: number;
	readonly outputMode: OutputMode;
	/** What the program reads; `-` is standard input. */
	readonly input?: string;
	/** Nothing is shown. */
	readonly json?: true;
}

/** How it ended, and what of it; the latter is missing where nothing was started. */
export interface Ended {
	readonly code: number;
	readonly outcome?: Outcome;
}

/** The most that is passed on to a program. Bytes. */
const mostInput = 64 * 1024 * 1024;
/** Milliseconds to wait for the end of standard input, when nothing limits the time. */
const timeByDefault = 120_000;

/** Runs it to its end. `governing`: files that no sandbox shows, such as the log that it goes on record in. */
export async function runPermitted(
	permission: Permit,
	decision: Decision,
	question: RunQuestion,
	terminal: Terminal,
	governing: readonly string[] = [],
): Promise<Ended> {
	const { timeout, outputMode, json } = question;
	const input = await inputOf(question, decision.limits);
	if (input === "late") {
		await terminal.complain(
			"error: standard input did not end before the time was up\nhelp: close it, or give `--input ''`\n",
		);
		return { code: exit.timedOut };
	}
	const live = liveOutput(decision.limits.output, outputMode, terminal);
	const { outcome, stoppedBy } = await untilSignal((signal, stop) =>
		run(permission, {
			outputMode,
			signal,
			governing,
			...input,
			...(timeout === undefined ? {} : { timeout }),
			...(json
				? {}
				: {
						onOutput: (stream, text) => {
							live.show(stream, text);
							// Nobody reads any more: what writes to a pipe itself is ended so.
							if (terminal.closed()) stop("SIGPIPE");
						},
					}),
		}),
	);
	if (!json) {
		await live.finish(outcome);
		// Whoever ended it need not be told.
		if (stoppedBy === undefined) await terminal.complain(remarks(decision, outcome));
	}
	return { outcome, code: stoppedBy === undefined ? codeOf(outcome) : exit.bySignal + constants.signals[stoppedBy] };
}

/** What is said of a command that is not run. `rendered`: the decision. */
export function refusalText(decision: Decision, rendered: () => string): string {
	if (decision.effect !== "allow") return rendered();
	return "error: this is allowed, but not one command that could be run without a shell\nhelp: run its commands one by one\n";
}

/** What the program reads: the text, standard input, or nothing. A terminal is not passed on, nor a socket that may stay open for ever. */
async function inputOf(
	{ input, timeout }: RunQuestion,
	limits: Limits,
): Promise<{ readonly input?: string | Uint8Array } | "late"> {
	if (input !== undefined && input !== "-") return { input };
	if (input === undefined && !isPiped()) return {};
	const time = Math.min(timeout ?? limits.timeout ?? timeByDefault, limits.timeoutMax ?? timeByDefault);
	const late = new Promise<"late">((resolve) => setTimeout(resolve, time, "late").unref());
	return Promise.race([wholeInput(mostInput).then((bytes) => ({ input: bytes })), late]);
}

function isPiped(): boolean {
	try {
		const stats = fstatSync(0);
		return stats.isFIFO() || stats.isFile();
	} catch {
		return false;
	}
}

/** Runs until it ends, or until a signal to us ends it, and with it everything that it started. */
async function untilSignal(
	start: (signal: AbortSignal, stop: (signal: NodeJS.Signals) => void) => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly stoppedBy?: NodeJS.Signals }> {
	const stopped = new AbortController();
	let stoppedBy: NodeJS.Signals | undefined;
	const stop = (signal: NodeJS.Signals): void => {
		stoppedBy ??= signal;
		stopped.abort();
	};
	for (const signal of endings) process.on(signal, stop);
	try {
		const outcome = await start(stopped.signal, stop);
		return stoppedBy === undefined ? { outcome } : { outcome, stoppedBy };
	} finally {
		for (const signal of endings) process.off(signal, stop);
	}
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What is to be said about a run beside its output. */
function remarks(decision: Decision, outcome: Outcome): string {
	const lines = outcome.warnings.map((warning) => `warning: ${visible(warning)}`);
	if (outcome.failure !== undefined) lines.push(`error: ${visible(outcome.failure)}`);
	if (decision.use.length > 0) lines.push(`note: there is also ${decision.use.map(visible).join(", ")}`);
	return lines.map((line) => `${line}\n`).join("");
}

function codeOf(outcome: Outcome): number {
	if (outcome.sandbox === "denied") return exit.notPermitted;
	if (outcome.failure !== undefined) return exit.notStarted;
	if (outcome.timedOut) return exit.timedOut;
	if (outcome.code !== undefined) return outcome.code;
	const { signals } = constants;
	const number =
		outcome.signal !== undefined && outcome.signal in signals ? signals[outcome.signal as NodeJS.Signals] : 0;
	return exit.bySignal + number;
}
