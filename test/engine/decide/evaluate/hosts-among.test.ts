/** Whether what a command talks to is among the hosts of a rule, row by row: what nobody can know is neither yes nor no. */
import { describe, expect, test } from "@jest/globals";
import { hostFits, isAmong, namesPort } from "../../../../src/engine/decide/evaluate/host-lists.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";

type Row = readonly [destination: string, list: string, expected: Truth];

/** A destination: `HOST`, `HOST PORT`, `?`, or `HOST odd`. A list: patterns with spaces between them; `!` takes out. */
function among(destination: string, list: string): Truth {
	const [host = "", port] = destination.split(" ");
	const patterns = list
		.split(" ")
		.filter((one) => one !== "")
		.map((one) => ({ text: one.replace(/^!/, ""), negated: one.startsWith("!") }));
	return isAmong(
		{
			...(host === "?" ? {} : { host }),
			...(port === undefined || port === "odd" ? {} : { port: Number(port) }),
			...(port === "odd" ? { odd: true } : {}),
		} as Parameters<typeof isAmong>[0],
		patterns,
	);
}

const holds = (rows: readonly Row[]): void => {
	test.each(rows)("%s among `%s`: %s", (destination, list, expected) => {
		expect(among(destination, list)).toBe(expected);
	});
};

describe("a list", () => {
	holds([
		["a.example", "", "no"],
		["a.example", "a.example", "yes"],
		["a.example", "b.example a.example", "yes"],
		["a.example", "*", "yes"],
		["a.example", "* !a.example", "no"],
		["a.example", "* !b.example", "yes"],
		["a.example", "* !*.example", "no"],
		// A list of nothing but what is taken out holds nothing.
		["a.example", "!b.example", "no"],
		["a.example", "!a.example", "no"],
		["10.0.0.1.nip.io", "* !10.0.0.0/8", "unknown"],
		["10.0.0.1.nip.io", "b.example !10.0.0.0/8", "no"],
		["10.0.0.1.nip.io", "10.0.0.0/8 *.nip.io", "yes"],
	]);
});

describe("a host that can't be known, or is read in several ways, is never known to be inside", () => {
	holds([
		["?", "*", "unknown"],
		["a.example odd", "a.example", "unknown"],
		["a.example odd", "*", "unknown"],
		["a..b", "*", "unknown"],
	]);
});

describe("a port", () => {
	holds([
		["a.example 22", "a.example:22", "yes"],
		["a.example 80", "a.example:22", "no"],
		["a.example", "a.example:22", "unknown"],
		["b.example", "a.example:22", "no"],
		["b.example 22", "a.example:22", "no"],
		["a.example 22", "*:22", "yes"],
		["localhost.localdomain 22", "localhost:22", "unknown"],
		["localhost.localdomain 80", "localhost:22", "no"],
		["::1 80", "[::1]:80", "yes"],
		["::1 81", "[::1]:80", "no"],
		["::1", "::1", "yes"],
		["*.a.example 22", "*.example:22", "yes"],
		["*.a.example 80", "*.example:22", "no"],
		["*.a.example", "*.example:22", "unknown"],
		["*.a.example", "*.b.example:22", "no"],
		["*.a.example 80", "b.a.example:22", "no"],
		["*.a.example 22", "b.a.example:22", "unknown"],
	]);

	test.each([
		["a.example", false],
		["a.example:22", true],
		["::1", false],
		["[::1]:80", true],
		["10.0.0.0/8", false],
		["*:22", true],
	])("%s names one: %s", (text, expected) => {
		expect(namesPort({ text, negated: false })).toBe(expected);
	});
});

describe("some host below a name", () => {
	holds([
		["*.a.example", "*", "yes"],
		["*.a.example", "*.example", "yes"],
		["*.a.example", "*.a.example", "yes"],
		["*.a.example", "*.b.a.example", "unknown"],
		["*.a.example", "*.b.example", "no"],
		["*.ba.example", "*.a.example", "no"],
		["*.a.example", "*.ba.example", "no"],
		["*.a.example", "b.a.example", "unknown"],
		["*.a.example", "a.example", "no"],
		["*.a.example", "b.ca.example", "no"],
		["*.a.example", "localhost", "no"],
		["*.localhost", "localhost", "unknown"],
		["*.x.localhost", "127.0.0.0/8", "unknown"],
		["*.mylocalhost", "localhost", "no"],
		["*.nip.io", "10.0.0.0/8", "unknown"],
		["*.nip.io", "localhost", "unknown"],
		["*.a.example", "10.0.0.0/8", "no"],
	]);
});

