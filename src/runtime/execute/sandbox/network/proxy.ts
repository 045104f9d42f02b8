/**
 * The only way out of a sandbox whose policy lists hosts: a proxy, which stands outside of it and reads what it is asked for. It takes requests for plain HTTP
 * by their whole address, and CONNECT for everything else.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HostBounds } from "../../../../engine/decide/bounds/host-bounds.js";
import { type Asked, isPortListed } from "../../../../engine/decide/bounds/reachable-hosts.js";
import { isSameAuthority, readAuthority } from "./authority.js";
import { pass } from "./tunnel.js";
import { openWay, type Ways } from "./way-out.js";

export interface HostProxy {
	/** Serves a client that has connected. */
	readonly serve: (client: Socket) => void;
	/** Cuts all connections. Answers what was refused. */
	readonly close: () => readonly string[];
}

/** Of refusals that are told. */
const mostTold = 20;
/** Of requests that a client sends before it has heard an answer. */
const mostWaiting = 64;

/** The requests of one client, which are served one after the other. */
interface Lane {
	waiting: number;
	/** When the last one is done. */
	turn: Promise<void>;
	/** Where the one that is served leads to. */
	out?: Socket;
	readonly gone: Promise<void>;
}

/** Begins one. It listens to nobody by itself. */
export function proxyTo(bounds: readonly HostBounds[], ways: Ways): HostProxy {
	const told = new Set<string>();
	/** All that is open, on either side. */
	const sockets = new Set<Socket>();
	let isClosed = false;
	const keep = (socket: Socket): Socket => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
		if (isClosed) socket.destroy();
		return socket;
	};
	const tracked: Ways = { ...ways, connect: (address, port) => keep(ways.connect(address, port)) };
	/** What clients asked to be connected to, that now speak HTTP there. */
	const tunnels = new WeakMap<Socket, Asked>();
	const refuse = (asked: Asked, why: string): string => {
		const text = `the network refused \`${asked.host}:${asked.port}\`: ${why}`;
		if (told.size < mostTold) told.add(text);
		return `${text}\n`;
	};
	const http = createServer({ insecureHTTPParser: false, requestTimeout: 0, maxHeaderSize: 64 * 1024 });
	const lanes = new WeakMap<Socket, Lane>();
	http.on("request", (request, response) => {
		const { socket } = request;
		const lane = lanes.get(socket);
		if (lane === undefined || ++lane.waiting > mostWaiting) return void socket.destroy();
		lane.turn = lane.turn
			.then(async () => {
				const done = new Promise<void>((resolve) => void response.once("close", resolve));
				if (!socket.destroyed) await forward(request, response, lane);
				if (!socket.destroyed) await Promise.race([done, lane.gone]);
			})
			.catch(() => void socket.destroy())
			.then(() => {
				lane.waiting--;
			});
	});
	http.on(
		"connect",
		(request, client: Socket, head) => void tunnel(request, client, head).catch(() => client.destroy()),
	);
	http.on("clientError", (_, client) => void client.destroy());

	async function forward(request: IncomingMessage, response: ServerResponse, lane: Lane): Promise<void> {
		const within = tunnels.get(request.socket);
		const target = targetOf(request, within);
		if ("why" in target) {
			const text = within === undefined ? `${target.why}\n` : refuse(within, target.why);
			return answer(response, within === undefined ? 400 : 403, text);
		}
		const opened = await openWay(target.asked, bounds, tracked);
		if (opened.kind !== "open")
			return answer(
				response,
				opened.kind === "refused" ? 403 : 502,
				opened.kind === "refused" ? refuse(target.asked, opened.why) : `${opened.why}\n`,
			);
		const { socket } = opened;
		if (request.socket.destroyed) return void socket.destroy();
		lane.out = socket;
		response.once("close", () => socket.destroy());
		const headers = [...endToEnd(request.rawHeaders, ["expect"]), "Connection", "close"];
		const isChunked = request.headers["transfer-encoding"] !== undefined;
		const out = httpRequest({
			createConnection: () => socket,
			method: request.method,
			path: target.path,
			headers: isChunked ? [...headers, "Transfer-Encoding", "chunked"] : headers,
			setHost: false,
		});
		out.on("error", () => {
			if (response.headersSent) response.destroy();
			else answer(response, 502, "the host ended the connection\n");
		});
		out.on("response", (incoming) => {
			response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEnd(incoming.rawHeaders, []));
			incoming.on("error", () => response.destroy());
			incoming.pipe(response);
		});
		request.pipe(out);
	}

	async function tunnel({ url = "", socket }: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
		client.on("error", () => client.destroy());
		// What was asked before would be answered in the middle of it.
		if (lanes.get(client)?.waiting !== 0) return void client.destroy();
		const asked = tunnels.has(socket) ? undefined : readAuthority(url);
		if (asked === undefined) return void client.end(plain(400, "this is no host with a port\n"));
		const opened = await openWay(asked, bounds, tracked);
		if (opened.kind !== "open")
			return void client.end(
				opened.kind === "refused" ? plain(403, refuse(asked, opened.why)) : plain(502, `${opened.why}\n`),
			);
		if (client.destroyed) return void opened.socket.destroy();
		client.write("HTTP/1.1 200 Connection established\r\n\r\n");
		const tunnelled = {
			client,
			server: opened.socket,
			host: asked.host,
			isPortNamed: isPortListed(asked, bounds),
			readAsHttp: () => {
				tunnels.set(client, asked);
				http.emit("connection", client);
				client.resume();
			},
			cut: (why: string) => void refuse(asked, why),
		};
		pass(tunnelled, head);
	}

	return {
		serve: (client) => {
			const gone = new Promise<void>((resolve) => void client.once("close", resolve));
			const lane: Lane = { waiting: 0, turn: Promise.resolve(), gone };
			void gone.then(() => lane.out?.destroy());
			lanes.set(client, lane);
			http.emit("connection", keep(client));
		},
		close: () => {
			isClosed = true;
			for (const socket of sockets) socket.destroy();
			http.close();
			return [...told];
		},
	};
}

