/**
 * A host out of any of its spellings: a name in small letters and in ASCII, or an address as a number. Programs differ in how they read odd spellings
 * (`0177.1`, `127%2e1`, `ａ.example`): such a host is in doubt.
 */

export type Host =
	| { readonly kind: "name"; readonly name: string }
	| { readonly kind: "address"; readonly family: 4 | 6; readonly bits: bigint };

/** A host as it was read. `odd`: not every program reads it so. */
export interface ReadHost {
	readonly host: Host;
	readonly odd: boolean;
}

/** Reads a host without user and port; undefined where nobody knows what a program makes of it. */
export function readHost(text: string): ReadHost | undefined {
	if (text === "" || text.length > 1_000 || /[\s\p{Cc}\p{Cf}\\/?#@<>|^"'`{}$,;&()*!]/u.test(text)) return undefined;
	const grouped = /^\[([0-9a-f:.]+)(?:%(?:25)?[\w.~-]+)?\]$/i.exec(text)?.[1];
	const isGroups = grouped !== undefined || /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*(?:%[\w.~-]+)?$/i.test(text);
	if (isGroups) {
		const bits = groupsOf(grouped ?? text.replace(/%.*$/s, ""));
		return bits === undefined ? undefined : { host: mapped(bits), odd: false };
	}
	if (/[[\]:]/.test(text)) return undefined;
	const bare = text.replace(/\.$/, "");
	if (bare === "" || bare.endsWith(".") || bare.startsWith(".") || bare.includes("..")) return undefined;
	const ascii = asciiOf(bare);
	if (ascii === undefined) return undefined;
	const four = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ascii);
	if (four !== null) {
		const bits = four.slice(1).reduce((sum, part) => sum * 256n + BigInt(part), 0n);
		return { host: { kind: "address", family: 4, bits }, odd: ascii !== bare };
	}
	// Whoever looks names up reads a dot at the end, and capitals, alike.
	const odd = /[^\x21-\x7e]/.test(bare) ? isReadInTwoWays(bare) : ascii !== bare.toLowerCase();
	return { host: { kind: "name", name: ascii.replace(/\.$/, "") }, odd };
}

/** As browsers have it: numbers of all spellings, percent signs, and letters beyond ASCII are put into one form. */
function asciiOf(text: string): string | undefined {
	try {
		return new URL(`http://${text}/`).hostname;
	} catch {
		return undefined;
	}
}

/** Letters that older and newer readers of names beyond ASCII take for different ones, and those that stand for others. */
function isReadInTwoWays(text: string): boolean {
	return /ß|ς|%|\u200c|\u200d|\u3002|\uff0e|\uff61/iu.test(text) || text.normalize("NFKC") !== text.normalize("NFC");
}

function groupsOf(text: string): bigint | undefined {
	let hostname: string;
	try {
		({ hostname } = new URL(`http://[${text}]/`));
	} catch {
		return undefined;
	}
	const [head = "", tail] = hostname.slice(1, -1).split("::");
	const front = head === "" ? [] : head.split(":");
	const back = tail === undefined || tail === "" ? [] : tail.split(":");
	const groups = [...front, ...new Array<string>(8 - front.length - back.length).fill("0"), ...back];
	return groups.reduce((sum, group) => sum * 0x10000n + BigInt(`0x${group}`), 0n);
}

/** `::ffff:127.0.0.1` is 127.0.0.1. */
function mapped(bits: bigint): Host {
	return bits >> 32n === 0xffffn
		? { kind: "address", family: 4, bits: bits & 0xffffffffn }
		: { kind: "address", family: 6, bits };
}

/** A host in one spelling. */
export function hostText(host: Host): string {
	if (host.kind === "name") return host.name;
	if (host.family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((host.bits >> shift) & 255n)).join(".");
	const groups = Array.from({ length: 8 }, (_, at) => ((host.bits >> BigInt(112 - 16 * at)) & 0xffffn).toString(16));
	return new URL(`http://[${groups.join(":")}]/`).hostname.slice(1, -1);
}
