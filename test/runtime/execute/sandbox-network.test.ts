/** Where a policy lists hosts, a sandbox leads to these and nowhere else. With real programs, and servers that listen on this machine. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Outcome } from "../../../src/runtime/execute/outcome.js";
import type { RunSettings } from "../../../src/runtime/execute/run.js";
import { confined, newFolder, put, removeFolders, said, whereConfined } from "./sandbox.js";
import { type SmallInternet, smallInternet } from "./small-internet.js";

const rules = `allow curl, git, bash, node granting network
constrain network of * to good.example, *.below.example, "203.0.113.9", rebinding.example, inside.example, named.example:7`;

let net: SmallInternet;
beforeAll(async () => {
	net = await smallInternet({
		"good.example": [["203.0.113.1"]],
		"a.below.example": [["203.0.113.2"]],
		"evil.example": [["203.0.113.66"]],
		"named.example": [["203.0.113.7"]],
		"inside.example": [["169.254.169.254"]],
		"rebinding.example": [["203.0.113.5"], ["127.0.0.1"]],
	});
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
			"http GOOD.example:80 POST /c",
			"https a.below.example GET /d",
		]);
		expect(net.reached).toEqual(["203.0.113.1:80", "203.0.113.1:80", "203.0.113.2:443"]);
	});
});