describe("a name", () => {
	holds([
		["A.Example.", "a.example", "yes"],
		["b.a.example", "a.example", "no"],
		["b.a.example", "*.a.example", "yes"],
		["a.example", "*.a.example", "no"],
		["ba.example", "*.a.example", "no"],
		["10.0.0.1", "*.a.example", "no"],
		["10.0.0.1", "a.example", "no"],
		["a.example", "10.0.0.0/8", "no"],
		["10.0.0.1.nip.io", "10.0.0.0/8", "unknown"],
		["11.0.0.1.nip.io", "10.0.0.0/8", "no"],
		["metadata.google.internal", "169.254.169.254", "unknown"],
		["metadata.google.internal", "169.254.169.253", "no"],
		["localhost", "127.0.0.0/8", "unknown"],
		["localhost", "::1", "unknown"],
		["localhost", "::2", "no"],
		["localhost", "10.0.0.0/8", "no"],
	]);
});

describe("this machine", () => {
	holds([
		["localhost", "localhost", "yes"],
		["127.0.0.1", "localhost", "yes"],
		["127.255.255.255", "localhost", "yes"],
		["128.0.0.1", "localhost", "no"],
		["126.0.0.1", "localhost", "no"],
		["0.0.0.1", "localhost", "no"],
		["::1", "localhost", "yes"],
		["::2", "localhost", "no"],
		["7f00:1::", "localhost", "no"],
		// Most systems take it for the machine itself.
		["0.0.0.0", "localhost", "unknown"],
		["::", "localhost", "unknown"],
		// Files of the machine say where these lead.
		["localhost.localdomain", "localhost", "unknown"],
		["ip6-loopback", "localhost", "unknown"],
		["x.localhost", "localhost", "unknown"],
		["xlocalhost", "localhost", "no"],
		["lvh.me", "localhost", "unknown"],
		["127.0.0.1.nip.io", "localhost", "unknown"],
		["10.0.0.1.nip.io", "localhost", "no"],
		["0.0.0.0.nip.io", "localhost", "no"],
		["a.example", "localhost", "no"],
		// A gateway may translate.
		["64:ff9b::7f00:1", "localhost", "unknown"],
		["64:ff9b::7eff:1", "localhost", "no"],
		["64:ff9c::7f00:1", "localhost", "no"],
		["64:ff9b::1", "localhost", "no"],
		["1::7f00:1", "localhost", "no"],
	]);
});

describe("a network", () => {
	holds([
		["10.0.0.1", "10.0.0.1", "yes"],
		["10.0.0.2", "10.0.0.1", "no"],
		["10.255.0.1", "10.0.0.0/8", "yes"],
		["11.0.0.1", "10.0.0.0/8", "no"],
		["10.0.1.1", "10.0.0.0/24", "no"],
		["1.2.3.4", "0.0.0.0/0", "yes"],
		["::1", "0.0.0.0/0", "unknown"],
		["fd00::1", "0.0.0.0/0", "no"],
		["fd12::1", "fd00::/8", "yes"],
		["fe00::1", "fd00::/8", "no"],
		["fd00::1", "fd00::1", "yes"],
		["fd00::2", "fd00::1", "no"],
		["1.2.3.4", "::/0", "no"],
		["0.0.0.10", "::a", "no"],
		// `0.0.0.0` and `::` may be the machine itself.
		["0.0.0.0", "127.0.0.1", "unknown"],
		["0.0.0.0", "127.0.0.0/8", "unknown"],
		["0.0.0.0", "127.0.0.2", "no"],
		["0.0.0.0", "10.0.0.0/8", "no"],
		["0.0.0.0", "0.0.0.0", "yes"],
		["10.0.0.1", "127.0.0.1", "no"],
		["0.0.0.0", "0.0.0.1", "no"],
		["::", "::7f00:1", "no"],
		["::", "::1", "unknown"],
		["::", "::2", "no"],
		["0.0.0.0", "::1", "no"],
		["::", "127.0.0.1", "no"],
		// IPv4 inside of IPv6.
		["::ffff:10.0.0.1", "10.0.0.0/8", "yes"],
		["64:ff9b::a00:1", "10.0.0.0/8", "unknown"],
		["64:ff9b::b00:1", "10.0.0.0/8", "no"],
		["64:ff9b:1::a00:1", "10.0.0.0/8", "no"],
		["::a00:1", "10.0.0.0/8", "unknown"],
		["::b00:1", "10.0.0.0/8", "no"],
		["1::a00:1", "10.0.0.0/8", "no"],
	]);
});

test("a name that stands for an address of the other family is not in a network", () => {
	const network = { kind: "network", family: 6, bits: 0xfd00n << 112n, length: 8 } as const;
	expect(hostFits({ kind: "name", name: "10.0.0.1.nip.io" }, network)).toBe("no");
	expect(hostFits({ kind: "name", name: "fd00--1.sslip.io" }, network)).toBe("unknown");
});

test("a host that no policy could be read with is a fault of ours", () => {
	expect(() => among("a.example", "a..b")).toThrow("`a..b` is no host of a policy");
});
