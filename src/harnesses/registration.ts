/**
 * What a registration is: in which file of a harness it stands, what it says, and what else the harness wants before it fires.
 * This folder works on texts; the files themselves are read and written by the command line.
 */
import { isAbsolute, join } from "node:path";
import type { Json, JsonLeave, Steps } from "../source/json-tree.js";
import type { Variables } from "./dialect.js";
import { guardedCommand } from "./guarded-command.js";

/** For everything in a project, or for everything that a person does. */
export type Scope = "project" | "user";

/** Where files lie. */
export interface Places {
	readonly home: string;
	readonly project: string;
	readonly variables: Variables;
}

/** How the hook is started. */
export interface HookStart {
	/** The program first. */
	readonly words: readonly string[];
	/** After so many seconds there is no answer; and the harness waits longer than that. */
	readonly seconds: number;
	readonly patience: number;
}

/** A file in which a registration stands. `path`: where it is for this scope; undefined where the harness has no such file. */
export type RegisteredIn =
	/** A value in a list in a file of the harness's settings. */
	| {
			readonly kind: "list";
			readonly path: (scope: Scope, places: Places) => string | undefined;
			readonly leave: JsonLeave;
			readonly steps: Steps;
			/** `groups`: the list holds groups with a `matcher` and their `hooks`. */
			readonly holds: "groups" | "hooks";
			readonly entry: (start: HookStart, own: string | undefined) => Json;
			/** Other files in which it may stand, the managed one first. */
			readonly elsewhere?: (places: Places) => readonly string[];
			/** Before all others: where the first one that fits decides. */
			readonly first?: true;
			/** What the file says beside it, where it does not say it yet. */
			readonly beside?: Readonly<Record<string, Json>>;
	  }
	/** A file of its own. */
	| {
			readonly kind: "file";
			readonly path: (scope: Scope, places: Places) => string | undefined;
			readonly text: (start: HookStart) => string;
			readonly mode: number;
	  };

export interface Registration {
	/** In the order in which they are written. */
	readonly files: readonly RegisteredIn[];
	/** What it takes before the harness asks the hook, in words. `file`: where the registration stands. */
	readonly trust?: (scope: Scope, file: string) => string | undefined;
	/** When the harness lets a command run without an answer all the same: each completes "the command runs …". */
	readonly gaps: readonly string[];
	/** Known from documents only. */
	readonly untried?: true;
}

/** The command line for harnesses that read a line of JSON. */
export function jsonCommand({ words, seconds }: HookStart): string {
	return guardedCommand(words, { answers: "json", seconds });
}

/** A folder that a variable names, or this one in the home folder. */
export function folderOf(variable: string, { home, variables }: Places, name: string): string {
	const said = variables[variable];
	return said !== undefined && isAbsolute(said) ? said : join(home, name);
}

/** Is this command of a hook ours? Its options may be any. */
export function isOurCommand(command: string, harness: string): boolean {
	return new RegExp(`(?:^|[\\s"'])hook["']?[\\s,]+["']?--harness["']?(?:[\\s,]+|=)["']?${harness}(?![\\w-])`).test(
		command,
	);
}

/** Does this hook of a list start ours? */
export function isOurHook(hook: Json | undefined, harness: string): boolean {
	if (typeof hook !== "object" || hook === null || Array.isArray(hook)) return false;
	const { command, bash, args } = hook as { readonly [key: string]: Json };
	const words = [command ?? bash, ...(Array.isArray(args) ? args : [])];
	return isOurCommand(words.filter((word) => typeof word === "string").join(" "), harness);
}
