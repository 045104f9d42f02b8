/** Who lives in the folder of a resident. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startOf } from "../../../../src/runtime/execute/processes/process-table.js";
import { livingIn, numberIn, tidy } from "../../../../src/runtime/servers/resident/folder.js";
import { letThemGo, unreaped } from "../../execute/unreaped.js";

const folder = mkdtempSync(join(tmpdir(), "bylaw-resident-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterAll(letThemGo);

const killed = unreaped();

test.each([
	["that runs", process.pid, startOf(process.pid), process.pid],
	["that began at another moment", process.pid, startOf(process.pid) + 1, undefined],
	["that was killed, and that nobody asks how it ended", killed.pid, killed.start, undefined],
])("a process %s is the resident, or none is", (_, pid, start, living) => {
	writeFileSync(numberIn(folder), `${pid} ${start}\n`);
	expect(livingIn(folder)).toBe(living);
});

test("the question of a process that was killed goes", () => {
	for (const pid of [process.pid, killed.pid]) writeFileSync(join(folder, `${pid}`), "{}");
	tidy(folder);
	expect(readdirSync(folder).filter((name) => /^\d+$/.test(name))).toEqual([`${process.pid}`]);
});
