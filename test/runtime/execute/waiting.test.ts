/** Programs that would never end by themselves, for they talk or wait: they end by their timeout, with what they had said. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { Outcome } from "../../../src/runtime/execute/outcome.js";
import { shell } from "./run.js";

jest.setTimeout(240_000);

const folder = mkdtempSync(join(tmpdir(), "bylaw-waiting-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a talker that would not end", () => {
	test("ends by its timeout, with the beginning and the end of what it said", async () => {
		const outcomes = await Promise.all(
			(["merged", "stdout"] as const).map((outputMode) =>
				shell("echo begin; while :; do echo more; done", {
					outputMode,
					timeout: 2500,
					limits: { output: { size: 2000, unit: "bytes", head: 6, tail: 5, spill: false, each: true } },
				}),
			),
		);
		for (const outcome of outcomes) {
			expect(outcome.timedOut).toBe(true);
			expect((outcome.merged ?? outcome.stdout)?.text.startsWith("begin\n[... the middle")).toBe(true);
			expect((outcome.merged ?? outcome.stdout)?.truncated).toBe(true);
		}
	});
});

describe("a program that waits for a person", () => {
	const scripts: readonly (readonly [string, string])[] = [
		["the terminal that its output goes to", 'printf "Password: "; t=$(readlink /proc/$$/fd/1); cat < "$t"'],
		["what its errors go to", 'printf "Password: "; cat < /dev/stderr'],
		["a pipe that nobody writes to", `printf "Password: "; mkfifo ${folder}/p; cat < ${folder}/p`],
	];
	// They wait side by side.
	let outcomes: ReadonlyMap<string, Outcome>;
	beforeAll(async () => {
		outcomes = new Map(
			await Promise.all(
				scripts.map(async ([title, script]) => [title, await shell(script, { timeout: 4000 })] as const),
			),
		);
	});

	test.each(scripts)("at %s ends by its timeout at the latest, with what it asked", (title) => {
		const outcome = outcomes.get(title) as Outcome;
		expect(outcome.merged?.text.startsWith("Password: ")).toBe(true);
		expect(outcome.timedOut || outcome.code !== undefined).toBe(true);
	});

	test("at its standard input reads the end of it at once", async () => {
		const outcome = await shell('printf "Name: "; read name; echo "read: $?"', { timeout: 60_000 });
		expect(outcome.merged?.text).toBe("Name: read: 1\n");
		expect(outcome.timedOut).toBe(false);
	});

	test("at /dev/tty finds none: it has no terminal of its own to ask at", async () => {
		const outcome = await shell("cat < /dev/tty; echo $?", { timeout: 60_000 });
		expect(outcome.merged?.text).toMatch(/(?:[Nn]o such device|cannot open).*\n[12]\n$/);
		expect(outcome.timedOut).toBe(false);
	});
});
