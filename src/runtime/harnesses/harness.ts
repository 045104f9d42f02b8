/**
 * All that is known of a harness, in one record: where what governs its agents lies, and, for those that ask hooks, how they ask, how a hook is
 * registered, and what they make of its answer. This room holds facts; it decides nothing, and touches neither files nor processes.
 */
import type { Contract } from "./contract.js";
import type { Dialect } from "./dialect.js";
import type { Registration } from "./registration.js";

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

/** A harness that asks a hook of ours. Its page is `docs/harnesses/NAME.md`. */
export interface HookedHarness extends Harness {
	readonly dialect: Dialect;
	readonly registration: Registration;
	readonly contract: Contract;
}
