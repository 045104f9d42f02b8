/**
 * May what is bounded so talk to a host, and by which of its addresses? Whoever opens the connection asks both: a name says nothing of where it leads.
 */
import type { HostPattern } from "../../../language/policy/test.js";
import type { Destination } from "../../effects/effects.js";
import { type Host, hostText, readHost } from "../../request/hosts/host.js";
import { isSpecialAddress } from "../../request/hosts/special-address.js";
import { isAmong, namesPort } from "../evaluate/host-lists.js";
import type { HostBounds, HostList } from "./host-bounds.js";

/** A host that was asked for at a port. */
export interface Asked {
	readonly host: string;
	readonly port: number;
}

/** Is it surely among the hosts that one of the commands may talk to, and surely none that is refused? */
export function isReachable(asked: Asked, bounds: readonly HostBounds[]): boolean {
	return bounds.some((one) => isWithin(destinationOf(asked), one));
}

/**
 * May the connection lead to this address, which the host is said to have? An address of the machine itself, its link or a private network has to be listed as
 * an address, a network or `localhost`: `*` does not say that.
 */
export function isReachableAt(
	asked: Asked,
	address: string,
	bounds: readonly HostBounds[],
	own: readonly string[],
): boolean {
	const host = readHost(address)?.host;
	if (host?.kind !== "address") return false;
	const isSpecial = isSpecialAddress(host) || own.some((text) => isSame(readHost(text)?.host, host));
	const at: Destination = { host: hostText(host), port: asked.port };
	return bounds.some(
		(one) =>
			one.refused.every((list) => isAmong(at, list) === "no") &&
			one.refused.every((list) => isAmong(destinationOf(asked), list) === "no") &&
			one.within.every((lists) =>
				lists.some(
					(list) =>
						isAmong(destinationOf(asked), list) === "yes" &&
						(isSpecial ? isAmong(at, named(list)) === "yes" : isAmong(at, takenOut(list)) === "no"),
				),
			),
	);
}

/** Is it reachable at a port that the lists name? */
export function isPortListed(asked: Asked, bounds: readonly HostBounds[]): boolean {
	return isReachable(
		asked,
		bounds.map((one) => ({ ...one, within: one.within.map((lists) => lists.map(withPorts)) })),
	);
}

function withPorts(list: HostList): HostList {
	return list.filter((one) => one.negated || namesPort(one));
}

/** Is this machine itself, by its loopback address, a host that may be talked to at some port? */
export function mayReachThisMachine(bounds: readonly HostBounds[]): boolean {
	return bounds.some(({ within }) =>
		within.every((lists) => lists.some((list) => isAmong({ host: "127.0.0.1" }, named(list)) !== "no")),
	);
}

function isWithin(destination: Destination, { within, refused }: HostBounds): boolean {
	return (
		within.every((lists) => lists.some((list) => isAmong(destination, list) === "yes")) &&
		refused.every((list) => isAmong(destination, list) === "no")
	);
}

/** In one spelling; one that programs read in different ways is none. */
function destinationOf({ host, port }: Asked): Destination {
	const read = readHost(host);
	return read === undefined || read.odd ? {} : { host: hostText(read.host), port };
}

function isSame(one: Host | undefined, { family, bits }: Host & { readonly kind: "address" }): boolean {
	return one?.kind === "address" && one.family === family && one.bits === bits;
}

/** What the list says of some hosts, not of all. */
function named(list: HostList): HostList {
	return list.filter(({ text, negated }) => negated || !/^\*(?::\d+)?$/.test(text));
}

/** What the list takes out, as a list of its own. */
function takenOut(list: HostList): readonly HostPattern[] {
	return list.flatMap((one) => (one.negated ? [{ ...one, negated: false }] : []));
}
