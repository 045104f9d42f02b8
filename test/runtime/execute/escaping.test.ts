/** Programs that want to outlive their run: what each of them sheds, and that it is found all the same. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import {
	bornWith,
	isBornWith,
	returnProcessMarker,
	takeProcessMarker,
} from "../../../src/runtime/execute/processes/process-marker.js";
import { membersOf } from "../../../src/runtime/execute/processes/process-tree.js";
import { oddSeconds, processesWith, run, shell } from "./run.js";

jest.setTimeout(240_000);

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-escaping-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const closed = "</dev/null >/dev/null 2>&1";
const others = "3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";
/** SECONDS tells the processes of a test from all others. Each says in FOLDER/out that it is out, for otherwise nothing would be proved. */
const escapes: readonly (readonly [string, string])[] = [
	["a session of its own", `setsid sh -c 'echo > FOLDER/out; exec sleep SECONDS' ${closed} &`],
	["a parent, by nohup", `nohup sh -c 'echo > FOLDER/out; exec sleep SECONDS' ${closed} &`],
	[
		"session, parent and outputs",
		`(setsid sh -c '(echo > FOLDER/out; exec sleep SECONDS) & exit 0' ${closed} ${others} &)`,
	],
	[
		"session, parent, outputs and environment",
		`(setsid env -i /bin/sh -c '(echo > FOLDER/out; exec /usr/bin/sleep SECONDS) & exit 0' ${closed} ${others} &)`,
	],
	[
		"all of these in steps, with another name and another folder",
		`(cd /; setsid sh -c 'setsid env -i /bin/sh -c "(echo > FOLDER/out; exec /bin/bash -c exec\\ -a\\ kworker\\ /usr/bin/sleep\\ SECONDS) & exit 0" & exit 0' ${closed} ${others} &)`,
	],
	[
		"all of these, ten times over, and no signal ends it but the last",
		`for i in 1 2 3 4 5 6 7 8 9 10; do (setsid env -i /bin/sh -c '(trap "" TERM HUP INT; echo > FOLDER/out; exec /usr/bin/sleep SECONDS) & exit 0' ${closed} ${others} &); done`,
	],
];
const isOut = "until test -e FOLDER/out; do sleep 0.01; done;";
const filled = (way: string, seconds: string): string =>
	`${way}\n${isOut}`.replaceAll("FOLDER", folder).replaceAll("SECONDS", seconds);

describe.each(["merged", "separate"] as const)(
	"with %s output, no program outlives its run that sheds",
	(outputMode) => {
		test.each(escapes)("%s", async (_, way) => {
			const seconds = oddSeconds();
			const outcome = await shell(`${filled(way, seconds)} echo done`, { outputMode, timeout: 60_000 });
			expect(outcome).toMatchObject({ code: 0, timedOut: false });
			expect((outcome.merged ?? outcome.stdout)?.text).toBe("done\n");
			expect(outcome.warnings.join()).toMatch(/^ended .* that the program had left behind$/);
			expect(existsSync(join(folder, "out"))).toBe(true);
			expect(processesWith(seconds)).toEqual([]);
		});
	},
);

test("what a program that is timed out or cancelled had sent out ends as well", async () => {
	const [, way] = escapes[3] as readonly [string, string];
	for (const how of ["timeout", "abort"]) {
		const seconds = oddSeconds();
		const abort = new AbortController();
		const settings = how === "timeout" ? { timeout: 1000 } : { signal: abort.signal };
		const outcome = await shell(`${filled(way, seconds)} echo out; sleep ${seconds}`, {
			...settings,
			onOutput: () => how === "abort" && abort.abort(),
		});
		expect([outcome.timedOut, outcome.cancelled]).toEqual([how === "timeout", how === "abort"]);
		expect(processesWith(seconds)).toEqual([]);
		rmSync(join(folder, "out"), { force: true });
	}
});

