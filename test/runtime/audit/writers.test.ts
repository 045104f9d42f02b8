/** Many processes write to one log at the same time, and some of them are killed while they do. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	lstatSync,
	lutimesSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { locked, renewLocks, tryLock } from "../../../src/runtime/audit/lock.js";
import { openAuditLog } from "../../../src/runtime/audit/log.js";
import { verifyAuditLog } from "../../../src/runtime/audit/verify.js";
import { dice } from "../../engine/shell/dice.js";
import { allowed, fill, folder, programOf, records } from "./logs.js";

/** Milliseconds: others may have the machine, too. */
const patience = 120_000;

let program: string;
beforeAll(async () => {
	program = await programOf(`
		import { openAuditLog } from "./log.ts";
		const [, , file, count, size] = process.argv;
		const log = openAuditLog({ file, size: Number(size) });
		const time = "1970-01-01T00:00:00.000Z";
		for (let at = 0; at < Number(count); at++)
			log.write({ version: 1, id: process.pid + " " + at, time, type: "decision", ...${JSON.stringify(allowed)}, argv: ["x".repeat(at % 7 === 0 ? 9000 : 10)] });
		log.close();
	`);
});

function writer(file: string, count: number, size = 1 << 30): ChildProcess {
	return spawn(process.execPath, [program, file, `${count}`, `${size}`], { stdio: "inherit" });
}

const seed = Number(process.env.LAWS_SEED ?? 20261125);

const codeOf = async (child: ChildProcess): Promise<unknown> => (await once(child, "exit"))[0];

test(
	"eight processes write one chain, which goes on from file to file",
	async () => {
		const file = join(folder(), "log");
		const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(writer(file, 12, 40_000))));
		expect(codes).toEqual(Array(8).fill(0));
		const found = verifyAuditLog(file);
		expect(found).toMatchObject({ kind: "whole", lines: 96, torn: [], unguarded: [], head: "fits" });
		const ids = found.kind === "whole" ? found.files.flatMap(records).map(({ id }) => id) : [];
		expect(new Set(ids).size).toBe(96);
		expect(readdirSync(dirname(file)).filter((name) => name.includes("lock"))).toEqual([]);
	},
	patience,
);

test(
	`writers that are killed leave a chain that is whole up to the last whole line, and the next goes on at once (LAWS_SEED=${seed})`,
	async () => {
		const file = join(folder(), "log");
		const chance = dice(seed);
		for (let round = 0; round < 3; round++) {
			const before = existsSync(file) ? statSync(file).size : 0;
			const children = Array.from({ length: 2 }, () => writer(file, 100_000));
			// Not before they write, and at no moment that they could know.
			const size = before + 20_000 + chance.below(60_000);
			while (!existsSync(file) || statSync(file).size <= size) await sleep(1);
			const ends = children.map(codeOf);
			for (const child of children) child.kill("SIGKILL");
			await Promise.all(ends);
			expect(verifyAuditLog(file)).toMatchObject({ kind: "whole" });
			const log = openAuditLog({ file });
			fill(log, 1);
			log.close();
			expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", head: "fits" });
		}
		expect(readdirSync(dirname(file)).filter((name) => name.includes("lock"))).toEqual([]);
	},
	patience,
);

const machine = (): string => {
	// As a lock of this process says it.
	const path = join(folder(), "log");
	return locked(path, () => readlinkSync(`${path}.lock`)).split(" ")[0] as string;
};

test.each([
	["of a process that is gone", () => `${machine()} 4194303 1 ab`],
	["whose process id another process has now", () => `${machine()} ${process.pid} 1 ab`],
	["whose breaker has died, too", () => `${machine()} 4194303 1 cd`],
])("a lock %s is broken", (name, holder) => {
	const path = join(folder(), "log");
	symlinkSync(holder(), `${path}.lock`);
	if (name.includes("breaker")) symlinkSync(`${machine()} 4194302 1 ef`, `${path}.lock.cd`);
	expect(locked(path, (held) => held)).toBe(true);
	expect(readdirSync(dirname(path))).toEqual([]);
});

test(
	"a lock of a process that was killed, and that its parent has not looked after, is broken",
	async () => {
		const path = join(folder(), "log");
		// The shell becomes a program that never asks what became of its children.
		const parent = spawn("/bin/sh", ["-c", "sleep 100 & echo $!; exec sleep 100"], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		try {
			const [line] = (await once(parent.stdout, "data")) as [Buffer];
			const pid = Number(line.toString());
			const start = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
			// As long as it is a shell, it asks.
			while (readFileSync(`/proc/${parent.pid}/comm`, "latin1") !== "sleep\n") await sleep(5);
			symlinkSync(`${machine()} ${pid} ${start} ab`, `${path}.lock`);
			process.kill(pid, "SIGKILL");
			while (!/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"))) await sleep(5);
			expect(locked(path, (held) => held)).toBe(true);
		} finally {
			parent.kill("SIGKILL");
		}
	},
	patience,
);

describe("a lock of another machine", () => {
	const held = (seconds: number): string => {
		const path = join(folder(), "log");
		symlinkSync("elsewhere/pid:[1] 1 1 ab", `${path}.lock`);
		lutimesSync(`${path}.lock`, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
		return path;
	};

	test("is broken when nobody has said for half a minute that its holder works, and not before", () => {
		expect(tryLock(held(25))).toBeUndefined();
		expect(tryLock(held(35))).toBeDefined();
		expect(locked(held(35), (isHeld) => isHeld)).toBe(true);
	});

	test("is renewed by whoever holds it: by a timer, and at each step of what lets none run", async () => {
		const path = join(folder(), "log");
		const release = tryLock(path);
		const age = (): number => Date.now() - lstatSync(`${path}.lock`).mtimeMs;
		const makeOld = (): void => lutimesSync(`${path}.lock`, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
		makeOld();
		while (age() > 10_000) await sleep(50);
		makeOld();
		while (age() > 10_000) renewLocks();
		release?.();
		expect(lstatSync(`${path}.lock`, { throwIfNoEntry: false })).toBeUndefined();
		// What somebody else has taken since is not held up.
		const other = tryLock(path);
		rmSync(`${path}.lock`);
		symlinkSync("elsewhere/pid:[1] 1 1 ab", `${path}.lock`);
		makeOld();
		await sleep(3_000);
		renewLocks();
		expect(age()).toBeGreaterThan(50_000);
		other?.();
		expect(readlinkSync(`${path}.lock`)).toContain("elsewhere");
	});
});

test("where a folder takes no lock, the log is written all the same", () => {
	expect(locked("/proc/none/log", (held) => held)).toBe(false);
});
