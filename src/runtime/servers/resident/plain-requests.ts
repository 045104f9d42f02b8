/**
 * The part of HTTP/1.1 that hooks' lines speak (RFC 9112): a request line, headers, and a body of a length that is said. Whatever else a client says ends its
 * connection, and it starts the hook's own process. Node's server reads all of HTTP, and takes a quarter of a hook's answer for it (docs/decisions/0045).
 */
import type { Server, Socket } from "node:net";

/** A request that was read whole. */
export interface PlainRequest {
	readonly method: "GET" | "POST";
	readonly path: string;
	/** By their names in small letters. */
	readonly headers: ReadonlyMap<string, string>;
	/** The values of the header that may be there more than once, in their order. */
	readonly repeated: readonly string[];
	/** Undefined where it is longer than what is taken. */
	readonly body: Buffer | undefined;
	/** Who asks: the same object for all requests of a connection. */
	readonly socket: Socket;
}

export interface PlainReply {
	readonly status: number;
	readonly type: string;
	readonly text: string;
	/** Further headers. */
	readonly more?: readonly (readonly [name: string, value: string])[];
}

export interface PlainSettings {
	/** Without a pause: requests are answered one after the other. What it throws ends the connection. */
	readonly answer: (request: PlainRequest) => PlainReply;
	/** The header that may be there more than once. */
	readonly repeated: string;
	/** Bytes of a body. */
	readonly longestBody: number;
	/** Milliseconds until the headers are there, from the connection or the reply before on; and until all of a request is, from its headers on. */
	readonly patience: { readonly head: number; readonly body: number };
}

export interface PlainConnections {
	/** Ends those that ask nothing at the moment. */
	readonly endIdle: () => void;
	readonly endAll: () => void;
}

/** Answers what comes over the connections of a server, for as long as it listens. */
export function answerPlainly(server: Server, settings: PlainSettings): PlainConnections {
	const open = new Set<Connection>();
	server.on("connection", (socket) => {
		const connection = new Connection(socket, settings);
		open.add(connection);
		socket.once("close", () => open.delete(connection));
	});
	const look = setInterval(() => {
		const now = performance.now();
		for (const one of open) if (one.until < now) one.end();
	}, lookEvery).unref();
	server.once("close", () => clearInterval(look));
	const end = (isMeant: (one: Connection) => boolean): void => {
		for (const one of open) if (isMeant(one)) one.end();
	};
	return { endIdle: () => end((one) => one.isIdle()), endAll: () => end(() => true) };
}

/** How often it looks whose time is over. Milliseconds. */
const lookEvery = 1_000;
/** As much as Node's own server takes, in bytes: the request line and the headers. */
const longestHead = 16 * 1024;
/** A client that does not read its replies asks no more. */
const mostUnread = 1024 * 1024;

interface Head extends Omit<PlainRequest, "body" | "socket"> {
	readonly length: number;
	/** The client wants no other answer over this connection. */
	readonly isLast: boolean;
}

class Connection {
	/** When it ends unless something comes. */
	until: number;
	readonly #socket: Socket;
	readonly #settings: PlainSettings;
	/** What came and was not read yet. */
	#chunks: Buffer[] = [];
	#size = 0;
	/** Of the request of which the body is still to come. */
	#head: Head | undefined;
	/** Nothing more is read. */
	#isOver = false;

	constructor(socket: Socket, settings: PlainSettings) {
		this.#socket = socket;
		this.#settings = settings;
		this.until = performance.now() + settings.patience.head;
		socket.on("error", () => this.end());
		socket.on("data", (chunk: Buffer) => {
			try {
				this.#take(chunk);
			} catch {
				this.end();
			}
		});
	}

	/** It asks nothing, and what was answered is on its way. */
	isIdle(): boolean {
		return this.#head === undefined && this.#size === 0 && this.#socket.writableLength === 0;
	}

	end(): void {
		this.#isOver = true;
		this.#socket.destroy();
	}

