/** `rules lint --watch`: lints whenever a policy, what it imports, a configuration or the baseline changes, until Ctrl-C. */
import { dirname, join, resolve } from "node:path";
import { configName } from "../../authoring/load/lint-settings.js";
import { isPolicyName } from "../../runtime/load/find-policy.js";
import { isShipped } from "../policy/policy-files.js";
import type { Terminal } from "../terminal/terminal.js";
import { watchOnTerminal } from "../terminal/watch-on-terminal.js";
import type { LintedPolicy } from "./linted-policy.js";

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

export function lintAgain({ policies, run, places, isText }: Again, terminal: Terminal): Promise<number> {
	// The first question must be a good one; later ones may be broken while they are typed.
	let last = policies();
	return watchOnTerminal(
		{
			read: () => {
				last = policies();
				return last;
			},
			places: () => [...new Set([...places.map((one) => resolve(one)), ...last.flatMap(placesOf)])],
			run,
			isText,
			isOfInterest: (name) => isPolicyName(name) || name === configName,
		},
		terminal,
	);
}

/** Its files, what they import, and the configuration that it has or may get. */
function placesOf({ loaded, config }: LintedPolicy): readonly string[] {
	const files = [...loaded.sources.keys()].filter((name) => !isShipped(name)).map((name) => resolve(name));
	const own = files[0] === undefined ? [] : [join(dirname(files[0]), configName)];
	return [...files, ...(config.path === undefined ? own : [config.path])];
}
