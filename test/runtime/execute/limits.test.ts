/** How much of an output comes back, where the rest goes, and what the kernel holds a program to. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { OutputLimit } from "../../../src/language/policy/settings/limits.js";
import { node, run, shell } from "./run.js";

const hasPrlimit = existsSync("/usr/bin/prlimit");
const limit = (more: Partial<OutputLimit>): OutputLimit => ({
	size: 100,
	unit: "bytes",
	head: 10,
	tail: 10,
	spill: false,
	each: true,
	...more,
});
const logIn = (warnings: readonly string[]): string =>
	/^Output truncated \(size: [\d.]+ \w+\)\. Full log written to (\S+)$/m.exec(warnings.join("\n"))?.[1] ?? "";

jest.setTimeout(240_000);

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-limits-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a limit of output", () => {
	test("lets through what is exactly as long", async () => {
		const { merged, warnings } = await run("printf", ["%0100d", "7"], { limits: { output: limit({}) } });
		expect(merged).toMatchObject({ text: `${"0".repeat(99)}7`, truncated: false });
		expect(warnings).toEqual([]);
	});

	test("keeps the beginning and the end, with a line between that says so", async () => {
		const { merged, warnings } = await run("printf", ["%0101d", "7"], { limits: { output: limit({}) } });
		expect(merged).toMatchObject({ bytes: 101, truncated: true });
		expect(merged?.text.split("\n").at(0)).toBe("0000000000");
		expect(merged?.text.split("\n").at(-1)).toBe("0000000007");
		expect(merged?.text.split("\n")).toHaveLength(3);
		expect(warnings.join()).toContain("Output truncated");
	});

	test("keeps the end alone, or the beginning alone, with nothing added", async () => {
		const text = async (more: Partial<OutputLimit>) =>
			(await run("seq", ["100"], { limits: { output: limit(more) } })).merged?.text;
		expect(await text({ head: 0, tail: 8 })).toBe("\n99\n100\n");
		expect(await text({ head: 4, tail: 0 })).toBe("1\n2\n");
	});

	test("cuts at the borders of characters", async () => {
		const { merged } = await node("process.stdout.write('€'.repeat(100))", {
			limits: { output: limit({ head: 8, tail: 11 }) },
		});
		expect(merged?.text.startsWith("€€\n")).toBe(true);
		expect(merged?.text.endsWith("\n€€€")).toBe(true);
		expect(merged?.text).not.toContain("�");
	});

	test("counts characters when it says so, one for an emoji", async () => {
		const output = limit({ unit: "characters", size: 50, head: 3, tail: 4 });
		const fifty = await node("process.stdout.write('😀'.repeat(50))", { limits: { output } });
		expect(fifty.merged).toMatchObject({ text: "😀".repeat(50), truncated: false, bytes: 200 });
		const more = await node("process.stdout.write('😀'.repeat(5000))", { limits: { output } });
		expect(more.merged?.truncated).toBe(true);
		expect(more.merged?.text.startsWith("😀😀😀\n")).toBe(true);
		expect(more.merged?.text.endsWith("\n😀😀😀😀")).toBe(true);
	});

	test("holds for each stream, or for both together", async () => {
		const script = "seq 1 25; seq 1 60 >&2";
		const each = await shell(script, { outputMode: "separate", limits: { output: limit({}) } });
		expect([each.stdout?.truncated, each.stderr?.truncated]).toEqual([false, true]);
		const together = await shell(script, {
			outputMode: "separate",
			limits: { output: limit({ size: 170, head: 80, tail: 90, each: false }) },
		});
		const shown = (together.stdout?.text ?? "") + (together.stderr?.text ?? "");
		expect(shown.length).toBeLessThan(170 + 2 * 60);
		expect([together.stdout?.bytes, together.stderr?.bytes]).toEqual([66, 171]);
		expect(together.stderr?.truncated).toBe(true);
	});

	test("is 10 MiB of the end when a policy has none, and says so when it cuts", async () => {
		const { merged, warnings } = await run("head", ["-c", "12000000", "/dev/zero"]);
		expect(merged).toMatchObject({ bytes: 12_000_000, truncated: true });
		expect(merged?.text.length).toBe(10 * 1024 * 1024);
		expect(warnings.join()).toContain("Output truncated");
	});

	test("does not depend on the sizes of the pieces: single bytes cost no more memory than blocks", async () => {
		const before = process.memoryUsage();
		const script = "for (let i = 0; i < 300_000; i++) require('fs').writeSync(1, 'ab')";
		const { merged } = await node(script, { outputMode: "stdout" }).then(({ stdout }) => ({ merged: stdout }));
		expect(merged?.bytes).toBe(600_000);
		expect(process.memoryUsage().rss - before.rss).toBeLessThan(150e6);
	});

	test("lets 200 MB pass in constant memory", async () => {
		await run("true");
		const before = process.memoryUsage().rss;
		let most = 0;
		const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
		const { stdout } = await run("head", ["-c", "200000000", "/dev/zero"], {
			outputMode: "stdout",
			limits: { output: limit({}) },
		});
		clearInterval(timer);
		expect(stdout).toMatchObject({ bytes: 200_000_000, truncated: true });
		expect(most - before).toBeLessThan(100e6);
	}, 90_000);
});

describe("a spill file", () => {
	test.each(["bytes", "characters"] as const)(
		"holds a long output byte by byte, for its owner only, with a limit in %s",
		async (unit) => {
			const script = "process.stdout.write(Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) & 255)))";
			const { merged, warnings } = await node(script, {
				spillFolder: folder,
				limits: { output: limit({ unit, spill: true }) },
			});
			const file = logIn(warnings);
			expect(file.startsWith(folder)).toBe(true);
			expect(merged?.spill).toBe(file);
			expect(readFileSync(file).equals(Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) & 255)))).toBe(
				true,
			);
			expect(statSync(file).mode & 0o777).toBe(0o600);
		},
	);

	test("is there only for what was cut", async () => {
		const { merged } = await run("printf", ["%090d", "1"], {
			spillFolder: folder,
			limits: { output: limit({ spill: true }) },
		});
		expect(merged?.spill).toBeUndefined();
		expect(readdirSync(folder)).toEqual([]);
	});

	test("is one for each stream that was cut", async () => {
		const output = limit({ spill: true });
		const { stdout, stderr } = await shell("seq 200; seq 300 >&2", {
			outputMode: "separate",
			spillFolder: folder,
			limits: { output },
		});
		expect(readFileSync(stdout?.spill ?? "", "utf8")).toMatch(/\n200\n$/);
		expect(readFileSync(stderr?.spill ?? "", "utf8")).toMatch(/\n300\n$/);
	});

	test("goes to the system's folder when its own can't be written, and a warning names both", async () => {
		writeFileSync(join(folder, "file"), "");
		const spillFolder = join(folder, "file", "spill");
		const { merged, warnings } = await run("seq", ["500"], { spillFolder, limits: { output: limit({ spill: true }) } });
		expect(merged?.spill?.startsWith(tmpdir())).toBe(true);
		expect(readFileSync(logIn(warnings), "utf8")).toMatch(/\n500\n$/);
		expect(warnings.some((warning) => warning.includes(spillFolder))).toBe(true);
		rmSync(merged?.spill as string);
	});

	test("does not grow for ever: it stops at the limit of file sizes, and is then not called the full log", async () => {
		const limits = { output: limit({ spill: true }), fileSize: 50_000 };
		const { merged, warnings } = await run("seq", ["100000"], { spillFolder: folder, limits });
		expect(merged).toMatchObject({ truncated: true, bytes: 588_895 });
		expect(merged?.spill).toBeUndefined();
		expect(readdirSync(folder).map((name) => statSync(join(folder, name)).size)).toEqual([50_000]);
		expect(warnings.join()).not.toContain("Full log");
	});
});

(hasPrlimit ? describe : describe.skip)("a limit that the kernel keeps", () => {
	test("of file sizes ends a program that writes more", async () => {
		const outcome = await shell(`head -c 100000 /dev/zero > ${folder}/big; echo code $?`, {
			limits: { fileSize: 5000 },
		});
		expect(outcome.merged?.text).not.toContain("code 0");
		expect(statSync(join(folder, "big")).size).toBeLessThanOrEqual(5000);
	});

	test("of memory stops a program that takes more, and lets Node run, which reserves far more than it uses", async () => {
		const limits = { memory: 300 * 1024 * 1024 };
		expect(await node("console.log(1)", { limits })).toMatchObject({ code: 0 });
		expect((await node("Buffer.alloc(600 * 1024 * 1024, 1)", { limits })).code).not.toBe(0);
	});

	test("of processor time ends a busy program", async () => {
		const outcome = await shell("while :; do :; done", { limits: { cpu: 1000 }, timeout: 60_000 });
		expect(outcome).toMatchObject({ timedOut: false });
		expect(outcome.signal).toMatch(/^SIG(XCPU|KILL)$/);
	}, 90_000);

	test("leaves words, name and exit code as they are", async () => {
		const limits = { cpu: 60_000, fileSize: 1e9 };
		expect((await run("printf", ["%s|", "--x", "a b", "$HOME", "", "--"], { limits })).merged?.text).toBe(
			"--x|a b|$HOME||--|",
		);
		expect((await shell("exit 7", { limits })).code).toBe(7);
		expect((await shell("kill -9 $$", { limits })).signal).toBe("SIGKILL");
	});
});
