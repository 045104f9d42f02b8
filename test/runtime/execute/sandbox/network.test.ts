/** Where a policy lists hosts, a sandbox leads to these and nowhere else. With real programs, and servers that listen on this machine. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Outcome } from "../../../../src/runtime/execute/outcome.js";
import type { RunSettings } from "../../../../src/runtime/execute/run.js";
import { anyCode, confined, newFolder, put, removeFolders, said, whereConfined } from "../sandbox.js";
import { type SmallInternet, smallInternet } from "./small-internet.js";

const rules = `allow curl, git, bash, node granting network
constrain network of * to good.example, *.below.example, "203.0.113.9", rebinding.example, inside.example, named.example:7`;

let net: SmallInternet;
beforeAll(async () => {
	const served = newFolder();
	const git = (...args: readonly string[]) => execFileSync("git", ["-C", served, ...args], { stdio: "ignore" });
	git("init", "-q", "-b", "main", ".");
	put(served, { file: "text\n" });
	git("add", "file");
	git("-c", "user.name=n", "-c", "user.email=n@example", "commit", "-q", "-m", "m");
	git("update-server-info");
	net = await smallInternet(
		{
			"good.example": [["203.0.113.1"]],
			"a.below.example": [["203.0.113.2"]],
			"evil.example": [["203.0.113.66"]],
			"named.example": [["203.0.113.7"]],
			"inside.example": [["169.254.169.254"]],
			localhost: [["127.0.0.1", "::1"]],
			"rebinding.example": [["203.0.113.5"], ["127.0.0.1"]],
		},
		served,
	);
});
beforeEach(() => {
	net.asked.length = 0;
	net.reached.length = 0;
});
afterAll(async () => {
	await net?.close();
	removeFolders();
});

/** A script of bash, with the certificate beside it. */
function bash(text: string, more = rules, settings?: RunSettings): Promise<Outcome> {
	const workspace = newFolder();
	put(workspace, { "x.sh": text, "cert.pem": readFileSync(net.certificate, "utf8") });
	return confined(workspace, ["bash", "x.sh"], more, settings, net.ways);
}

