/** What a client says of itself in TLS, byte by byte. */
import { expect, test } from "@jest/globals";
import { watchHello } from "../../../src/runtime/execute/sandbox/network/watch-hello.js";

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const extension = (kind: number, body: Buffer): Buffer => Buffer.concat([u16(kind), u16(body.length), body]);
const name = (text: string): Buffer => {
	const entry = Buffer.concat([Buffer.from([0]), u16(text.length), Buffer.from(text)]);
	return extension(0, Buffer.concat([u16(entry.length), entry]));
};

/** As a handshake's message. */
function hello(...extensions: readonly Buffer[]): Buffer {
	const all = Buffer.concat(extensions);
	const start = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32, 7), Buffer.from([0, 0, 2, 0x13, 1, 1, 0])]);
	const body = Buffer.concat([start, u16(all.length), all]);
	return Buffer.concat([Buffer.from([1, 0]), u16(body.length), body]);
}

const record = (kind: number, body: Buffer): Buffer =>
	Buffer.concat([Buffer.from([kind, 3, 1]), u16(body.length), body]);
const [change, data] = [record(20, Buffer.from([1])), record(23, Buffer.from("secret"))];
const good = record(22, hello(name("good.example")));
const evil = record(22, hello(name("evil.example")));

/** What passes of pieces, or why it is cut. */
function watched(host: string, ...pieces: readonly Buffer[]): string {
	const watch = watchHello(host);
	const passed: Buffer[] = [];
	for (const piece of pieces) {
		const seen = watch(piece);
		if ("cut" in seen) return seen.cut;
		passed.push(seen.pass);
	}
	return Buffer.concat(passed).toString("hex");
}

test("passes the name that was asked for, in whatever pieces and records it comes", () => {
	expect(watched("good.example", good)).toBe(good.toString("hex"));
	expect(watched("good.example", ...Array.from(good, (byte) => Buffer.from([byte])))).toBe(good.toString("hex"));
	const whole = hello(extension(43, Buffer.from([2, 3, 4])), name("GOOD.example"));
	const parts = [
		record(22, whole.subarray(0, 3)),
		record(22, whole.subarray(3, 60)),
		record(22, whole.subarray(60)),
		change,
		data,
	];
	expect(watched("good.example", ...parts)).toBe(Buffer.concat(parts).toString("hex"));
});

test("passes nothing before it knows the name", () => {
	const whole = hello(name("evil.example"));
	const watch = watchHello("good.example");
	expect(watch(record(22, whole.subarray(0, whole.length - 1)))).toEqual({ pass: Buffer.alloc(0) });
	expect(watch(record(22, whole.subarray(whole.length - 1)))).toEqual({ cut: "it names another server in TLS" });
});

test.each<readonly [string, readonly Buffer[], RegExp]>([
	["another name", [evil], /another server/],
	["no name", [record(22, hello())], /names no server/],
	[
		"no extensions",
		[
			record(
				22,
				Buffer.concat([Buffer.from([1, 0, 0, 41, 3, 3]), Buffer.alloc(32), Buffer.from([0, 0, 2, 0x13, 1, 1, 0])]),
			),
		],
		/names no server/,
	],
	["two names", [record(22, hello(name("good.example"), name("evil.example")))], /two servers/],
	[
		"two names in one list",
		[record(22, hello(extension(0, Buffer.concat([u16(8), Buffer.from([0, 0, 1, 97, 0, 0, 1, 98])]))))],
		/another server/,
	],
	["a name that ends in nothing", [record(22, hello(name("good.example\0.evil.example")))], /another server/],
	["a hidden name", [record(22, hello(name("good.example"), extension(0xfe0d, Buffer.alloc(8))))], /hides/],
	["an extension that is longer than all", [record(22, hello(Buffer.from([0, 0, 0, 99])))], /can't be read/],
	["something before it", [data], /begins otherwise/],
	["a change before it", [change], /begins otherwise/],
	["another message before it", [record(22, Buffer.from([2, 0, 0, 1, 0])), good], /begins otherwise/],
	[
		"another record in the middle of it",
		[record(22, hello(name("good.example")).subarray(0, 9)), change],
		/begins otherwise/,
	],
	["another name at the second time", [good, evil], /another server/],
	["another name at the second time, behind a change", [good, change, evil], /another server/],
	["another name at the second time, behind early data", [good, change, data, evil], /another server/],
	[
		"another name at the second time, in pieces",
		[
			good,
			change,
			record(22, hello(name("evil.example")).subarray(0, 20)),
			record(22, hello(name("evil.example")).subarray(20)),
		],
		/another server/,
	],
	[
		"another name at the second time, in pieces too small to tell",
		[good, change, record(22, hello(name("evil.example")).subarray(0, 3))],
		/too short/,
	],
	["what is no TLS behind it", [good, Buffer.from("GET / HTTP/1.1\r\n")], /stops being TLS/],
	["a message without end", [record(22, Buffer.from([1, 2, 0, 0]))], /too long/],
])("cuts %s", (_, pieces, expected) => {
	expect(watched("good.example", ...pieces)).toMatch(expected);
});

test("lets be encrypted what comes behind a change", () => {
	const encrypted = record(22, Buffer.alloc(40, 0xab));
	expect(watched("good.example", good, change, encrypted, data)).toBe(
		Buffer.concat([good, change, encrypted, data]).toString("hex"),
	);
});

test("an address is named by nothing, or by itself", () => {
	expect(watched("203.0.113.9", record(22, hello()))).toMatch(/^16/);
	expect(watched("203.0.113.9", record(22, hello(name("203.0.113.9"))))).toMatch(/^16/);
	expect(watched("203.0.113.9", good)).toMatch(/another server/);
});
