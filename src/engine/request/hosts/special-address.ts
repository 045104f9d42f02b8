/**
 * Addresses that are not the internet: the machine itself, its link and its metadata service, private networks, and those that stand for another address.
 * A name of the internet has no business there.
 */
import { type Host, readHost } from "./host.js";

export function isSpecialAddress({ family, bits }: Host & { readonly kind: "address" }): boolean {
	if (family === 4) return special.some((network) => holds(network, bits, 32));
	const inner = bits & 0xffffffffn;
	if (holds(translated, bits, 128)) return isSpecialAddress({ kind: "address", family: 4, bits: inner });
	return !holds(internet, bits, 128) || tunnels.some((network) => holds(network, bits, 128));
}

interface Network {
	readonly bits: bigint;
	readonly length: number;
}

const special: readonly Network[] = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10", // of providers, and the metadata of one of them
	"127.0.0.0/8",
	"168.63.129.16/32", // the metadata of Azure
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"224.0.0.0/3",
].map(networkOf);

/** Of IPv6 only this is given out. */
const internet = networkOf("2000::/3");
/** IPv4 inside of IPv6, to whichever network it leads: Teredo, 6to4. */
const tunnels = ["2001::/32", "2002::/16"].map(networkOf);
/** IPv4 behind a gateway. */
const translated = networkOf("64:ff9b::/96");

function networkOf(text: string): Network {
	const [base = "", length] = text.split("/");
	const host = readHost(base)?.host;
	if (host?.kind !== "address") throw new Error(`\`${text}\` is no network: this is a fault of Bylaw`);
	return { bits: host.bits, length: Number(length) };
}

function holds({ bits, length }: Network, address: bigint, width: number): boolean {
	const shift = BigInt(width - length);
	return bits >> shift === address >> shift;
}
