/** Is a host among those of a list? Names are compared by their letters and addresses by their bits: nothing is looked up. */
import type { HostPattern } from "../../../language/policy/test.js";
import type { Destination } from "../../effects/effects.js";
import { remembered } from "../../records/remembered.js";
import { type Host, readHost } from "../../request/hosts/host.js";
import { addressesOfName } from "../../request/hosts/named-address.js";
import { every, negate, some, type Truth, truth } from "./truth.js";

/** Is what the command talks to among these? A list of nothing but what is taken out holds nothing. */
export function isAmong(destination: Destination, list: readonly HostPattern[]): Truth {
	const { host, port } = destination;
	if (host === undefined) return "unknown";
	if (host.startsWith("*.")) {
		const lies = (one: HostPattern): Truth => someBelowFits(host.slice(2), port, patternOf(one));
		return combined(list, lies);
	}
	const read = readHost(host);
	// Read otherwise it is another one.
	if (read === undefined || destination.odd) return "unknown";
	const lies = (one: HostPattern): Truth => fits(read.host, port, patternOf(one));
	return combined(list, lies);
}

function combined(list: readonly HostPattern[], lies: (one: HostPattern) => Truth): Truth {
	const added = some(list.filter(({ negated }) => !negated).map(lies));
	const takenOut = some(list.filter(({ negated }) => negated).map(lies));
	return every([added, negate(takenOut)]);
}

/** Does some host below a name fit? Which one it is, nobody knows. */
function someBelowFits(above: string, port: number | undefined, pattern: ReadPattern): Truth {
	const fit = ((): Truth => {
		switch (pattern.kind) {
			case "any":
				return "yes";
			case "below":
				if (`.${above}`.endsWith(`.${pattern.name}`)) return "yes";
				return perhaps(pattern.name.endsWith(`.${above}`));
			case "name":
				return perhaps(pattern.name.endsWith(`.${above}`));
			case "loopback":
			case "network":
				return perhaps(addressesOfName(`10.0.0.1.${above}`).length > 0 || /(?:^|\.)localhost$/.test(above));
		}
	})();
	if (pattern.port === undefined || fit === "no") return fit;
	return every([fit, port === undefined ? "unknown" : truth(port === pattern.port)]);
}

function perhaps(mayBe: boolean): Truth {
	return mayBe ? "unknown" : "no";
}

function fits(host: Host, port: number | undefined, pattern: ReadPattern): Truth {
	const isHost = hostFits(host, pattern);
	if (pattern.port === undefined || isHost === "no") return isHost;
	return every([isHost, port === undefined ? "unknown" : truth(port === pattern.port)]);
}

export type HostShape =
	| { readonly kind: "any" | "loopback" }
	| { readonly kind: "below" | "name"; readonly name: string }
	| { readonly kind: "network"; readonly family: 4 | 6; readonly bits: bigint; readonly length: number };

type ReadPattern = HostShape & { readonly port?: number };

/** Is a host, whatever its port, what the pattern says? */
export function hostFits(host: Host, pattern: HostShape): Truth {
	switch (pattern.kind) {
		case "any":
			return "yes";
		case "loopback":
			return isLoopback(host);
		case "name":
			return truth(host.kind === "name" && host.name === pattern.name);
		case "below":
			return truth(host.kind === "name" && host.name.endsWith(`.${pattern.name}`));
		case "network": {
			if (host.kind === "address") return inNetwork(host, pattern);
			// What a name stands for is looked up elsewhere, but some are there to stand for an address.
			const isOwn = isLoopback(host) === "yes";
			const own: readonly Host[] = isOwn ? loopbacks : addressesOfName(host.name);
			return own.some((one) => one.kind === "address" && inNetwork(one, pattern) !== "no") ? "unknown" : "no";
		}
	}
}

const loopbacks: readonly Host[] = [
	{ kind: "address", family: 4, bits: 0x7f000001n },
	{ kind: "address", family: 6, bits: 1n },
];

/** In what way IPv4 addresses stand in those of IPv6, and reach the same host where a gateway translates. */
const translated = { prefix: 0x64ff9bn << 64n, width: 32n } as const;

function inNetwork(
	host: Host & { readonly kind: "address" },
	{ family, bits, length }: HostShape & { readonly kind: "network" },
): Truth {
	const width = family === 4 ? 32 : 128;
	const shift = BigInt(width - length);
	if (host.family === family) {
		if (host.bits >> shift === bits >> shift) return "yes";
		return isOwnHost(host) && inNetworkOf(loopbacks, family, bits, shift) ? "unknown" : "no";
	}
	if (host.family === 6 && family === 4) {
		const inner = host.bits & 0xffffffffn;
		const isTranslated = host.bits >> translated.width === translated.prefix || host.bits >> 32n === 0n;
		return isTranslated && inner >> shift === bits >> shift ? "unknown" : "no";
	}
	return "no";
}

function inNetworkOf(hosts: readonly Host[], family: 4 | 6, bits: bigint, shift: bigint): boolean {
	return hosts.some((one) => one.kind === "address" && one.family === family && one.bits >> shift === bits >> shift);
}

/** `0.0.0.0`, which most systems take for the machine itself. */
function isOwnHost(host: Host): boolean {
	return host.kind === "address" && host.bits === 0n;
}

/** Names that systems give themselves; whether they lead there, their files say. */
const ownNames = new Set([
	"localhost.localdomain",
	"localhost4",
	"localhost6",
	"localhost4.localdomain4",
	"localhost6.localdomain6",
	"ip6-localhost",
	"ip6-loopback",
	"loopback",
]);

function isLoopback(host: Host): Truth {
	if (host.kind === "name") {
		if (host.name === "localhost") return "yes";
		const mayBe = ownNames.has(host.name) || host.name.endsWith(".localhost");
		return mayBe || addressesOfName(host.name).some((one) => isLoopback(one) === "yes") ? "unknown" : "no";
	}
	if (host.family === 4 ? host.bits >> 24n === 127n : host.bits === 1n) return "yes";
	const isTranslated =
		host.family === 6 && host.bits >> 32n === translated.prefix && (host.bits & 0xff000000n) >> 24n === 127n;
	return isOwnHost(host) || isTranslated ? "unknown" : "no";
}

const patterns = new WeakMap<HostPattern, ReadPattern>();

/** The pattern of a normal form, which a policy was read into. */
export function patternOf(one: HostPattern): ReadPattern {
	return remembered(patterns, one, () => readPattern(one.text));
}

function readPattern(text: string): ReadPattern {
	const isGroups = !text.startsWith("[") && /:[^:]*:/.test(text);
	const [, host = text, port] = isGroups ? [] : (/^(.*?)(?::(\d+))?$/s.exec(text) ?? []);
	return { ...shapeOf(host), ...(port === undefined ? {} : { port: Number(port) }) };
}

function shapeOf(text: string): HostShape {
	if (text === "*") return { kind: "any" };
	if (text === "localhost") return { kind: "loopback" };
	if (text.startsWith("*.")) return { kind: "below", name: text.slice(2) };
	const [base = "", length] = text.split("/");
	const host = readHost(base)?.host;
	if (host === undefined) throw new Error(`\`${text}\` is no host of a policy: this is a fault of Bylaw`);
	if (host.kind === "name") return { kind: "name", name: host.name };
	const { family, bits } = host;
	return { kind: "network", family, bits, length: length === undefined ? (family === 4 ? 32 : 128) : Number(length) };
}

/** Does the pattern say at which port? */
export function namesPort(one: HostPattern): boolean {
	return patternOf(one).port !== undefined;
}
