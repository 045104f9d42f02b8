/**
 * What goes through a connection that a client asked for with CONNECT: TLS that names the same server, or HTTP, which is then read request by request. Anything
 * else only where the policy lists the host with that very port.
 */
import type { Socket } from "node:net";
import { beginsTls, watchHello } from "./watch-hello.js";

/** The two ends, and what is done where the client's first words are no TLS. */
export interface Tunnel {
	readonly client: Socket;
	readonly server: Socket;
	readonly host: string;
	/** The policy names the port: whatever is spoken there goes through. */
	readonly isPortNamed: boolean;
	/** Takes the client over, which begins a request with what was put back. */
	readonly readAsHttp: () => void;
	readonly cut: (why: string) => void;
}

/** Milliseconds in which a client says its first word. */
const patience = 60_000;

/** Begins to pass bytes on. `head`: what the client sent right behind its request. */
export function pass(tunnel: Tunnel, head: Buffer): void {
	const { client, server, isPortNamed, readAsHttp } = tunnel;
	const cut = (why: string): void => {
		tunnel.cut(why);
		client.destroy();
		server.destroy();
	};
	client.once("close", () => server.destroy());
	const end = (isBroken: boolean): void => void (isBroken ? client.destroy() : client.end());
	server.once("close", end);
	// Some servers speak first.
	if (isPortNamed) server.pipe(client);
	const timer = isPortNamed ? undefined : setTimeout(() => cut("it said nothing"), patience);
	client.once("close", () => clearTimeout(timer));
	let first = head;
	const sniff = (bytes: Buffer): void => {
		first = Buffer.concat([first, bytes]);
		const kind = kindOf(first);
		if (kind === "unknown") return;
		clearTimeout(timer);
		client.off("data", sniff);
		client.pause();
		if (kind === "http") {
			server.unpipe(client);
			server.off("close", end);
			server.destroy();
			client.unshift(first);
			readAsHttp();
			return;
		}
		if (kind === "other" && !isPortNamed) {
			cut("it is neither TLS nor HTTP");
			return;
		}
		if (!isPortNamed) server.pipe(client);
		if (kind === "other") {
			server.write(first);
			client.pipe(server);
			return;
		}
		const watch = watchHello(tunnel.host);
		const take = (more: Buffer): void => {
			const seen = watch(more);
			if ("cut" in seen) cut(seen.cut);
			else if (seen.pass.length > 0 && !server.write(seen.pass)) {
				client.pause();
				server.once("drain", () => client.resume());
			}
		};
		client.on("data", take);
		client.once("end", () => server.end());
		take(first);
		client.resume();
	};
	client.on("data", sniff);
	if (head.length > 0) sniff(Buffer.alloc(0));
	client.resume();
}

/** Longer than the first line of any request that is read. */
const longestLine = 16 * 1024;

/** By its first line, though empty ones may stand before it. */
function kindOf(bytes: Buffer): "tls" | "http" | "other" | "unknown" {
	if (bytes.length === 0) return "unknown";
	if (bytes[0] === beginsTls) return "tls";
	const text = bytes.toString("latin1", 0, longestLine);
	const [, line, isWhole] = /^\s*([^\r\n]*)([\r\n]?)/.exec(text) ?? [];
	if (/HTTP\/\d/i.test(line ?? "")) return "http";
	return isWhole || text.length === longestLine || !/^[\x20-\x7e]*$/.test(line ?? "") ? "other" : "unknown";
}
