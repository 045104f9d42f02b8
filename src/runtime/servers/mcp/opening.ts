/**
 * The opening of a connection: nothing is done for a client before it has said by `initialize` who it is. Since 2026-07-28 there is no such request;
 * there each request says it for itself.
 */
import {
	isJSONRPCNotification,
	isJSONRPCRequest,
	type JSONRPCMessage,
	ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { type Refusal, refusalOf } from "./read-message.js";

/** What becomes of a message. */
export type Admission =
	| { readonly kind: "admitted" }
	/** It waits until `initialize` is answered, and is asked about again. */
	| { readonly kind: "waits" }
	| { readonly kind: "answered"; readonly answer: Refusal | JSONRPCMessage }
	| { readonly kind: "ignored" };

export interface Opening {
	readonly admit: (message: JSONRPCMessage) => Admission;
	/** Looks at what is sent. True when what waited is to be asked about again. */
	readonly sent: (message: JSONRPCMessage) => boolean;
}

/** The opening of one connection. */
export function openingOf(): Opening {
	let isOpen = false;
	/** The request `initialize` that is not answered yet. */
	let asked: { readonly id: string | number } | undefined;
	return {
		admit: (message) => {
			if (asked !== undefined) return { kind: "waits" };
			if (isJSONRPCRequest(message) && message.method === "initialize") asked = { id: message.id };
			else if (!isOpen && !saysItself(message)) return unopened(message);
			return { kind: "admitted" };
		},
		sent: (message) => {
			if (asked === undefined || !("id" in message) || "method" in message || message.id !== asked.id) return false;
			asked = undefined;
			if ("result" in message) isOpen = true;
			return true;
		},
	};
}

function unopened(message: JSONRPCMessage): Admission {
	if (!isJSONRPCRequest(message)) return { kind: "ignored" };
	const { id, method } = message;
	if (method === "ping") return { kind: "answered", answer: { jsonrpc: "2.0", id, result: {} } };
	const why = `nothing is done before \`initialize\`, so \`${method.slice(0, 100)}\` is refused`;
	return { kind: "answered", answer: refusalOf(id, ProtocolErrorCode.InvalidRequest, why) };
}

/** Does it bring what `initialize` would have said? Whether that is so is looked at later. */
function saysItself(message: JSONRPCMessage): boolean {
	if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message)) return false;
	const meta: unknown = message.params?._meta;
	return typeof meta === "object" && meta !== null && "io.modelcontextprotocol/protocolVersion" in meta;
}
