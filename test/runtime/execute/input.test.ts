/** What a program is given to read arrives as it is, and ends. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { run, shell } from "./run.js";

const inputs: readonly (readonly [string, string | Buffer])[] = [
	["nothing", ""],
	["one line", "one\n"],
	["no final line break", "one\ntwo"],
	["a line of 5,000 characters", `${"x".repeat(5000)}\n`],
	["a line of a megabyte", "y".repeat(1_000_000)],
	["a megabyte of lines", "a line\n".repeat(150_000)],
	["control characters of terminals", "a\x04b\x03c\x1ad\x11e\x13f\x7fg\r\nh\x04"],
	["all bytes, binary", Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7 + (i >> 8)) & 255))],
];

describe.each(["merged", "separate"] as const)("input of a run with %s output", (outputMode) => {
	test.each(inputs)("arrives exactly: %s", async (_, input) => {
		const expected = createHash("sha256").update(input).digest("hex");
		const outcome = await run("sha256sum", [], { input, outputMode, timeout: 60_000 });
		expect((outcome.merged ?? outcome.stdout)?.text).toBe(`${expected}  -\n`);
		expect(outcome.timedOut).toBe(false);
	});

	test("is not echoed", async () => {
		const outcome = await run("wc", ["-c"], { input: "hello\n", outputMode });
		expect((outcome.merged ?? outcome.stdout)?.text.trim()).toBe("6");
	});

	test("ends at once when there is none", async () => {
		const outcome = await run("cat", [], { outputMode, timeout: 60_000 });
		expect(outcome).toMatchObject({ code: 0, timedOut: false });
	});

	test("need not be read: a program that ends before is no failure", async () => {
		const outcome = await run("head", ["-c", "3"], { input: "abc".repeat(1_000_000), outputMode });
		expect(outcome).toMatchObject({ code: 0 });
		expect(await run("true", [], { input: "x".repeat(1_000_000), outputMode })).toMatchObject({ code: 0 });
	});

	test("of a program that never reads holds nothing up: neither the run nor its end", async () => {
		const outcome = await run("sleep", ["60"], { input: "x".repeat(5_000_000), outputMode, timeout: 300 });
		expect(outcome).toMatchObject({ timedOut: true, signal: "SIGTERM" });
		const first = await shell("head -c 1 >/dev/null; echo read", { input: "x".repeat(5_000_000), outputMode });
		expect((first.merged ?? first.stdout)?.text).toBe("read\n");
	});

	test("can be opened by its name", async () => {
		const outcome = await shell("cat /dev/stdin", { input: "by name", outputMode });
		expect((outcome.merged ?? outcome.stdout)?.text).toBe("by name");
	});
});

test("a text goes through unchanged, there and back", async () => {
	const input = "ä€😀\r\n\ttext\n\n";
	expect((await run("cat", [], { input })).merged?.text).toBe(input);
});
