/**
 * Starts a program without a shell and sees it through: its input, its output, its time, and the end of everything that it started.
 * This folder is the only place that starts a process; it decides nothing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as pause } from "node:timers/promises";
import type { Limits } from "../../language/policy/settings/limits.js";
import { type Captured, capture } from "./capture.js";
import { connectStdio, type Source, type Stdio } from "./connect-stdio.js";
import { endings } from "./endings.js";
import { errorCode } from "./error-code.js";
import { limited } from "./limits.js";
import { isFolder } from "./look-at.js";
import { type Outcome, type OutputMode, outputModes, type RunOptions, type StreamName } from "./outcome.js";
import { firstInside } from "./processes/first-inside.js";
import { type Identity, isStill } from "./processes/identity.js";
import type { Run, RunCgroup } from "./processes/member.js";
import { bornWith, returnProcessMarker, takeProcessMarker } from "./processes/process-marker.js";
import { forksSoFar, knowsMembers, type PinnedProcess, pinProcess, startOf } from "./processes/process-table.js";
import { markName } from "./processes/process-tree.js";
import { type ExcessOf, excessUnder } from "./processes/resource-watch.js";
import { type EmptyCgroup, makeRunCgroup } from "./processes/run-cgroup.js";
import { endWithUs, type Stopped, stopTree } from "./processes/stop-tree.js";
import type { LoadPty } from "./run-in-pty.js";
import type { Inmate, Sandbox } from "./sandbox/confine.js";
import { awaitWord, ordersFor } from "./sandbox/hand-over.js";
import { watchOver } from "./watch.js";

/** What to start. `file` is absolute; nothing is looked up. */
export interface Plan {
	readonly file: string;
	/** What `file` was when it was found: nothing else is started. */
	readonly identity?: Identity;
	/** What the program sees as its own name; `file` when absent. */
	readonly argv0?: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly limits: Limits;
	/** Puts a sandbox around what is started. */
	readonly confine?: (inmate: Inmate) => Sandbox | { readonly failure: string };
}

/** Milliseconds, when neither the policy nor the caller sets a time. */
const timeoutByDefault = 120_000;

/** Runs a program. What it does is in the outcome; only options that make no sense are thrown. */
export async function launch(plan: Plan, options: RunOptions, loadPty?: LoadPty): Promise<Outcome> {
	const mode = options.outputMode ?? "merged";
	check(mode, options.timeout);
	const began = process.hrtime.bigint();
	const warnings: string[] = [];
	const over = (more: Partial<Outcome>): Outcome => {
		const duration = Number(process.hrtime.bigint() - began) / 1e6;
		return { timedOut: false, cancelled: false, duration, warnings: [...new Set(warnings)], ...more };
	};
	if (options.signal?.aborted) return over({ cancelled: true });
	if (!isFolder(plan.cwd)) return over({ failure: "there is no such folder to run in" });
	const timeout = timeoutOf(options.timeout, plan.limits, warnings);
	// A sandbox has a pid namespace, which is as good.
	const empty = plan.confine === undefined ? makeRunCgroup() : undefined;
	const [wires] = await Promise.all([connectStdio(mode, options.input ?? "", warnings, loadPty), empty?.ready]);
	const mark = randomBytes(16).toString("hex");
	// In a sandbox nobody loses its parent to us.
	const processMarker = plan.confine === undefined ? takeProcessMarker() : undefined;
	const started = options.signal?.aborted
		? undefined
		: await start(plan, { mark, processMarker }, wires, empty, warnings);
	wires.handOver();
	if (started === undefined || "failure" in started) {
		returnProcessMarker(processMarker);
		empty?.remove();
		wires.close();
		return over(started ?? { cancelled: true });
	}
	const { child, leader, since, forks, pin, cgroup, exited, sandbox } = started;
	const hasBegun = sandbox === undefined ? undefined : awaitWord(child, sandbox);
	const run: Run = {
		leader,
		mark,
		processMarker,
		since,
		forks,
		pin,
		cgroup,
		outputs: wires.inodes,
		proved: new Map([[leader, since]]),
		...(sandbox === undefined ? {} : { walls: { first: firstInside(child, sandbox) } }),
	};
	const forget = endWithUs(run);
	const sources = wires.outputs(child);
	const taken = take(sources, mode, plan.limits, options, warnings);
	feed(child.stdin, options.input);

	const watch = watchOver(run, timeout, options.signal, excessBehind(sandbox?.door, excessUnder(limitsOf(plan))));
	const exit = await Promise.race([exited, watch.immortal]);
	watch.rest();
	// A run is bounded: what it leaves behind in the background ends with it.
	const { stopped, whole } = await readToTheEnd(run, sources, await (watch.stopped() ?? stopTree(run)));
	if (whole.includes(false)) warnings.push("the end of the output may be missing: it could not be read until the end");
	for (const source of sources) source.close();
	forget();
	returnProcessMarker(processMarker);
	pin?.release();
	cgroup?.remove();
	warnings.push(...(sandbox?.release() ?? []));
	// What is left in a sandbox ends with it, and its maker a moment after the program.
	warnings.push(...endings(watch.why(), timeout, sandbox === undefined ? stopped : { ...stopped, ended: 0 }));
	const { outputs, warnings: cuts } = taken();
	warnings.push(...cuts);
	const why = watch.why()?.kind;
	if (hasBegun !== undefined && why === undefined && !(await hasBegun()) && exit?.code !== undefined)
		return over({ failure: "the program could not be started in its sandbox: its output says why", ...outputs });
	if (why === undefined && (await sandbox?.door?.wasOpen()) === false)
		return over({
			failure:
				"there is no sandbox for it: its way to the hosts that the policy lists could not be opened, for which it needs Node",
		});
	return over({ ...exit, timedOut: why === "timeout", cancelled: why === "abort", ...outputs });
}

