/** What a verb of the command line is. */
import type { Command } from "commander";
import type { Terminal } from "./terminal/terminal.js";

export interface Verb {
	/** Says the arguments and options; of values of which not all can be listed, `knowing` says those that shells complete. */
	readonly define: (command: Command) => void;
	/** Shown by `--help`: a command line, and what it does. */
	readonly examples: readonly (readonly [line: string, does: string])[];
	/** Answers; the value is the exit code. A `WrongQuestion` that it throws ends with 2. */
	readonly run: (command: Command, context: Context) => Promise<number>;
}

/** A verb in the registry. */
export interface VerbEntry {
	readonly name: string;
	/** One line for the list of verbs. */
	readonly summary: string;
	readonly load: () => Promise<Verb>;
}

export interface Context {
	readonly terminal: Terminal;
	/** The registry, which no verb can import: it names them all. */
	readonly verbs: readonly VerbEntry[];
	/** The words behind the first `--`, if there is one. */
	readonly behind?: readonly string[];
}
