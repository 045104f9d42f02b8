/** What runs again whenever a file changes, as a person at a terminal sees it: a clear screen, what is watched, and Ctrl-C as the end. */
import { constants } from "node:os";
import { complaint, exit, WrongQuestion } from "./exit.js";
import type { Terminal } from "./terminal.js";
import { watch } from "./watch.js";

export interface Watched<T> {
	/** Reads what is to be run; a question that is wrong by now is thrown. */
	readonly read: () => T;
	/** Files and folders that are watched, after the last reading that went well. */
	readonly places: () => readonly string[];
	/** What came of it, as an exit code. */
	readonly run: (value: T) => Promise<number>;
	/** The report is for people, and the screen is cleared for it. */
	readonly isText: boolean;
	/** Does a new file of this name matter? */
	readonly isOfInterest: (name: string) => boolean;
}

/** Runs until Ctrl-C, or until nobody reads any more. */
export async function watchOnTerminal<T>(
	{ read, places, run, isText, isOfInterest }: Watched<T>,
	terminal: Terminal,
): Promise<number> {
	const isTerminal = process.stdout.isTTY === true && process.env.TERM !== "dumb";
	let stop = (): void => {};
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	process.once("SIGINT", stop);
	const code = await watch<{ readonly value: T } | WrongQuestion>({
		read: () => {
			const value = unlessWrong(() => ({ value: read() }));
			return { value, places: places() };
		},
		run: async (asked) => {
			if (isTerminal && isText) await terminal.print(clear);
			try {
				if (!(asked instanceof WrongQuestion)) return await run(asked.value);
				await terminal.complain(complaint(asked, false));
			} catch (error) {
				if (!(error instanceof WrongQuestion)) throw error;
				await terminal.complain(complaint(error, false));
			}
			return exit.wrong;
		},
		told: async (count, code, files) => {
			// Nobody reads any more, as behind `| head -1`.
			if (terminal.closed()) stop();
			const watched = `watching ${files} ${files === 1 ? "file" : "files"}`;
			await terminal.complain(
				isTerminal ? `\n${watched}, Ctrl-C ends\n` : `run ${count} ended with ${code}, ${watched}\n`,
			);
		},
		stopped,
		isOfInterest,
	});
	return code ?? exit.bySignal + constants.signals.SIGINT;
}

function unlessWrong<T>(work: () => T): T | WrongQuestion {
	try {
		return work();
	} catch (error) {
		if (error instanceof WrongQuestion) return error;
		throw error;
	}
}

/** The screen, and not what was scrolled away. */
const clear = "\u001b[2J\u001b[H";
