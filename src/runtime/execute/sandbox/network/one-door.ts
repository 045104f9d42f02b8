/**
 * A sandbox with a network of its own, and one door in it: a port on its loopback address, at which our proxy answers.
 *
 * Nothing stands inside. A program of ours opens the port in the sandbox before anything else runs there, hands the open socket out to us, and ends; a socket
 * stays in the network in which it was made. So the proxy listens in the sandbox and talks outside of it, and what runs has nothing that it could stop,
 * replace or speak to but that port.
 */
import type { ChildProcess } from "node:child_process";
import { Server } from "node:net";
import type { HostBounds } from "../../../../engine/decide/bounds/host-bounds.js";
import { mayReachThisMachine } from "../../../../engine/decide/bounds/reachable-hosts.js";
import { ownTool } from "../../own-tool.js";
import { proxyTo } from "./proxy.js";
import type { Ways } from "./way-out.js";

/** The door of one run. */
export interface Door {
	/** The words that open it, before those of the program, which is started behind it. */
	readonly words: readonly string[];
	/** Variables that tell programs of it. */
	readonly env: Readonly<Record<string, string>>;
	/** Listens for the open socket; to be called in the tick of the start. */
	readonly attach: (child: ChildProcess) => void;
	/** Has the program itself begun? */
	readonly isOpen: () => boolean;
	/** The same, when all has ended. */
	readonly wasOpen: () => Promise<boolean>;
	/** Answers what was refused. */
	readonly close: () => readonly string[];
}

/** Connections at the same time: each takes two open files of ours. */
const mostConnections = 200;

/** Milliseconds in which we have long heard that nobody holds the channel any more. */
const patience = 5000;

/** Above the ports that systems give out by themselves. */
const port = 62_018;

/** Makes one for these hosts. `file`: the number of the channel to us, in the sandbox. */
export function doorTo(
	bounds: readonly HostBounds[],
	ways: Ways,
	file: number,
	env: Readonly<Record<string, string>>,
): Door | { readonly failure: string } {
	const [sh, emptied] = [ownTool("sh"), ownTool("env")];
	if (sh === undefined || emptied === undefined) return { failure: "the system has no `sh` or no `env`" };
	const proxy = proxyTo(bounds, ways);
	let listener: Server | undefined;
	let isOpen = false;
	let isOver = false;
	let settle = (): void => {};
	const settled = new Promise<void>((resolve) => {
		settle = resolve;
	});
	const own = proxyVariables(bounds);
	// A shell sets some by itself.
	const added = ["PWD", "OLDPWD", "SHLVL", "_"].filter((name) => env[name] === undefined);
	const script = [
		`${emptied} -i NODE_CHANNEL_FD=${file} "$1" -e "$2" </dev/null >/dev/null 2>&1 || exit 125`,
		`exec ${file}>&-`,
		"shift 2",
		`unset ${added.join(" ")}`,
		'exec "$@"',
	].join("\n");
	return {
		words: [sh, "-c", script, "sh", process.execPath, opening],
		env: own,
		attach: (child) => {
			child.once("message", (_, handle) => {
				if (!(handle instanceof Server)) return;
				listener = handle;
				listener.maxConnections = mostConnections;
				listener.on("connection", proxy.serve);
				listener.on("error", () => {});
				if (isOver) listener.close();
			});
			// The last who held the channel let go of it: what follows is the program.
			child.once("disconnect", () => {
				isOpen = listener !== undefined;
				settle();
			});
		},
		isOpen: () => isOpen,
		wasOpen: async () => {
			const timer = setTimeout(settle, patience);
			await settled;
			clearTimeout(timer);
			return isOpen;
		},
		close: () => {
			isOver = true;
			listener?.close();
			return proxy.close();
		},
	};
}

/** What runs in the sandbox to open the port. */
const opening = `const server = require("node:net").createServer();
server.on("error", () => process.exit(1));
server.listen({ host: "127.0.0.1", port: ${port} }, () => process.send("open", server, {}, () => process.exit(0)));`;

/** In both spellings, as programs differ. The sandbox's own loopback needs no proxy, unless the policy lists this machine. */
function proxyVariables(bounds: readonly HostBounds[]): Record<string, string> {
	const proxy = `http://127.0.0.1:${port}`;
	const direct = mayReachThisMachine(bounds) ? "" : "localhost,127.0.0.1,::1,[::1]";
	const all = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: direct };
	return {
		...all,
		...Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value])),
		// Without it Node itself asks no proxy.
		NODE_USE_ENV_PROXY: "1",
	};
}

/** What Node sets for whoever it gives a channel: the program has none. */
export const channelVariables: readonly string[] = ["NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"];
