/** A release is held against the last log before it is active. */
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { compareReleases } from "../../../src/authoring/bundle/compare-releases.js";
import { type Bounds, outOfBounds, shareIn, shareText } from "../../../src/runtime/bundle/comparison.js";
import { lastLines } from "../../../src/runtime/bundle/log-tail.js";
import { bundleStatus } from "../../../src/runtime/bundle/status.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { type Machine, machine, scratch, site } from "./fleet.js";

/** A machine with a log: `ls` three times, `cat a` twice, `wc` once. */
async function used() {
	const own = site();
	const one = machine(own, own.folder);
	await one.refresh();
	const workspace = dirname(one.settings.file);
	const log = join(workspace, "log.jsonl");
	const guarded = guard(one.settings.file, { workspace, audit: log });
	for (const argv of [["ls"], ["cat", "a"], ["wc"], ["ls"], ["cat", "a"], ["ls"]]) guarded.decide({ argv });
	guarded.close();
	return { own, one, log };
}

function refreshed(one: Machine, log: string, bounds: Bounds = {}) {
	return one.refresh({ compare: (before, after) => compareReleases(log, before, after), bounds });
}

test("what becomes looser and stricter is told, counted by how often it was asked", async () => {
	const { own, one, log } = await used();
	own.release("cat");
	const found = await refreshed(one, log);
	expect(found).toMatchObject({
		kind: "activated",
		before: 1,
		comparison: {
			decisions: 6,
			looser: 2,
			stricter: 3,
			undecided: 0,
			denied: 4,
			changes: [
				{ change: "stricter", agent: "default", command: "ls", before: "allow", after: "deny", count: 3 },
				{ change: "looser", agent: "default", command: "cat a", before: "deny", after: "allow", count: 2 },
			],
		},
	});
	// The counts are everybody's; the commands are as private as the log is.
	const counts = { decisions: 6, looser: 2, stricter: 3, undecided: 0, denied: 4 };
	expect(bundleStatus(one.settings, Date.now()).compared).toEqual(counts);
	const active = join(one.settings.state, "active");
	expect(readFileSync(join(active, "bundle.json"), "utf8")).not.toContain("cat");
	expect(statSync(join(active, "comparison.json")).mode & 0o777).toBe(0o600);
	// Signed anew, it says the same.
	own.renew();
	expect((await refreshed(one, log)).kind).toBe("current");
	expect(bundleStatus(one.settings, Date.now()).compared).toEqual(counts);
});

test.each([
	[{ looser: 0.3 }, "2 of 6 decisions would be looser, and 30% may be, first of all `cat a`"],
	[{ stricter: 0.4 }, "3 of 6 decisions would be stricter, and 40% may be, first of all `ls`"],
	[{ looser: 0 }, "2 of 6 decisions would be looser, and 0% may be, first of all `cat a`"],
])("a release that answers more otherwise than %j stops, and the last one stays", async (bounds, why) => {
	const { own, one, log } = await used();
	own.release("cat");
	expect(await refreshed(one, log, bounds)).toMatchObject({
		kind: "refused",
		code: "too-different",
		why,
		active: { release: 1 },
		comparison: { looser: 2 },
	});
	expect([one.decides("ls"), one.decides("cat")]).toEqual(["allow", "deny"]);
	expect(bundleStatus(one.settings, Date.now())).toMatchObject({ release: 1, refused: { code: "too-different" } });
	// It is no way back either: what was seen is seen.
	expect(one.seen().versions["release stable"].version).toBe(2);
	expect((await refreshed(one, log, { looser: 0.4, stricter: 0.5 })).kind).toBe("activated");
	expect(bundleStatus(one.settings, Date.now())).not.toHaveProperty("refused");
});

test.each([
	["gone", (log: string) => rmSync(log)],
	["empty", (log: string) => writeFileSync(log, "")],
	["no file", (log: string) => [rmSync(log), execFileSync("mkfifo", [log])]],
	["blank at its end", (log: string) => appendFileSync(log, `${" ".repeat(17_000_000)}\n`)],
])("bounds are passed by nothing where the log is %s", async (_, spoil) => {
	const { own, one, log } = await used();
	own.release("cat");
	spoil(log);
	for (const bounds of [{ looser: 0.9 }, { stricter: 0.9 }])
		expect(await refreshed(one, log, bounds)).toMatchObject({ kind: "refused", code: "not-compared" });
	expect(await one.refresh({ bounds: { looser: 0.9 } })).toMatchObject({
		why: "nothing tells what it changes, and bounds are set: no log is named",
	});
	expect([one.decides("ls"), one.decides("cat")]).toEqual(["allow", "deny"]);
	// A new machine has nothing to compare with.
	expect(await refreshed(machine(own, own.folder), log, { looser: 0 })).toMatchObject({ kind: "activated" });
	// Without bounds, or with those that stop nothing, it is told alone.
	expect(await refreshed(one, log, { looser: 1 })).toMatchObject({
		kind: "activated",
		notCompared: "the log can't be read, or its end holds no decisions",
	});
});

