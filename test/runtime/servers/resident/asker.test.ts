/** Who asks a resident is a process of this machine, and no other one that has its number. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { askingConnection, startOf } from "../../../../src/runtime/servers/resident/asker.js";

const { askingProcess } = askingConnection();
const itself = readFileSync("/proc/self/stat", "latin1");

function otherStart(line: string, pid = process.pid): string {
	const start = startOf(line)?.start ?? "";
	const other = line.replace(` ${start} `, ` ${BigInt(start) + 1n} `);
	expect(startOf(other)).toEqual({ pid, start: `${BigInt(start) + 1n}` });
	return other;
}

describe("a process that asks", () => {
	test("is found by its number and the moment of its start", () => {
		expect(askingProcess(itself)).toMatchObject({ pid: process.pid, folder: `/proc/${process.pid}/cwd` });
	});

	test("is none of this system where its number began at another moment", () => {
		expect(askingProcess(otherStart(itself))).toEqual({ why: "the process that asks is none of this system" });
	});

	test("is none of this system where the line is another process's", () => {
		const line = itself.replace(/^\d+/, `${process.ppid}`);
		expect(askingProcess(line)).toEqual({ why: "the process that asks is none of this system" });
	});

	test.each(["", "1", "x (a) S 1", `${process.pid} (node) S 1 2 3`])("is not known by %j", (line) => {
		expect(askingProcess(line)).toEqual({ why: "it is not said which process asks" });
	});
});

test.each([65_535, 65_536, 65_537, 131_072, 400_000])("all of a process's variables are read, of %d bytes", (size) => {
	// Linux takes 128 KiB for one.
	const lengths = Array.from(
		{ length: Math.ceil(size / 100_000) },
		(_, at, all = Math.ceil(size / 100_000)) => Math.floor(size / all) + (at === 0 ? size % all : 0),
	);
	const env = Object.fromEntries(lengths.map((length, at) => [`V${at}`, "x".repeat(length - "V0=".length - 1)]));
	const child = spawn("sleep", ["60"], { stdio: "ignore", env });
	try {
		expect(readFileSync(`/proc/${child.pid}/environ`)).toHaveLength(size);
		const found = askingProcess(readFileSync(`/proc/${child.pid}/stat`, "latin1"));
		expect("why" in found ? found : Object.fromEntries(found.variables)).toEqual(env);
	} finally {
		child.kill("SIGKILL");
	}
});

describe("a process that asks again over the same connection", () => {
	/** Files of other processes that this one has open. */
	const heldOf = (pid: number): number =>
		readdirSync("/proc/self/fd").filter((name) => {
			try {
				return readlinkSync(`/proc/self/fd/${name}`).startsWith(`/proc/${pid}/`);
			} catch {
				return false;
			}
		}).length;

	test("is the same one, is looked at each time, and is no more there when it has ended", async () => {
		const child = spawn("sleep", ["60"], { stdio: "ignore", env: { MODE: "one" } });
		const pid = child.pid as number;
		const line = readFileSync(`/proc/${pid}/stat`, "latin1");
		const connection = askingConnection();
		for (const held of [0, 1, 1]) {
			expect(connection.askingProcess(line)).toMatchObject({ pid, variables: new Map([["MODE", "one"]]) });
			expect(heldOf(pid)).toBe(held);
		}
		expect(connection.askingProcess(otherStart(line, pid))).toEqual({
			why: "the process that asks is none of this system",
		});
		expect(heldOf(pid)).toBe(0);
		for (let time = 0; time < 2; time++) expect(connection.askingProcess(line)).toMatchObject({ pid });
		expect(heldOf(pid)).toBe(1);
		const ended = new Promise((resolve) => child.once("exit", resolve));
		child.kill("SIGKILL");
		await ended;
		expect(connection.askingProcess(line)).toEqual({ why: "the process that asks can't be looked at (ESRCH)" });
		connection.close();
		expect(heldOf(pid)).toBe(0);
	});

	test("and that has given up rights meanwhile gets no answer", async () => {
		if (process.getuid?.() !== 0) return;
		const child = spawn("sh", ["-c", "read x; exec setpriv --no-new-privs sleep 60"], {
			stdio: ["pipe", "ignore", "ignore"],
		});
		const pid = child.pid as number;
		const line = readFileSync(`/proc/${pid}/stat`, "latin1");
		const { askingProcess: ask, close } = askingConnection();
		try {
			for (let time = 0; time < 3; time++) expect(ask(line)).toMatchObject({ pid });
			child.stdin?.end("\n");
			for (let wait = 0; wait < 200 && !readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith("sleep"); wait++)
				await new Promise((resolve) => setTimeout(resolve, 20));
			expect(ask(line)).toEqual({ why: "the process that asks has another set of rights" });
		} finally {
			close();
			child.kill("SIGKILL");
		}
	});

	test("has the variables of what it runs by now", async () => {
		const child = spawn("sh", ["-c", "read x; exec env -i MODE=two sleep 60"], {
			stdio: ["pipe", "ignore", "ignore"],
			env: { ...process.env, MODE: "one" },
		});
		const pid = child.pid as number;
		const line = readFileSync(`/proc/${pid}/stat`, "latin1");
		const { askingProcess: ask, close } = askingConnection();
		const mode = (): unknown => {
			const found = ask(line);
			return "why" in found ? found : found.variables.get("MODE");
		};
		try {
			expect([mode(), mode(), mode()]).toEqual(["one", "one", "one"]);
			child.stdin?.end("\n");
			for (let wait = 0; wait < 200 && !readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith("sleep"); wait++)
				await new Promise((resolve) => setTimeout(resolve, 20));
			expect(mode()).toBe("two");
		} finally {
			close();
			child.kill("SIGKILL");
		}
	});
});
