/** A resident decider at a Unix socket: whoever may write to it, which is the user alone, sends a request a line and gets a decision a line. */
import { lstatSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket, connect as toSocket } from "node:net";
import { connectionRoom } from "../connection-room.js";
import { type AnswerRequest, lineAnswerer } from "../lines/answer-lines.js";
import type { LineDefaults } from "../lines/line-defaults.js";
import { type Conversation, converse } from "./conversation.js";
import { type PlaceFault, placeFault, socketAt } from "./place.js";

export interface SocketServer {
	/** Takes no more clients, answers what was read, and takes the socket away; done when all clients are gone. */
	readonly close: () => Promise<void>;
}

/** Clients at once that have asked something. */
const mostClients = 1_024;
/** Clients at once that have not said a whole line yet. */
const mostSilent = 256;
/** Clients that the system lets wait until they are taken in; it may take fewer. Another one would be turned away. */
const mostWaiting = 4_096;
/** Whoever does not take its answers for so long at the end gets no more. Milliseconds. */
const longestFarewell = 5_000;

/** Serves at a path, or says why it can't. `current`: how requests are answered that have come by now. */
export async function serveSocket(
	path: string,
	defaults: LineDefaults,
	current: () => AnswerRequest,
): Promise<SocketServer | PlaceFault> {
	const answerer = lineAnswerer(defaults);
	const conversations = new Map<Socket, Conversation>();
	const letGo = (socket: Socket): void => void socket.destroy();
	const [silent, asking] = [connectionRoom(mostSilent, letGo), connectionRoom(mostClients, letGo)];
	// A client that has said all may still wait for answers.
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		silent.enter(socket);
		const asked = (): void => {
			silent.leave(socket);
			asking.enter(socket);
		};
		conversations.set(socket, converse(socket, answerer, current, asked));
		socket.once("close", () => {
			conversations.delete(socket);
			silent.leave(socket);
			asking.leave(socket);
		});
	});
	const refused = await listenAt(server, path);
	if (refused !== undefined) return refused;
	return { close: () => closed(server, conversations) };
}

/** Has a server listen at a path that is the user's alone, or says why it can't. */
export async function listenAt(server: Server, path: string): Promise<PlaceFault | undefined> {
	return placeFault(path) ?? (await cleared(path)) ?? (await listening(server, path));
}

/** Takes away what a dead server left. */
async function cleared(path: string): Promise<PlaceFault | undefined> {
	switch (socketAt(path)) {
		case "nothing":
			return undefined;
		case "something else":
			return { message: `\`${path}\` is there already, and is no socket of yours`, help: "name another path" };
		case "own socket":
			break;
	}
	const found = lstatSync(path, { throwIfNoEntry: false })?.ino;
	if (await isAlive(path)) return livelyFault(path);
	// Moved first, then looked at: another server may have been as quick, and its socket is not to be taken away.
	const aside = `${path}.${process.pid}`;
	try {
		renameSync(path, aside);
	} catch {
		return undefined;
	}
	if (lstatSync(aside).ino !== found) {
		renameSync(aside, path);
		return livelyFault(path);
	}
	rmSync(aside, { force: true });
	return undefined;
}

function livelyFault(path: string): PlaceFault {
	return { message: `a server listens at \`${path}\` already`, help: "use that one, or name another path" };
}

/** Does somebody listen there? In doubt somebody does. */
function isAlive(path: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = toSocket(path);
		socket.once("connect", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED" && code !== "ENOENT"));
	});
}

/** Why nobody can listen there. */
function listening(server: Server, path: string): Promise<PlaceFault | undefined> {
	return new Promise((resolve) => {
		server.once("error", ({ code }: NodeJS.ErrnoException) =>
			resolve(
				code === "EADDRINUSE"
					? livelyFault(path)
					: { message: `nobody can listen at \`${path}\` (${code ?? "unknown reason"})`, help: "name another path" },
			),
		);
		// From its first moment the socket is the user's alone.
		const before = process.umask(0o177);
		try {
			server.listen({ path, backlog: mostWaiting }, () => resolve(undefined));
		} finally {
			process.umask(before);
		}
	});
}

/** The system takes the socket away when nobody listens any more. */
function closed(server: Server, conversations: ReadonlyMap<Socket, Conversation>): Promise<void> {
	return new Promise((resolve) => {
		const late = setTimeout(() => {
			for (const socket of conversations.keys()) socket.destroy();
		}, longestFarewell);
		server.close(() => {
			clearTimeout(late);
			resolve();
		});
		for (const conversation of conversations.values()) conversation.finish();
	});
}
