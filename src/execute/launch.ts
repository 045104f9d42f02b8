/**
 * Starts a program without a shell and sees it through: its input, its output, its time, and the end of everything that it started.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { Limits } from "../policy/limits.js";
import { type Capture, capture, outputByDefault } from "./output-capture.js";
import { openMergedPipe } from "./merged-pipe.js";
import type { Outcome, Output, OutputMode, RunOptions } from "./outcome.js";
import { killTree, leftovers, markName, stopTree } from "./process-tree.js";
import { type LoadPty, openTerminal, type Terminal } from "./terminal.js";

/** What to start. `file` is absolute; nothing is looked up. */
export interface Plan {
	readonly file: string;
	/** What the program sees as its own name; `file` when absent. */
	readonly argv0?: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly limits: Limits;
}

/** Milliseconds, when neither the policy nor the caller sets a time. */
const timeoutByDefault = 120_000;
const modes: readonly OutputMode[] = ["merged", "stdout", "stderr", "separate"];

/** Runs a program. What it does is in the outcome; only options that make no sense are thrown. */
export async function launch(plan: Plan, options: RunOptions, loadPty?: LoadPty): Promise<Outcome> {
	const mode = options.outputMode ?? "merged";
	if (!modes.includes(mode)) throw new TypeError(`outputMode is one of ${modes.join(", ")}, not ${String(mode)}`);
	if (options.timeout !== undefined && !(options.timeout > 0)) throw new TypeError("timeout is a positive number of milliseconds");
	const warnings: string[] = [];
	const timeout = timeoutOf(options.timeout, plan.limits, warnings);
	const started = performance.now();
	if (options.signal?.aborted) return { timedOut: false, cancelled: true, duration: 0, warnings };
	const mark = randomBytes(16).toString("hex");
	const merged = mode === "merged" ? mergedSink(warnings, loadPty) : undefined;
	const { file, args } = limited(plan, warnings);
	const stdin = options.input === undefined || options.input.length === 0 ? "ignore" : "pipe";
	let child: ChildProcess;
	try {
		child = spawn(file, args, {
			cwd: plan.cwd,
			env: { ...plan.env, [markName]: mark },
			argv0: file === plan.file ? (plan.argv0 ?? plan.file) : file,
			detached: true,
			stdio: merged ? [stdin, merged.descriptor, merged.descriptor] : [stdin, "pipe", "pipe"],
		});
	} catch (error) {
		await merged?.finish();
		return failed(failureText(error), started, warnings);
	}
	const limit = plan.limits.output ?? outputByDefault;
	const sink = (stream: "merged" | "stdout" | "stderr"): Capture => {
		const { onOutput } = options;
		return capture(limit, options.spillFolder, onOutput && guarded((text) => onOutput(stream, text), warnings));
	};
	const captures: Partial<Record<"merged" | "stdout" | "stderr", Capture>> = {};
	if (merged) {
		captures.merged = sink("merged");
		merged.start(captures.merged.push);
	}
	for (const stream of ["stdout", "stderr"] as const) {
		// A stream that nobody asked for is read all the same: a program must not wait for a reader.
		if (mode === stream || mode === "separate") captures[stream] = sink(stream);
		const push = captures[stream]?.push;
		child[stream]?.on("data", (bytes: Buffer) => push?.(bytes));
		child[stream]?.on("error", () => {});
	}
	if (child.stdin) {
		child.stdin.on("error", () => {});
		child.stdin.end(options.input);
	}
	const end = await untilEnd(child, mark, timeout, options.signal);
	if (child.pid !== undefined && leftovers(child.pid, mark).length > 0) await killTree(child.pid, mark);
	await merged?.finish();
	if (!merged) await closed(child);
	if (end.failure !== undefined) return failed(end.failure, started, warnings);
	if (end.timedOut) warnings.push(`timed out after ${timeout / 1000} s; the program and everything that it started were ended`);
	return {
		...(end.code === null ? {} : { code: end.code }),
		...(end.signal === null ? {} : { signal: end.signal }),
		timedOut: end.timedOut,
		cancelled: end.cancelled,
		...collect(captures, limit.each, limit.size, warnings),
		duration: performance.now() - started,
		warnings,
	};
}

/** What a listener throws becomes a warning, and it is not called again: the program goes on. */
function guarded(listener: (text: string) => void, warnings: string[]): (text: string) => void {
	let broken = false;
	return (text) => {
		if (broken) return;
		try {
			listener(text);
		} catch (error) {
			broken = true;
			warnings.push(`the listener for output failed and was not called again: ${error instanceof Error ? error.message : String(error)}`);
		}
	};
}

