/** The variables of an agent's commands. */

/** How scripts and surroundings are treated. */
export interface Environment {
	readonly keep: readonly string[];
	readonly set: Readonly<Record<string, string>>;
	/** Names that may be set before a command; `*` for all that change nothing that runs. */
	readonly accept: readonly string[];
}
