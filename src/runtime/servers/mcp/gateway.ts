/**
 * A gateway in front of an MCP server: every call of a tool, and every resource that is read, is decided before the server hears of it; lists hold what may be
 * called. All other messages pass both ways as they are: progress, cancellation, sampling, elicitation, prompts, logs.
 */
import { randomUUID } from "node:crypto";
import {
	isJSONRPCNotification,
	isJSONRPCRequest,
	type JSONRPCMessage,
	type JSONRPCRequest,
	ProtocolErrorCode,
	type Transport,
} from "@modelcontextprotocol/server";
import type { Decision } from "../../../engine/decide/decision.js";
import { callOptions, mcpCallName } from "../../../engine/request/calls.js";
import type { Call, Request } from "../../../engine/request/request.js";
import { resourceCommands } from "../../harnesses/tools/tool-readers.js";
import type { Approve, CallAnswer, CallEnding, Guard } from "../../tools/guard.js";
import { undecidable } from "../../tools/undecidable.js";
import { type Client, clientInEnvelope, clientOf } from "./client.js";
import type { CurrentTool } from "./current-tool.js";
import { answerName, type OpenQuestions, openQuestions } from "./open-questions.js";
import { canAsk, isYes, patience, questionOf } from "./question.js";
import { refusalOf } from "./read-message.js";

export interface Gateway {
	/** As policies call the server: `github` in `mcp.github.create_issue`. Absent: what the server calls itself. */
	readonly name?: string;
	readonly client: Transport;
	readonly server: Transport;
	readonly current: CurrentTool<Guard>;
	/** Done when it has to end. */
	readonly ended?: Promise<void>;
	/** What went wrong with a message or with a stream. */
	readonly complain: (message: string) => void;
}

/** Stands between the two until one of them goes away; then it closes the other. */
export async function runGateway({ name: said, client, server, current, ended, complain }: Gateway): Promise<void> {
	let name = said ?? nameless;
	/** Is it the name that stays? */
	let isNamed = said !== undefined;
	const asking = questionsTo(client);
	const open = openQuestions<undefined>(own);
	/** Lists that were asked for, by the id of the request. */
	const lists = new Map<string | number, List>();
	/** Calls that are being decided, by their ids. */
	const deciding = new Map<string | number, AbortController>();
	/** Of calls that the server is doing: who wants to be told how they end. */
	const doing = new Map<string | number, (how: CallEnding) => void>();
	/** Requests that nobody has answered yet. */
	const awaited = new Set<string | number>();
	let hello: Client | undefined;

	const toClient = (message: JSONRPCMessage): void => {
		if (!("method" in message) && message.id !== undefined) awaited.delete(message.id);
		void client.send(message).catch(complainOf(complain));
	};
	const toServer = (message: JSONRPCMessage): void =>
		void server.send(message).catch((error: unknown) => {
			complainOf(complain)(error);
			if (isJSONRPCRequest(message))
				toClient(
					refusalOf(message.id, ProtocolErrorCode.InternalError, "the server can't be reached") as JSONRPCMessage,
				);
		});

	/** Decides a request, and hands it on or answers it. */
	const decided = async (request: JSONRPCRequest, call: Call): Promise<void> => {
		const stop = new AbortController();
		deciding.set(request.id, stop);
		try {
			const answer = await answerTo(request, call, { current, open, asking, hello, stop: stop.signal, name });
			if (stop.signal.aborted) return;
			if ("passes" in answer) {
				if (answer.ended !== undefined) doing.set(request.id, answer.ended);
				toServer(withoutOwn(request));
			} else toClient(answer);
		} catch (error) {
			toClient(refused(request, undecidable(error)));
		} finally {
			if (deciding.get(request.id) === stop) deciding.delete(request.id);
		}
	};

	client.onmessage = (message) => {
		if (asking.take(message)) return;
		if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
			const id = message.params?.requestId as string | number;
			const pending = deciding.get(id);
			awaited.delete(id);
			// Nobody will say how it ends.
			doing.delete(id);
			pending?.abort();
			if (pending === undefined) toServer(message);
			return;
		}
		if (!isJSONRPCRequest(message)) {
			// Nobody could be told that it was denied, and a careless server does it all the same.
			if ("method" in message && isDecided(message.method))
				complain(`a \`${message.method}\` without an id is no request, so it is not passed on`);
			else toServer(message);
			return;
		}
		// Which of the two an answer or a cancellation is for, nobody could tell.
		if (awaited.has(message.id))
			return complain(
				`a request came with the id \`${message.id}\` of one that is not answered yet, so it is not passed on`,
			);
		awaited.add(message.id);
		if (message.method === "initialize") hello = clientOf(message.params);
		const list = listOf(message.method);
		if (list !== undefined) lists.set(message.id, list);
		if (!isDecided(message.method)) return toServer(message);
		if (!isNamed)
			return toClient(
				refused(
					message,
					"the server has not said yet how it is called, which rules speak of: ask it for its tools first",
				),
			);
		const call = callOf(message, name);
		if (typeof call === "string") return toClient(refused(message, call));
		void decided(message, call);
	};
	server.onmessage = (message) => {
		if ("id" in message && !("method" in message) && message.id !== undefined) {
			doing.get(message.id)?.(endingOf(message));
			doing.delete(message.id);
		}
		if (!("id" in message) || "method" in message || !("result" in message)) return toClient(message);
		const list = lists.get(message.id);
		lists.delete(message.id);
		const { protocolVersion } = message.result;
		if (!isNamed) name = nameIn(message.result) ?? nameless;
		isNamed = true;
		if (typeof protocolVersion === "string") {
			client.setProtocolVersion?.(protocolVersion);
			server.setProtocolVersion?.(protocolVersion);
		}
		toClient(list === undefined ? message : { ...message, result: listed(message.result, list, name, current) });
	};
	client.onerror = ({ message }) => complain(message);
	server.onerror = ({ message }) => complain(message);

	const closed = new Promise<void>((resolve) => {
		client.onclose = resolve;
		server.onclose = resolve;
	});
	await server.start();
	await client.start();
	await (ended === undefined ? closed : Promise.race([closed, ended]));
	for (const stop of deciding.values()) stop.abort();
	await Promise.allSettled([server.close(), client.close()]);
}

