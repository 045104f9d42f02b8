/**
 * A resident that answers harnesses' hooks: `POST /hook/HARNESS` over a Unix socket, with what the harness writes to its hook's standard input, is answered
 * with what the hook would have printed. Questions are answered one after the other, each where its asker stands. Whoever gets no answer
 * (any status but 200, a connection that breaks) starts the hook's own process.
 */
import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Reply } from "../../harnesses/dialect/dialect.js";
import { mostInput } from "../../harnesses/hooks/answer-hook.js";
import { processName } from "../../history/harness-process.js";
import type { PlaceFault } from "../socket/place.js";
import { listenAt } from "../socket/serve-socket.js";
import { type AskingConnection, type AskingProcess, askingConnection } from "./asker.js";
import { folderFault, numberIn, socketIn, startingIn, tidy } from "./folder.js";
import { framedReply } from "./framed-reply.js";
import { standInPlaceOf, stepAside } from "./in-place-of.js";
import { listenAtPassed } from "./passed-socket.js";
import { answerPlainly, type PlainReply, type PlainRequest } from "./plain-requests.js";

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
	readonly answer: (asked: HookAsked) => Reply | { readonly notHere: string };
	/** What there is to be told of it, beside what is counted here. */
	readonly state: () => object;
	/** Is this program still the one that is installed? */
	readonly isCurrent: () => boolean;
}

export interface Resident {
	/** Done when it has ended by itself: another program is installed, its socket was taken away, or its folder is the user's alone no more, which is told. */
	readonly ended: Promise<PlaceFault | undefined>;
	readonly close: () => Promise<void>;
}

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
	let end = (_fault?: PlaceFault): void => {};
	const ended = new Promise<PlaceFault | undefined>((resolve) => {
		end = resolve;
	});

	const answered = (request: PlainRequest): PlainReply => {
		const { method, path: asked, headers, body } = request;
		if (method === "GET" && asked === "/state") {
			const about = { pid: process.pid, ...counts, ...(last === undefined ? {} : { last }), ...settings.state() };
			return { status: 200, type: "application/json", text: JSON.stringify(about) };
		}
		const harness = /^\/hook\/([a-z][a-z0-9-]{0,40})$/.exec(asked)?.[1];
		if (harness === undefined || method !== "POST")
			return { status: 404, type: "text/plain", text: "there is only `POST /hook/HARNESS`, and `GET /state`" };
		counts.asked++;
		const isFramed = headers.get("accept") === framed;
		// A page in a browser can reach no socket; whatever stands in between and passes on what a page asks is not to be answered.
		const reply =
			headers.has("origin") || headers.get("host") !== "rules"
				? { notHere: "this is no hook's question" }
				: replyTo(harness, request, body, isFramed);
		if ("notHere" in reply) {
			counts.notHere++;
			last = reply.notHere;
			return { status: 409, type: "text/plain", text: reply.notHere };
		}
		counts.answered++;
		return shownReply(reply, isFramed);
	};

	/** Without a pause: one after the other, each where its asker stands. */
	const replyTo = (
		harness: string,
		request: PlainRequest,
		bytes: Buffer | undefined,
		isFramed: boolean,
	): Reply | { readonly notHere: string } => {
		if (bytes === undefined) return { notHere: `the question is larger than ${mostInput / 1024 / 1024} MiB` };
		const { asker: said, words } = toldIn(request);
		if (words === undefined) return { notHere: "it is not said how the hook is started" };
		if (!isCurrent()) {
			end();
			return { notHere: "another program is installed by now" };
		}
		const asker = askingOver(request.socket).askingProcess(said);
		if ("why" in asker) return { notHere: asker.why };
		// The file of its question, which it has open: where no answer comes, it still reads it.
		if (isFramed) rmSync(join(folder, `${asker.pid}`), { force: true });
		return standing(asker, () => settings.answer({ harness, words, bytes, starter: asker.pid }));
	};

	const isCurrent = onceForAllThatCame(settings.isCurrent);
	const server = createServer();
	server.maxConnections = mostConnections;
	const connections = answerPlainly(server, {
		answer: answered,
		repeated: "rules-word",
		longestBody: mostInput,
		patience: { head: 2_000, body: 4_000 },
	});
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
		const fault = isOwn ? folderFault(folder) : undefined;
		if (!isOwn || fault !== undefined || !settings.isCurrent()) end(fault);
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
				connections.endIdle();
				setTimeout(connections.endAll, lookEvery).unref();
			});
		},
	};
}

/**
 * Looked at once for all requests that had come before it was: what came in the same turn of the event loop was there when the turn began. It is as if each of
 * them had been answered at that moment.
 */
function onceForAllThatCame(look: () => boolean): () => boolean {
	let seen: boolean | undefined;
	const forget = (): void => {
		seen = undefined;
	};
	return () => {
		if (seen === undefined) {
			seen = look();
			setImmediate(forget);
		}
		return seen;
	};
}

/** What a client says that takes the reply apart by itself. */
const framed = "text/x-rules-reply";

function shownReply(reply: Reply, isFramed: boolean): PlainReply {
	const { stdout, stderr, code } = reply;
	if (isFramed) {
		const text = framedReply(reply);
		return text === undefined
			? { status: 409, type: "text/plain", text: "this reply can't be framed" }
			: { status: 200, type: framed, text };
	}
	const more = [
		["rules-exit", String(code)],
		["rules-stderr", encodeURIComponent(stderr)],
	] as const;
	return { status: 200, type: "text/plain", text: stdout, more };
}

/** What the headers tell. The words stand each between `<` and `>`: HTTP takes blanks away, and `curl` a header without a value. */
function toldIn({ headers, repeated }: PlainRequest): { readonly asker: string; readonly words?: readonly string[] } {
	const asker = headers.get("rules-asker") ?? "";
	const words: string[] = [];
	for (const value of repeated) {
		if (value.length < 2 || !value.startsWith("<") || !value.endsWith(">")) return { asker };
		words.push(Buffer.from(value, "latin1").toString("utf8", 1, value.length - 1));
	}
	return headers.get("rules-words") === String(words.length) ? { asker, words } : { asker };
}

const asking = new WeakMap<Socket, AskingConnection>();

function askingOver(socket: Socket): AskingConnection {
	const known = asking.get(socket);
	if (known !== undefined) return known;
	const connection = askingConnection();
	asking.set(socket, connection);
	socket.once("close", connection.close);
	return connection;
}

function standing<T>(asker: AskingProcess, work: () => T): T | { readonly notHere: string } {
	try {
		standInPlaceOf(asker);
	} catch {
		stepAside();
		return { notHere: "the folder of the process that asks can't be entered" };
	}
	try {
		return work();
	} finally {
		stepAside();
	}
}
