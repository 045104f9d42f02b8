/**
 * What a dialect is: how a harness tells its hook what is about to run, and what it takes for an answer.
 * This folder translates between harnesses and decisions; it decides nothing, and touches neither files nor processes.
 */
import type { SessionBeginning } from "../../../engine/history/sessions.js";
import type { Hand } from "../../../language/policy/hands.js";

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The environment that the harness gives its hook. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A tool that is about to be called. */
export interface ToolCall {
	readonly tool: string;
	readonly input: Fields;
	/** The folder of the session, or of this call. */
	readonly cwd?: string;
	/** The folder of the project, where the harness tells it. */
	readonly project?: string;
	/** The agent's name, where the harness tells it. */
	readonly agent?: string;
	/** Its permission mode, where the harness tells it. */
	readonly mode?: string;
	/** Its session began as a copy of another one, and the harness does not tell of which. */
	readonly isFork?: true;
	/** Whose call it is, where the harness tells it. */
	readonly asker?: Asker;
	/** The harness's name of the call, by which it tells how it ended. */
	readonly call?: string;
	/** It returns before what it starts has ended. */
	readonly background?: true;
	/** The server and its tool, where it is a call of an MCP server; several where any of them may be meant, none where another event asks about it. A text says why that can't be told. */
	readonly mcp?: readonly McpTool[] | string;
}

/** Whose call it is, as the harness calls them. What one does not tell is absent: `docs/harnesses/tools.md` lists it. */
export interface Asker {
	readonly session: string;
	/** The session that this one belongs to: of the agent that started its agent. */
	readonly parent?: string;
	/** The agent within the session; absent for the one that a person talks to. */
	readonly subagent?: string;
	/** The version of the harness. */
	readonly harnessVersion?: string;
}

/** What a harness tells a hook that is no question: how a call ended, or that a session began. */
export type News =
	/** Neither `code` nor `failed`: it ended, and nobody knows how. */
	| {
			readonly kind: "ended";
			readonly session: string;
			readonly call: string;
			readonly code?: number;
			readonly failed?: true;
	  }
	| { readonly kind: "began"; readonly session: string; readonly how: SessionBeginning }
	/** Of no use. */
	| { readonly kind: "none" };

/** A tool of an MCP server. */
export interface McpTool {
	readonly server: string;
	readonly tool: string;
}

/** The text of a small file; undefined where there is none that can be read. */
export type FileText = (path: string) => string | undefined;

/** What is to be answered. `none`: this is no shell command, and others may say what they think of it. */
export type Verdict =
	| { readonly kind: "none" }
	/** `alone`: no one else is to be asked. */
	| { readonly kind: "allow"; readonly alone: boolean }
	/** `question`: the reason for a person, with the worst that may follow, where a harness can ask one. */
	| { readonly kind: "ask"; readonly reason: string; readonly question?: string }
	| { readonly kind: "deny"; readonly reason: string };

/** All that a hook says. */
export interface Reply {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number;
}

/**
 * What a call is. No commands: it changes nothing outside of the conversation, or is decided as the shell's; `startsNothing`: the former, of a tool that is a shell as well. A text: why
 * that can't be told, and whose affair it is.
 */
export type ToolUse =
	| { readonly commands: readonly (readonly string[])[]; readonly startsNothing?: true }
	| { readonly unclear: string; readonly hand: Hand };

/** How a tool's arguments are read. */
export interface ToolReader {
	(input: Fields): ToolUse;
	/** What comes of it, for the page: `file.read file_path`, with the names of arguments where their values come. Empty for nothing. */
	readonly says: string;
}

/** A harness's tools by their names. */
export type Tools = Readonly<Record<string, ToolReader>>;

export interface Dialect {
	/** As `--harness` says it. */
	readonly name: string;
	/** As people say it. */
	readonly title: string;
	/** The tools of the harness that run shell commands. */
	readonly shells: readonly string[];
	/** The argument of those tools that says in which folder: several names where versions differ. */
	readonly folders: readonly string[];
	/** Tools of the harness that look like shells and run nothing, where `tools` does not say what they are. */
	readonly plain: readonly string[];
	/** What its other tools are. What stands nowhere here, and is no tool of an MCP server, is `tool.NAME`. */
	readonly tools: Tools;
	/** Can the agent write to a program that runs already, without a hook being asked? */
	readonly writesUnseen: boolean;
	/** What is about to be called; a text says why that can't be told. `started`: the folder that the hook was started in. */
	readonly read: (input: Fields, variables: Variables, started: string, fileText: FileText) => ToolCall | string;
	/** What the harness tells beside its questions; undefined where it is a question, or may be one. Absent: it tells nothing of how a call ended. */
	readonly news?: (input: Fields) => News | undefined;
	/** What a tool's name says by itself: how its record calls it, and of which server it is. Absent: it is of the server `S` if it is `mcp__S__T`. */
	readonly named?: (tool: string) => Pick<ToolCall, "tool" | "mcp">;
	/** The answer as the harness wants it: one line of JSON where there is a `remark`. `input`: what was read, where it could be. */
	readonly answer: (verdict: Verdict, input: Fields) => Reply;
	/** The field of an answer in JSON that the harness shows to its person beside any verdict; absent where there is none that it surely takes. */
	readonly remark?: "systemMessage";
}

/** One line of JSON, and nothing went wrong. */
export function json(value: object): Reply {
	return { stdout: `${JSON.stringify(value)}\n`, stderr: "", code: 0 };
}

/** An exit code that says it all; the reason, if there is one, goes to standard error. */
export function exitCode(code: number, reason = ""): Reply {
	return { stdout: "", stderr: reason === "" ? "" : `${reason}\n`, code };
}

/** The reason of a question where nobody can be asked. */
export function unasked(reason: string, title: string): string {
	return `${reason} It needs a person's approval, and a hook of ${title} can't ask for it, so it is denied.`;
}
