/** What a sandbox server answers a request for a command. It decides by itself, whoever allowed the command before; and it tells nothing of the system. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { folderInside } from "../../load/folder-inside.js";
import type { RunShell } from "../../tools/shell-tools/run-shell.js";
import type { RunShellReply } from "../../tools/shell-tools/run-shell-reply.js";
import type { Status } from "../../tools/tool.js";

/** A request as a client sends it. */
export interface ShellQuestion {
	readonly command: string;
	readonly workspace: string;
	/** Seconds. */
	readonly timeout: number;
	/** The digest of the client's policy. */
	readonly policy?: string;
}

/** The answer. All of the first four are always there. */
export interface ShellAnswer {
	readonly success: boolean;
	readonly stdout: string;
	/** What the program wrote there; where none ran, why. */
	readonly stderr: string;
	/** Null where no program ended by itself. */
	readonly returncode: number | null;
	readonly status: Status;
	/** Why nothing ran, or why it ended early. */
	readonly error?: string;
	/** That this is not on record, or not where it should be. Why, and where it is, is for whoever runs the server. */
	readonly warnings?: readonly string[];
	/** The digest of the policy that decided. */
	readonly policy?: string;
}

export interface HttpAnswer {
	readonly code: number;
	readonly answer: ShellAnswer;
}

const keys = ["command", "workspace", "timeout", "policy"] as const;
/** Seconds. */
const timeoutByDefault = 30;
const longestTimeout = 3_600;

/** Nothing was decided. */
export function unanswered(code: number, error: string): HttpAnswer {
	return { code, answer: answerOf({ status: "invalid", success: false, error }) };
}

/** The question in a body, or what is wrong with it. */
export function readQuestion(body: string): ShellQuestion | string {
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch {
		return "the body is no JSON";
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) return "the body is an object";
	const strange = Object.keys(value).find((key) => !(keys as readonly string[]).includes(key));
	if (strange !== undefined)
		return `there is no \`${strange.slice(0, 100)}\`; there is \`command\`, \`workspace\`, \`timeout\`, \`policy\``;
	const { command, workspace, timeout = timeoutByDefault, policy } = value as Record<string, unknown>;
	if (typeof command !== "string") return "`command` is a text";
	if (typeof workspace !== "string" || workspace === "") return "`workspace` is the path of a folder";
	if (typeof timeout !== "number" || !(timeout > 0) || timeout > longestTimeout)
		return `\`timeout\` is a number of seconds, ${longestTimeout} at most`;
	if (policy !== undefined && typeof policy !== "string") return "`policy` is the digest of a policy";
	return { command, workspace, timeout, ...(policy === undefined ? {} : { policy }) };
}

/** Decides and runs it. `folders`: where workspaces may be. */
export async function answerShell(
	tool: RunShell,
	folders: readonly string[],
	question: ShellQuestion,
	signal: AbortSignal,
): Promise<HttpAnswer> {
	const { command, workspace, timeout, policy } = question;
	const { digest } = tool.guard.tree;
	if (policy !== undefined && policy !== digest) {
		const reply = tool.refuse(
			{ command },
			"the policy of the client is not the policy of this server, so nothing runs",
		);
		return { code: 409, answer: answerOf(reply, digest) };
	}
	const folder = folderOf(workspace, folders);
	if (folder === undefined)
		return { code: 200, answer: answerOf(tool.refuse({ command }, "there is no such workspace here"), digest) };
	const reply = await tool.inWorkspace(folder).call({ command }, { timeout: timeout * 1000, signal });
	return { code: 200, answer: { ...answerOf(reply, digest), ...ofRecord(reply, tool.guard.auditWarnings) } };
}

/** The workspace without links, if it is one of these folders or lies in one. What lies outside is as if it were not there. */
function folderOf(workspace: string, folders: readonly string[]): string | undefined {
	if (!workspace.startsWith("/")) return undefined;
	for (const top of folders) {
		// A path that itself leads through links to the folder is as good as the folder's own.
		const found = folderInside(realFolder(top), workspace);
		if ("folder" in found) return found.folder;
	}
	return undefined;
}

function realFolder(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return resolve(path);
	}
}

/** What a reply says of its record, without the places that it names. */
function ofRecord({ warnings = [] }: RunShellReply, said: readonly string[]): Pick<ShellAnswer, "warnings"> {
	return warnings.some((warning) => said.includes(warning))
		? { warnings: ["this is not on record where it should be; whoever runs this server is told why"] }
		: {};
}

function answerOf(reply: RunShellReply, policy?: string): ShellAnswer {
	const { status, success, stdout = "", stderr = "", returncode = null } = reply;
	const error = errorOf(reply);
	return {
		success,
		stdout,
		stderr: stderr === "" && error !== undefined ? error : stderr,
		returncode,
		status,
		...(error === undefined ? {} : { error }),
		...(policy === undefined ? {} : { policy }),
	};
}

/** Why a program could not be started may tell of the system; that it could not be is enough. */
function errorOf({ status, error }: RunShellReply): string | undefined {
	return status === "failed" ? "the command could not be started" : error;
}
