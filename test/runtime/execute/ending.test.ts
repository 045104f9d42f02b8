/** How a run ends, and that nothing outlives it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { RunOptions } from "../../../src/runtime/execute/outcome.js";
import { oddSeconds, processesWith, run, shell } from "./run.js";

// As long as a machine needs that does much else.
jest.setTimeout(240_000);

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-ending-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Codes that shells and systems give a meaning: not to be run, not found, ended by a signal; and where a bit begins. */
const bounds: ReadonlySet<number> = new Set([44, 63, 64, 126, 127, 128, 129, 137, 139, 143, 159, 192, 254]);

describe("the end of a program", () => {
	test.each(["merged", "separate"] as const)("is its exit code, from 0 to 255, with %s output", async (outputMode) => {
		const codes =
			outputMode === "merged"
				? [0, 1, 2, 44, 126, 127, 128, 130, 137, 255]
				: Array.from({ length: 256 }, (_, code) => code).filter(
						(code) => code < 3 || code % 5 === 0 || bounds.has(code),
					);
		for (let start = 0; start < codes.length; start += 16) {
			const some = codes.slice(start, start + 16);
			const outcomes = await Promise.all(some.map((code) => shell(`exit ${code}`, { outputMode })));
			expect(outcomes.map(({ code, signal }) => [code, signal])).toEqual(some.map((code) => [code, undefined]));
		}
	});

	test.each(["SIGKILL", "SIGSEGV", "SIGTERM", "SIGHUP"])("is %s and no code when that ended it", async (signal) => {
		for (const outputMode of ["merged", "separate"] as const) {
			const outcome = await shell(`kill -${signal.slice(3)} $$`, { outputMode });
			expect([outcome.signal, outcome.code, outcome.timedOut]).toEqual([signal, undefined, false]);
		}
	});
});

describe("what can't be started", () => {
	test("is a failure, not an exception: no such file, no right to, a folder, no such place, words that are too long", async () => {
		writeFileSync(join(folder, "text"), "no program");
		const failures = await Promise.all([
			run(join(folder, "missing")),
			run(join(folder, "text")),
			run(folder),
			run("true", [], { cwd: join(folder, "missing") }),
			run("true", [], { cwd: join(folder, "text") }),
			run("true", ["x".repeat(3_000_000)]),
			run("true", ["a\0b"]),
			run("true", [], { env: { A: "a\0b" } }),
			run("true", [], { cwd: join(folder, "missing"), outputMode: "separate", input: "x" }),
		]);
		for (const outcome of failures) {
			expect(outcome.failure).toMatch(/\w+/);
			expect([outcome.code, outcome.signal, outcome.timedOut]).toEqual([undefined, undefined, false]);
		}
	});

	test("are options that make no sense: a TypeError says which", async () => {
		await expect(run("true", [], { outputMode: "both" as never })).rejects.toThrow(
			new TypeError("outputMode is one of merged, stdout, stderr, separate, not both"),
		);
		for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, "5" as never]) {
			await expect(run("true", [], { timeout })).rejects.toThrow(/timeout is a positive number/);
			await expect(run("true", [], { timeout })).rejects.toBeInstanceOf(TypeError);
		}
	});
});

describe("the time of a run", () => {
	test("is what the caller asks for, cut to the maximum", async () => {
		const seconds = oddSeconds();
		const short = await run("sleep", [seconds], { timeout: 150 });
		expect(short).toMatchObject({ timedOut: true, cancelled: false });
		expect(short.warnings.join()).toContain("timed out after 0.15 s; the program and everything");
		expect(
			(await run("sleep", [seconds], { timeout: 60_000, limits: { timeout: 9000, timeoutMax: 150 } })).timedOut,
		).toBe(true);
		expect((await run("sleep", [seconds], { limits: { timeout: 150 } })).timedOut).toBe(true);
		expect((await run("true", [], { timeout: 1e12 })).timedOut).toBe(false);
		expect(processesWith(seconds)).toEqual([]);
	});

	test("ends a program that does not want to end; one that does ends in its own way, and what it writes meanwhile comes back", async () => {
		const seconds = oddSeconds();
		// Side by side: each waits for its time.
		const [unwilling, willing] = await Promise.all([
			shell(`trap '' TERM HUP; echo ready; sleep ${seconds} & wait; sleep ${seconds}`, { timeout: 4000 }),
			shell("trap 'echo bye; exit 3' TERM; while :; do sleep 0.05; done", { timeout: 4000 }),
		]);
		expect(unwilling).toMatchObject({ timedOut: true, signal: "SIGKILL" });
		expect(unwilling.merged?.text).toBe("ready\n");
		expect(processesWith(seconds)).toEqual([]);
		expect(willing).toMatchObject({ timedOut: true, code: 3 });
		expect(willing.merged?.text).toContain("bye\n");
	});

	test("ends when the caller aborts, before it began as well", async () => {
		const seconds = oddSeconds();
		const abort = new AbortController();
		const begun = { signal: abort.signal, onOutput: () => abort.abort() };
		expect(await shell(`echo begun; exec sleep ${seconds}`, begun)).toMatchObject({ cancelled: true, timedOut: false });
		expect(processesWith(seconds)).toEqual([]);
		const early = await shell(`echo x > ${folder}/made`, { signal: abort.signal });
		expect(early).toMatchObject({ cancelled: true });
		expect(existsSync(join(folder, "made"))).toBe(false);
	});
});

