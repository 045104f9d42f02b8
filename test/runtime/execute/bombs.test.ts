/**
 * Programs that take all there is: each is held to its limits, and so is each of its children. Every one of them is bounded by itself as well,
 * should a limit fail.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { launch } from "../../../src/runtime/execute/launch.js";
import { node, oddSeconds, processesWith, run, shell } from "./run.js";

// Machines that do much else are slow; on others each of these is a matter of a second or two.
jest.setTimeout(240_000);

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-bombs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hasPrlimit = existsSync("/usr/bin/prlimit");
const isRoot = process.getuid?.() === 0;
const megabyte = 1024 * 1024;

(hasPrlimit ? describe : describe.skip)("a fork bomb", () => {
	/** Grows by two each time, but to no more than 400: with a list of files as the count. */
	const bomb = (seconds: string, start = "") =>
		`bomb() { [ "$(ls ${folder}/n | wc -l)" -lt 400 ] || { sleep ${seconds}; exit; }; : > ${folder}/n/$$.$1; ${start} (bomb a$1) & ${start} (bomb b$1) & sleep ${seconds}; }; mkdir -p ${folder}/n; bomb x`;

	test("is ended by its limit of processes, in one session or in many, and nothing of it is left", async () => {
		for (const script of [
			(seconds: string) => bomb(seconds),
			(seconds: string) =>
				`i=0; while [ $i -lt 300 ]; do setsid sh -c 'trap "" TERM; (trap "" TERM; sleep ${seconds}) & sleep ${seconds}' & i=$((i+1)); done; sleep ${seconds}`,
		]) {
			const seconds = oddSeconds();
			const outcome = await shell(script(seconds), { limits: { processes: 40 }, timeout: 60_000 });
			// Root's processes the kernel does not count: we do. Others get no more, and their time is up.
			if (isRoot) {
				expect(outcome.timedOut).toBe(false);
				expect(outcome.warnings.join()).toMatch(/it took more than 40 processes; the program and everything/);
			}
			expect(processesWith(seconds)).toEqual([]);
		}
	});

	test("of another user gets no more processes from the kernel", async () => {
		if (!isRoot || !existsSync("/usr/bin/setpriv")) return;
		const user = ["--reuid", "64999", "--regid", "64999", "--clear-groups", "--"];
		const many = "i=0; while [ $i -lt 200 ]; do sleep 3 & i=$((i+1)); done; echo all";
		const outcome = await launch(
			{
				file: "/usr/bin/setpriv",
				args: [...user, "/usr/bin/prlimit", "--nproc=20:20", "--", "/bin/sh", "-c", many],
				cwd: "/",
				env: { PATH: "/usr/bin:/bin" },
				limits: {},
			},
			{ timeout: 60_000 },
		);
		expect(outcome.merged?.text).toMatch(/fork/i);
		expect(outcome.merged?.text).not.toContain("all");
	});

	test("that is no bomb runs to its end under the same limit", async () => {
		const outcome = await shell("for i in 1 2 3 4 5; do sleep 0.05 & done; wait; echo done", {
			limits: { processes: 40 },
		});
		expect(outcome).toMatchObject({ code: 0, warnings: [] });
		expect(outcome.merged?.text).toBe("done\n");
	});
});

(hasPrlimit ? describe : describe.skip)("a disk filler", () => {
	test("writes no file that is larger than its limit, by itself or by any of its children", async () => {
		mkdirSync(join(folder, "many"));
		const outcome = await shell(
			`fill() { head -c 3000000 /dev/zero > $1; }; fill ${folder}/own; (fill ${folder}/child); setsid sh -c 'head -c 3000000 /dev/zero > ${folder}/session'; env -i /bin/dd if=/dev/zero of=${folder}/fresh bs=100000 count=30 2>/dev/null; python3 -c 'open("${folder}/signal","wb").write(b"x" * 3000000)' 2>/dev/null; echo end`,
			{ limits: { fileSize: 1_000_000 }, timeout: 60_000 },
		);
		expect(outcome.merged?.text).toContain("end\n");
		const sizes = readdirSync(folder)
			.filter((name) => name !== "many")
			.map((name) => statSync(join(folder, name)).size);
		expect(sizes.length).toBeGreaterThanOrEqual(4);
		for (const size of sizes) expect(size).toBeLessThanOrEqual(1_000_000);
	});

	test("can't raise the limit again", async () => {
		// Root may, by a right that only the sandbox takes away.
		if (isRoot) return;
		const outcome = await shell(`ulimit -f unlimited; head -c 3000000 /dev/zero > ${folder}/big`, {
			limits: { fileSize: 1_000_000 },
		});
		expect(outcome.merged?.text).toMatch(/limit/);
		expect(statSync(join(folder, "big")).size).toBeLessThanOrEqual(1_000_000);
	});

	test("by its output fills neither the memory nor the disk", async () => {
		const outcome = await run("head", ["-c", "30000000", "/dev/zero"], {
			outputMode: "stdout",
			spillFolder: folder,
			limits: {
				fileSize: 1_000_000,
				output: { size: 100, unit: "bytes", head: 10, tail: 10, spill: true, each: true },
			},
		});
		expect(outcome.stdout).toMatchObject({ bytes: 30_000_000, truncated: true });
		expect(readdirSync(folder).map((name) => statSync(join(folder, name)).size)).toEqual([1_000_000]);
	});
});

