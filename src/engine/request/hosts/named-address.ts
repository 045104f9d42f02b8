/** Names that are there to stand for an address: those that say it themselves (`10.0.0.1.nip.io`), and those of a cloud's metadata. */
import { type Host, readHost } from "./host.js";

/** Zones whose names stand for the address that stands in them, in dots or dashes. */
const spellingZones = ["nip.io", "sslip.io", "xip.io", "traefik.me", "backname.io", "localdev.me"];

/** Zones that are there so that every name in them stands for the loopback address. */
const loopbackZones = ["localtest.me", "lvh.me", "vcap.me", "lacolhost.com"];

/** Names of the metadata service, in the networks of those who run it. */
const metadata = [
	"metadata.google.internal",
	"metadata.goog",
	"metadata",
	"instance-data",
	"instance-data.ec2.internal",
];

/** The addresses that a name may be there to stand for. */
export function addressesOfName(name: string): readonly Host[] {
	const found: string[] = [];
	if (metadata.includes(name)) found.push("169.254.169.254");
	if (loopbackZones.some((zone) => isIn(name, zone))) found.push("127.0.0.1");
	if (spellingZones.some((zone) => isIn(name, zone))) {
		const dotted = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/.exec(name);
		if (dotted !== null) found.push(dotted.slice(1).join("."));
		const hexadecimal = /(?:^|[.-])([0-9a-f]{8})(?=\.)/.exec(name)?.[1];
		if (hexadecimal !== undefined) found.push(String(Number.parseInt(hexadecimal, 16)));
		const groups = /(?:^|\.)([0-9a-f-]*--[0-9a-f-]*)(?=\.)/.exec(name)?.[1];
		if (groups !== undefined) found.push(groups.replaceAll("-", ":"));
	}
	return found.flatMap((text) => readHost(text)?.host ?? []);
}

function isIn(name: string, zone: string): boolean {
	return name === zone || name.endsWith(`.${zone}`);
}
