/**
 * A sandbox server: POST /shell runs a command that its own policy allows, for whoever has the token. It listens on the loopback unless told
 * otherwise, takes small requests only and not too many, and when it stops it lets what runs come to its end.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, isIPv6, type Socket } from "node:net";
import type { RunShell } from "../../tools/shell-tools/run-shell.js";
import { connectionRoom } from "../connection-room.js";
import { answerShell, type HttpAnswer, readQuestion, unanswered } from "./answer-shell.js";
import { rateOf } from "./rate.js";
import { opens } from "./token.js";

/** The tool by the policy as it is on the disk now. */
export interface CurrentRunShell {
	readonly now: () => { readonly tool: RunShell } | { readonly broken: string };
	readonly close: () => void;
}

export interface SandboxSettings {
	readonly tool: CurrentRunShell;
	/** The folders that workspaces may be, or lie in. */
	readonly folders: readonly string[];
	readonly token: string;
	/** `127.0.0.1` when absent. */
	readonly host?: string;
	/** Any that is free when absent. */
	readonly port?: number;
	/** Requests at once, and then a second; 50 and 20 when absent. */
	readonly rate?: { readonly atOnce: number; readonly aSecond: number };
	/** Commands that run at the same time; 16 when absent. */
	readonly most?: number;
	/** Told what there is to be said of records, again after each command. */
	readonly complain?: (message: string) => void;
	/** Milliseconds that commands have to end when the server stops; 10 seconds when absent. */
	readonly grace?: number;
}

export interface SandboxServer {
	/** For example `http://127.0.0.1:8123`. */
	readonly url: string;
	/** Takes no more requests, lets what runs end, ends what takes too long; done when everybody has their answer. */
	readonly close: () => Promise<void>;
}

/** Bytes of a body. */
const longestBody = 64 * 1024;

/** Connections at once over which no request with the token has come. */
const mostStrangers = 256;
/** Connections that the system lets wait until they are taken in; it may take fewer. Another one would have to try again. */
const mostWaiting = 4_096;

/** Milliseconds that clients have to take their answers, when what ran was ended. */
const farewell = 5_000;