function timeoutOf(asked: number | undefined, limits: Limits, warnings: string[]): number {
	const wanted = asked ?? limits.timeout ?? timeoutByDefault;
	const most = limits.timeoutMax ?? Number.POSITIVE_INFINITY;
	if (asked !== undefined && asked > most) warnings.push(`the timeout was cut to the policy's maximum of ${most / 1000} s`);
	// A timer holds 31 bits.
	return Math.min(wanted, most, 2_147_483_647);
}

interface End {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly timedOut: boolean;
	readonly cancelled: boolean;
	readonly failure?: string;
}

/** Waits until the program has ended, by itself or because its time was up or nobody wants it any more. */
function untilEnd(child: ChildProcess, mark: string, timeout: number, abort: AbortSignal | undefined): Promise<End> {
	return new Promise((resolve) => {
		let timedOut = false;
		let cancelled = false;
		const stop = (): void => {
			if (child.pid !== undefined) void stopTree(child.pid, mark);
		};
		const timer = setTimeout(() => {
			timedOut = true;
			stop();
		}, timeout);
		const cancel = (): void => {
			cancelled = true;
			stop();
		};
		abort?.addEventListener("abort", cancel, { once: true });
		const end = (what: Partial<End>): void => {
			clearTimeout(timer);
			abort?.removeEventListener("abort", cancel);
			resolve({ code: null, signal: null, timedOut, cancelled, ...what });
		};
		child.once("error", (error) => end({ failure: failureText(error) }));
		child.once("exit", (code, signal) => end({ code, signal }));
	});
}

/** Pipes end when nobody holds them any more; everything of the run is gone by now. */
function closed(child: ChildProcess): Promise<void> {
	if (child.pid === undefined || (child.stdout?.closed !== false && child.stderr?.closed !== false)) return Promise.resolve();
	return new Promise((resolve) => {
		const limit = setTimeout(() => {
			child.stdout?.destroy();
			child.stderr?.destroy();
			resolve();
		}, 2000);
		child.once("close", () => {
			clearTimeout(limit);
			resolve();
		});
	});
}

/** Where merged output comes together: a terminal, or a pipe where there is none. */
function mergedSink(warnings: string[], loadPty: LoadPty | undefined): Terminal {
	const terminal = openTerminal(loadPty);
	if (!("why" in terminal)) return terminal;
	if (!told) warnings.push(`no terminal for merged output (${terminal.why}); a pipe does it instead`);
	if (loadPty === undefined) told = true;
	return openMergedPipe();
}
/** It is said once. */
let told = false;

/** The program behind `prlimit`, when limits are set that only the kernel can keep. */
function limited(plan: Plan, warnings: string[]): { file: string; args: readonly string[] } {
	const { processes, memory, cpu, fileSize } = plan.limits;
	const flags = [
		...(processes === undefined ? [] : [`--nproc=${processes}`]),
		...(memory === undefined ? [] : [`--as=${memory}`]),
		...(cpu === undefined ? [] : [`--cpu=${Math.max(1, Math.ceil(cpu / 1000))}`]),
		...(fileSize === undefined ? [] : [`--fsize=${fileSize}`]),
	];
	if (flags.length === 0) return plan;
	const prlimit = ["/usr/bin/prlimit", "/bin/prlimit"].find((path) => existsSync(path));
	if (prlimit === undefined) {
		warnings.push("`prlimit` is not installed, so the limits on processes, memory, processor time and file size do not hold");
		return plan;
	}
	return { file: prlimit, args: [...flags, "--", plan.file, ...plan.args] };
}

function collect(captures: Partial<Record<"merged" | "stdout" | "stderr", Capture>>, each: boolean, size: number, warnings: string[]): { merged?: Output; stdout?: Output; stderr?: Output } {
	const all = Object.entries(captures);
	const together = all.reduce((sum, [, one]) => sum + one.bytes(), 0);
	return Object.fromEntries(
		all.map(([stream, one]) => {
			const { output, warnings: more } = one.finish(!each && together > size);
			warnings.push(...more);
			return [stream, output];
		}),
	);
}

function failed(failure: string, started: number, warnings: readonly string[]): Outcome {
	return { failure, timedOut: false, cancelled: false, duration: performance.now() - started, warnings };
}

function failureText(error: unknown): string {
	switch ((error as NodeJS.ErrnoException).code) {
		case "ENOENT":
			return "there is no such program, or no such folder to run it in";
		case "EACCES":
			return "the program may not be executed";
		case "ENOTDIR":
			return "the folder to run in is no folder";
		case "E2BIG":
			return "the arguments are longer than the system takes";
		case "ENOEXEC":
			return "the file is no program";
		default:
			return `the program could not be started: ${(error as NodeJS.ErrnoException).code ?? "unknown reason"}`;
	}
}
