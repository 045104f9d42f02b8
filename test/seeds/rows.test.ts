import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const folder = dirname(fileURLToPath(import.meta.url));
const rows = [...readFileSync(join(folder, "rows.md"), "utf8").matchAll(/^\| (S\d\.\d+) \|/gm)].map(
	([, id]) => id as string,
);

test("every row has a test whose name begins with its id, and no test names a row that is not there", () => {
	const named = readdirSync(folder)
		.filter((name) => /^s\d\.test\.ts$/.test(name))
		.flatMap((name) =>
			[...readFileSync(join(folder, name), "utf8").matchAll(/(?:\btest|\))\(\s*["'`](S\d\.\d+) /g)].map(
				([, id]) => id as string,
			),
		);
	expect(rows.filter((id) => !named.includes(id))).toEqual([]);
	expect(named.filter((id) => !rows.includes(id))).toEqual([]);
});

test("the rows of a system are counted through, and none stands twice", () => {
	const counts = new Map<string, number>();
	for (const id of rows) {
		const [system = "", number] = id.split(".");
		expect(Number(number)).toBe((counts.get(system) ?? 0) + 1);
		counts.set(system, Number(number));
	}
	expect([...counts]).toEqual([
		["S1", 13],
		["S2", 8],
		["S3", 12],
		["S4", 12],
		["S5", 8],
	]);
});