	#take(chunk: Buffer): void {
		if (this.#isOver) return;
		this.#chunks.push(chunk);
		this.#size += chunk.length;
		while (!this.#isOver) {
			this.#head ??= this.#readHead();
			const head = this.#head;
			if (head === undefined) return;
			if (head.length > this.#settings.longestBody) {
				this.#reply({ ...head, isLast: true }, undefined);
				return;
			}
			if (this.#size < head.length) return;
			const bytes = this.#whole();
			this.#keep(bytes.subarray(head.length));
			this.#head = undefined;
			this.#reply(head, bytes.subarray(0, head.length));
		}
	}

	/** Undefined where more is to come. */
	#readHead(): Head | undefined {
		if (this.#size === 0) return undefined;
		const bytes = this.#whole();
		const end = bytes.indexOf("\r\n\r\n");
		if ((end < 0 ? bytes.length : end) > longestHead) throw new Error("the headers are too long");
		if (end < 0) return undefined;
		this.#keep(bytes.subarray(end + 4));
		this.until = performance.now() + this.#settings.patience.body;
		return headIn(bytes.toString("latin1", 0, end), this.#settings.repeated);
	}

	#whole(): Buffer {
		if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
		return this.#chunks[0] as Buffer;
	}

	#keep(rest: Buffer): void {
		this.#chunks = rest.length === 0 ? [] : [rest];
		this.#size = rest.length;
	}

	#reply({ method, path, headers, repeated, isLast }: Head, body: Buffer | undefined): void {
		const socket = this.#socket;
		const { status, type, text, more = [] } = this.#settings.answer({ method, path, headers, repeated, body, socket });
		const lines = [
			`HTTP/1.1 ${status} ${reasons.get(status) ?? "Other"}`,
			`content-type: ${type}; charset=utf-8`,
			`content-length: ${Buffer.byteLength(text)}`,
			"cache-control: no-store",
			...more.map(([name, value]) => `${name}: ${value}`),
			...(isLast ? ["connection: close"] : []),
		];
		const whole = `${lines.join("\r\n")}\r\n\r\n${text}`;
		this.until = performance.now() + this.#settings.patience.head;
		this.#isOver ||= isLast;
		if (isLast) socket.end(whole);
		else if (socket.writableLength > mostUnread) this.end();
		else socket.write(whole);
	}
}

const reasons: ReadonlyMap<number, string> = new Map([
	[200, "OK"],
	[404, "Not Found"],
	[409, "Conflict"],
]);

/** Headers that say that something else than a body of a length comes. */
const others: ReadonlySet<string> = new Set(["transfer-encoding", "trailer", "upgrade", "expect", "te"]);

/** Reads a request line and headers; throws where they are anything but plain. */
function headIn(text: string, repeatedName: string): Head {
	const [line = "", ...fields] = text.split("\r\n");
	const [, method, path, minor] = /^(GET|POST) (\/[!-~]*) HTTP\/1\.([01])$/.exec(line) ?? [];
	if (path === undefined) throw new Error("this is no request");
	const headers = new Map<string, string>();
	const repeated: string[] = [];
	for (const field of fields) {
		// biome-ignore lint/suspicious/noControlCharactersInRegex: no value holds one
		const [, said, value] = /^([\w!#$%&'*+.^`|~-]+):[\t ]*([^\0-\x08\n-\x1f\x7f]*)$/.exec(field) ?? [];
		if (said === undefined || value === undefined) throw new Error("this is no header");
		const name = said.toLowerCase();
		if (name === repeatedName) repeated.push(value.trimEnd());
		else if (headers.has(name) || others.has(name)) throw new Error(`this header is not taken: ${name}`);
		else headers.set(name, value.trimEnd());
	}
	const length = headers.get("content-length") ?? "0";
	if (!/^\d{1,15}$/.test(length)) throw new Error("this is no length");
	const isLast = minor === "0" || headers.get("connection")?.toLowerCase() === "close";
	return { method: method as "GET" | "POST", path, headers, repeated, length: Number(length), isLast };
}
