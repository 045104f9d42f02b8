import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";

const folders: string[] = [];

afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Checks a tree of its own, given as texts by path. */
function check(files: Readonly<Record<string, string>>) {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-circles-"));
	folders.push(folder);
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(join(folder, dirname(path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	const script = join(process.cwd(), "scripts/checks/check-circles.mjs");
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--root", folder], { encoding: "utf8" });
	return { status, text: stdout + stderr };
}

describe("the check for circles", () => {
	test("finds none where imports lead one way", () => {
		const files = {
			"src/a.ts": 'import { b } from "./b.js";\nexport const a = b;\n',
			"src/b.ts": "export const b = 1;\n",
		};
		expect(check(files)).toEqual({ status: 0, text: "circles: none among 2 modules\n" });
	});

	test("finds a circle of types, and tells it once", () => {
		const { status, text } = check({
			"src/a.ts": 'import type { B } from "./b.js";\nexport type A = B;\n',
			"src/b.ts": 'import type { C } from "./c.js";\nexport type B = C;\n',
			"src/c.ts": 'import type { A } from "./a.js";\nexport type C = A | 1;\n',
		});
		expect(status).toBe(1);
		expect(text.match(/circle: .*/g)).toEqual(["circle: src/a.ts → src/b.ts → src/c.ts → src/a.ts"]);
	});

	test("does not pass where it reads nothing", () => {
		expect(check({ "other/a.ts": "" }).status).toBe(1);
	});
});
