import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, jest, test } from "@jest/globals";
import { openAuditLog } from "../../../src/runtime/audit/log.js";
import { isWhole } from "../../part.js";
import { allowed, decision } from "../../runtime/audit/logs.js";
import { receiver } from "../../runtime/audit/ship/receiver.js";
import { folder, program, rules } from "../cli.js";
import { valid } from "../schemas.js";

jest.setTimeout(240_000);

const cwd = folder({ "policy.rules": "agent default {\n  default deny\n  allow true\n}\n" });
let at = 0;

/** Writes so many records to a log in the folder. */
function write(name: string, count: number): void {
	const log = openAuditLog({ file: join(cwd, name) });
	for (let number = 0; number < count; number++)
		log.write({ ...decision(allowed, `${at++}`), time: "2026-11-01T00:00:00.000Z", machine: "m1" });
	log.close();
}
const linesOf = (name: string): string[] => readFileSync(join(cwd, name), "utf8").trimEnd().split("\n");

interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** `rules audit ship`, while the receiver of this process answers. */
function shipping(...words: string[]): {
	readonly ended: Promise<Ended>;
	readonly kill: (signal: NodeJS.Signals) => void;
} {
	const child = spawn(process.execPath, [program(), "audit", "ship", ...words], { cwd });
	let [out, err] = ["", ""];
	child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
	child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
	const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
	return { ended, kill: (signal) => child.kill(signal) };
}
const ship = (...words: string[]): Promise<Ended> => shipping(...words).ended;