whereConfined("a sandbox with a list of hosts", () => {
	test("lets curl through to a listed host, in the clear and in TLS", async () => {
		const outcome = await bash(
			"curl -sS http://good.example/a?b; curl -sS -d body http://GOOD.example:80/c; curl -sS --cacert cert.pem https://a.below.example/d",
		);
		expect(said(outcome)).toBe("http says hello \nhttp says hello body\nhttps says hello \n");
		expect(outcome).toMatchObject({ code: 0, sandbox: "bubblewrap", warnings: [] });
		expect(net.asked).toEqual([
			"http good.example GET /a?b",
			"http GOOD.example POST /c",
			"https a.below.example GET /d",
		]);
		expect(net.reached).toEqual(["203.0.113.1:80", "203.0.113.1:80", "203.0.113.2:443"]);
	});

	test("lets git clone over HTTP", async () => {
		const outcome = await bash("git clone -q http://good.example/r.git r && cat r/file");
		expect(said(outcome)).toBe("text\n");
		expect(outcome.code).toBe(0);
	});

	test("carries much, in both directions, whole", async () => {
		const text = `
head -c 9000000 /dev/urandom > big; sha256sum < big
curl -sS --data-binary @big http://good.example/back | sha256sum
curl -sS -H 'Transfer-Encoding: chunked' --data-binary @big http://good.example/back | sha256sum
curl -sS --cacert cert.pem --data-binary @big https://a.below.example/back | sha256sum
curl -sS -p --data-binary @big http://good.example/back | sha256sum`;
		const sums = said(await bash(text))
			.trim()
			.split("\n");
		expect(sums).toEqual(Array.from({ length: 5 }, () => sums[0]));
	});

	test("gives the program what it was given: words, input, limits, ending, and no channel to us", async () => {
		const text = `
cat; printf '%s|' "$@"; env | grep -E '^(NODE_CHANNEL|PWD|OLDPWD|SHLVL|_)' | sort; ls /proc/self/fd; ls -l /proc/self/fd | grep -c socket
ulimit -d; curl -sS http://good.example/; exit 7`;
		const workspace = newFolder();
		put(workspace, { "x.sh": text });
		const argv = ["bash", "x.sh", "a b", "$c", "--", "'"];
		const limits = `${rules}\nlimit memory 200MiB\nlimit processes 4`;
		const settings = { input: "typed\n", outputMode: "separate" } as const;
		const outcome = await confined(workspace, argv, limits, settings, net.ways);
		const bare = await confined(workspace, argv, `${anyCode}\nlimit memory 200MiB\nlimit processes 4`, settings);
		const lines = (one: Outcome) => one.stdout?.text.trim().split("\n");
		expect(lines(bare)?.at(-1)).toBe("204800");
		expect(lines(outcome)).toEqual([...(lines(bare) ?? []), "http says hello"]);
		expect([outcome.code, bare.code]).toEqual([7, 7]);
	});

	test("has a loopback of its own, which asks no proxy", async () => {
		const text = `
const server = require("http").createServer((_, response) => response.end("own server")).listen(0, "127.0.0.1", () => {
	const { stdout, stderr } = require("child_process").spawn("curl", ["-sS", "http://localhost:" + server.address().port]);
	for (const stream of [stdout, stderr]) stream.pipe(process.stdout);
	stdout.on("end", () => server.close());
});`;
		const workspace = newFolder();
		put(workspace, { "x.js": text });
		expect(said(await confined(workspace, ["node", "x.js"], rules, {}, net.ways))).toBe("own server");
		expect(net.reached).toEqual([]);
	});

	test("leads to this machine where that is listed, and to the port that is listed", async () => {
		const listed = "allow bash granting network\nconstrain network of * to localhost:80";
		const outcome = await bash("curl -sS http://localhost/ http://127.0.0.1/; curl -s http://localhost:22/", listed);
		expect(said(outcome)).toMatch(/^http says hello \nhttp says hello \nthe network refused `localhost:22`/);
		expect(net.reached).toEqual(["127.0.0.1:80", "127.0.0.1:80"]);
	});

	test("leads only to what the one command of a request that talks may talk to", async () => {
		const text = "curl -sS http://good.example/ http://a.below.example/";
		const outcome = await bash(text, `${rules}\ndeny * reaching 203.0.113.2, 203.0.113.9`);
		expect(said(outcome)).toMatch(
			/^http says hello \nthe network refused `a.below.example:80`: it leads to 203.0.113.2/,
		);
		expect(net.reached).toEqual(["203.0.113.1:80"]);
	});

	test("leaves nothing open behind it", async () => {
		const before = process.getActiveResourcesInfo().filter((one) => /^(TCP|Pipe)/.test(one)).length;
		await bash(`${speak(connectTo("named.example:7"), "hello\n")} & curl -sS http://good.example/ & sleep 0.7`);
		for (let tries = 0; tries < 50; tries++) {
			const after = process.getActiveResourcesInfo().filter((one) => /^(TCP|Pipe)/.test(one)).length;
			if (after <= before) return;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		expect(process.getActiveResourcesInfo()).toHaveLength(before);
	});

	test("may end before its door is heard of", async () => {
		const workspace = newFolder();
		put(workspace, { "x.sh": "exit 3" });
		for (let turn = 0; turn < 5; turn++)
			expect(await confined(workspace, ["bash", "x.sh"], rules, {}, net.ways)).toMatchObject({ code: 3, warnings: [] });
	});

	test("ends at its time, whatever connections are open", async () => {
		const outcome = await bash(`${speak(connectTo("named.example:7"))}; sleep 600`, rules, { timeout: 2500 });
		expect(outcome).toMatchObject({ timedOut: true });
	});

	test("starts nothing where its door can't be opened", async () => {
		const { execPath } = process;
		process.execPath = "/usr/bin/false";
		try {
			const outcome = await bash("echo ran");
			expect(outcome.failure).toMatch(/its way to the hosts that the policy lists could not be opened/);
			expect([outcome.code, outcome.merged]).toEqual([undefined, undefined]);
		} finally {
			process.execPath = execPath;
		}
	});
});

/** A client in Node, for what no other program says. It prints what it hears, and `closed` at the end. */
const speak = (...said: readonly string[]): string =>
	`node -e '
const socket = require("net").connect(+new URL(process.env.HTTP_PROXY).port, "127.0.0.1");
const said = JSON.parse(Buffer.from(process.argv[1], "base64").toString());
let heard = "";
socket.setTimeout(3000, () => socket.destroy());
socket.on("data", (bytes) => { heard += bytes.toString("latin1"); if (said.length > 0) socket.write(said.shift(), "latin1"); });
socket.on("error", () => {});
socket.on("close", () => console.log(heard.replaceAll("\\r", "") + "closed"));
socket.write(said.shift(), "latin1");
' ${Buffer.from(JSON.stringify(said)).toString("base64")}`;

const get = (host: string, path = "/", more = ""): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;

whereConfined("what is not listed", () => {
	test.each([
		["another name", "curl -sS http://evil.example/"],
		["another name in TLS", "curl -sS https://evil.example/"],
		["a name that only looks like one", "curl -sS http://good.example.evil.example/"],
		["what is above the names that are listed", "curl -sS http://below.example/"],
		["an address of a listed name", "curl -sS http://203.0.113.1/"],
		["an address in TLS", "curl -sSk https://203.0.113.66/"],
		["another port than the one that is listed", "curl -sS http://named.example/"],
		["the metadata", "curl -sS http://169.254.169.254/"],
		[
			"the metadata in other spellings",
			"curl -sS http://[::ffff:169.254.169.254]/ http://0xa9fea9fe/ http://2852039166/",
		],
		["a listed name that leads to the metadata", "curl -sS http://inside.example/"],
		["the same in TLS", "curl -sS https://inside.example/"],
		[
			"this machine",
			"curl -sS --noproxy nobody http://127.0.0.1/ http://localhost/ http://[::1]/ http://127.1/ http://0/",
		],
		[
			"a number for an address that is listed",
			"curl -sS http://3405803785/ http://0xcb.0x0.0x71.9/ -H 'Host: 203.0.113.9'",
		],
	])("is %s", async (_, text) => {
		const outcome = await bash(text);
		expect(net.reached.filter((one) => !one.startsWith("203.0.113.9:"))).toEqual([]);
		expect(net.asked.filter((one) => !one.includes(" 203.0.113.9"))).toEqual([]);
		if (!text.includes("3405803785")) expect(outcome.warnings.join("\n")).toMatch(/the network refused `/);
	});

	test("is what a name leads to at the second time", async () => {
		const outcome = await bash("curl -sS http://rebinding.example/a; curl -sS http://rebinding.example/b");
		expect(said(outcome)).toMatch(
			/^http says hello \nthe network refused `rebinding.example:80`: it leads to 127.0.0.1/,
		);
		expect(net.reached).toEqual(["203.0.113.5:80"]);
	});

	test("is whatever asks no proxy: there is no network but the door", async () => {
		const text = `
unset HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
curl -sS -m 5 http://good.example/ ; curl -sS -m 5 http://203.0.113.1/ ; curl -sS -m 5 http://127.0.0.1:${net.ports.http}/
node -e 'require("net").connect(${net.ports.http}, "127.0.0.1").on("error", (error) => console.log(error.code))'
(echo > /dev/udp/203.0.113.1/53) 2>&1; ls /sys/class/net 2>/dev/null | sort; tail -n +3 /proc/net/dev | cut -d: -f1`;
		const outcome = await bash(text);
		expect(said(outcome)).toMatch(/Could not resolve host: good.example/);
		expect(said(outcome)).toMatch(/ECONNREFUSED/);
		expect(said(outcome)).not.toMatch(/hello/);
		expect([net.asked, net.reached]).toEqual([[], []]);
	});
});

whereConfined("a request that says two things", () => {
	test.each([
		["another Host than its address", get("evil.example", "http://good.example/")],
		["two Hosts", get("good.example", "http://good.example/", "Host: evil.example\r\n")],
		["no Host", "GET http://good.example/ HTTP/1.1\r\n\r\n"],
		["no Host in HTTP/1.0", "GET http://good.example/ HTTP/1.0\r\n\r\n"],
		["a user in its address", get("good.example", "http://good.example@evil.example/")],
		["another user in its address", get("good.example", "http://evil.example@good.example/")],
		["a backslash", get("good.example", "http://good.example\\@evil.example/")],
		["a path alone", get("good.example", "/")],
		["another scheme", get("good.example", "ftp://good.example/")],
		["two lengths", get("good.example", "http://good.example/", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n")],
		["a header with a blank", get("good.example", "http://good.example/", "Host : evil.example\r\n")],
		["a folded header", get("good.example", "http://good.example/", "X: y\r\n Host: evil.example\r\n")],
	])("is refused: %s", async (what, request) => {
		const outcome = await bash(speak(request));
		expect(net.asked.filter((one) => one !== "http good.example GET /")).toEqual([]);
		if (what !== "a folded header") expect([said(outcome).includes("hello"), net.asked]).toEqual([false, []]);
	});

	test("the second request of a connection is read as the first was", async () => {
		const outcome = await bash(
			speak(
				`${get("good.example", "http://good.example/1")}${get("evil.example", "http://evil.example/2")}${get("good.example", "http://good.example/3")}`,
			),
		);
		expect(net.asked.filter((one) => !/\/[13]$/.test(one))).toEqual([]);
		expect(outcome.warnings.join("\n")).toMatch(/refused `evil.example:80`/);
	});

	test("what stands behind a request's body is a request of its own", async () => {
		const body = get("evil.example", "http://evil.example/2");
		await bash(speak(`${get("good.example", "http://good.example/1", "Content-Length: 2\r\n")}ab${body}`));
		await bash(
			speak(
				`${get("good.example", "http://good.example/1", "Transfer-Encoding: chunked\r\n")}1\r\na\r\n0\r\n\r\n${body}`,
			),
		);
		expect(net.asked).toEqual(["http good.example GET /1", "http good.example GET /1"]);
	});

	test("a header that is named as one of the connection takes no length away", async () => {
		await bash(
			speak(
				`${get("good.example", "http://good.example/1", "Content-Length: 40\r\nConnection: content-length, host\r\n")}${get("evil.example", "/").padEnd(40).slice(0, 40)}`,
			),
		);
		expect(net.asked).toEqual(["http good.example GET /1"]);
	});
});

const connectTo = (host: string): string => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** Speaks TLS through the door: `connect`: what the proxy is asked for; `name`: what TLS names. */
const tls = (connect: string, name: string, more = ""): string => `node -e '
const net = require("net"), tls = require("tls");
const socket = net.connect(+new URL(process.env.HTTP_PROXY).port, "127.0.0.1");
socket.write("CONNECT ${connect} HTTP/1.1\\r\\nHost: ${connect}\\r\\n\\r\\n");
socket.once("data", (bytes) => {
	if (!String(bytes).includes(" 200 ")) { console.log(String(bytes)); process.exit(0); }
	const secure = tls.connect({ socket, rejectUnauthorized: false, ${name === "" ? "" : `servername: "${name}", `}${more} });
	secure.on("error", (error) => { console.log("cut", error.code); process.exit(0); });
	secure.on("secureConnect", () => secure.write("GET / HTTP/1.1\\r\\nHost: ${name}\\r\\nConnection: close\\r\\n\\r\\n"));
	secure.on("data", (bytes) => process.stdout.write(bytes));
});'`;

whereConfined("a connection that was asked for", () => {
	test.each([
		["the same name", "good.example:443", "good.example", "hello"],
		["the same name in TLS 1.2", "good.example:443", "good.example", "hello", `maxVersion: "TLSv1.2"`],
		[
			"the same name, begun anew for another curve",
			"good.example:443",
			"good.example",
			"hello",
			`ecdhCurve: "X448:P-256"`,
		],
		["the same name, in other letters", "good.example:443", "GOOD.example", "hello"],
		["another name", "good.example:443", "evil.example", "cut"],
		["another name that is listed", "good.example:443", "a.below.example", "cut"],
		["no name", "good.example:443", "", "cut"],
		["no name, to an address that is listed", "203.0.113.9:443", "", "hello"],
		["a name, to an address that is listed", "203.0.113.9:443", "evil.example", "cut"],
		["another name, at a port that is listed", "named.example:7", "evil.example", "cut"],
	])("is TLS for %s", async (_, connect, name, expected, more = "") => {
		const outcome = await bash(tls(connect, name, more));
		expect(said(outcome)).toContain(expected);
		expect(net.asked.length).toBe(expected === "hello" ? 1 : 0);
		if (expected === "cut") expect(outcome.warnings.join("\n")).toMatch(/in TLS/);
	});

	test.each([
		["another host", "evil.example:80"],
		["an address", "203.0.113.66:80"],
		["an address of IPv6", "[2001:db8::1]:80"],
		["this machine", "localhost:80"],
		["this machine by its address", "127.0.0.1:80"],
		["this machine by no address", "0.0.0.0:80"],
		["a number", "3405803777:80"],
		["no port", "good.example"],
		["another port than is listed", "named.example:8"],
		["a user", "u@good.example:80"],
	])("is refused to %s", async (_, host) => {
		const outcome = await bash(speak(connectTo(host), get("good.example")));
		expect(said(outcome)).toMatch(/^HTTP\/1.1 40[03]/);
		expect(net.reached).toEqual([]);
	});

	test("may be HTTP, of which every request names that host", async () => {
		const outcome = await bash(
			speak(
				connectTo("good.example:80"),
				`${get("good.example", "/1")}${get("evil.example", "/2")}${get("good.example", "http://evil.example/3")}`,
			),
		);
		expect(net.asked).toEqual(["http good.example GET /1"]);
		expect(said(outcome)).toMatch(/http says hello/);
		expect(outcome.warnings.join("\n")).toMatch(/its request names another host/);
		net.asked.length = 0;
		await bash(speak(connectTo("good.example:80"), `\r\n${get("evil.example", "/2")}`));
		await bash(speak(connectTo("good.example:80"), connectTo("good.example:80"), get("evil.example", "/2")));
		expect(net.asked).toEqual([]);
	});

	test("is nothing else, but at a port that is listed", async () => {
		const outcome = await bash(speak(connectTo("good.example:22"), "SSH-2.0-x y\r\n"));
		expect(said(outcome)).not.toMatch(/welcome|heard/);
		expect(net.asked).toEqual([]);
		expect(outcome.warnings.join("\n")).toMatch(/`good.example:22`: it is neither TLS nor HTTP/);
		const named = await bash(speak(connectTo("named.example:7"), "SSH-2.0-x y\r\n"));
		expect(said(named)).toMatch(/welcome\nheard SSH-2.0-x y\n/);
		net.asked.length = 0;
		await bash(speak(connectTo("named.example:7"), get("evil.example")));
		expect(net.asked).toEqual([]);
	});
});
