/** Whatever a client says to the proxy: nothing reaches a host that is not listed, and no request names one. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type HostProxy, proxyTo } from "../../../../src/runtime/execute/sandbox/network/proxy.js";
import { removeFolders } from "../sandbox.js";
import { type SmallInternet, smallInternet } from "./small-internet.js";

const listed = [{ within: [[[{ text: "good.example", negated: false }]]], refused: [] }];

let net: SmallInternet;
/** Connections that the proxy has begun and nobody has closed. */
let opened: Socket[] = [];
const open = (): number => {
	opened = opened.filter(({ destroyed }) => !destroyed);
	return opened.length;
};
let proxy: HostProxy;
let door: Server;
beforeAll(async () => {
	net = await smallInternet({ "good.example": [["203.0.113.1"]], "evil.example": [["203.0.113.66"]] });
	const connected = (address: string, port: number): Socket => {
		const socket = net.ways.connect(address, port);
		opened.push(socket);
		return socket;
	};
	proxy = proxyTo(listed, { ...net.ways, connect: connected });
	door = createServer(proxy.serve);
	await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
	proxy.close();
	door.close();
	await net.close();
	removeFolders();
});

/** Numbers that look random and are the same each time. */
function numbersFrom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

const parts = [
	"GET ",
	"POST ",
	"CONNECT ",
	"get ",
	"http://",
	"https://",
	"//",
	"good.example",
	"evil.example",
	"GOOD.EXAMPLE.",
	"good.example:80",
	"good.example:443",
	"evil.example:80",
	"203.0.113.66",
	"@",
	"/",
	"\\",
	"?",
	"#",
	"%2e",
	" HTTP/1.1",
	" HTTP/1.0",
	"\r\n",
	"\r\n",
	"\n",
	"\r",
	"\r\n\r\n",
	"\r\n\r\n",
	"Host: good.example\r\n",
	"Host: evil.example\r\n",
	"Host:\tevil.example\r\n",
	"X-Forwarded-Host: x\r\n",
	"Connection: keep-alive, host\r\n",
	"Content-Length: 5\r\n",
	"Transfer-Encoding: chunked\r\n",
	"Transfer-Encoding: chunked, identity\r\n",
	"Upgrade: h2c\r\n",
	"5\r\nhello\r\n0\r\n\r\n",
	"\0",
	" ",
	"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
	"GET http://good.example/ HTTP/1.1\r\nHost: good.example\r\n\r\n",
	"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
	"CONNECT good.example:80 HTTP/1.1\r\nHost: good.example:80\r\n\r\n",
	"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x03",
];

const start = "GET http://good.example/ HTTP/1.1\r\nHost: good.example\r\n";
const headers = parts.filter((part) => /^[A-Z][\w-]+:.*\r\n$/.test(part));
const requests = parts.filter((part) => /^(?:GET|CONNECT) .*\r\n\r\n$/s.test(part));

/** Says it, in two pieces, and waits for what comes of it: so many times that this process, in which the proxy runs, has looked at what came, however slow it is. */
function say(text: string, cut: number): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect({ host: "127.0.0.1", port: (door.address() as AddressInfo).port });
		let looks = 0;
		const timer = setInterval(() => {
			if (++looks === 10) socket.destroy();
		}, 15);
		socket.resume();
		socket.on("error", () => {});
		socket.on("close", () => {
			clearInterval(timer);
			resolve();
		});
		socket.write(text.slice(0, cut), "latin1");
		setImmediate(() => socket.write(text.slice(cut), "latin1"));
	});
}

test("2,000 things that clients say reach no host that is not listed", async () => {
	const next = numbersFrom(23);
	const texts = Array.from({ length: 2000 }, () => {
		const some = (from: readonly string[], most: number): string =>
			Array.from({ length: next(most + 1) }, () => from[next(from.length)]).join("");
		// Most of what is quite free is no request at all.
		if (next(2) === 0) return `${some(requests, 2)}${start}${some(headers, 2)}\r\n${some(requests, 3)}`;
		const starts = [start, `${start}\r\n`, "CONNECT good.example:80 HTTP/1.1\r\nHost: x\r\n\r\n", ""];
		return `${starts[next(4)]}${some(parts, 9)}${next(2) === 0 ? "\r\n\r\n" : ""}`;
	});
	for (let at = 0; at < texts.length; at += 50) {
		await Promise.all(texts.slice(at, at + 50).map((text) => say(text, next(text.length))));
	}
	expect(net.reached.filter((one) => !one.startsWith("203.0.113.1:"))).toEqual([]);
	expect(net.asked.filter((one) => !/^https? good\.example\.?(?::80)? /i.test(one))).toEqual([]);
	// Whoever has gone leaves no connection behind.
	for (let tries = 0; open() > 0 && tries < 50; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
	expect(open()).toBe(0);
	// It would prove little if all were refused.
	expect(net.asked.length).toBeGreaterThan(100);
});

test("whoever asks without end before an answer is cut off, and has one connection at a time", async () => {
	net.reached.length = 0;
	await say(`${start}\r\n`.repeat(5000), 1000);
	expect(net.reached.length).toBeLessThan(200);
});
