/** A pipe serves one run after another, and never two that could hear each other. */
import { closeSync, constants, openSync, readdirSync, readSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { run, shell } from "./run.js";

const outputMode = "separate";
/** Which pipe a program writes to. */
const pipe = async (): Promise<string> => {
	const { stdout } = await shell("stat -L -c %i /dev/stdout", { outputMode });
	return stdout?.text ?? "";
};

test("a pipe serves the next run again, and 50 runs in a row hold no more files than one", async () => {
	const first = await pipe();
	const before = readdirSync("/proc/self/fd").length;
	for (let round = 0; round < 50; round++) expect(await pipe()).toBe(first);
	expect(readdirSync("/proc/self/fd").length).toBe(before);
});

test("runs at once have pipes of their own, and the next run has all of its output", async () => {
	const pipes = await Promise.all(Array.from({ length: 8 }, pipe));
	expect(new Set(pipes).size).toBe(8);
	expect((await run("seq", ["20000"], { outputMode })).stdout?.bytes).toBe(108_894);
});

test("nothing of an output is left for the next run", async () => {
	await shell("seq 20000; seq 20000 >&2", { outputMode, timeout: 60_000 });
	await shell("trap '' TERM; while :; do echo more; done", { outputMode, timeout: 100 });
	const { stdout, stderr } = await run("true", [], { outputMode });
	expect([stdout?.text, stderr?.text]).toEqual(["", ""]);
});

test("a pipe that somebody else has opened for reading serves nobody again", async () => {
	const before = await pipe();
	let held: number | undefined;
	await shell("echo $$; stat -L -c %i /dev/stdout; sleep 0.3", {
		outputMode,
		onOutput: (_, text) => {
			const [pid] = text.split("\n");
			held ??= openSync(`/proc/${pid}/fd/1`, constants.O_RDONLY | constants.O_NONBLOCK);
		},
	});
	const after = await pipe();
	expect(after).not.toBe(before);
	await run("echo", ["secret"], { outputMode });
	// Nobody writes to it any more: it is at its end.
	expect(readSync(held as number, Buffer.alloc(100))).toBe(0);
	closeSync(held as number);
});

test("a pipe that a program has opened to others serves nobody again", async () => {
	// By its rights: a new pipe may have the number of one that is gone.
	const rights = async (): Promise<string | undefined> =>
		(await shell("stat -L -c %a /dev/stdout", { outputMode })).stdout?.text;
	const before = await rights();
	await shell("chmod 666 /dev/stdout", { outputMode });
	expect(await rights()).toBe(before);
	expect(before).toMatch(/^[0-7]00\n$/);
});