test("what one run sent out is ended by that run and by no other: marks are told apart, and given back", async () => {
	const [, way] = escapes[3] as readonly [string, string];
	const seconds = oddSeconds();
	const alive: boolean[] = [];
	const beside: Promise<unknown>[] = [];
	const long = shell(`${filled(way, seconds)} echo out; until test -e ${folder}/end; do sleep 0.02; done`, {
		timeout: 60_000,
		onOutput: () => {
			beside.push(
				(async () => {
					for (let round = 0; round < 10; round++) await shell("setsid sleep 0.01 & (setsid env -i /bin/true &)");
					alive.push(processesWith(seconds).length === 1);
					writeFileSync(join(folder, "end"), "");
				})(),
			);
		},
	});
	expect((await long).code).toBe(0);
	await Promise.all(beside);
	expect(alive).toEqual([true]);
	expect(processesWith(seconds)).toEqual([]);
});

test("ourselves we mark for no longer than it takes to start a program", async () => {
	const mark = takeProcessMarker() as number;
	expect(isBornWith(process.pid, mark)).toBe(false);
	const own = (): number => Number.parseInt(readFileSync("/proc/self/coredump_filter", "latin1"), 16);
	const before = own();
	expect(bornWith(mark, own)).toBe(mark);
	expect(bornWith(mark, () => isBornWith(process.pid, mark))).toBe(false);
	expect(own()).toBe(before);
	expect(isBornWith(process.pid, mark)).toBe(false);
	expect(() =>
		bornWith(mark, () => {
			throw new Error("not started");
		}),
	).toThrow("not started");
	expect(isBornWith(process.pid, mark)).toBe(false);
	const { merged } = await run("cat", ["/proc/self/coredump_filter"]);
	expect(Number.parseInt(merged?.text ?? "", 16) & 3).toBe(3);
});

test("a process that is just marking what it starts is no member of the run that has the same mark", async () => {
	const mark = takeProcessMarker() as number;
	// Bears the mark, as another harness would while it starts something; then as something that was born with it.
	const other = (holds: boolean): string =>
		`const fs = require("fs"); const file = fs.openSync("/proc/self/coredump_filter", "r+"); fs.writeSync(file, "0x${mark.toString(16)}"); ${holds ? "" : "fs.closeSync(file);"} console.log("marked"); setTimeout(() => {}, 60_000)`;
	for (const holds of [true, false]) {
		const child = spawn(process.execPath, ["-e", other(holds)], { stdio: ["ignore", "pipe", "inherit"] });
		await new Promise((resolve) => child.stdout.once("data", resolve));
		expect(isBornWith(child.pid as number, mark)).toBe(!holds);
		child.kill("SIGKILL");
		await new Promise((resolve) => child.once("close", resolve));
	}
});

test("what has a parent that is nobody of ours is no member, whatever it is born with; an orphan is", async () => {
	const mark = takeProcessMarker() as number;
	const seconds = oddSeconds();
	// As another harness that happens to have the same mark: in the middle of its start, a program shows no environment either.
	const harness = `const fs = require("fs"); const set = (mark) => fs.writeFileSync("/proc/self/coredump_filter", mark); const before = "0x" + fs.readFileSync("/proc/self/coredump_filter", "latin1").trim(); set("0x${mark.toString(16)}"); require("child_process").spawn("/usr/bin/sleep", ["${seconds}"], { detached: true, stdio: "ignore", env: {} }); set(before); console.log("started"); setTimeout(() => {}, 60_000)`;
	const other = spawn(process.execPath, ["-e", harness], { stdio: ["ignore", "pipe", "inherit"] });
	await new Promise((resolve) => other.stdout.once("data", resolve));
	const [pid] = processesWith(seconds) as [number];
	const ours = () =>
		membersOf({
			leader: 2 ** 30,
			mark: "nobody",
			processMarker: mark,
			since: 0,
			forks: undefined,
			outputs: [],
			proved: new Map(),
		}).map((member) => member.pid);
	try {
		expect(isBornWith(pid, mark)).toBe(true);
		expect(ours()).toEqual([]);
		other.kill("SIGKILL");
		await new Promise((resolve) => other.once("close", resolve));
		expect(ours()).toEqual([pid]);
	} finally {
		process.kill(pid, "SIGKILL");
	}
});

test("marks are no two alike among runs at once, and run out before they come twice", () => {
	const marks: (number | undefined)[] = Array.from({ length: 300 }, () => takeProcessMarker());
	const taken = marks.filter((mark) => mark !== undefined);
	expect(new Set(taken).size).toBe(taken.length);
	expect(taken.length).toBeLessThan(130);
	for (const mark of taken) returnProcessMarker(mark);
	expect(takeProcessMarker()).toBeDefined();
});