/** Ways to leave something behind. SECONDS tells the processes of a test from all others. */
const ways: readonly (readonly [string, string])[] = [
	["a background job", "sleep SECONDS &"],
	["a background job that ignores signals", "(trap '' TERM HUP INT; sleep SECONDS) &"],
	["a child in a session of its own", "setsid sleep SECONDS &"],
	["a daemon, forked twice", "(setsid sh -c 'sleep SECONDS & sleep SECONDS & exit 0' &) ; sleep 0.05"],
	["a daemon with other streams", "setsid nohup sleep SECONDS </dev/null >/dev/null 2>&1 &"],
	["a job with a group of its own", "set -m 2>/dev/null; sleep SECONDS & sleep 0.05"],
	["a daemon with a fresh environment that holds the output", "(setsid env -i /usr/bin/sleep SECONDS &) ; sleep 0.05"],
];

describe("with merged and with separate output, nothing outlives a run", () => {
	/** Both at once, each with processes of its own. */
	const withBoth = (check: (options: RunOptions, seconds: string) => Promise<void>): Promise<unknown> =>
		Promise.all((["merged", "separate"] as const).map((outputMode) => check({ outputMode }, oddSeconds())));

	test.each(ways)("that ends by itself: %s", async (_, way) => {
		await withBoth(async (options, seconds) => {
			const outcome = await shell(
				`echo before; ${way.replaceAll("SECONDS", seconds)} echo after`
					.replace("& echo", "& echo")
					.replace("0.05 echo", "0.05; echo"),
				options,
			);
			expect(outcome).toMatchObject({ code: 0, timedOut: false });
			expect((outcome.merged ?? outcome.stdout)?.text).toBe("before\nafter\n");
			expect(processesWith(seconds)).toEqual([]);
		});
	});

	test.each(ways)("whose time is up: %s", async (_, way) => {
		await withBoth(async (options, seconds) => {
			const outcome = await shell(
				`${way.replaceAll("SECONDS", seconds)} sleep ${seconds}`.replace("0.05 sleep", "0.05; sleep"),
				{ ...options, timeout: 200 },
			);
			expect(outcome.timedOut).toBe(true);
			expect(processesWith(seconds)).toEqual([]);
		});
	});
});

test("what a background job had written before the end is included", async () => {
	const seconds = oddSeconds();
	const { merged } = await shell(
		`(seq 5000; touch ${folder}/written; sleep ${seconds}) & while ! test -e ${folder}/written; do sleep 0.01; done`,
	);
	expect(merged?.text.endsWith("4999\n5000\n")).toBe(true);
	expect(processesWith(seconds)).toEqual([]);
});

test("what is left behind is found among thousands of processes that came and went", async () => {
	const seconds = oddSeconds();
	const outcome = await shell(
		`setsid sleep ${seconds} & i=0; while [ $i -lt 1200 ]; do (:); i=$((i + 1)); done; setsid sleep ${seconds} &`,
	);
	expect(outcome.code).toBe(0);
	expect(processesWith(seconds)).toEqual([]);
});

test("a run within a run belongs to both", async () => {
	const seconds = oddSeconds();
	// What the inner one marks is still found by the outer one.
	const outcome = await shell(
		`BYLAW_RUN="$BYLAW_RUN inner" setsid sleep ${seconds} & sleep 0.05; echo "$BYLAW_RUN" > ${folder}/mark`,
	);
	expect(outcome.code).toBe(0);
	expect(readFileSync(join(folder, "mark"), "utf8").trim()).toMatch(/^\S+$/);
	expect(processesWith(seconds)).toEqual([]);
});
