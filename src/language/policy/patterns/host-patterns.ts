/** Reads the hosts of a clause: names, `*.name`, addresses, networks, `localhost`, `*`, each with a port if it is said. */
import { hostText, readHost } from "../../../engine/request/hosts/host.js";
import type { Span } from "../../source/span.js";
import type { PathWord } from "../../syntax/statements.js";
import type { Faults } from "../faults.js";
import type { HostPattern } from "../test.js";
import { elementsOf, type Sets } from "./patterns.js";

/** The hosts of a list, sets put in. */
export function hostPatterns(words: readonly PathWord[], sets: Sets, faults: Faults): readonly HostPattern[] {
	return words.flatMap((word) => {
		if (word.kind !== "set") return hostPattern(word.text, word.negated, word.span, faults);
		return elementsOf(word, sets, faults).flatMap((element) => {
			const [only, ...more] = element.words;
			if (only === undefined || more.length > 0 || (only.kind !== "plain" && only.kind !== "quoted")) {
				faults.error(
					"bad-host",
					word.span,
					`\`@${word.text}\` holds something that is no host`,
					"a set of hosts has one host an element",
				);
				return [];
			}
			return hostPattern(only.text, word.negated, word.span, faults);
		});
	});
}

const shape =
	"a host is a name, `*.name`, an address, a network (`10.0.0.0/8`) or `localhost`, with `:port` if one is meant";

function hostPattern(text: string, negated: boolean, span: Span, faults: Faults): readonly HostPattern[] {
	const bad = (message: string, help: string = shape): readonly HostPattern[] => {
		faults.error("bad-host", span, message, help);
		return [];
	};
	if (text === "") return bad("an empty host");
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text);
	if (scheme !== null) {
		const host = /^[^/?#]*/.exec(text.slice(scheme[0].length))?.[0].replace(/^.*@/, "") ?? "";
		return bad(
			`\`${text}\` is an address with a scheme, and hosts have none`,
			host === "" ? shape : `write \`${host}\``,
		);
	}
	if (text.includes("@"))
		return bad(`\`${text}\` has a user in it, and hosts have none`, `write \`${text.replace(/^.*@/, "")}\``);
	const network = /^\[?([^[\]/]+)\]?\/(\d{1,3})((?::.*)?)$/.exec(text);
	if (network !== null) return networkPattern(text, network, negated, bad);
	if (text.includes("/")) {
		const host = text.slice(0, text.indexOf("/"));
		return bad(
			`\`${text}\` has a path in it, and what is compared is the host alone`,
			/^[.~]*$/.test(host) ? shape : `write \`${host}\``,
		);
	}
	const [, name = "", port] = /^(\[[^\]]*\]|[^:]*|[^:]*:[^:]*:.*?)(?::([^:]*))?$/s.exec(text) ?? [];
	const host = /^[^[]*:[^:]*:/.test(text) ? text : name;
	const behind = host === text ? undefined : port;
	const suffix = portText(behind);
	if (suffix === undefined) return bad(`\`${behind}\` is no port`, "a port is a number from 1 to 65535");
	if (host === "*") return [{ text: `*${suffix}`, negated }];
	const below = host.startsWith("*.");
	const base = below ? host.slice(2) : host;
	if (/[*?{}]/.test(base) || (base.includes("[") && !base.startsWith("[")))
		return bad(
			`\`${text}\` has a glob inside of a name, and only \`*.\` at its beginning is read`,
			behindGlob(base) === undefined ? shape : `\`*.${behindGlob(base)}\` is every host below it`,
		);
	const read = readHost(base);
	if (read === undefined) return bad(`\`${text}\` is no host`);
	if (read.odd)
		return bad(
			`\`${text}\` is a spelling that programs read in different ways`,
			`write \`${below ? "*." : ""}${hostText(read.host)}${suffix}\``,
		);
	if (read.host.kind === "address" && below)
		return bad(`\`${text}\` is no host: nothing lies below an address`, "a network is written `10.0.0.0/8`");
	return [{ text: (below ? "*." : "") + withPort(hostText(read.host), suffix), negated }];
}

/** `example.com` of `*example.com` and of `api*.example.com`; undefined where a glob stands at the end, or nothing but an end of names is left. */
function behindGlob(base: string): string | undefined {
	const behind = base.slice(Math.max(...[..."*?]}"].map((one) => base.lastIndexOf(one))) + 1);
	const name = base.lastIndexOf("*") === 0 ? behind.replace(/^\./, "") : behind.replace(/^[^.]*\./, "");
	return name.includes(".") && !name.startsWith(".") ? name : undefined;
}

function networkPattern(
	text: string,
	[, base = "", length = "", port = ""]: RegExpExecArray,
	negated: boolean,
	bad: (message: string, help?: string) => readonly HostPattern[],
): readonly HostPattern[] {
	const read = readHost(base);
	if (read === undefined || read.host.kind !== "address" || read.odd)
		return bad(`\`${text}\` has a path in it, and what is compared is the host alone`, `write \`${base}\``);
	const { family, bits } = read.host;
	const width = family === 4 ? 32 : 128;
	const most = Number(length);
	if (most > width) return bad(`\`/${length}\` is more than the ${width} bits of an address`);
	const suffix = portText(port === "" ? undefined : port.slice(1));
	if (suffix === undefined) return bad(`\`${port.slice(1)}\` is no port`, "a port is a number from 1 to 65535");
	const kept = (bits >> BigInt(width - most)) << BigInt(width - most);
	if (kept !== bits)
		return bad(
			`\`${text}\` names an address inside of a network`,
			`the network is \`${hostText({ kind: "address", family, bits: kept })}/${length}\`; the address alone is \`${base}\``,
		);
	const address = hostText(read.host);
	return [{ text: `${suffix !== "" && family === 6 ? `[${address}]` : address}/${most}${suffix}`, negated }];
}

/** `:443`; empty where none is said, undefined for what is no port. */
function portText(port: string | undefined): string | undefined {
	if (port === undefined) return "";
	return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535 ? `:${Number(port)}` : undefined;
}

function withPort(host: string, suffix: string): string {
	return suffix !== "" && host.includes(":") ? `[${host}]${suffix}` : host + suffix;
}
