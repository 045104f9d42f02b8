/**
 * A resident that answers harnesses' hooks: `POST /hook/HARNESS` over a Unix socket, with what the harness writes to its hook's standard input, is answered
 * with what the hook would have printed. Questions are answered one after the other, each where its asker stands. Whoever gets no answer
 * (any status but 200, a connection that breaks) starts the hook's own process.
 */
import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Reply } from "../../harnesses/dialect/dialect.js";
import { mostInput } from "../../harnesses/hooks/answer-hook.js";
import { processName } from "../../history/harness-process.js";
import type { PlaceFault } from "../socket/place.js";
import { listenAt } from "../socket/serve-socket.js";
import { type AskingProcess, askingProcess } from "./asker.js";
import { folderFault, numberIn, socketIn, startingIn, tidy } from "./folder.js";
import { framedReply } from "./framed-reply.js";
import { standInPlaceOf, stepAside } from "./in-place-of.js";
import { listenAtPassed } from "./passed-socket.js";

export interface HookAsked {
	readonly harness: string;
	/** How the hook's own process would be started, the program first. */
	readonly words: readonly string[];
	/** What the harness says. */
	readonly bytes: Buffer;
	/** The process that would have started the hook. */
	readonly starter: number;
}

export interface ResidentSettings {
	readonly folder: string;
	/** The reply, or why this question is one for the hook's own process. This process stands where the asker stands. */
	readonly answer: (asked: HookAsked) => Promise<Reply | { readonly notHere: string }>;
	/** What there is to be told of it, beside what is counted here. */
	readonly state: () => object;
	/** Is this program still the one that is installed? */
	readonly isCurrent: () => boolean;
}

export interface Resident {
	/** Done when it has ended by itself: another program is installed, or its socket was taken away. */
	readonly ended: Promise<void>;
	readonly close: () => Promise<void>;
}

/** Whoever has waited so long has gone to the hook's own process. Milliseconds. */
const longestWait = 2_500;
/** Connections at once; the next one starts its own process. */
const mostConnections = 256;
/** How often it looks whether it is still wanted. Milliseconds. */
const lookEvery = 2_000;

/** Listens in a folder of the user's alone, or says why it can't. */
export async function serveHooks(settings: ResidentSettings): Promise<Resident | PlaceFault> {
	const { folder } = settings;
	const name = processName();
	if (name === undefined)
		return {
			message: "this system does not tell which process asks",
			help: "hooks are answered by their own processes",
		};
	const fault = folderFault(folder);
	if (fault !== undefined) return fault;
	const path = socketIn(folder);
	const counts = { asked: 0, answered: 0, notHere: 0 };
	let last: string | undefined;
	let end = (): void => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});

	const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (request.method === "GET" && request.url === "/state") {
			const about = { pid: process.pid, ...counts, ...(last === undefined ? {} : { last }), ...settings.state() };
			send(response, 200, "application/json", JSON.stringify(about));
			return;
		}
		const harness = /^\/hook\/([a-z][a-z0-9-]{0,40})$/.exec(request.url ?? "")?.[1];
		if (harness === undefined || request.method !== "POST") {
			send(response, 404, "text/plain", "there is only `POST /hook/HARNESS`, and `GET /state`");
			return;
		}
		counts.asked++;
		const reply = await replyTo(harness, request);
		if ("notHere" in reply) {
			counts.notHere++;
			last = reply.notHere;
			send(response, 409, "text/plain", reply.notHere);
			return;
		}
		counts.answered++;
		sendReply(response, reply, isFramed(request));
	};

	const replyTo = async (harness: string, request: IncomingMessage): Promise<Reply | { readonly notHere: string }> => {
		// A page in a browser can reach no socket; whatever stands in between and passes on what a page asks is not to be answered.
		if (request.headers.origin !== undefined || request.headers.host !== "rules")
			return { notHere: "this is no hook's question" };
		const bytes = await bodyOf(request);
		if (bytes === undefined)
			return { notHere: `the question is larger than ${mostInput / 1024 / 1024} MiB, or broke off` };
		const words = wordsOf(request);
		if (words === undefined) return { notHere: "it is not said how the hook is started" };
		return await inTurn(async () => {
			if (!settings.isCurrent()) {
				end();
				return { notHere: "another program is installed by now" };
			}
			const asker = askingProcess(String(request.headers["rules-asker"] ?? ""));
			if ("why" in asker) return { notHere: asker.why };
			return await standing(asker, () => settings.answer({ harness, words, bytes, starter: asker.pid }));
		});
	};

	const server = createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
		answered(request, response).catch(() => response.destroy());
	});
	server.headersTimeout = 2_000;
	server.requestTimeout = 4_000;
	server.keepAliveTimeout = 2_000;
	server.maxConnections = mostConnections;
	server.on("clientError", (_, socket) => socket.destroy());
	const passed = await listenAtPassed(server, path);
	if (typeof passed === "object") return passed;
	const refused = passed ? undefined : await listenAt(server, path);
	if (refused !== undefined) return refused;
	const own = lstatSync(path).ino;
	writeFileSync(numberIn(folder), `${name.replace(":", " ")}\n`, { mode: 0o600 });
	rmSync(startingIn(folder), { force: true });
	tidy(folder);
	const look = setInterval(() => {
		const isOwn = lstatSync(path, { throwIfNoEntry: false })?.ino === own;
		if (!isOwn || !settings.isCurrent()) end();
		else tidy(folder);
	}, lookEvery);
	return {
		ended,
		close: async () => {
			clearInterval(look);
			// Closing takes away what lies at the path: that may be the socket of another one by now.
			if (lstatSync(path, { throwIfNoEntry: false })?.ino !== own) return;
			rmSync(numberIn(folder), { force: true });
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeIdleConnections();
				setTimeout(() => server.closeAllConnections(), lookEvery).unref();
			});
		},
	};

	async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
		const bytes = await bytesOf(request);
		// The client has it open: where no answer comes, it still reads it.
		const said = /^(\d{1,10}) /.exec(String(request.headers["rules-asker"] ?? ""))?.[1];
		if (bytes !== undefined && said !== undefined && isFramed(request)) rmSync(join(folder, said), { force: true });
		return bytes;
	}
}