/** A server that has not said how it is called. */
const nameless = "server";

/** What the server calls itself, in its answer to `initialize` or, since 2026-07-28, in any of its answers. */
function nameIn({ serverInfo, _meta }: Readonly<Record<string, unknown>>): string | undefined {
	const meta = _meta as Readonly<Record<string, unknown>> | undefined;
	const info = (serverInfo ?? meta?.["io.modelcontextprotocol/serverInfo"]) as { readonly name?: unknown } | undefined;
	return typeof info?.name === "string" && info.name !== "" ? info.name : undefined;
}

function complainOf(complain: (message: string) => void): (error: unknown) => void {
	return (error) => complain(error instanceof Error ? error.message : String(error));
}

const callingTools = "tools/call";
const ofResources: readonly string[] = ["resources/read", "resources/subscribe"];

/** Is a request of this method a call of ours? All others pass. */
function isDecided(method: string): boolean {
	return method === callingTools || ofResources.includes(method);
}

/** What a request that is decided is as a call of ours; a text says what is wrong with it. */
function callOf({ method, params = {} }: JSONRPCRequest, server: string): Call | string {
	if (method !== callingTools)
		return typeof params.uri === "string"
			? resourceCommands(server, params.uri)
			: "it does not say which resource (`uri`)";
	if (typeof params.name !== "string") return "it does not say which tool is called (`name`)";
	const options = callOptions(params.arguments);
	return options === undefined
		? "its arguments are more than can be read"
		: [mcpCallName(server, params.name), ...options];
}

interface Asked {
	readonly current: CurrentTool<Guard>;
	readonly open: OpenQuestions<undefined>;
	readonly asking: Asking;
	readonly hello: Client | undefined;
	readonly stop: AbortSignal;
	readonly name: string;
}

/** The server does it. `ended`: to be told how it ended, where rules ask that. */
interface Passes extends Pick<CallAnswer, "ended"> {
	readonly passes: true;
}

/** How a call ended, by the server's answer to it: a tool's own fault is a result that says so. What asks for more, or goes on as a task, has not ended. */
function endingOf(answer: JSONRPCMessage): CallEnding {
	if ("error" in answer) return "failed";
	const result = "result" in answer ? answer.result : undefined;
	if (result === undefined) return "unknown";
	const { isError, resultType } = result as { readonly isError?: unknown; readonly resultType?: unknown };
	if (isError !== undefined && isError !== false) return "failed";
	return (resultType === undefined || resultType === "complete") && !("task" in result) ? "passed" : "unknown";
}

/** What names of our own begin with. */
const own = "bylaw:";

async function answerTo(
	request: JSONRPCRequest,
	call: Call,
	{ current, open, asking, hello, stop, name }: Asked,
): Promise<JSONRPCMessage | Passes> {
	const now = current.now();
	if ("broken" in now) return refused(request, now.broken);
	const modern = clientInEnvelope(request.params?._meta);
	const client = modern ?? hello;
	const person = `a person at ${client?.name ?? "the client"}`;
	const tool = request.method === "tools/call" ? String(request.params?.name) : request.method;
	const input = request.params?.arguments ?? { uri: request.params?.uri };
	const told = open.answerTo(request.params?.requestState, call, responsesIn(request));
	let remark = "nobody can be asked here: the client shows no questions";
	let put: Decision | undefined;
	const approve: Approve = async (decision) => {
		if (told?.isAbout(decision)) return told.yes ? person : undefined;
		if (client === undefined || !canAsk(client.capabilities)) return undefined;
		const question = questionOf(`${name}: ${tool}`, input, decision);
		if (question === undefined) {
			remark = "this is too long to be put to a person";
			return undefined;
		}
		if (modern !== undefined) {
			put = decision;
			return undefined;
		}
		remark = "the person did not say yes";
		const said = await asking.put({ ...question }, stop);
		const today = current.now();
		if ("tool" in today && today.tool === now.tool) return isYes(said) ? person : undefined;
		remark = "the rules have changed since the question was put: call again";
		return undefined;
	};
	const { decision, allowed, ended } = await now.tool.call({ call } satisfies Request, { approve });
	if (allowed && decision.code !== "ungoverned") return { passes: true, ...(ended === undefined ? {} : { ended }) };
	if (decision.code === "ungoverned")
		return refused(request, "the rules govern no calls of MCP servers: write `govern shell, mcp`, or `govern all`");
	if (told !== undefined && !told.yes)
		return refused(request, `${decision.message}\nNote: the person did not say yes.`);
	const question = put === undefined ? undefined : questionOf(`${name}: ${tool}`, input, put);
	if (put === undefined || question === undefined)
		return refused(request, decision.effect === "ask" ? `${decision.message}\nNote: ${remark}.` : messageOf(decision));
	return {
		jsonrpc: "2.0",
		id: request.id,
		result: {
			resultType: "input_required",
			inputRequests: { [answerName]: { method: "elicitation/create", params: { ...question } } },
			requestState: open.keep(call, put, undefined),
		},
	};
}

