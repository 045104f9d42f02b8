/** Who asks a resident is a process of this machine, and no other one that has its number. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { askingConnection, startOf } from "../../../../src/runtime/servers/resident/asker.js";

const { askingProcess } = askingConnection();
const itself = readFileSync("/proc/self/stat", "latin1");

function otherStart(line: string): string {
	const start = startOf(line)?.start ?? "";
	const other = line.replace(` ${start} `, ` ${BigInt(start) + 1n} `);
	expect(startOf(other)).toEqual({ pid: process.pid, start: `${BigInt(start) + 1n}` });
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
