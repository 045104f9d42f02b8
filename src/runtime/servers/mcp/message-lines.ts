/**
 * Messages of the protocol on a pair of streams, one a line. Whatever is no message is answered and goes no further, and the next line is read. It is read
 * no faster than the client takes its answers.
 */
import type { Readable, Writable } from "node:stream";
import {
	isJSONRPCNotification,
	isJSONRPCRequest,
	type JSONRPCMessage,
	ProtocolErrorCode,
	type Transport,
} from "@modelcontextprotocol/server";
import { type InputLine, lineSplitter } from "../lines/split-lines.js";
import { type BatchAnswer, batchesOf, revisionWithBatches } from "./batches.js";
import { openingOf } from "./opening.js";
import { longestMessage, type Refusal, readLine, readMember, refusalOf } from "./read-message.js";

/** A transport for a server. It closes itself when the client closes its end. */
export function messageLines(input: Readable, output: Writable): Transport {
	const splitter = lineSplitter(longestMessage);
	const opening = openingOf();
	const batches = batchesOf();
	/** What came while `initialize` is not answered. */
	let waiting: JSONRPCMessage[] = [];
	let revision: string | undefined;
	let isClosed = false;

	const write = (value: JSONRPCMessage | Refusal | BatchAnswer): boolean => {
		const isTaken = output.write(`${JSON.stringify(value)}\n`);
		if (!isTaken && !input.isPaused()) {
			input.pause();
			output.once("drain", () => input.resume());
		}
		return isTaken;
	};
	const answer = (value: JSONRPCMessage | Refusal | BatchAnswer | undefined): void => {
		if (value !== undefined && !isClosed) write(value);
	};
	const deliver = (message: JSONRPCMessage): void => {
		const admission = opening.admit(message);
		switch (admission.kind) {
			case "admitted":
				transport.onmessage?.(message);
				if (isCancellation(message)) answer(batches.cancelled(message.params.requestId));
				break;
			case "waits":
				waiting.push(message);
				break;
			case "answered":
				answer(admission.answer);
				break;
			case "ignored":
				break;
		}
	};
	const deliverBatch = (members: readonly unknown[]): void => {
		if (members.length === 0 || revision !== revisionWithBatches) {
			const why =
				members.length === 0 ? "a batch holds a request" : "there are no batches in this revision of the protocol";
			answer(refusalOf(null, ProtocolErrorCode.InvalidRequest, why));
			return;
		}
		const messages: JSONRPCMessage[] = [];
		const refusals: Refusal[] = [];
		for (const read of members.map(readMember)) {
			if (read.kind === "refused") refusals.push(read.refusal);
			if (read.kind !== "message") continue;
			if (isJSONRPCRequest(read.message) && read.message.method === "initialize")
				refusals.push(refusalOf(read.message.id, ProtocolErrorCode.InvalidRequest, "`initialize` stands in no batch"));
			else messages.push(read.message);
		}
		answer(batches.begin(messages, refusals));
		for (const message of messages) deliver(message);
	};
	const hear = (line: InputLine): void => {
		if (isClosed) return;
		const read = readLine(line);
		switch (read.kind) {
			case "message":
				deliver(read.message);
				break;
			case "batch":
				deliverBatch(read.members);
				break;
			case "refused":
				answer(read.refusal);
				break;
			case "ignored":
				if (read.why !== undefined) transport.onerror?.(new Error(read.why));
				break;
		}
	};
	const onData = (bytes: Buffer): void => {
		for (const line of splitter.take(bytes)) hear(line);
	};
	const onEnd = (): void => {
		for (const line of splitter.rest()) hear(line);
		close();
	};
	const onInputError = (error: Error): void => transport.onerror?.(error);
	const onOutputError = (error: Error): void => {
		if (!isClosed) transport.onerror?.(error);
		close();
	};
	const close = (): void => {
		if (isClosed) return;
		isClosed = true;
		input.off("data", onData);
		input.off("end", onEnd);
		input.off("close", close);
		input.pause();
		transport.onclose?.();
	};
	const transport: Transport = {
		start: async () => {
			input.on("data", onData);
			input.on("end", onEnd);
			input.on("close", close);
			input.on("error", onInputError);
			// It stays when all is closed: what can't be written then is nobody's business.
			output.on("error", onOutputError);
			if (input.readableEnded || input.destroyed) setImmediate(close);
		},
		send: async (message) => {
			if (isClosed) throw new Error("the client is gone");
			const taken = batches.take(message);
			if (taken === "kept") return;
			const isTaken = write(taken === "none" ? message : taken);
			if (opening.sent(message)) {
				const held = waiting;
				waiting = [];
				for (const one of held) deliver(one);
			}
			if (!isTaken) await drained(output);
		},
		close: async () => close(),
		setProtocolVersion: (version) => {
			revision = version;
		},
	};
	return transport;
}

/** When more may be written, or nothing can be any more. */
function drained(output: Writable): Promise<void> {
	return new Promise((resolve) => {
		const done = (): void => {
			output.off("drain", done);
			output.off("close", done);
			output.off("error", done);
			resolve();
		};
		output.on("drain", done);
		output.on("close", done);
		output.on("error", done);
	});
}

function isCancellation(
	message: JSONRPCMessage,
): message is JSONRPCMessage & { readonly params: { readonly requestId?: unknown } } {
	return isJSONRPCNotification(message) && message.method === "notifications/cancelled" && message.params !== undefined;
}
