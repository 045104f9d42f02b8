/** Which hosts are inside of others, held against the hosts themselves. */
import { expect, test } from "@jest/globals";
import { areHostsApart, isHostInside } from "../../../../src/authoring/analysis/search/host-patterns.js";
import { isAmong } from "../../../../src/engine/decide/evaluate/host-lists.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import { hostText, readHost } from "../../../../src/engine/request/hosts/host.js";

const patterns = [
	"*",
	"*:22",
	"localhost",
	"localhost:80",
	"a.example",
	"a.example:80",
	"b.a.example",
	"*.a.example",
	"*.example",
	"*.nip.io",
	"10.0.0.1.nip.io",
	"10.0.0.0/8",
	"10.0.0.0/16",
	"10.0.0.1",
	"10.0.0.1:80",
	"0.0.0.0",
	"0.0.0.0/0",
	"127.0.0.0/8",
	"127.0.0.1",
	"::1",
	"::/0",
	"fd00::/8",
	"fd00::1",
	"64:ff9b::/96",
	"169.254.169.254",
	"metadata.google.internal",
	"x.localhost",
	"*.localhost",
].map((text) => ({ text, negated: false }));

const hosts = [
	"localhost",
	"x.localhost",
	"localhost.localdomain",
	"a.example",
	"b.a.example",
	"c.b.a.example",
	"example",
	"127.0.0.1",
	"127.1.2.3",
	"0.0.0.0",
	"10.0.0.1",
	"10.0.1.1",
	"10.1.0.1",
	"11.0.0.1",
	"169.254.169.254",
	"::1",
	"::",
	"fd00::1",
	"64:ff9b::a00:1",
	"64:ff9b::7f00:1",
	"10.0.0.1.nip.io",
	"127.0.0.1.nip.io",
	"lvh.me",
	"metadata.google.internal",
];

const rank: Readonly<Record<Truth, number>> = { no: 0, unknown: 1, yes: 2 };
const all = hosts.flatMap((host) =>
	[undefined, 22, 80].map((port) => ({ host, ...(port === undefined ? {} : { port }) })),
);

test("what is inside is among the others wherever it is, and what is apart never", () => {
	let inside = 0;
	let apart = 0;
	for (const one of patterns)
		for (const other of patterns) {
			const isInside = isHostInside(one, other);
			const isApart = areHostsApart(one, other);
			for (const host of all) {
				const [first, second] = [isAmong(host, [one]), isAmong(host, [other])];
				const shown = `${host.host} ${host.port} ${one.text} ${other.text}`;
				if (isInside && rank[second] < rank[first]) throw new Error(`inside: ${shown}`);
				if (isApart && first === "yes" && second !== "no") throw new Error(`apart: ${shown}`);
			}
			inside += Number(isInside);
			apart += Number(isApart);
		}
	expect(inside).toBeGreaterThan(50);
	expect(apart).toBeGreaterThan(200);
});

test.each([
	["LOCALHOST.", "localhost", false],
	["Bücher.Example", "xn--bcher-kva.example", false],
	["faß.example", "xn--fa-hia.example", true],
	["0x7f.1", "127.0.0.1", true],
	["2130706433", "127.0.0.1", true],
	["127.0.0.1", "127.0.0.1", false],
	["[0:0::1]", "::1", false],
	["::ffff:1.2.3.4", "1.2.3.4", false],
	["fe80::1%eth0", "fe80::1", false],
	["[fe80::1%25eth0]", "fe80::1", false],
	["a%2eb", "a.b", true],
	["ａ.example", "a.example", true],
	["a_b.example", "a_b.example", false],
])("%s is %s", (text, expected, odd) => {
	const read = readHost(text);
	expect(read && hostText(read.host)).toBe(expected);
	expect(read?.odd).toBe(odd);
});

test.each([
	"",
	".",
	"..",
	"a..b",
	".a",
	"a b",
	"a/b",
	"a@b",
	"a\\b",
	"[::1",
	"::1]",
	"1.2.3.4.5",
	"300.1.1.1",
	"a:b:c",
	"*.a",
	"a,b",
	"[::g]",
	"a\u0000",
])("%j is no host that can be known", (text) => {
	expect(readHost(text)).toBeUndefined();
});
