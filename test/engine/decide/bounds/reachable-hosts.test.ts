/** What may be talked to where a list of hosts bounds it: by a host's name, and by where the name leads. */
import { describe, expect, test } from "@jest/globals";
import type { HostBounds, HostList } from "../../../../src/engine/decide/bounds/host-bounds.js";
import {
	isPortListed,
	isReachable,
	isReachableAt,
	mayReachThisMachine,
} from "../../../../src/engine/decide/bounds/reachable-hosts.js";

const list = (text: string): HostList =>
	text.split(" ").map((one) => ({ text: one.replace(/^!/, ""), negated: one.startsWith("!") }));

const bounds = (within: string, refused = ""): readonly HostBounds[] => [
	{
		within: within.split(" & ").map((lists) => lists.split(" | ").map(list)),
		refused: refused === "" ? [] : [list(refused)],
	},
];

test.each([
	["a.example", "a.example", 1, true],
	["a.example", "A.Example.", 1, true],
	["a.example", "b.a.example", 1, false],
	["*.a.example", "b.a.example", 1, true],
	["a.example:443", "a.example", 443, true],
	["a.example:443", "a.example", 80, false],
	["a.example & *.example", "a.example", 1, true],
	["a.example & *.b.example", "a.example", 1, false],
	["a.example | b.example", "b.example", 1, true],
	["*.example !b.example | b.example", "b.example", 1, true],
	["* !b.example", "b.example", 1, false],
	["203.0.113.0/24", "203.0.113.9", 1, true],
	["203.0.113.0/24", "3405803785", 1, false],
	["127.0.0.1", "0x7f.1", 1, false],
	["localhost", "0.0.0.0", 1, false],
	["localhost", "localhost", 1, true],
	["localhost", "x.localhost", 1, false],
	["ss.example", "ß.example", 1, false],
])("with %s, %s at %d: %s", (lists, host, port, expected) => {
	expect(isReachable({ host, port }, bounds(lists))).toBe(expected);
});

describe("where a name leads", () => {
	test.each([
		["a.example", "203.0.113.1", true],
		["a.example", "2606:4700::1", true],
		["a.example", "127.0.0.1", false],
		["a.example", "::1", false],
		["a.example", "::ffff:127.0.0.1", false],
		["a.example", "169.254.169.254", false],
		["a.example", "168.63.129.16", false],
		["a.example", "fd00:ec2::254", false],
		["a.example", "fe80::1%eth0", false],
		["a.example", "10.1.2.3", false],
		["a.example", "172.16.0.1", false],
		["a.example", "172.32.0.1", true],
		["a.example", "192.168.1.1", false],
		["a.example", "100.100.100.200", false],
		["a.example", "0.0.0.0", false],
		["a.example", "224.0.0.1", false],
		["a.example", "255.255.255.255", false],
		["a.example", "::", false],
		["a.example", "::127.0.0.1", false],
		["a.example", "64:ff9b::127.0.0.1", false],
		["a.example", "64:ff9b::203.0.113.1", true],
		["a.example", "2002:7f00:1::", false],
		["a.example", "2001:0:1::", false],
		["a.example", "ff02::1", false],
		["a.example", "198.51.100.7", false],
		["a.example", "no-address", false],
		["* !127.0.0.1", "127.0.0.1", false],
		["*", "127.0.0.1", false],
		["*:80", "10.0.0.1", false],
		["a.example 10.0.0.0/8", "10.1.2.3", true],
		["a.example 10.0.0.0/8:81", "10.1.2.3", false],
		["a.example localhost", "127.0.0.1", true],
		["a.example localhost", "::1", true],
		["a.example | 10.0.0.0/8", "10.1.2.3", false],
		["a.example !203.0.113.0/24", "203.0.113.1", false],
	])("with %s, to %s: %s", (lists, address, expected) => {
		const asked = { host: "a.example", port: 80 };
		const ownAddresses = ["198.51.100.7"];
		expect(isReachableAt(asked, address, bounds(lists), ownAddresses)).toBe(expected);
	});

	test("a denial of an address holds for a name that leads there, and one of a name for the name", () => {
		const asked = { host: "a.example", port: 80 };
		expect(isReachableAt(asked, "203.0.113.1", bounds("a.example", "203.0.113.0/24"), [])).toBe(false);
		expect(isReachableAt(asked, "203.0.113.1", bounds("a.example", "a.example"), [])).toBe(false);
		expect(isReachableAt(asked, "203.0.113.1", bounds("a.example", "b.example"), [])).toBe(true);
	});
});

test("a port is listed where a host's own pattern says it", () => {
	expect(isPortListed({ host: "a.example", port: 22 }, bounds("a.example:22"))).toBe(true);
	expect(isPortListed({ host: "a.example", port: 22 }, bounds("a.example"))).toBe(false);
	expect(isPortListed({ host: "a.example", port: 22 }, bounds("a.example b.example:22"))).toBe(false);
	expect(isPortListed({ host: "2001:db8::1", port: 1 }, bounds("2001:db8::1"))).toBe(false);
	expect(isPortListed({ host: "2001:db8::1", port: 1 }, bounds("[2001:db8::1]:1"))).toBe(true);
});

test.each([
	["a.example", false],
	["*", false],
	["localhost", true],
	["localhost:5432 a.example", true],
	["127.0.0.0/8", true],
	["localhost & a.example", false],
])("with %s this machine may be reached: %s", (lists, expected) => {
	expect(mayReachThisMachine(bounds(lists))).toBe(expected);
});
