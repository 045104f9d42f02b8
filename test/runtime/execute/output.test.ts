/** What a program writes comes back as it wrote it. */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { launch } from "../../../src/runtime/execute/launch.js";
import { node, run, shell } from "./run.js";

const plan = { file: "/bin/sh", args: ["-c", "echo out; echo err >&2; echo out"], cwd: "/", env: {}, limits: {} };
const openFiles = (): number => readdirSync("/proc/self/fd").length;

describe("merged output", () => {
	test("loses no byte of 20 KB in 300 runs", async () => {
		const text = "x".repeat(20_000);
		let lost = 0;
		for (let round = 0; round < 75; round++) {
			const outcomes = await Promise.all([1, 2, 3, 4].map(() => run("echo", [text])));
			for (const { merged } of outcomes) if (merged?.text !== `${text}\n`) lost++;
		}
		expect(lost).toBe(0);
	}, 240_000);

	test("loses no byte of many megabytes", async () => {
		const { merged } = await run("seq", ["300000"]);
		expect(merged?.bytes).toBe(1_988_895);
		expect(merged?.text.endsWith("299999\n300000\n")).toBe(true);
	}, 240_000);

	test("leaves line breaks and control characters as they are", async () => {
		const { merged } = await run("printf", ["a\\nb\\r\\nc\\rd\\te\\004\\003\\021\\000f"]);
		expect(merged?.text).toBe("a\nb\r\nc\rd\te\x04\x03\x11\0f");
	});

	test("is byte by byte what was written, whatever stands around line breaks and however it comes in pieces", async () => {
		const script = `
			const bytes = Buffer.alloc(60_000), signs = Buffer.from("\\r\\n\\r\\n\\ta");
			for (let at = 0, state = 7; at < bytes.length; at++) {
				state = (state * 1103515245 + 12345) % 2147483648;
				bytes[at] = signs[(state >> 16) % signs.length];
			}
			for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 501 + 1) require("fs").writeSync(1, bytes, at, Math.min(size, bytes.length - at));
			require("fs").writeFileSync(FILE, bytes);`;
		const folder = mkdtempSync(join(tmpdir(), "bylaw-output-"));
		const file = join(folder, "bytes");
		const { merged } = await node(script.replace("FILE", JSON.stringify(file)));
		expect(merged?.bytes).toBe(60_000);
		expect(merged?.text === readFileSync(file, "latin1")).toBe(true);
		rmSync(folder, { recursive: true });
	});

	test.each(["\\r", "a\\r", "\\r\\r\\n", "\\n", "\\n\\r", "\\r\\n\\r", "\\n\\n\\n", "1\\r2"])(
		"ends as it was written: %s",
		async (end) => {
			expect((await run("printf", [end])).merged?.text).toBe(end.replaceAll("\\r", "\r").replaceAll("\\n", "\n"));
		},
	);

	test("is both streams in the order of writing", async () => {
		const { merged, stdout, stderr } = await node(
			"const fs = require('fs'); for (let i = 0; i < 99; i++) fs.writeSync(1 + (i % 2), i + '\\n')",
		);
		expect(merged?.text).toBe(Array.from({ length: 99 }, (_, i) => `${i}\n`).join(""));
		expect([stdout, stderr]).toEqual([undefined, undefined]);
	});

	test("goes to a terminal, the input does not come from one, and no key can be waited for", async () => {
		expect((await shell("test -t 1 && test -t 2 && ! test -t 0 && echo yes")).merged?.text).toBe("yes\n");
		expect((await shell("read key <&2; echo read: $?", { timeout: 60_000 })).merged?.text).toMatch(/read: [12]\n$/);
	});

	test("can be reached by its name", async () => {
		expect((await shell("echo a > /dev/stdout; echo b > /dev/stderr")).merged?.text).toBe("a\nb\n");
	});

	test("is out of reach for other programs: nobody inherits another one's terminal, nor our end of the own one", async () => {
		const list = "ls -l /proc/self/fd | grep -c -e ptmx";
		const long = shell("sleep 0.5");
		const [inside, beside] = await Promise.all([shell(list), shell(list, { outputMode: "separate" })]);
		await long;
		expect([inside.merged?.text, beside.stdout?.text]).toEqual(["0\n", "0\n"]);
	});
});

