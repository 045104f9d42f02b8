/** What is known of every harness, with a hook or without: where what governs its agents lies. */

/**
 * Where the files of a harness lie that say what its agents may do and what runs when they start: settings, hooks, plugins, servers, skills, command
 * files, agent files. Each place is a file, or a folder with everything below it.
 */
export interface HarnessPlaces {
	/** In any folder in which somebody works, relative to it. */
	readonly project: readonly string[];
	/** Relative to a person's home folder. */
	readonly home: readonly string[];
	/** Where it keeps what opens its accounts, relative to a person's home folder. */
	readonly credentials?: readonly string[];
	/** For everybody who uses the machine: absolute paths. */
	readonly system: readonly string[];
	/**
	 * The harness's own folders, in a project or the home, that hold some of these places and also what agents work with, such as worktrees. The folder
	 * itself may not be replaced; what lies in it may be written where no place above names it.
	 */
	readonly folders?: readonly string[];
	/** Variables that name another folder in place of one in the home: `CODEX_HOME` for `.codex`. */
	readonly variables?: Readonly<Record<string, string>>;
	/** Texts that agents are told to follow. They grant nothing, and agents are asked to write them; only the sandbox keeps them as they are. */
	readonly instructions: readonly string[];
}

export interface Harness {
	/** As `--harness` says it. */
	readonly name: string;
	/** As people say it. */
	readonly title: string;
	readonly places: HarnessPlaces;
}
