/**
 * Connects the streams of a program: a terminal for merged output, pipes for other output, a file for its input.
 */
import type { ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { openInput } from "./input-file.js";
import type { LineOut } from "./line.js";
import type { OutputMode, StreamName } from "./outcome.js";
import type { Inode } from "./processes/member.js";
import { openPipes, reading } from "./run-in-pipes.js";
import { type LoadPty, openTerminal } from "./run-in-pty.js";

/** What a program gets in place of a stream: a file of ours, nothing to read, or what Node makes where there is no better. */
type End = number | "ignore" | "pipe";

export interface Stdio {
	readonly stdio: readonly [End, End, End];
	/** Closes the program's ends here; it has them by then. */
	readonly handOver: () => void;
	readonly outputs: (child: ChildProcess) => readonly Source[];
	/** Closes our ends, for a program that never started. */
	readonly close: () => void;
	/** What tells who still holds an output. */
	readonly inodes: readonly Inode[];
}

export interface Source extends Pick<LineOut, "start" | "finish" | "close"> {
	readonly name: StreamName;
}

/** Said once: the system does not change while we run. */
let told = false;

/** Lays the wires for one run. Warns when merged output gets no terminal. */
export async function connectStdio(
	mode: OutputMode,
	input: string | Uint8Array,
	warnings: string[],
	loadPty?: LoadPty,
): Promise<Stdio> {
	const terminal = mode === "merged" ? openTerminal(loadPty) : undefined;
	if (terminal?.kind === "terminal") return connect(["merged"], [terminal.line], input);
	const names: readonly StreamName[] = mode === "merged" ? ["merged"] : ["stdout", "stderr"];
	const lines = await openPipes(names.length);
	if (terminal !== undefined && (!told || loadPty !== undefined)) {
		if (loadPty === undefined) told = true;
		const instead =
			lines.length > 0 ? "one pipe carries both streams" : "two pipes carry them, and their order may be lost";
		warnings.push(`no terminal for merged output (${terminal.why}): ${instead}`);
	}
	return connect(names, lines, input);
}

/** `names`: of the lines, or of both outputs as Node connects them where there are no lines. */
function connect(names: readonly StreamName[], lines: readonly LineOut[], input: string | Uint8Array): Stdio {
	const [out, err = out] = lines;
	const file = input.length === 0 ? undefined : openInput(input);
	return {
		stdio: [input.length === 0 ? "ignore" : (file ?? "pipe"), out?.theirs ?? "pipe", err?.theirs ?? "pipe"],
		handOver: () => {
			if (file !== undefined) closeSync(file);
			for (const line of lines) line.handOver();
		},
		outputs: ({ stdout, stderr }) => {
			const own = [stdout, stderr].flatMap((stream) => (stream ? [reading(stream)] : []));
			return (lines.length > 0 ? lines : own).map(({ start, finish, close }, index) => ({
				name: (names[index] ?? names[0]) as StreamName,
				start,
				finish,
				close,
			}));
		},
		close: () => {
			for (const line of lines) line.close();
		},
		inodes: lines.map(({ inode }) => inode),
	};
}
