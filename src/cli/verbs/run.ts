/** `rules run`: decides a command, and runs it if it is allowed. Its output and its exit code are the program's. */
import { fstatSync } from "node:fs";
import { constants } from "node:os";
import { Option } from "commander";
import { decisionFields, outcomeFields } from "../../audit/fields.js";
import { openAuditLog } from "../../audit/log.js";
import { decide } from "../../decide/decide.js";
import type { Decision } from "../../decide/decision.js";
import { permit } from "../../decide/permit.js";
import { visible } from "../../diagnostic/render-visible.js";
import type { Outcome, OutputMode } from "../../execute/outcome.js";
import { run as runPermitted } from "../../execute/run.js";
import type { Limits } from "../../policy/limits.js";
import { decidingPolicy } from "../deciding-policy.js";
import { brokenRecord, decisionRecord } from "../decision-record.js";
import { exit, WrongQuestion } from "../exit.js";
import { liveOutput } from "../live-output.js";
import { duration } from "../options.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy-choice.js";
import { renderDecision } from "../render-decision.js";
import { defineRequest, knownAgent, type RequestOptions, requestOf } from "../request-choice.js";
import { wholeInput } from "../standard-input.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions, RequestOptions {
	readonly timeout?: number;
	readonly outputMode: OutputMode;
	readonly input?: string;
	readonly audit?: string;
	readonly json?: true;
}

/** The most that is passed on to a program. Bytes. */
const mostInput = 64 * 1024 * 1024;
/** Milliseconds to wait for the end of standard input, when nothing limits the time. */
const timeByDefault = 120_000;

export const run: Verb = {
	define: (command) => {
		definePolicy(defineRequest(command))
			.option("--timeout <TIME>", "end the run after this time, such as `5s`; the policy's maximum stands", duration)
			.addOption(
				new Option("--output-mode <MODE>", "which output to show")
					.choices(["merged", "stdout", "stderr", "separate"])
					.default("separate"),
			)
			.option(
				"--input <TEXT>",
				"what the program reads; `-` is standard input, which is also passed when it is a pipe or a file",
			)
			.option("--audit <FILE>", "append the decision and the outcome to this log")
			.option("--json", "print decision and outcome as JSON when the run has ended");
	},
	examples: [
		["rules run -- npm test", "run it if it may"],
		["rules run --timeout 5s --audit log.jsonl -- node server.js", "at most five seconds, on record"],
	],
	run: async (command, context) => {
		const { terminal } = context;
		const options = command.opts<Options>();
		const json = options.json === true;
		const { request, world } = requestOf(command, context, "run");
		const deciding = await decidingPolicy(chosenPolicy(options));
		if ("broken" in deciding) {
			if (json) await terminal.print(`${JSON.stringify({ decision: brokenRecord(deciding.broken, request) })}\n`);
			else await terminal.complain(errorFrames(deciding.broken, terminal.colour.err));
			return exit.wrong;
		}
		const { decisions } = deciding;
		const decision = decide(decisions, request, world);
		if (json && decision.code === "unknown-agent")
			await terminal.print(`${JSON.stringify({ decision: decisionRecord(decision) })}\n`);
		knownAgent(decisions, request);
		const log =
			options.audit === undefined
				? undefined
				: recorded(options.audit, () => openAuditLog({ file: options.audit as string }));
		try {
			const id = recorded(options.audit, () => log?.decided(decisionFields(request, decision, world)));
			for (const warning of log?.warnings ?? []) await terminal.complain(`warning: ${visible(warning)}\n`);
			const permission = permit(decision);
			if (permission === undefined) {
				if (json) await terminal.print(`${JSON.stringify({ decision: decisionRecord(decision) })}\n`);
				else
					await terminal.complain(refusalText(decision, () => renderDecision(decision, request, terminal.colour.err)));
				return exit.notPermitted;
			}
			const input = await inputOf(options, decision.limits);
			if (input === "late") {
				await terminal.complain(
					"error: standard input did not end before the time was up\nhelp: close it, or give `--input ''`\n",
				);
				return exit.timedOut;
			}
			const live = liveOutput(decision.limits.output, options.outputMode, terminal);
			const { outcome, stoppedBy } = await untilSignal((signal, stop) =>
				runPermitted(permission, {
					outputMode: options.outputMode,
					signal,
					...input,
					...(options.timeout === undefined ? {} : { timeout: options.timeout }),
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
			if (json) await terminal.print(`${JSON.stringify({ decision: decisionRecord(decision), outcome })}\n`);
			else {
				await live.finish(outcome);
				// Whoever ended it need not be told.
				if (stoppedBy === undefined) await terminal.complain(remarks(decision, outcome));
			}
			if (id !== undefined) recorded(options.audit, () => log?.ended(id, outcomeFields(outcome)));
			return stoppedBy === undefined ? codeOf(outcome) : exit.bySignal + constants.signals[stoppedBy];
		} finally {
			log?.close();
		}
	},
};

/** What can't be recorded must not run. */
function recorded<T>(file: string | undefined, act: () => T): T {
	try {
		return act();
	} catch (error) {
		throw new WrongQuestion(
			`the decision log \`${file ?? ""}\` can't be written: ${error instanceof Error ? error.message : String(error)}`,
			"name another file, or see to its folder",
		);
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

function refusalText(decision: Decision, rendered: () => string): string {
	if (decision.effect !== "allow") return rendered();
	return "error: this is allowed, but not one command that could be run without a shell\nhelp: run its commands one by one\n";
}

/** What the program reads: the text, standard input, or nothing. A terminal is not passed on, nor a socket that may stay open for ever. */
async function inputOf(options: Options, limits: Limits): Promise<{ readonly input?: string | Uint8Array } | "late"> {
	if (options.input !== undefined && options.input !== "-") return { input: options.input };
	if (options.input === undefined && !isPiped()) return {};
	const time = Math.min(options.timeout ?? limits.timeout ?? timeByDefault, limits.timeoutMax ?? timeByDefault);
	const late = new Promise<"late">((resolve) => setTimeout(resolve, time, "late").unref());
	return Promise.race([wholeInput(mostInput).then((input) => ({ input })), late]);
}

function isPiped(): boolean {
	try {
		const stats = fstatSync(0);
		return stats.isFIFO() || stats.isFile();
	} catch {
		return false;
	}
}

/** What is to be said about a run beside its output. */
function remarks(decision: Decision, outcome: Outcome): string {
	const lines = outcome.warnings.map((warning) => `warning: ${visible(warning)}`);
	if (outcome.failure !== undefined) lines.push(`error: ${visible(outcome.failure)}`);
	if (decision.use.length > 0) lines.push(`note: there is also ${decision.use.map(visible).join(", ")}`);
	return lines.map((line) => `${line}\n`).join("");
}

function codeOf(outcome: Outcome): number {
	if (outcome.failure !== undefined) return exit.notStarted;
	if (outcome.timedOut) return exit.timedOut;
	if (outcome.code !== undefined) return outcome.code;
	const { signals } = constants;
	const number =
		outcome.signal !== undefined && outcome.signal in signals ? signals[outcome.signal as NodeJS.Signals] : 0;
	return exit.bySignal + number;
}
