/**
 * How a program is run, and what came of it.
 */
import type { Limits, OutputLimit } from "../../language/policy/settings/limits.js";

export type { Limits, OutputLimit };

/** Which output comes back, and how: `merged` is one stream in the order of writing. */
export const outputModes = ["merged", "stdout", "stderr", "separate"] as const;
export type OutputMode = (typeof outputModes)[number];

/** A stream of output by its name in an outcome. */
export type StreamName = "merged" | "stdout" | "stderr";

/** What a caller may say about a run. */
export interface RunOptions {
	/** Standard input; the program reads end of file behind it. Absent: end of file at once. */
	readonly input?: string | Uint8Array;
	/** `merged` when absent. */
	readonly outputMode?: OutputMode;
	/** Milliseconds; cut to the permit's maximum. */
	readonly timeout?: number;
	/** Ends the run and everything that it started. */
	readonly signal?: AbortSignal;
	/** Every piece of output as it comes, cut or not in the end. What it throws becomes a warning, and it is not called again. */
	readonly onOutput?: (stream: StreamName, text: string) => void;
	/** Where spill files go first; the system's folder for temporary files when absent or when it can't be written. */
	readonly spillFolder?: string;
}

/** One stream of output, cut to its limit. */
export interface Output {
	/** UTF-8; bytes that are none became U+FFFD. A cut output has a line between its beginning and its end that says so. */
	readonly text: string;
	/** Bytes that the program wrote, kept or not. */
	readonly bytes: number;
	readonly truncated: boolean;
	/** The file that holds all of it, byte by byte, when it was cut and the limit says `spill`. */
	readonly spill?: string;
}

/** What came of a run. */
export interface Outcome {
	/** The exit code; absent when a signal ended the program or it could not be started. */
	readonly code?: number;
	/** `SIGTERM`, … */
	readonly signal?: string;
	readonly timedOut: boolean;
	readonly cancelled: boolean;
	/** Why the program could not be started. */
	readonly failure?: string;
	/** What confined it, or `none`; `denied` where nothing ran for want of it. Absent where the policy wants no sandbox. */
	readonly sandbox?: "bubblewrap" | "none" | "denied";
	/** By stream: `merged` alone, or `stdout` and `stderr` as the mode asked. */
	readonly merged?: Output;
	readonly stdout?: Output;
	readonly stderr?: Output;
	/** Milliseconds, until the last process of the run was gone. */
	readonly duration: number;
	/** What the caller should know: a truncated output, a spill folder that moved, a terminal that was not to be had. */
	readonly warnings: readonly string[];
}