/** The message of a decision, with what to use instead. */
function messageOf({ message, use }: Decision): string {
	return use.length === 0 || use.every((one) => message.includes(one))
		? message
		: `${message} Use ${use.join(" or ")} instead.`;
}

function responsesIn({ params }: JSONRPCRequest): Readonly<Record<string, unknown>> | undefined {
	return params?.inputResponses as Readonly<Record<string, unknown>> | undefined;
}

/** The server hears nothing of a question of ours. */
function withoutOwn(request: JSONRPCRequest): JSONRPCRequest {
	const { params } = request;
	if (typeof params?.requestState !== "string" || !params.requestState.startsWith(own)) return request;
	const { requestState: _, inputResponses: __, ...others } = params;
	return { ...request, params: others };
}

/** A denial: of a call it is a result that the model reads, of everything else an error. */
function refused(request: JSONRPCRequest, why: string): JSONRPCMessage {
	const { id, method } = request;
	if (method !== "tools/call") return refusalOf(id, ProtocolErrorCode.InvalidRequest, why) as JSONRPCMessage;
	// Since 2026-07-28 a result says that it is one.
	const kind = clientInEnvelope(request.params?._meta) === undefined ? {} : { resultType: "complete" };
	return { jsonrpc: "2.0", id, result: { ...kind, content: [{ type: "text", text: `Error: ${why}` }], isError: true } };
}

/** A list of what may be asked for: the field that holds it, and whether an entry may be. */
interface List {
	readonly field: string;
	readonly may: (entry: Readonly<Record<string, unknown>>, server: string, guard: Guard) => boolean;
}

function listOf(method: string): List | undefined {
	switch (method) {
		case "tools/list":
			return {
				field: "tools",
				may: ({ name }, server, guard) => typeof name === "string" && guard.mayCall(mcpCallName(server, name)),
			};
		case "resources/list":
			// Here all that a call says is known.
			return {
				field: "resources",
				may: ({ uri }, server, guard) =>
					typeof uri === "string" && guard.foresee({ call: resourceCommands(server, uri) }).effect !== "deny",
			};
		default:
			return undefined;
	}
}

/** The list without what no call may reach. */
function listed<Result extends Readonly<Record<string, unknown>>>(
	result: Result,
	{ field, may }: List,
	server: string,
	current: CurrentTool<Guard>,
): Result {
	const entries = result[field];
	const now = current.now();
	if (!Array.isArray(entries)) return result;
	if ("broken" in now) return { ...result, [field]: [] };
	const isShown = (entry: unknown): boolean =>
		typeof entry === "object" && entry !== null && may(entry as Readonly<Record<string, unknown>>, server, now.tool);
	return { ...result, [field]: entries.filter(isShown) };
}

/** Questions of ours to a client that takes requests, among those of the server. */
interface Asking {
	readonly put: (params: Readonly<Record<string, unknown>>, stop: AbortSignal) => Promise<unknown>;
	/** Is it the answer to a question of ours? */
	readonly take: (message: JSONRPCMessage) => boolean;
}

function questionsTo(client: Transport): Asking {
	const waiting = new Map<string | number, (answer: unknown) => void>();
	return {
		put: (params, stop) =>
			new Promise((resolve) => {
				const id = `${own}${randomUUID()}`;
				const done = (answer: unknown): void => {
					clearTimeout(late);
					stop.removeEventListener("abort", giveUp);
					waiting.delete(id);
					resolve(answer);
				};
				const giveUp = (): void => {
					void client
						.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } })
						.catch(() => {});
					done(undefined);
				};
				const late = setTimeout(giveUp, patience);
				stop.addEventListener("abort", giveUp);
				waiting.set(id, done);
				client.send({ jsonrpc: "2.0", id, method: "elicitation/create", params }).catch(() => done(undefined));
			}),
		take: (message) => {
			if (!("id" in message) || "method" in message) return false;
			const done = message.id === undefined ? undefined : waiting.get(message.id);
			done?.("result" in message ? message.result : undefined);
			return done !== undefined || String(message.id).startsWith(own);
		},
	};
}
