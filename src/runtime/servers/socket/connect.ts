/**
 * A client of `rules serve`, for harnesses. Whatever goes wrong (the server is away, does not answer, says something else than a decision) rejects:
 * who has no decision runs nothing.
 */

import { type Socket, connect as toSocket } from "node:net";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions } from "../../../language/diagnostic/known-options.js";
import type { DecisionRecord } from "../decision-record.js";
import { longestLine } from "../lines/answer-lines.js";
import { type InputLine, lineSplitter } from "../lines/split-lines.js";
import { placeFault, socketAt } from "./place.js";

export interface Decider {
	/** Decides at the server. Many requests may be under way at once. Without `cwd`, the folder is the server's own. */
	readonly decide: (request: Request) => Promise<DecisionRecord>;
	/** Ends; what is still under way rejects. */
	readonly close: () => void;
}

export interface ConnectOptions {
	/** How long an answer, or the connection, may take at most. Milliseconds; ten seconds when absent. */
	readonly timeout?: number;
}

/** The longest answer that is read: a script of many commands has a long one. Bytes. */
const longestAnswer = 256 * 1024 * 1024;

/** Connects to the server at a path. The socket must be the user's own, and lie where nobody else can put one. */
export async function connect(path: string, options: ConnectOptions = {}): Promise<Decider> {
	checkOptions("connect", options, { timeout: true });
	const { timeout = 10_000 } = options;
	const fault = placeFault(path);
	if (fault !== undefined) throw new Error(fault.message);
	if (socketAt(path) === "something else") throw new Error(`\`${path}\` is no socket of yours`);
	return deciderAt(await connected(path, timeout), timeout);
}

function connected(path: string, timeout: number): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = toSocket(path);
		const late = setTimeout(
			() => socket.destroy(new Error(`no server answers at \`${path}\` within ${timeout} ms`)),
			timeout,
		);
		const refused = (error: Error): void => {
			clearTimeout(late);
			reject(error);
		};
		socket.once("error", refused);
		socket.once("connect", () => {
			clearTimeout(late);
			socket.off("error", refused);
			resolve(socket);
		});
	});
}

interface Asked {
	readonly answer: (record: DecisionRecord) => void;
	readonly fail: (error: Error) => void;
	readonly late: NodeJS.Timeout;
}

function deciderAt(socket: Socket, timeout: number): Decider {
	const asked = new Map<number, Asked>();
	const splitter = lineSplitter(longestAnswer);
	let last = 0;
	let ended: Error | undefined;
	const end = (error: Error): void => {
		ended ??= error;
		socket.destroy();
		for (const { fail, late } of asked.values()) {
			clearTimeout(late);
			fail(ended);
		}
		asked.clear();
	};
	const hear = (line: InputLine): void => {
		const answer = answerOf(line);
		const one = answer === undefined ? undefined : asked.get(answer.id);
		if (answer === undefined || one === undefined) {
			// One answer that is none, and nothing else of this server is to be trusted.
			end(new Error("the server does not speak as `rules serve` does"));
			return;
		}
		asked.delete(answer.id);
		clearTimeout(one.late);
		if ("error" in answer) one.fail(new Error(answer.error));
		else one.answer(answer.record);
	};
	socket.on("data", (bytes) => {
		for (const line of splitter.take(bytes)) hear(line);
	});
	socket.once("error", end);
	socket.once("close", () => end(new Error("the server went away")));
	return {
		decide: (request) =>
			new Promise((answer, fail) => {
				if (ended !== undefined) throw ended;
				const id = ++last;
				// An id of the caller's own would be taken for ours.
				const line = `${JSON.stringify({ ...request, id })}\n`;
				if (Buffer.byteLength(line) > longestLine) throw new Error(`the request is longer than ${longestLine} bytes`);
				const late = setTimeout(() => end(new Error(`the server did not answer within ${timeout} ms`)), timeout);
				asked.set(id, { answer, fail, late });
				socket.write(line);
			}),
		close: () => end(new Error("the connection was closed")),
	};
}

type Answer = { readonly id: number } & ({ readonly record: DecisionRecord } | { readonly error: string });

/** An answer as the server gives it; undefined for anything else. */
function answerOf(line: InputLine): Answer | undefined {
	if (!("text" in line)) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(line.text);
	} catch {
		return undefined;
	}
	if (typeof value !== "object" || value === null) return undefined;
	const { id, ...record } = value as { readonly id?: unknown } & Partial<DecisionRecord> & { readonly error?: unknown };
	if (typeof id !== "number") return undefined;
	if (typeof record.error === "string") return { id, error: record.error };
	return typeof record.effect === "string" && effects.includes(record.effect)
		? { id, record: record as DecisionRecord }
		: undefined;
}

const effects: readonly string[] = ["allow", "ask", "nudge", "deny"] satisfies DecisionRecord["effect"][];
