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
import { type RunSettings, run as runPermitted } from "../../execute/run.js";
import { brokenRecord, decisionRecord } from "../decision-record.js";
import { exit } from "../exit.js";
import { duration } from "../options.js";
import { chosenPolicy, definePolicy, errorFrames, loadPolicy, type PolicyOptions } from "../policy-choice.js";
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
		const loaded = loadPolicy(chosenPolicy(options));
		const { tree } = loaded;
		if (tree === undefined) {
			if (json) await terminal.print(`${JSON.stringify({ decision: brokenRecord(loaded, request) })}\n`);
			else await terminal.complain(errorFrames(loaded, terminal.colour.err));
			return exit.wrong;
		}
		const decision = decide(tree, request, world);
		if (json && decision.code === "unknown-agent")
			await terminal.print(`${JSON.stringify({ decision: decisionRecord(decision) })}\n`);
		knownAgent(tree, request);
		const log = options.audit === undefined ? undefined : openAuditLog({ file: options.audit });
		try {
			const id = log?.decided(decisionFields(request, decision));
			for (const warning of log?.warnings ?? []) await terminal.complain(`warning: ${visible(warning)}\n`);
			const permission = permit(decision);
			if (permission === undefined) {
				if (json) await terminal.print(`${JSON.stringify({ decision: decisionRecord(decision) })}\n`);
				else
					await terminal.complain(refusalText(decision, () => renderDecision(decision, request, terminal.colour.err)));
				return exit.notPermitted;
			}
			const input = await inputOf(options);
			const stopped = new AbortController();
			let stoppedBy: NodeJS.Signals | undefined;
			const stop = (signal: NodeJS.Signals): void => {
				stoppedBy ??= signal;
				stopped.abort();
			};
			for (const signal of endings) process.on(signal, stop);
			const settings: RunSettings = {
				outputMode: options.outputMode,
				signal: stopped.signal,
				...(input === undefined ? {} : { input }),
				...(options.timeout === undefined ? {} : { timeout: options.timeout }),
				...(json
					? {}
					: {
							onOutput: (stream, text) => void (stream === "stderr" ? terminal.complain(text) : terminal.print(text)),
						}),
			};
			const outcome = await runPermitted(permission, settings);
			for (const signal of endings) process.off(signal, stop);
			if (id !== undefined) log?.ended(id, outcomeFields(outcome));
			if (json) await terminal.print(`${JSON.stringify({ decision: decisionRecord(decision), outcome })}\n`);
			else await terminal.complain(remarks(decision, outcome));
			return stoppedBy === undefined ? codeOf(outcome) : exit.bySignal + constants.signals[stoppedBy];
		} finally {
			log?.close();
		}
	},
};

/** Signals that end the run, and with it everything that it started. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function refusalText(decision: Decision, rendered: () => string): string {
	if (decision.effect !== "allow") return rendered();
	return "error: this is allowed, but not one command that could be run without a shell\nhelp: run its commands one by one\n";
}

/** What the program reads: the text, standard input, or nothing. A terminal is not passed on, nor a socket that may stay open for ever. */
async function inputOf({ input }: Options): Promise<string | Uint8Array | undefined> {
	if (input !== undefined && input !== "-") return input;
	return input === "-" || isPiped() ? wholeInput(mostInput) : undefined;
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
	if (outcome.timedOut) lines.push(`error: the time was up after ${Math.round(outcome.duration)} ms`);
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