/** Milliseconds in which an output is read to its end, where nobody holds it any longer. */
const drained = 250;

/**
 * Reads what is left of the outputs. Where one does not end, somebody may still write to it who was not found; so everybody is looked at, not only those whose
 * ids are younger than the run's: ids rise, but whoever restores a checkpoint sets them back.
 */
async function readToTheEnd(
	run: Run,
	sources: readonly Source[],
	stopped: Stopped,
): Promise<{ readonly stopped: Stopped; readonly whole: readonly boolean[] }> {
	const finishing = Promise.all(sources.map(({ finish }) => finish()));
	const waiting = new AbortController();
	const late = pause(drained, "late" as const, { signal: waiting.signal }).catch(() => "late" as const);
	const first = await Promise.race([finishing, late]);
	waiting.abort();
	if (first !== "late" || !knowsMembers) return { stopped, whole: await finishing };
	const again = await stopTree({ ...run, forks: undefined });
	return { stopped: { ...again, ended: stopped.ended + again.ended }, whole: await finishing };
}

function check(mode: OutputMode, timeout: number | undefined): void {
	if (!outputModes.includes(mode))
		throw new TypeError(`outputMode is one of ${outputModes.join(", ")}, not ${String(mode)}`);
	if (timeout === undefined || (typeof timeout === "number" && Number.isFinite(timeout) && timeout > 0)) return;
	throw new TypeError("timeout is a positive number of milliseconds");
}

function timeoutOf(asked: number | undefined, limits: Limits, warnings: string[]): number {
	const wanted = asked ?? limits.timeout ?? timeoutByDefault;
	const most = limits.timeoutMax ?? Number.POSITIVE_INFINITY;
	if (asked !== undefined && asked > most)
		warnings.push(`the timeout was cut to the policy's maximum of ${most / 1000} s`);
	// A timer holds 31 bits.
	return Math.min(wanted, most, 2_147_483_647);
}

type Exit = Pick<Outcome, "code" | "signal">;
interface Started {
	readonly child: ChildProcess;
	readonly leader: number;
	/** When it started, in ticks. */
	readonly since: number;
	/** Of the machine, from before this one. */
	readonly forks: number | undefined;
	readonly pin: PinnedProcess | undefined;
	readonly cgroup: RunCgroup | undefined;
	readonly exited: Promise<Exit>;
	readonly sandbox: Sandbox | undefined;
}

async function start(
	plan: Plan,
	{ mark, processMarker }: Pick<Run, "mark" | "processMarker">,
	wires: Stdio,
	empty: EmptyCgroup | undefined,
	warnings: string[],
): Promise<Started | { readonly failure: string }> {
	const { prefix, warnings: unlimited } = limited(limitsOf(plan));
	warnings.push(...unlimited);
	const env = environmentOf(plan, mark);
	const sandbox = plan.confine?.({ file: plan.file, args: plan.args, cwd: plan.cwd, env, limits: prefix });
	if (sandbox !== undefined && "failure" in sandbox)
		return { failure: `there is no sandbox for it: ${sandbox.failure}` };
	warnings.push(...(sandbox?.warnings ?? []));
	const [file, ...words] = (
		sandbox === undefined ? [...prefix, plan.file, ...plan.args] : [sandbox.file, ...sandbox.args]
	) as [string, ...string[]];
	const forks = forksSoFar();
	// Nothing but the start itself stands behind this.
	if (plan.identity !== undefined && !isStill(plan.identity)) {
		sandbox?.release();
		return { failure: "the program is another than the one that was found: somebody has changed it" };
	}
	const orders = sandbox === undefined ? undefined : ordersFor(sandbox);
	if (orders !== undefined && "failure" in orders) {
		sandbox?.release();
		return { failure: `there is no sandbox for it: ${orders.failure}` };
	}
	let held: Held | undefined;
	try {
		const child = bornWith(processMarker, () =>
			spawn(file, words, {
				cwd: plan.cwd,
				// What makes the sandbox stands outside of it: no variable of the program's reaches it.
				env: sandbox === undefined ? env : { [markName]: env[markName] as string },
				argv0: prefix.length === 0 && sandbox === undefined ? (plan.argv0 ?? plan.file) : file,
				// A session of its own: no signal that is meant for us reaches it.
				detached: true,
				stdio: [...wires.stdio, ...(orders?.stdio ?? [])],
			}),
		);
		// In the tick of its start: it is there, or waits to be asked how it ended, and its id is its own.
		sandbox?.door?.attach(child);
		held = child.pid === undefined ? undefined : hold(child.pid, mark, empty);
		const exited = new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve(exitOf(code, signal))));
		await new Promise<void>((resolve, reject) => {
			child.once("spawn", resolve);
			child.on("error", reject);
		});
		return {
			child,
			leader: child.pid as number,
			forks,
			since: 0,
			pin: undefined,
			cgroup: undefined,
			...held,
			exited,
			sandbox,
		};
	} catch (error) {
		sandbox?.release();
		held?.pin?.release();
		return { failure: failureText(error) };
	} finally {
		orders?.close();
	}
}