(hasPrlimit ? describe : describe.skip)("a memory eater", () => {
	const memory = 200 * megabyte;
	/** Kept, or the collector would give it back, now and then before anybody has looked. */
	const eat = (megabytes: number) => `globalThis.kept = Buffer.alloc(${megabytes} * 1024 * 1024, 1)`;

	test("gets no more than its limit, nor does a child of it", async () => {
		expect((await node(eat(400), { limits: { memory } })).code).not.toBe(0);
		const child = `const { spawnSync } = require("child_process"); const { status } = spawnSync(process.execPath, ["-e", ${JSON.stringify(eat(400))}], { env: {} }); process.exit(status === 0 ? 0 : 7)`;
		expect((await node(child, { limits: { memory } })).code).toBe(7);
	});

	test("of many that share the limit is ended as one, though each of them keeps it", async () => {
		const seconds = oddSeconds();
		const one = `${eat(120)}; setTimeout(() => {}, 20000)`;
		const outcome = await shell(
			`for i in 1 2 3; do ${process.execPath} -e '${one}' ${seconds} & done; wait; echo all`,
			{ limits: { memory }, timeout: 60_000 },
		);
		expect(outcome.warnings.join()).toMatch(/it took more than 209715200 bytes of memory/);
		expect(outcome.timedOut).toBe(false);
		expect(outcome.merged?.text).not.toContain("all");
		expect(processesWith(seconds)).toEqual([]);
	});

	test("that takes it where the kernel counts it to no process is ended as well", async () => {
		// By the system calls' numbers: mmap of shared memory, then read into it.
		if (!existsSync("/usr/bin/perl") || process.arch !== "x64") return;
		const shared =
			'my $at = syscall(9, 0, 400_000_000, 3, 0x21, -1, 0); open(my $zero, "<", "/dev/zero"); for (0..399) { syscall(0, fileno($zero), $at + $_ * 1_000_000, 1_000_000) } print "kept\\n"; close(STDOUT); sleep 20';
		const outcome = await run("perl", ["-e", shared], { limits: { memory }, timeout: 60_000 });
		expect(outcome.warnings.join()).toMatch(/it took more than 209715200 bytes of memory/);
		expect(outcome.timedOut).toBe(false);
	});
});

test("a program that opens files without end gets no more than its limit, nor does a child of it", async () => {
	if (!hasPrlimit) return;
	const open =
		"let n = 0; try { for (; n < 2000; n++) require('fs').openSync('/dev/null') } catch (e) { console.log(e.code, n < 100) }";
	const { merged } = await node(open, { limits: { openFiles: 100 } });
	expect(merged?.text).toBe("EMFILE true\n");
	const inner = await shell(`env -i ${process.execPath} -e "$SCRIPT"`, {
		env: { PATH: "/usr/bin:/bin", SCRIPT: open },
		limits: { openFiles: 100 },
	});
	expect(inner.merged?.text).toBe("EMFILE true\n");
});

test("limits reach a child through a session of its own, a fresh environment and another parent", async () => {
	if (!hasPrlimit) return;
	const limits = { cpu: 7000, fileSize: 123_456, memory: 300 * megabyte, processes: 10_000, openFiles: 99 };
	const outcome = await shell(
		`setsid env -i /bin/sh -c '(/bin/cat /proc/self/limits > ${folder}/limits; /bin/mv ${folder}/limits ${folder}/done) & exit 0' & until test -e ${folder}/done; do sleep 0.01; done`,
		{ limits, timeout: 60_000 },
	);
	expect(outcome.code).toBe(0);
	const table = readFileSync(join(folder, "done"), "utf8");
	expect(table).toMatch(/^Max cpu time +7 +8 /m);
	expect(table).toMatch(/^Max file size +123456 +123456 /m);
	expect(table).toMatch(/^Max open files +99 +99 /m);
	expect(table).toMatch(/^Max data size +314572800 +314572800 /m);
});
