/**
 * Commands that are no programs: a line such as `skill list` is decided by the rules like any other, and then done in this process. Only a line
 * that is this one command is: what a shell would put together is not.
 */
import type { Decision } from "../../engine/decide/decision.js";
import { consumePermit, type Permit, permit } from "../../engine/decide/permit.js";
import { capture } from "../execute/capture.js";
import type { Outcome, RunOptions } from "../execute/outcome.js";

/** What a virtual command is told besides its words. */
export interface VirtualCall {
	/** Aborted when the time is up or the caller cancels. */
	readonly signal: AbortSignal;
	/** The folder that the line runs in. */
	readonly cwd: string;
}

/** What a virtual command answers; a text is output with code 0. */
export type VirtualReply = string | { readonly output: string; readonly code: number };

/** Does the work of a virtual command. `words`: as they were decided, the name first. */
export type VirtualCommand = (
	words: readonly [string, ...string[]],
	call: VirtualCall,
) => Promise<VirtualReply> | VirtualReply;

/** By their names: each is the first word of a line, and stands for no program of that name. */
export type VirtualCommands = Readonly<Record<string, VirtualCommand>>;

interface VirtualWork {
	readonly words: readonly [string, ...string[]];
	readonly cwd: string;
	readonly act: VirtualCommand;
}

/** The virtual command that a permit stands for; undefined where it has none, and a message where it has one among other things. */
export function virtualWork(permission: Permit, commands: VirtualCommands): VirtualWork | string | undefined {
	const { work, cwd } = consumePermit(permission);
	const [name] = work.kind === "argv" ? work.argv : [];
	const act = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (work.kind === "argv" && act !== undefined) return { words: work.argv, cwd, act };
	// A shell would take it for a program, and a path that ends so is one.
	const inside = permission.decision.commands
		.flatMap(({ argv }) => argv[0]?.split("/").at(-1) ?? [])
		.find((one) => Object.hasOwn(commands, one));
	if (inside === undefined) return undefined;
	return `\`${inside}\` is no program: it stands alone on its line, without a path, pipes, redirections or other commands`;
}

/** What is wrong with a decision's use of virtual commands, whether it allows or asks. */
export function mixedUse(decision: Decision, commands: VirtualCommands): string | undefined {
	// Made to be looked at; nobody runs it.
	const permission = permit(decision, { approvedBy: "nobody" });
	const work = permission === undefined ? undefined : virtualWork(permission, commands);
	return typeof work === "string" ? work : undefined;
}

/** Milliseconds, where nobody says how long. */
const timeoutByDefault = 120_000;

/** Does it, bounded as a program would be. What it throws is an error of the command, and no stack is shown. */
export async function runVirtual(
	{ words, cwd, act }: VirtualWork,
	{ limits }: Decision,
	{ signal, timeout, spillFolder, onOutput }: RunOptions,
): Promise<Outcome> {
	const began = performance.now();
	const over = (more: Partial<Outcome>): Outcome => ({
		timedOut: false,
		cancelled: false,
		duration: performance.now() - began,
		warnings: [],
		...more,
	});
	if (signal?.aborted) return over({ cancelled: true });
	const late = new AbortController();
	const most = Math.min(timeout ?? limits.timeout ?? timeoutByDefault, limits.timeoutMax ?? Number.POSITIVE_INFINITY);
	const timer = setTimeout(() => late.abort(), Math.min(most, 2_147_483_647));
	const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
	try {
		const reply = await Promise.race([settled(act, words, { signal: either, cwd }), aborted(either)]);
		if (reply === undefined) return over(late.signal.aborted ? { timedOut: true } : { cancelled: true });
		const { output, code } = reply;
		onOutput?.("merged", output);
		const taken = capture(["merged"], {
			...(limits.output === undefined ? {} : { limit: limits.output }),
			...(spillFolder === undefined ? {} : { spillFolder }),
		});
		taken.add("merged", Buffer.from(output, "utf8"));
		const { outputs, warnings } = taken.finish();
		return over({ code, ...outputs, warnings });
	} finally {
		clearTimeout(timer);
	}
}

async function settled(
	act: VirtualCommand,
	words: readonly [string, ...string[]],
	call: VirtualCall,
): Promise<Exclude<VirtualReply, string>> {
	try {
		const reply = await act(words, call);
		return typeof reply === "string" ? { output: reply, code: 0 } : { output: String(reply.output), code: reply.code };
	} catch (error) {
		return { output: `${words[0]}: ${error instanceof Error ? error.message : String(error)}\n`, code: 1 };
	}
}

function aborted(signal: AbortSignal): Promise<undefined> {
	return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}
