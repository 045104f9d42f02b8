/**
 * What an agent wants to run, and the commands found in it.
 * This folder reads requests; it decides nothing and starts nothing.
 */
import type { SyntaxFeature } from "../../language/policy/settings/syntax.js";
import type { Span } from "../../language/source/span.js";
import type { ScriptFacts } from "./script/script-facts.js";

export { type SyntaxFeature, syntaxFeatures } from "../../language/policy/settings/syntax.js";

interface Asking {
	/** The agent's name; `default` when absent. */
	readonly agent?: string;
	/** An absolute folder; the workspace when absent. */
	readonly cwd?: string;
	/** Variables that the caller wants to set for the program. */
	readonly env?: Readonly<Record<string, string>>;
	/** Overrides nudges, never a denial or a question. */
	readonly force?: boolean;
	/** The agent's own tools; absent: every tool is taken to exist. */
	readonly tools?: readonly string[];
	/**
	 * What whoever asks knows of the world, for `when`: `{ branch: "main", ticket: "OPS-1" }`; a variable as the harness was started with it is `"env CI"`. `null`: it is
	 * known that there is none. It goes before what the machine says.
	 */
	readonly facts?: Readonly<Record<string, string | null>>;
	/** When it is asked, as ISO 8601 with a time zone; absent: now. */
	readonly at?: string;
}
/** A word of `argv` whose value can't be known is `null`. */
export type Request = Asking &
	(
		| { readonly argv: readonly (string | null)[]; readonly script?: never; readonly call?: never }
		| { readonly script: string; readonly argv?: never; readonly call?: never }
		| { readonly call: Call; readonly argv?: never; readonly script?: never }
	);

/**
 * A call of another tool than the shell: the command that it is, `["file.read", ".env"]`; several where one call does several things (a patch), each a list of
 * words, which nothing expands; or a tool with its input: `{ tool: "mcp.github.create_issue", input: { title: "x" } }`.
 */
export type Call = readonly string[] | readonly (readonly string[])[] | NamedCall;

/** A tool by its reserved name. Of `file.*`, `web.*` and `agent.*` the fields `path`, `from`, `to`, `url`, `pattern`, `query` and `name` are the operands. */
export interface NamedCall {
	readonly tool: string;
	readonly input?: Readonly<Record<string, unknown>>;
}

/** Names that a program finds when it looks through a folder: of the folder itself, and of all that lies below it, hidden or not. */
export interface Below {
	/** The folder as the program is told of it: a text, or a glob that becomes some. */
	readonly start: Word & { readonly kind: "known" | "globbed" };
	/** A pattern that the last part of every name fits, as `find -name` has it. */
	readonly name?: string;
	/** They are names of no links. */
	readonly unlinked?: true;
}

/**
 * One argument. `known`: exactly this string. `globbed`: a shell glob that becomes one or more words, none of which looks like an option where it is `plain`.
 * With `below` they are the names that a program finds, and the pattern says how they begin and end. With `one` it is one of those words.
 * `unknown`: a value that can't be known; `words` says whether it is exactly one word or any number of them,
 * `begins` what its text surely begins with, `digits` that it is a whole number, `number` that it is one or nothing, `plain` that it looks like no option.
 */
export type Word =
	| { readonly kind: "known"; readonly text: string }
	| {
			readonly kind: "globbed";
			readonly pattern: string;
			readonly plain?: true;
			readonly below?: Below;
			readonly one?: true;
	  }
	| {
			readonly kind: "unknown";
			readonly source: string;
			readonly words: "one" | "any";
			readonly begins?: string;
			readonly digits?: true;
			readonly number?: true;
			readonly plain?: true;
			/** A commit's hash stands in it, and perhaps how to go on from there: `$(git merge-base a b)..c`. */
			readonly commit?: true;
	  };

/** A redirection of a command: what it does to its target. */
export interface Redirect {
	readonly access: "read" | "write" | "both";
	readonly target: Word;
}

/** A variable that a command gets. `value`: absent where it can't be known. */
export interface Variable {
	readonly name: string;
	readonly value?: Word;
}

/**
 * One program with its arguments. `via`: the wrapper that runs it. Span offsets are into the script, or into the argv joined by blanks.
 * Where only redirections stand (`> file`), the program is `:`.
 */
export interface Command {
	readonly program: Word;
	readonly args: readonly Word[];
	readonly redirects: readonly Redirect[];
	/**
	 * Variables that it gets from the script: set before the command (`X=1 cmd`), or exported, or such that change what runs. A name stands there
	 * once for each value that it may have.
	 */
	readonly assignments: readonly Variable[];
	/** What it reads as its input, where the script says so: a here-document, or what a pipe or a file brings. */
	readonly input?: Word;
	/** The command before it in a pipe, where what that writes is all that it reads. */
	readonly from?: Command;
	/**
	 * The ways to the folder that it starts in, where the script goes to folders before: each a list of folders as `cd` takes them, one after
	 * the other, from the request's folder. It is one of them; none: it can't be known. Absent: the request's folder.
	 */
	readonly ways?: readonly Way[];
	readonly via?: Command;
	/** What holds for the script that it stands in, where lines that it may run are part of that, and more than it is. */
	readonly within?: ScriptFacts;
	/** It is a call of another tool than the shell, and its name no program's. */
	readonly call?: true;
	readonly span: Span;
}
export type Way = readonly Word[];

/** What a shell string is written in: bash's own language, or what every POSIX shell reads alike. */
export type Dialect = "bash" | "sh";

/** A request read: its commands in order (none where a script only assigns), or why it can't be read for certain. */
export type Reading =
	| { readonly kind: "understood"; readonly commands: readonly Command[]; readonly syntax: readonly SyntaxFeature[] }
	| { readonly kind: "opaque"; readonly why: string; readonly span: Span };

/** A record while it is made: what is made for every word of every command is made without copies. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