type Held = Pick<Started, "since" | "pin" | "cgroup">;

/** Takes hold of a process that was started in this tick. */
function hold(leader: number, mark: string, empty: EmptyCgroup | undefined): Held {
	const cgroup = empty?.enclose(leader, mark);
	return { since: startOf(leader), pin: pinProcess(leader), cgroup };
}

/** A sandbox has two processes of its own. */
function limitsOf({ limits, confine }: Plan): Limits {
	return confine === undefined || limits.processes === undefined
		? limits
		: { ...limits, processes: limits.processes + 2 };
}

/** What opens the door is none of the program's. */
function excessBehind(door: Sandbox["door"], excess: ExcessOf | undefined): ExcessOf | undefined {
	if (door === undefined || excess === undefined) return excess;
	return (run) => (door.isOpen() ? excess(run) : undefined);
}

/** Nobody is there to turn pages. A run within a run bears both marks. */
function environmentOf({ env }: Plan, mark: string): Record<string, string> {
	const outer = process.env[markName];
	return { PAGER: "cat", GIT_PAGER: "cat", ...env, [markName]: outer === undefined ? mark : `${outer} ${mark}` };
}

function exitOf(code: number | null, signal: string | null): Exit {
	return { ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) };
}

function failureText(error: unknown): string {
	const code = errorCode(error);
	switch (code) {
		case "ENOENT":
			return "there is no such program, or it names an interpreter that is not there";
		case "EACCES":
			return "the program may not be executed";
		case "E2BIG":
			return "the arguments are longer than the system takes";
		case "ERR_INVALID_ARG_VALUE":
			return "an argument or a variable has a null character in it";
		default:
			return `the program could not be started: ${code}`;
	}
}

/** Takes the streams that were asked for. The others are read all the same: no program waits for a reader. */
function take(
	sources: readonly Source[],
	mode: OutputMode,
	limits: Limits,
	options: RunOptions,
	warnings: string[],
): () => Captured {
	const names: readonly StreamName[] = mode === "separate" ? ["stdout", "stderr"] : [mode];
	const captured = capture(names, {
		...(limits.output === undefined ? {} : { limit: limits.output }),
		...(options.spillFolder === undefined ? {} : { spillFolder: options.spillFolder }),
		...(limits.fileSize === undefined ? {} : { mostSpilled: limits.fileSize }),
	});
	const tell = options.onOutput && guarded(options.onOutput, warnings);
	const decoders = new Map(names.map((name) => [name, new StringDecoder("utf8")]));
	for (const { name, start } of sources) {
		start((bytes) => {
			captured.add(name, bytes);
			if (tell) tell(name, decoders.get(name)?.write(bytes) ?? "");
		});
	}
	return () => {
		if (tell) for (const [name, decoder] of decoders) tell(name, decoder.end());
		return captured.finish();
	};
}

/** What a listener throws becomes a warning, and it is not called again: the program goes on. */
function guarded(
	listener: NonNullable<RunOptions["onOutput"]>,
	warnings: string[],
): (stream: StreamName, text: string) => void {
	let broken = false;
	return (stream, text) => {
		if (broken || text === "") return;
		try {
			listener(stream, text);
		} catch (error) {
			broken = true;
			warnings.push(
				`the listener for output failed and was not called again: ${error instanceof Error ? error.message : String(error)}`,
			);
		}
	};
}

/** Only where the input could not be made a file. */
function feed(stdin: Writable | null, input: string | Uint8Array = ""): void {
	stdin?.on("error", () => {}); // a program need not read
	stdin?.end(input);
}
