/** What is read out of a log: its records, those that somebody asks for, and its numbers. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "@jest/globals";
import { followLog } from "../../../src/runtime/audit/follow.js";
import { openAuditLog } from "../../../src/runtime/audit/log.js";
import { type ReadLine, readLog } from "../../../src/runtime/audit/read-log.js";
import { statsOf } from "../../../src/runtime/audit/stats.js";
import { allowed, decision, ended, fill, folder, outcome, refused } from "./logs.js";

let file: string;
beforeEach(() => {
	file = join(folder(), "log");
});
const timed = (time: string, event: ReturnType<typeof decision>): ReturnType<typeof decision> => ({ ...event, time });

function mixed(): void {
	const log = openAuditLog({ file, size: 3_000 });
	for (let round = 0; round < 20; round++) {
		const id = `${round}`;
		const day = `2026-01-${String(round + 1).padStart(2, "0")}T00:00:00.000Z`;
		if (round % 4 === 3) log.write(timed(day, decision({ ...refused, agent: "writer" }, id)));
		else {
			const commands = ["/bin/ls", "wc"].map((name) => ({ argv: [name, null], effect: "allow" as const }));
			log.write(timed(day, decision({ ...allowed, commands }, id)));
			log.write(outcome(id, { ...ended, duration: round, code: round % 2, timedOut: round === 4 }));
		}
	}
	log.close();
}

test("the numbers of a log are those of all its files", () => {
	mixed();
	appendFileSync(file, "no record\n");
	const stats = statsOf(readLog(file));
	expect(stats).toMatchObject({
		from: "2026-01-01T00:00:00.000Z",
		to: "2026-01-20T00:00:00.000Z",
		decisions: 20,
		effects: { allow: 15, ask: 0, nudge: 0, deny: 5 },
		agents: [
			{ name: "default", count: 15 },
			{ name: "writer", count: 5, effects: { deny: 5 } },
		],
		rules: [{ name: "go", count: 20 }],
		codes: [],
		runs: {
			count: 15,
			failed: 5,
			timedOut: 1,
			notStarted: 0,
			bytes: 45,
			duration: { median: 9, p95: 18, max: 18, sum: 135 },
		},
		unread: 1,
	});
	expect(stats.programs).toMatchObject([
		{ name: "ls", count: 15 },
		{ name: "wc", count: 15 },
		{ name: "git", count: 5 },
	]);
});

test("they are those of the decisions that are asked for", () => {
	mixed();
	const since = Date.parse("2026-01-11T00:00:00Z");
	expect(statsOf(readLog(file), { agent: "writer" })).toMatchObject({ decisions: 5, runs: { count: 0 } });
	expect(statsOf(readLog(file), { effect: "allow", since })).toMatchObject({ decisions: 7, runs: { count: 7 } });
	expect(statsOf(readLog(file), { program: "ls" })).toMatchObject({ decisions: 15 });
	expect(statsOf(readLog(file), { program: "/bin/ls" })).toMatchObject({ decisions: 0, agents: [] });
});

test("whatever stands in a file, reading it goes on", () => {
	mixed();
	for (const line of [
		'{"version":1,"type":"decision","id":"1","time":"x"}',
		"[]",
		"null",
		"\u0000",
		'{"version":2}',
		'{"version":1,"id":"1","time":"x","type":"toString"}',
	])
		appendFileSync(file, `${line}\n`);
	expect(statsOf(readLog(file))).toMatchObject({ decisions: 20, unread: 6 });
});

test("a log is followed from where somebody stands, from file to file, whole lines at a time", async () => {
	const log = openAuditLog({ file, size: 1_000 });
	fill(log, 1);
	const size = [...readLog(file)].reduce((sum, line) => sum + line.size, 0);
	const stop = new AbortController();
	const seen: ReadLine[] = [];
	const done = (async () => {
		for await (const some of followLog(file, { size, lines: 1 }, stop.signal)) seen.push(...some);
	})();
	for (let at = 0; at < 12; at++) {
		log.write(decision(allowed, `n${at}`));
		await until(() => seen.length === at + 1);
	}
	appendFileSync(file, '{"version":1');
	appendFileSync(file, "}\n");
	await until(() => seen.length === 13);
	stop.abort();
	await done;
	log.close();
	expect(seen.map(({ record }) => record?.id)).toEqual([...Array.from({ length: 12 }, (_, at) => `n${at}`), undefined]);
	expect(seen[0]?.place).toEqual({ file, line: 2 });
}, 240_000);

test("following begins anew where a file was cut", async () => {
	writeFileSync(file, "a\nb\n");
	const stop = new AbortController();
	const seen: ReadLine[] = [];
	const done = (async () => {
		for await (const some of followLog(file, { size: 4, lines: 2 }, stop.signal)) seen.push(...some);
	})();
	writeFileSync(file, "c\n");
	await until(() => seen.length === 1);
	stop.abort();
	await done;
}, 240_000);

async function until(is: () => boolean): Promise<void> {
	while (!is()) await sleep(5);
}