/** What was sent; undefined where it is too much, or breaks off. */
function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	return new Promise((resolve) => {
		request.on("data", (chunk: Buffer) => {
			size += chunk.length;
			if (size > mostInput) {
				resolve(undefined);
				request.pause();
			} else chunks.push(chunk);
		});
		request.on("end", () => resolve(Buffer.concat(chunks)));
		request.on("close", () => resolve(undefined));
		request.on("error", () => resolve(undefined));
	});
}

/** What a client says that takes the reply apart by itself. */
const framed = "text/x-rules-reply";

function isFramed({ headers }: IncomingMessage): boolean {
	return headers.accept === framed;
}

function sendReply(response: ServerResponse, reply: Reply, framing: boolean): void {
	if (!framing) {
		const { stdout, stderr, code } = reply;
		response.setHeader("rules-exit", code);
		response.setHeader("rules-stderr", encodeURIComponent(stderr));
		send(response, 200, "text/plain", stdout);
		return;
	}
	const text = framedReply(reply);
	if (text === undefined) send(response, 409, "text/plain", "this reply can't be framed");
	else send(response, 200, framed, text);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
	if (response.destroyed) return;
	response.writeHead(status, {
		"content-type": `${type}; charset=utf-8`,
		"content-length": Buffer.byteLength(text),
		"cache-control": "no-store",
	});
	response.end(text);
}

/** The words in the headers, each between `<` and `>`: HTTP takes blanks away, and `curl` a header without a value. */
function wordsOf({ rawHeaders }: IncomingMessage): readonly string[] | undefined {
	const words: string[] = [];
	let count: string | undefined;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
		if (name.toLowerCase() === "rules-words") count = value;
		if (name.toLowerCase() !== "rules-word") continue;
		const word = /^<([\s\S]*)>$/.exec(Buffer.from(value, "latin1").toString("utf8"))?.[1];
		if (word === undefined) return undefined;
		words.push(word);
	}
	return count === String(words.length) ? words : undefined;
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: while one is answered this process stands in its place. */
function inTurn<T extends object>(work: () => Promise<T>): Promise<T | { readonly notHere: string }> {
	const came = performance.now();
	const next = turn.then(async () =>
		performance.now() - came > longestWait ? { notHere: "others were asked about for too long" } : await work(),
	);
	turn = next.catch(() => {});
	return next;
}

async function standing<T>(asker: AskingProcess, work: () => Promise<T>): Promise<T | { readonly notHere: string }> {
	try {
		standInPlaceOf(asker);
	} catch {
		stepAside();
		return { notHere: "the folder of the process that asks can't be entered" };
	}
	try {
		return await work();
	} finally {
		stepAside();
	}
}
