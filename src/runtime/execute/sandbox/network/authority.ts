/** Host and port as they stand in a request to a proxy: `example.com:443`, `[::1]:80`. */
import type { Asked } from "../../../../engine/decide/bounds/reachable-hosts.js";
import { hostText, readHost } from "../../../../engine/request/hosts/host.js";

/** Undefined for what has a user, no port where none goes without saying, or a port that is none. */
export function readAuthority(text: string, usual?: number): Asked | undefined {
	const [, host, digits] = /^(\[[^\]@]*\]|[^:@[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
	const port = digits === undefined ? usual : Number(digits);
	if (host === undefined || port === undefined || port < 1 || port > 65_535) return undefined;
	return readHost(host) === undefined ? undefined : { host, port };
}

/** The same host at the same port, whatever the spelling. */
export function isSameAuthority(one: Asked, other: Asked): boolean {
	return one.port === other.port && textOf(one) !== undefined && textOf(one) === textOf(other);
}

function textOf({ host }: Asked): string | undefined {
	const read = readHost(host);
	return read === undefined || read.odd ? undefined : hostText(read.host);
}
