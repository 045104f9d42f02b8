/** What is sent on arrives: at least once, in order, whatever the receiver does. */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { tryLock } from "../../../../src/runtime/audit/lock.js";
import { openAuditLog } from "../../../../src/runtime/audit/log.js";
import { cursorPath } from "../../../../src/runtime/audit/ship/cursor.js";
import { ShipBusy, type ShipSummary, shipLog } from "../../../../src/runtime/audit/ship/ship.js";
import { folderDestination } from "../../../../src/runtime/audit/ship/to-folder.js";
import { receiverDestination } from "../../../../src/runtime/audit/ship/to-receiver.js";
import { verifyAuditLog, verifyLines } from "../../../../src/runtime/audit/verify.js";
import { allowed, decision, fill, folder, lines } from "../logs.js";
import { type Behaviour, type Receiver, receiver } from "./receiver.js";

let file: string;
beforeEach(() => {
	file = join(folder(), "log.jsonl");
});

function write(count: number, size?: number, keep?: number): void {
	const log = openAuditLog({ file, ...(size === undefined ? {} : { size }), ...(keep === undefined ? {} : { keep }) });
	fill(log, count);
	log.close();
}

/** Every line of the log, oldest first. */
function all(): string[] {
	const found = verifyAuditLog(file);
	if (found.kind === "broken") throw new Error(found.why);
	return found.files.flatMap(lines);
}

const quick = { first: 1, most: 5 };
const ship = (
	to: Receiver,
	more: { deadline?: number; patience?: number; headers?: Record<string, string> } = {},
): Promise<ShipSummary> => {
	const { deadline = 20_000, patience = 5_000, headers = {} } = more;
	return shipLog(file, {
		to: receiverDestination({ url: to.url, backoff: quick, patience, headers }),
		deadline,
		machine: "m1",
	});
};
const unique = (some: readonly string[]): string[] => [...new Set(some)];