/** Serves, or says why it can't. */
export async function serveSandbox(settings: SandboxSettings): Promise<SandboxServer | { readonly fault: string }> {
	const {
		tool,
		folders,
		token,
		host = "127.0.0.1",
		port = 0,
		grace = 10_000,
		most = 16,
		complain = () => {},
	} = settings;
	const { atOnce, aSecond } = settings.rate ?? { atOnce: 50, aSecond: 20 };
	const rate = rateOf(atOnce, aSecond);
	// Who has no token takes nothing away from who has it.
	const strangers = rateOf(atOnce, aSecond);
	const stopping = new AbortController();
	// Who has shown no token keeps no place from who has: only strangers are let go.
	const room = connectionRoom<Socket>(mostStrangers, (socket) => socket.destroy());
	const running = new Set<Promise<unknown>>();
	let isStopping = false;

	const answered = async (
		request: IncomingMessage,
		response: ServerResponse,
		isKnown: boolean,
	): Promise<HttpAnswer> => {
		if (isStopping) return unanswered(503, "the server is stopping");
		const wait = (isKnown ? rate : strangers).take();
		if (wait > 0) {
			response.setHeader("retry-after", String(Math.ceil(wait / 1000)));
			return unanswered(429, "too many requests");
		}
		if (!isKnown) {
			response.setHeader("www-authenticate", "Bearer");
			return unanswered(401, "the token is missing or wrong");
		}
		if (request.url !== "/shell") return unanswered(404, "there is only `/shell`");
		if (request.method !== "POST") {
			response.setHeader("allow", "POST");
			return unanswered(405, "a command is sent by POST");
		}
		if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? ""))
			return unanswered(415, "the body is `application/json`");
		const body = await bodyOf(request);
		if ("code" in body) return body;
		const question = readQuestion(body.text);
		if (typeof question === "string") return unanswered(400, question);
		const current = tool.now();
		// Why it is broken is for whoever runs the server.
		if ("broken" in current) return unanswered(503, "the policy of this server can't be used, so nothing runs");
		if (running.size >= most) {
			response.setHeader("retry-after", "1");
			return unanswered(429, "too many commands run at the same time");
		}
		const gone = new AbortController();
		response.once("close", () => gone.abort());
		const asked = answerShell(current.tool, folders, question, AbortSignal.any([stopping.signal, gone.signal]));
		running.add(asked);
		try {
			return await asked;
		} finally {
			running.delete(asked);
			for (const warning of current.tool.guard.auditWarnings) complain(warning);
		}
	};

	const server = createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
		// What goes wrong here is nobody's business outside.
		const fault = (): HttpAnswer => unanswered(500, "something went wrong, so nothing more is done");
		const isKnown = opens(token, request.headers.authorization);
		if (isKnown) room.leave(request.socket);
		answered(request, response, isKnown)
			.catch(fault)
			// Who showed no token has had its answer, and keeps no place.
			.then((answer) => send(response, answer, isStopping || !isKnown || !request.complete))
			.catch(() => response.destroy());
	});
	server.headersTimeout = 5_000;
	server.requestTimeout = 20_000;
	server.keepAliveTimeout = 5_000;
	server.maxHeadersCount = 100;
	server.on("connection", (socket) => {
		room.enter(socket);
		socket.once("close", () => room.leave(socket));
	});
	const fault = await listening(server, host, port);
	if (fault !== undefined) return { fault };
	const stopped = async (): Promise<void> => {
		isStopping = true;
		const late = setTimeout(() => stopping.abort(), grace);
		// Whoever has its answer may keep its connection, and whoever takes none may do so for ever.
		const idle = setInterval(() => server.closeIdleConnections(), 50);
		const last = setTimeout(() => server.closeAllConnections(), grace + farewell);
		await new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeIdleConnections();
			room.empty();
		});
		clearInterval(idle);
		clearTimeout(last);
		clearTimeout(late);
		// A client that went away waits for nothing; what ran for it comes to its end and is put on record.
		while (running.size > 0) await Promise.allSettled(running);
		tool.close();
	};
	let closed: Promise<void> | undefined;
	return {
		url: urlOf(server.address() as AddressInfo),
		close: () => {
			closed ??= stopped();
			return closed;
		},
	};
}

/** The body of a request, or why it is not read to its end. */
async function bodyOf(request: IncomingMessage): Promise<{ readonly text: string } | HttpAnswer> {
	const tooLong = unanswered(413, `a body is ${longestBody / 1024} KiB at most`);
	if (Number(request.headers["content-length"] ?? 0) > longestBody) return tooLong;
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > longestBody) return tooLong;
		chunks.push(chunk);
	}
	try {
		return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
	} catch {
		return unanswered(400, "the body is no UTF-8");
	}
}

function send(response: ServerResponse, { code, answer }: HttpAnswer, isLast: boolean): void {
	if (response.destroyed) return;
	const text = `${JSON.stringify(answer)}\n`;
	response.writeHead(code, {
		"content-type": "application/json; charset=utf-8",
		"content-length": Buffer.byteLength(text),
		"cache-control": "no-store",
		"x-content-type-options": "nosniff",
		// A body that was not read to its end can't be followed by another request.
		...(isLast ? { connection: "close" } : {}),
	});
	response.end(text);
}

/** Why nobody can listen there. */
function listening(server: Server, host: string, port: number): Promise<string | undefined> {
	return new Promise((resolve) => {
		server.once("error", ({ code }: NodeJS.ErrnoException) =>
			resolve(
				code === "EADDRINUSE"
					? `somebody listens at port ${port} already`
					: `nobody can listen at \`${host}\`, port ${port} (${code ?? "unknown reason"})`,
			),
		);
		server.listen({ host, port, exclusive: true, backlog: mostWaiting }, () => resolve(undefined));
	});
}

function urlOf({ address, port }: AddressInfo): string {
	return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