/** Where a request is to go. Its address and its one `Host` must say the same; in a tunnel also what the tunnel leads to. */
function targetOf(
	{ url = "", rawHeaders }: IncomingMessage,
	within: Asked | undefined,
): { readonly asked: Asked; readonly path: string } | { readonly why: string } {
	const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
	const host = hosts.length === 1 ? readAuthority(hosts[0] ?? "", within?.port ?? 80) : undefined;
	if (host === undefined) return { why: "its request does not name one host" };
	const [, authority, rest = ""] = /^http:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
	const asked = authority === undefined ? within : readAuthority(authority, within?.port ?? 80);
	if (asked === undefined) return { why: "a proxy is asked by a whole address: http://host/path" };
	if (!isSameAuthority(asked, host) || (within !== undefined && !isSameAuthority(asked, within)))
		return { why: "its request names another host" };
	const path = authority === undefined ? url : rest.startsWith("/") ? rest : `/${rest}`;
	return { asked, path };
}

/** Of one connection alone. */
const ofConnection = new Set([
	"connection",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

/** The headers that are not about the connection. */
function endToEnd(raw: readonly string[], more: readonly string[]): string[] {
	const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
	const named = pairs
		.filter(([name]) => name.toLowerCase() === "connection")
		.flatMap(([, value]) => value.split(",").map((one) => one.trim().toLowerCase()))
		// What says how long a message is stays, whatever is said of it.
		.filter((name) => name !== "content-length" && name !== "host");
	const left = new Set([...ofConnection, ...named, ...more]);
	return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat();
}

function answer(response: ServerResponse, status: number, text: string): void {
	response.writeHead(status, {
		"Content-Type": "text/plain",
		"Content-Length": Buffer.byteLength(text),
		Connection: "close",
	});
	response.end(text);
}

function plain(status: number, text: string): string {
	const word = { 400: "Bad Request", 403: "Forbidden", 502: "Bad Gateway" }[status] ?? "";
	return `HTTP/1.1 ${status} ${word}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
}
