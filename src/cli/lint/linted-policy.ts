/** A policy that is linted, and how. */
import type { LoadedLintSettings } from "../../authoring/load/lint-settings.js";
import type { Loaded } from "../../runtime/load/load.js";
import type { Selection } from "./finding-selection.js";

export interface LintRunOptions {
	/** The path of a configuration; absent: the nearest to each policy. */
	readonly config?: string;
	readonly plugins: boolean;
	/** Today, `2027-01-01`. */
	readonly today: string;
	/** Try to get around the denials. */
	readonly attack?: true;
	/** Absent: everything is told. */
	readonly selection?: Selection;
	/** Keep what is found, and take what was found of the same texts. */
	readonly cache?: true;
}

/** A policy, and what its configuration makes of it. */
export interface LintedPolicy {
	readonly names: readonly string[];
	readonly loaded: Loaded;
	readonly config: LoadedLintSettings;
}