test("without a release that is active the log's own answers stand for it", async () => {
	const { own, log } = await used();
	own.release("cat");
	const fresh = machine(own, own.folder);
	expect(await refreshed(fresh, log)).toMatchObject({ kind: "activated", comparison: { looser: 2, stricter: 3 } });
});

test("a release before that another build has compiled stops nothing: the log's own answers stand for it", async () => {
	const { own, one, log } = await used();
	const file = join(one.settings.state, "active", "policy.json");
	writeFileSync(file, readFileSync(file, "utf8").replace(/"engine":"[^"]*"/, '"engine":"0.0.1+older"'));
	own.release("cat");
	expect(await refreshed(one, log)).toMatchObject({ kind: "activated", comparison: { looser: 2, stricter: 3 } });
});

test("lines that are torn, are none or ask what nobody knows are passed over or counted", async () => {
	const { own, one, log } = await used();
	const record = JSON.parse(readFileSync(log, "utf8").split("\n")[0] ?? "") as Record<string, unknown>;
	const { argv: _, ...nothing } = record;
	appendFileSync(log, `{"torn\n"\\ud800"\n${JSON.stringify({ ...record, argv: ["ls", "\ud800"] })}\n`);
	// Of bytes that are no text nobody knows what was asked.
	appendFileSync(log, Buffer.from(`${JSON.stringify({ ...record, argv: ["ls", "\u00ff"] })}\n`, "latin1"));
	appendFileSync(log, `${JSON.stringify({ ...record, env: ["HOME"] })}\n${JSON.stringify(nothing)}\n{"open`);
	own.release("cat");
	expect(await refreshed(one, log)).toMatchObject({ comparison: { decisions: 8, undecided: 1 } });
	own.release("wc");
	expect(await refreshed(one, join(log, "none"))).toMatchObject({ comparison: { decisions: 0, changes: [] } });
});

test("the end of a log is read through its full files, whole lines alone, and no further back than is said", () => {
	const log = join(scratch(), "log.jsonl");
	// Each line has 40 bytes with its break.
	const lines = (...words: readonly string[]): string => words.map((word) => `${word.padEnd(39)}\n`).join("");
	writeFileSync(`${log}.9`, lines("nine"));
	writeFileSync(`${log}.10`, lines("ten", "and more"));
	writeFileSync(log, `${lines("last", "now")}half`);
	const texts = (most?: number): readonly string[] => lastLines(log, most).map((line) => line.toString().trimEnd());
	expect(texts()).toEqual(["nine", "ten", "and more", "last", "now"]);
	expect(texts(45)).toEqual(["now"]);
	expect(texts(84 + 41)).toEqual(["and more", "last", "now"]);
	expect(lastLines(scratch())).toEqual([]);
});

test("lines that are no records by their length are not held, however many a log ends in", async () => {
	const { own, one, log } = await used();
	const before = lastLines(log).length;
	appendFileSync(log, "\n".repeat(8 << 20));
	appendFileSync(log, "{}\n".repeat(1 << 20));
	expect(lastLines(log)).toHaveLength(before);
	own.release("cat");
	expect(await refreshed(one, log)).toMatchObject({ comparison: { decisions: 6 } });
});

test("shares are read and written", () => {
	expect(["0%", "2.5%", "100%", "101%", "1", "-1%", "1e1%"].map(shareIn)).toEqual([
		0,
		0.025,
		1,
		undefined,
		undefined,
		undefined,
		undefined,
	]);
	expect([0, 0.025, 1].map(shareText)).toEqual(["0%", "2.5%", "100%"]);
	const all = { decisions: 100, looser: 1, stricter: 0, undecided: 0, denied: 0, changes: [] };
	expect(outOfBounds(all, { looser: 0.01, stricter: 0 })).toBeUndefined();
	expect(outOfBounds(all, { looser: 0.009 })).toBe("1 of 100 decisions would be looser, and 0.9% may be");
});