describe("without a terminal", () => {
	const broken = (): never => {
		throw new Error("no node-pty here");
	};

	test("merged output comes through one pipe in the order of writing, with a warning", async () => {
		const outcome = await launch(plan, {}, broken);
		expect(outcome.merged?.text).toBe("out\nerr\nout\n");
		expect(outcome.warnings.join()).toMatch(/terminal/);
		expect((await launch({ ...plan, args: ["-c", "test -t 1; echo $?"] }, {}, broken)).merged?.text).toBe("1\n");
	});

	test("a node-pty that opens no terminals is none", async () => {
		for (const module of [{}, null, { native: {} }, { native: { open: () => 1 } }]) {
			expect((await launch(plan, {}, () => module)).merged?.text).toBe("out\nerr\nout\n");
		}
	});
});

describe("separate output", () => {
	test("comes in two fields, or one of them", async () => {
		const texts = async (outputMode: "stdout" | "stderr" | "separate") => {
			const { merged, stdout, stderr } = await launch(plan, { outputMode });
			return [merged?.text, stdout?.text, stderr?.text];
		};
		expect(await texts("separate")).toEqual([undefined, "out\nout\n", "err\n"]);
		expect(await texts("stdout")).toEqual([undefined, "out\nout\n", undefined]);
		expect(await texts("stderr")).toEqual([undefined, undefined, "err\n"]);
	});

	test("loses nothing, and a stream that nobody wants does not hold up the other", async () => {
		for (let round = 0; round < 30; round++) {
			const { stdout } = await shell("seq 20000 >&2; seq 20000", { outputMode: "stdout" });
			expect(stdout?.bytes).toBe(108_894);
		}
	});

	test("can be reached by its name", async () => {
		const { stdout, stderr } = await shell("echo a > /dev/stdout; echo b > /dev/stderr", { outputMode: "separate" });
		expect([stdout?.text, stderr?.text]).toEqual(["a\n", "b\n"]);
	});
});

describe("text", () => {
	test("is decoded right where a character is torn between two writes", async () => {
		const script =
			"const b = Buffer.from('€😀é'); let i = 0; const t = setInterval(() => { if (i === b.length) return clearInterval(t); require('fs').writeSync(1, b, i++, 1) }, 2)";
		for (const outputMode of ["merged", "stdout"] as const) {
			let live = "";
			const outcome = await node(script, { outputMode, onOutput: (_, text) => (live += text) });
			expect([(outcome.merged ?? outcome.stdout)?.text, live]).toEqual(["€😀é", "€😀é"]);
		}
	});

	test("has a replacement character for what is no UTF-8, also at the end", async () => {
		let live = "";
		const { merged } = await run("printf", ["a\\377b\\342\\202"], { onOutput: (_, text) => (live += text) });
		expect([merged?.text, merged?.bytes, live]).toEqual(["a�b�", 5, "a�b�"]);
	});

	test("of a listener that throws goes on without it, and says so", async () => {
		let calls = 0;
		const outcome = await shell("echo a; sleep 0.05; echo b", {
			onOutput: () => {
				calls++;
				throw new Error("my mistake");
			},
		});
		expect([outcome.merged?.text, calls]).toEqual(["a\nb\n", 1]);
		expect(outcome.warnings.join()).toContain("my mistake");
	});
});

test("200 runs leave no file open", async () => {
	await Promise.all([run("true"), run("true", [], { outputMode: "separate", input: "x" })]);
	const before = openFiles();
	for (let round = 0; round < 25; round++) {
		await Promise.all(
			Array.from({ length: 4 }, () => [run("true"), run("cat", [], { input: "x", outputMode: "separate" })]).flat(),
		);
	}
	expect(openFiles()).toBeLessThanOrEqual(before + 2);
	expect(readdirSync("/proc/self/fd").filter((fd) => linkOf(fd).includes("ptmx"))).toEqual([]);
}, 90_000);

function linkOf(fd: string): string {
	try {
		return readlinkSync(`/proc/self/fd/${fd}`);
	} catch {
		return "";
	}
}
