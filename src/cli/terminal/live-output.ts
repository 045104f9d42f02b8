/**
 * Shows the output of a run as it comes, and never more of it than the policy's limit lets through: what stands before a cut is shown at once,
 * the rest when the run has ended and the cut is known.
 */

import type { OutputLimit } from "../../language/policy/settings/limits.js";
import type { Outcome, OutputMode, StreamName } from "../../runtime/execute/outcome.js";
import type { Terminal } from "./terminal.js";

export interface LiveOutput {
	readonly show: (stream: StreamName, text: string) => void;
	/** Shows what was held back. */
	readonly finish: (outcome: Outcome) => Promise<void>;
}

/** Without a limit everything is shown at once. */
export function liveOutput(
	limit: OutputLimit | undefined,
	mode: OutputMode,
	{ print, complain }: Terminal,
): LiveOutput {
	const write = (stream: StreamName, text: string): Promise<void> =>
		stream === "stderr" ? complain(text) : print(text);
	if (limit === undefined) return { show: (stream, text) => void write(stream, text), finish: async () => {} };
	// Two streams may have to share what one limit keeps.
	const atOnce = Math.floor(limit.head / (mode === "separate" && !limit.each ? 2 : 1)) - slack;
	const shown = new Map<StreamName, { text: string; size: number; full: boolean }>();
	return {
		show: (stream, text) => {
			const state = shown.get(stream) ?? { text: "", size: 0, full: false };
			shown.set(stream, state);
			state.size += limit.unit === "bytes" ? Buffer.byteLength(text) : text.length;
			state.full ||= state.size > atOnce;
			if (state.full) return;
			state.text += text;
			void write(stream, text);
		},
		finish: async (outcome) => {
			for (const stream of ["merged", "stdout", "stderr"] as const) {
				const text = outcome[stream]?.text ?? "";
				const before = shown.get(stream)?.text ?? "";
				await write(stream, text.startsWith(before) ? text.slice(before.length) : `\n${text}`);
			}
		},
	};
}

/** A cut may fall into a character. */
const slack = 4;
