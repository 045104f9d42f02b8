/** Asks a sandbox server to run a command. Its answer is only believed where it is of the right shape and was decided by the same policy. */

import { type Status, statuses } from "../tool.js";
import type { RunShellReply } from "./run-shell-reply.js";

/** Where a sandbox server is, and the word that opens it. */
export interface SandboxAddress {
	/** For example `http://127.0.0.1:8123`. */
	readonly url: string;
	readonly token: string;
}

/** What is sent, as the server's page says it, with milliseconds for its seconds. */
export interface SandboxQuestion {
	readonly command: string;
	readonly workspace: string;
	readonly timeout: number;
	/** The digest of the policy that allowed it on this side. */
	readonly policy: string;
}

/** Milliseconds that an answer may take beyond the command's own time. */
const patience = 5_000;
/** The largest answer that is read. Bytes. */
const largestAnswer = 64 * 1024 * 1024;

/** Runs it there. Never rejects. */
export async function askSandbox(
	{ url, token }: SandboxAddress,
	{ command, workspace, timeout, policy }: SandboxQuestion,
	signal: AbortSignal | undefined,
): Promise<RunShellReply> {
	const late = AbortSignal.timeout(timeout + patience);
	try {
		const response = await fetch(new URL("/shell", url), {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
			body: JSON.stringify({ command, workspace, timeout: timeout / 1000, policy }),
			redirect: "error",
			signal: signal === undefined ? late : AbortSignal.any([signal, late]),
		});
		const text = await boundedText(response);
		return text === undefined ? failed("its answer is too long") : readAnswer(text, policy);
	} catch {
		if (signal?.aborted) return { status: "cancelled", success: false };
		if (late.aborted) return { status: "timed-out", success: false, error: "the sandbox did not answer in time" };
		// What the system says would tell where the server is.
		return failed("it can't be reached");
	}
}

function failed(why: string): RunShellReply {
	return { status: "failed", success: false, error: `the sandbox gave no answer that can be used: ${why}` };
}

/** The body, unless it is too long. */
async function boundedText({ body }: Response): Promise<string | undefined> {
	if (body === null) return "";
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > largestAnswer) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

function readAnswer(text: string, policy: string): RunShellReply {
	let answer: unknown;
	try {
		answer = JSON.parse(text);
	} catch {
		return failed("it is no JSON");
	}
	if (typeof answer !== "object" || answer === null) return failed("it is no object");
	const {
		status,
		success,
		stdout,
		stderr,
		returncode,
		error,
		warnings,
		policy: decidedBy,
	} = answer as Record<string, unknown>;
	if (!isStatus(status) || typeof success !== "boolean" || typeof stdout !== "string" || typeof stderr !== "string")
		return failed("it is of another shape");
	const hasRun = status === "completed" || status === "timed-out";
	if (hasRun && decidedBy !== policy) return failed("it was decided by another policy");
	return {
		status,
		success,
		...(typeof error === "string" ? { error } : {}),
		...(status === "completed" || stdout !== "" || stderr !== "" ? { stdout, stderr } : {}),
		...(typeof returncode === "number" ? { returncode } : {}),
		...(areTexts(warnings) ? { warnings } : {}),
	};
}

function areTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isStatus(status: unknown): status is Status {
	return (statuses as readonly unknown[]).includes(status);
}