describe("a log that is sent to a receiver", () => {
	test("arrives whole, line by line as it stands there, and what is new the next time", async () => {
		write(3);
		const to = await receiver();
		expect(await ship(to)).toMatchObject({
			to: to.url.href,
			sent: 3,
			rejected: { count: 0 },
			dropped: 0,
			gaps: { missing: 0 },
		});
		expect(to.accepted).toEqual(all());
		expect((await ship(to)).sent).toBe(0);
		expect(to.requests).toHaveLength(1);
		write(2);
		expect((await ship(to)).sent).toBe(2);
		expect(to.accepted).toEqual(all());
		expect(verifyLines([{ file: "there", lines: to.accepted }])).toMatchObject({ kind: "whole", lines: 5 });
	});

	test("says what receivers sort by", async () => {
		const log = openAuditLog({ file });
		log.write({ ...decision({ ...allowed, effect: "deny" }, "d1"), time: "2026-11-01T00:00:00.123Z", machine: "own" });
		log.close();
		appendFileSync(file, "torn\n");
		const to = await receiver();
		await ship(to, { headers: { authorization: "Bearer x" } });
		const [request] = to.requests;
		expect(request?.headers).toMatchObject({ authorization: "Bearer x", "content-type": "application/json" });
		const told = request?.records.map(({ timeUnixNano, eventName, severityText, attributes }) => ({
			timeUnixNano,
			eventName,
			severityText,
			...Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
		}));
		expect(told).toEqual([
			{
				timeUnixNano: "1793491200123000000",
				eventName: "rules.decision",
				severityText: "WARN",
				"rules.record": "decision",
				"gen_ai.tool.call.id": "d1",
				"gen_ai.agent.name": "default",
				"rules.decision": "deny",
				"rules.code": "rule",
				"rules.policy.revision": "a".repeat(64),
				"rules.seq": "1",
				"rules.rule_id": { values: [{ stringValue: "go" }] },
			},
			{ timeUnixNano: "0", eventName: "rules.unread", severityText: "WARN", "rules.record": "unread" },
		]);
	});

	test("goes over as many requests as it takes, from file to file", async () => {
		write(2_500, 100_000);
		expect(existsSync(`${file}.5`)).toBe(true);
		const to = await receiver();
		expect((await ship(to)).sent).toBe(2_500);
		expect(to.requests.length).toBeGreaterThan(5);
		expect(to.accepted).toEqual(all());
	});

	const troubles: readonly (readonly [string, Behaviour])[] = [
		["hangs up", "close"],
		["takes it and hangs up", "accept-and-close"],
		["says nothing", "stall"],
		["takes half", "half"],
		["is overloaded", { status: 503 }],
		["asks for a pause", { status: 429, headers: { "retry-after": "0" } }],
		["asks for a pause to a date", { status: 503, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" } }],
		["fails", { status: 500, body: "oops" }],
		["is a bad gateway", { status: 502 }],
		["is a portal that catches all", { status: 200, body: "<html>Log in</html>" }],
		...[
			'{"error":"no such tenant"}',
			'{"code":16,"message":"who are you?"}',
			'{"partialSuccess":"x"}',
			'{"partialSuccess":[]}',
			'{"partial_success":{}}',
			'{"partialSuccess":{"rejected_log_records":1}}',
			'{"partialSuccess":{"rejectedLogRecords":"all"}}',
			'{"partialSuccess":{"rejectedLogRecords":-1}}',
			'{"partialSuccess":{},"error":"x"}',
			"[]",
			"true",
		].map((body): [string, Behaviour] => [`says ${body}`, { status: 200, body }]),
	];
	test.each(troubles)("is not lost on one that %s at first", async (_, trouble) => {
		write(7);
		const to = await receiver((request) => (request <= 2 ? trouble : "accept"));
		const summary = await ship(to, { patience: 150 });
		expect([summary.pending, summary.rejected.count]).toEqual([undefined, 0]);
		expect(unique(to.accepted).sort()).toEqual(all().sort());
		expect((await ship(to)).sent).toBe(0);
	});

	test.each(troubles.filter(([, trouble]) => trouble !== "half"))(
		"waits in its place for one that %s all the time",
		async (_, trouble) => {
			write(4);
			let isMended = false;
			const to = await receiver(() => (isMended ? "accept" : trouble));
			const summary = await ship(to, { deadline: 300, patience: 100 });
			expect(summary).toMatchObject({ sent: 0, pending: { kind: "later" } });
			isMended = true;
			expect((await ship(to)).sent).toBe(4);
			expect(unique(to.accepted)).toEqual(all());
		},
	);

	test.each<[string, Behaviour]>([
		["knows nobody", { status: 401 }],
		["is elsewhere", { status: 404 }],
		["sends on", { status: 307, headers: { location: "http://127.0.0.1:1/" } }],
		["refuses all", { status: 400, body: "no" }],
	])("is not tried again on one that %s: somebody must mend that", async (_, trouble) => {
		write(3);
		const to = await receiver(() => trouble);
		const summary = await ship(to);
		expect(summary).toMatchObject({ sent: 0, rejected: { count: 0 }, pending: { kind: "never" } });
		expect(to.accepted).toEqual([]);
		expect(existsSync(cursorPath(file, to.url.href))).toBe(false);
	});

	test("leaves out what the receiver refuses by itself, and says which", async () => {
		write(20);
		const bad = (body: string): boolean => body.includes('"id":"7"') || body.includes('"id":"8"');
		const to = await receiver(() => "accept", bad);
		const summary = await ship(to);
		expect(summary).toMatchObject({
			sent: 18,
			rejected: {
				count: 2,
				first: [
					{ part: 1, seq: 8, why: "not these" },
					{ part: 1, seq: 9 },
				],
			},
		});
		expect(unique(to.accepted).sort()).toEqual(
			all()
				.filter((line) => !bad(line))
				.sort(),
		);
		expect((await ship(to)).sent).toBe(0);
	});

	test.each([
		"",
		"{}",
		'{"partialSuccess":{}}',
		'{"partialSuccess":null}',
		'{"partialSuccess":{"rejectedLogRecords":"0"}}',
	])("is taken by one that says %j", async (body) => {
		write(2);
		const to = await receiver(() => ({ status: 200, body }));
		expect(await ship(to)).toMatchObject({ sent: 2, rejected: { count: 0 } });
	});

	test("has no line passed over before another was taken, though it comes alone", async () => {
		write(1);
		let isRefusing = false;
		const to = await receiver(() => (isRefusing ? { status: 400, body: "no" } : "accept"));
		await ship(to);
		isRefusing = true;
		for (let round = 0; round < 3; round++) {
			write(1);
			expect(await ship(to)).toMatchObject({ sent: 0, rejected: { count: 0 }, pending: { kind: "never" } });
		}
		isRefusing = false;
		expect((await ship(to)).sent).toBe(3);
		expect(to.accepted).toEqual(all());
	});

	test("goes on behind a line that is refused alone when those behind it are taken", async () => {
		const bad = (body: string): boolean => body.includes('"id":"0"');
		const to = await receiver(() => "accept", bad);
		write(1);
		expect(await ship(to)).toMatchObject({ sent: 0, rejected: { count: 0 }, pending: { kind: "never" } });
		// As long as a request may be: the line goes alone however many stand behind it.
		const log = openAuditLog({ file });
		log.write(decision({ ...allowed, argv: ["x".repeat(2 << 20)] }, "0"));
		fill(log, 2);
		log.close();
		expect(await ship(to)).toMatchObject({ sent: 1, rejected: { count: 3 } });
		expect(await ship(to)).toMatchObject({ sent: 0, rejected: { count: 0 } });
	});

	test.each([
		["3600", 3_600_000],
		["2147484", 3_600_000],
		["99999999999999999999", 3_600_000],
		["Fri, 31 Dec 9999 23:59:59 GMT", 3_600_000],
		["60", 60_000],
	])("is left alone as long as the receiver asks, an hour at most: %s", async (wait, expected) => {
		write(1);
		const to = await receiver(() => ({ status: 429, headers: { "retry-after": wait } }));
		expect(await ship(to, { deadline: 2_000 })).toMatchObject({ pending: { kind: "later", wait: expected } });
		expect(to.requests).toHaveLength(1);
	});

	test("takes half of a pair of surrogates, bytes that are no text, and nothing of a line that is too long", async () => {
		const log = openAuditLog({ file });
		log.write(decision({ ...allowed, agent: "\ud800", argv: ["\ud800"] }, "a"));
		log.close();
		appendFileSync(file, Buffer.concat([Buffer.from([0xff, 10]), Buffer.alloc(9 << 20, "x"), Buffer.from("\n")]));
		write(1);
		const to = await receiver();
		expect(await ship(to)).toMatchObject({ sent: 3, dropped: 1 });
		expect(to.accepted[0]).toBe(lines(file)[0]);
		expect(to.accepted[1]).toBe("\ufffd");
		expect((await ship(to)).dropped).toBe(0);
	});

	test("is sent to its end, but for a line that is being written", async () => {
		write(2);
		const whole = readFileSync(file, "utf8");
		writeFileSync(file, whole.slice(0, -10));
		const to = await receiver();
		expect((await ship(to)).sent).toBe(1);
		writeFileSync(file, whole);
		expect((await ship(to)).sent).toBe(1);
		expect(to.accepted).toEqual(all());
	});
});

describe("from where the last sending ended", () => {
	test("is known though the file has another name by now", async () => {
		const to = await receiver();
		write(5, 2_000);
		await ship(to);
		write(30, 2_000);
		expect((await ship(to)).sent).toBe(30);
		expect(to.accepted).toEqual(all());
	});

	test("is found by its hash where lines have moved", async () => {
		const to = await receiver();
		write(5);
		await ship(to);
		writeFileSync(
			file,
			lines(file)
				.slice(2)
				.map((line) => `${line}\n`)
				.join(""),
		);
		write(1);
		const summary = await ship(to);
		expect([summary.sent, summary.restarted]).toEqual([1, undefined]);
	});

	test("is begun anew where the log was", async () => {
		const to = await receiver();
		write(5);
		await ship(to);
		rmSync(file);
		rmSync(`${file}.head`);
		write(3);
		expect(await ship(to)).toMatchObject({ sent: 3, restarted: "replaced" });
		writeFileSync(cursorPath(file, to.url.href), "{");
		expect(await ship(to)).toMatchObject({ sent: 3, restarted: "unclear" });
		rmSync(cursorPath(file, to.url.href));
		// A pipe in its place is not waited for.
		execFileSync("mkfifo", [cursorPath(file, to.url.href)]);
		expect(await ship(to)).toMatchObject({ sent: 3, restarted: "unclear" });
	});

	test("is begun anew where the log was, though the last line was too long to be sent", async () => {
		const to = await receiver();
		write(1);
		appendFileSync(file, `${"x".repeat(9 << 20)}\n`);
		expect(await ship(to)).toMatchObject({ sent: 1, dropped: 1 });
		expect(await ship(to)).toMatchObject({ sent: 0, dropped: 0 });
		rmSync(file);
		rmSync(`${file}.head`);
		write(3);
		expect(await ship(to)).toMatchObject({ sent: 3, restarted: "replaced" });
	});

	test("tells what was not kept long enough, by numbers", async () => {
		const to = await receiver();
		write(5, 1_500, 2);
		await ship(to);
		write(40, 1_500, 2);
		const summary = await ship(to);
		const there = all();
		expect(summary).toMatchObject({ sent: there.length, restarted: "gone" });
		expect(summary.gaps).toEqual({ missing: 40 - there.length, first: [{ after: 5, before: 46 - there.length }] });
	});

	test("tells records that somebody took out", async () => {
		write(10);
		writeFileSync(
			file,
			lines(file)
				.filter((_, at) => at !== 4)
				.map((line) => `${line}\n`)
				.join(""),
		);
		const to = await receiver();
		expect((await ship(to)).gaps).toEqual({ missing: 1, first: [{ after: 4, before: 6 }] });
	});

	test("is one for each place", async () => {
		write(3);
		const [one, other] = [await receiver(), await receiver()];
		await ship(one);
		expect((await ship(other)).sent).toBe(3);
	});

	test("is moved by one process at a time", async () => {
		write(1);
		const to = await receiver();
		const release = tryLock(cursorPath(file, to.url.href));
		await expect(ship(to)).rejects.toThrow(ShipBusy);
		release?.();
		expect((await ship(to)).sent).toBe(1);
	});

	test("is a file of the log, which no command may write", async () => {
		write(1);
		const to = await receiver();
		await ship(to);
		const log = openAuditLog({ file });
		expect(log.files()).toContain(cursorPath(file, to.url.href));
		log.close();
	});
});

describe("a log that is sent into a folder", () => {
	const sent = (shared: string): Promise<ShipSummary> =>
		shipLog(file, { to: folderDestination(shared, file), deadline: 10_000, machine: "laptop 7" });
	const pieces = (shared: string): string[] =>
		readdirSync(shared, { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".jsonl"))
			.sort();
	const content = (shared: string): string[] => pieces(shared).flatMap((name) => lines(join(shared, name)));

	test("stands there as it is, in pieces, each line once", async () => {
		const shared = folder();
		write(30, 3_000);
		expect((await sent(shared)).sent).toBe(30);
		write(10, 3_000);
		expect((await sent(shared)).sent).toBe(10);
		expect(content(shared)).toEqual(all());
		for (const name of pieces(shared))
			expect(name).toMatch(/^laptop_7-[0-9a-f]{8}\/log\.jsonl-[0-9a-f]{12}\/\d{6}-\d{12}\.jsonl$/);
	});

	test("has each line once though the sender was killed before it knew", async () => {
		const shared = folder();
		write(5);
		await sent(shared);
		const cursor = cursorPath(file, shared);
		renameSync(cursor, `${cursor}.away`);
		write(5);
		await sent(shared);
		expect(content(shared)).toEqual(all());
	});

	test("keeps what was sent, whatever became of the log since", async () => {
		const shared = folder();
		write(5);
		await sent(shared);
		const before = all();
		const cut = lines(file)
			.slice(0, 2)
			.map((line) => `${line}\n`)
			.join("");
		writeFileSync(file, cut);
		write(3);
		expect(await sent(shared)).toMatchObject({ restarted: "replaced", sent: 5 });
		expect(new Set(content(shared))).toEqual(new Set([...before, ...lines(file)]));
	});

	test("does not mix with that of another log of the same name and machine", async () => {
		const shared = folder();
		write(3);
		await sent(shared);
		const first = all();
		file = join(folder(), "log.jsonl");
		const other = openAuditLog({ file });
		for (const id of ["x", "y", "z"]) other.write(decision(allowed, id));
		other.close();
		await sent(shared);
		expect(content(shared).sort()).toEqual([...first, ...all()].sort());
	});

	test("waits where the folder can't be written", async () => {
		write(1);
		const blocked = join(folder(), "file");
		writeFileSync(blocked, "");
		expect(await sent(blocked)).toMatchObject({ sent: 0, pending: { kind: "later" } });
	});
});

test("nothing is lost with a receiver of whatever moods, while the log grows and is cut into files", async () => {
	const moods: readonly Behaviour[] = [
		"accept",
		"accept",
		"half",
		"close",
		"accept-and-close",
		"stall",
		{ status: 503 },
		{ status: 429 },
		{ status: 500 },
	];
	let seed = 11;
	const random = (): number => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed / 2 ** 31;
	};
	const to = await receiver(() => moods[Math.floor(random() * moods.length)] ?? "accept");
	for (let round = 0; round < 25; round++) {
		write(1 + Math.floor(random() * 30), 8_000);
		await ship(to, { deadline: 100 + random() * 300, patience: 40 });
	}
	for (let left = 1; left > 0; )
		left = (await ship(to, { deadline: 2_000, patience: 40 })).pending === undefined ? 0 : 1;
	expect(unique(to.accepted).sort()).toEqual(all().sort());
});