describe("rules audit ship", () => {
	test("sends to a receiver with headers of a file, and says what came of it", async () => {
		write("log.jsonl", 3);
		writeFileSync(join(cwd, "headers"), "# of the team\nAuthorization: Bearer t0p\nX-Scope: a b\n");
		chmodSync(join(cwd, "headers"), 0o600);
		const to = await receiver();
		const { code, out, err } = await ship("log.jsonl", "--to", to.url.origin, "--headers", "headers", "--once");
		expect([code, err, out]).toEqual([0, "", `log.jsonl: 3 lines sent to ${to.url.href}\n`]);
		expect(to.requests[0]).toMatchObject({
			path: "/v1/logs",
			headers: { authorization: "Bearer t0p", "x-scope": "a b" },
		});
		expect(to.accepted).toEqual(linesOf("log.jsonl"));
		const again = await ship("log.jsonl", "--to", to.url.origin, "--json");
		expect(valid("audit-report#/$defs/shipment", JSON.parse(again.out))).toEqual([]);
		expect(JSON.parse(again.out)).toMatchObject({ sent: 0 });
	});

	test("is a no where something is not there, and says what", async () => {
		write("some.jsonl", 4);
		const to = await receiver(
			(request) => (request === 1 ? "accept" : { status: 503, body: "busy" }),
			(body) => body.includes('"seq":2,'),
		);
		const { code, out } = await ship("some.jsonl", "--to", to.url.href, "--deadline", "1s", "--json");
		expect(code).toBe(1);
		expect(valid("audit-report#/$defs/shipment", JSON.parse(out))).toEqual([]);
		expect(JSON.parse(out)).toMatchObject({ sent: 0, pending: { kind: "later" } });
		const other = await receiver(undefined, (body) => body.includes('"seq":2,'));
		const told = await ship("some.jsonl", "--to", other.url.href);
		expect([told.code, told.out]).toEqual([
			1,
			`some.jsonl: 3 lines sent to ${other.url.href}\nsome.jsonl: warning: 1 line refused by the receiver: number 2: not these\n`,
		]);
	});

	test("goes on until it is told to end, and sends what is new", async () => {
		write("grows.jsonl", 2);
		const to = await receiver();
		const { ended, kill } = shipping("grows.jsonl", "--to", to.url.href, "--every", "50ms");
		while (to.accepted.length < 2) await sleep(20);
		write("grows.jsonl", 3);
		while (to.accepted.length < 5) await sleep(20);
		kill("SIGTERM");
		const { code, out } = await ended;
		expect(code).toBe(0);
		expect(out).toMatch(/^grows\.jsonl: 2 lines sent to \S+\n(?:grows\.jsonl: \d lines? sent to \S+\n)+$/);
		expect(to.accepted).toEqual(linesOf("grows.jsonl"));
	});

	test("loses nothing when it is killed, again and again", async () => {
		let isCalm = false;
		const to = await receiver((request) => (request % 3 === 0 && !isCalm ? "stall" : "accept"));
		for (let round = 0; round < (isWhole ? 5 : 2); round++) {
			write("killed.jsonl", 1_500);
			const { ended, kill } = shipping("killed.jsonl", "--to", to.url.href);
			const seen = to.requests.length;
			while (to.requests.length === seen) await sleep(5);
			await sleep(round * 7);
			kill("SIGKILL");
			await ended;
		}
		isCalm = true;
		const calm = await receiver();
		// Another place begins at the beginning; the same one where it was.
		expect((await ship("killed.jsonl", "--to", calm.url.href)).code).toBe(0);
		while ((await ship("killed.jsonl", "--to", to.url.href, "--deadline", "30s")).code !== 0);
		expect([...new Set(to.accepted)].sort()).toEqual(linesOf("killed.jsonl").sort());
		expect(calm.accepted).toEqual(linesOf("killed.jsonl"));
	});

	test("sends into a folder, which an archive takes", async () => {
		write("laptop.jsonl", 5);
		expect((await ship("laptop.jsonl", "--to", "shared")).out).toBe(
			`laptop.jsonl: 5 lines sent to ${join(cwd, "shared")}\n`,
		);
		write("laptop.jsonl", 2);
		expect((await ship("laptop.jsonl", "--to", "shared", "--machine", "m1")).code).toBe(0);
		write("other.jsonl", 3);
		expect((await ship("other.jsonl", "--to", "shared", "--machine", "m2")).code).toBe(0);
		const ingested = rules(["audit", "ingest", "shared", "--to", "archive", "--json"], { cwd });
		expect(JSON.parse(ingested.out)).toMatchObject({ added: 10, repeated: 0 });
		for (const { chain } of (JSON.parse(ingested.out) as { logs: { chain: object }[] }).logs)
			expect(chain).toMatchObject({ kind: "whole" });
		// A log stays where it was sent first, whatever its machine is called by now.
		expect(readdirSync(join(cwd, "shared")).sort()).toEqual(["m2", hostname()].sort());
		expect(rules(["audit", "ingest", "shared/m2", "--to", "archive"], { cwd }).out).toMatch(
			/^archive: 0 new records; 0 were there\n.*: 0 records in 0 lines after 3 that were read before, the chain is whole\n$/,
		);
	});

	test("refuses what it can't do, and says what to do", async () => {
		const told = (...words: string[]) => rules(["audit", "ship", ...words], { cwd });
		write("x.jsonl", 1);
		writeFileSync(join(cwd, "bad-headers"), "Authorization Bearer\n");
		writeFileSync(join(cwd, "own-headers"), "Content-Type: text/plain\n");
		for (const [words, why] of [
			[["x.jsonl"], "`rules audit ship x.jsonl --to https://otel.example`"],
			[["x.jsonl", "--to", "ftp://x.example"], "begins with `https://`"],
			[["x.jsonl", "--to", "https://me:secret@x.example"], "put it into a file of headers"],
			[["x.jsonl", "--to", "https://x.example", "--headers", "none"], "`none` can't be read"],
			[["x.jsonl", "--to", "https://x.example", "--headers", "bad-headers"], "`bad-headers:1` is no header"],
			[["x.jsonl", "--to", "https://x.example", "--headers", "own-headers"], "`content-type` is said by what is sent"],
			[["x.jsonl", "--to", "shared", "--headers", "headers"], "a folder takes no headers"],
			[["x.jsonl", "--to", "policy.rules"], "`policy.rules` is no folder"],
			[["x.jsonl", "--to", "shared", "--once", "--every", "1s"], "exclude each other"],
			[["none.jsonl", "--to", "shared"], "`none.jsonl` can't be read"],
			[["-", "--to", "shared"], "name the file of a decision log"],
			[["x.jsonl", "y", "--to", "shared"], "`y` does not belong to `rules audit ship`"],
		] as const) {
			const { code, err } = told(...words);
			expect([code, err]).toEqual([2, expect.stringContaining(why)]);
		}
		expect(told("x.jsonl", "--to", "https://me:secret@x.example").err).not.toContain("secret");
		expect(existsSync(join(cwd, "https:"))).toBe(false);
	});
});
