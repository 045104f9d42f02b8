/**
 * Opens connections for what runs in a sandbox, to the hosts that its policy lists and to no others. A name is looked up once, and the connection leads to
 * the address that was found good: what the name stands for a moment later is nobody's business.
 */
import { lookup as systemLookup } from "node:dns/promises";
import { type Socket, connect as systemConnect } from "node:net";
import { networkInterfaces } from "node:os";
import type { HostBounds } from "../../../../engine/decide/bounds/host-bounds.js";
import { type Asked, isReachable, isReachableAt } from "../../../../engine/decide/bounds/reachable-hosts.js";
import { hostText, readHost } from "../../../../engine/request/hosts/host.js";

/** How names are looked up and connections begun; replaced in tests. */
export interface Ways {
	readonly lookup: (name: string) => Promise<readonly string[]>;
	readonly connect: (address: string, port: number) => Socket;
}

/** As the system has it. */
export const systemWays: Ways = {
	lookup: async (name) => (await systemLookup(name, { all: true })).map(({ address }) => address),
	connect: (host, port) => systemConnect({ host, port }),
};

/** A connection, or why there is none: `refused` by the policy, or `failed`. */
export type Opened =
	| { readonly kind: "open"; readonly socket: Socket }
	| { readonly kind: "refused" | "failed"; readonly why: string };

/** Milliseconds for each address. */
const patience = 30_000;

/** Opens one. The host is one that was read out of a request as it stood there. */
export async function openWay(asked: Asked, bounds: readonly HostBounds[], ways: Ways): Promise<Opened> {
	const host = readHost(asked.host)?.host;
	if (host === undefined || !isReachable(asked, bounds))
		return { kind: "refused", why: "it is none of the hosts that the policy lists" };
	let found: readonly string[];
	try {
		found = host.kind === "address" ? [hostText(host)] : await ways.lookup(host.name);
	} catch {
		return { kind: "failed", why: "there is no such host" };
	}
	const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
	const good = found.filter((address) => isReachableAt(asked, address, bounds, own));
	const [first] = found;
	if (first === undefined) return { kind: "failed", why: "there is no such host" };
	if (good.length === 0)
		return { kind: "refused", why: `it leads to ${first}, an address that the policy does not list` };
	for (const address of good.slice(0, mostTries)) {
		const socket = await connected(ways.connect(address, asked.port));
		if (socket !== undefined) return { kind: "open", socket };
	}
	return { kind: "failed", why: "it can't be reached" };
}

/** Of the addresses of one name. */
const mostTries = 4;

function connected(socket: Socket): Promise<Socket | undefined> {
	return new Promise((resolve) => {
		const end = (): void => {
			clearTimeout(timer);
			socket.destroy();
			resolve(undefined);
		};
		const timer = setTimeout(end, patience);
		socket.on("error", end);
		socket.once("close", end);
		socket.once("connect", () => {
			clearTimeout(timer);
			socket.off("error", end);
			socket.off("close", end);
			socket.on("error", () => socket.destroy());
			resolve(socket);
		});
	});
}
