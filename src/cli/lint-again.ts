/** `rules lint --watch`: lints whenever a policy, what it imports, a configuration or the baseline changes, until Ctrl-C. */
import { constants } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isPolicyName } from "../load/find-policy.js";
import { configName } from "../load/lint-settings.js";
import { complaint, exit, WrongQuestion } from "./exit.js";
import type { LintedPolicy } from "./lint-run.js";
import { isShipped } from "./policy-files.js";
import type { Terminal } from "./terminal.js";
import { watch } from "./watch.js";

export interface Again {
	/** Reads the policies anew. */
	readonly policies: () => readonly LintedPolicy[];
	/** Lints them, and reports. */
	readonly run: (policies: readonly LintedPolicy[]) => Promise<number>;
	/** What else is read, and the names that were given. */
	readonly places: readonly string[];
	/** People look at it: the screen is for the last report alone. */
	readonly isText: boolean;
}

export async function lintAgain({ policies, run, places, isText }: Again, terminal: Terminal): Promise<number> {
	const isTerminal = process.stdout.isTTY === true && process.env.TERM !== "dumb";
	// The first question must be a good one; later ones may be broken while they are typed.
	let last = policies();
	let stop = (): void => {};
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	process.once("SIGINT", stop);
	const code = await watch<readonly LintedPolicy[] | WrongQuestion>({
		read: () => {
			const all = (): readonly string[] => [
				...new Set([...places.map((one) => resolve(one)), ...last.flatMap(placesOf)]),
			];
			try {
				last = policies();
				return { value: last, places: all() };
			} catch (error) {
				if (!(error instanceof WrongQuestion)) throw error;
				return { value: error, places: all() };
			}
		},
		run: async (read) => {
			if (isTerminal && isText) await terminal.print(clear);
			try {
				if (!(read instanceof WrongQuestion)) return await run(read);
				await terminal.complain(complaint(read, false));
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
		isOfInterest: (name) => isPolicyName(name) || name === configName,
	});
	return code ?? exit.bySignal + constants.signals.SIGINT;
}

/** The screen, and not what was scrolled away. */
const clear = "\u001b[2J\u001b[H";

/** Its files, what they import, and the configuration that it has or may get. */
function placesOf({ loaded, config }: LintedPolicy): readonly string[] {
	const files = [...loaded.sources.keys()].filter((name) => !isShipped(name)).map((name) => resolve(name));
	const own = files[0] === undefined ? [] : [join(dirname(files[0]), configName)];
	return [...files, ...(config.path === undefined ? own : [config.path])];
}
