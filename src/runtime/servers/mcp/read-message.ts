/** A line that a client sent: a message of JSON-RPC, several of them, or what it is answered because it is none. */
import {
	isJSONRPCErrorResponse,
	isJSONRPCNotification,
	isJSONRPCRequest,
	isJSONRPCResultResponse,
	isSpecType,
	type JSONRPCMessage,
	type JSONRPCRequest,
	ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { InputLine } from "../lines/split-lines.js";

/** Bytes of a line. A longer one is read over, and never held. */
export const longestMessage = 10 * 1024 * 1024;

/** What a request is answered that is not done. `id` is null where the request has none that could be read. */
export interface Refusal {
	readonly jsonrpc: "2.0";
	readonly id: string | number | null;
	readonly error: { readonly code: number; readonly message: string };
}

export type ReadMessage =
	| { readonly kind: "message"; readonly message: JSONRPCMessage }
	| { readonly kind: "batch"; readonly members: readonly unknown[] }
	| { readonly kind: "refused"; readonly refusal: Refusal }
	/** Nobody waits for an answer to it. */
	| { readonly kind: "ignored"; readonly why?: string };

/** Reads a line. An empty one is none. */
export function readLine(line: InputLine): ReadMessage {
	if ("fault" in line)
		return line.fault === "too long"
			? refused(null, ProtocolErrorCode.InvalidRequest, `a message is ${longestMessage} bytes at most`)
			: refused(null, ProtocolErrorCode.ParseError, "this is not UTF-8");
	if (line.text.trim() === "") return { kind: "ignored" };
	let value: unknown;
	try {
		value = JSON.parse(line.text);
	} catch {
		return refused(null, ProtocolErrorCode.ParseError, "this is not JSON");
	}
	return Array.isArray(value) ? { kind: "batch", members: value } : readMember(value);
}

/** Reads a message, as it stands alone or in a batch. */
export function readMember(value: unknown): ReadMessage {
	if (isJSONRPCRequest(value) && !fitsMethod(value))
		return refused(value.id, ProtocolErrorCode.InvalidParams, `these are no \`params\` of \`${value.method}\``);
	if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isResponse(value))
		return { kind: "message", message: value };
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return refused(null, ProtocolErrorCode.InvalidRequest, "this is no request");
	// Two that answer each other's errors would never end.
	if (!("method" in value) && ("result" in value || "error" in value))
		return { kind: "ignored", why: "a response came that is none" };
	const { params: _, ...others } = value as { readonly params?: unknown };
	if (isJSONRPCRequest(others)) return refused(others.id, ProtocolErrorCode.InvalidParams, "`params` is an object");
	if (isJSONRPCNotification(others))
		return { kind: "ignored", why: "a notification came whose `params` are no object" };
	return refused(idOf(value), ProtocolErrorCode.InvalidRequest, "this is no request of JSON-RPC 2.0");
}

/** Are the parameters those of the method? Those of calls are looked at by who answers them. */
function fitsMethod(request: JSONRPCRequest): boolean {
	switch (request.method) {
		case "initialize":
			return isSpecType.InitializeRequest(request);
		case "tools/list":
			return isSpecType.ListToolsRequest(request);
		default:
			return true;
	}
}

function isResponse(value: unknown): value is JSONRPCMessage {
	return isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value);
}

/** The answer to a request that is not done. */
export function refusalOf(id: Refusal["id"], code: number, message: string): Refusal {
	return { jsonrpc: "2.0", id, error: { code, message } };
}

function refused(id: Refusal["id"], code: number, message: string): ReadMessage {
	return { kind: "refused", refusal: refusalOf(id, code, message) };
}

function idOf(value: object): Refusal["id"] {
	const { id } = value as { readonly id?: unknown };
	return typeof id === "string" || typeof id === "number" ? id : null;
}
