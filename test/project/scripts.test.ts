/** Programs beside the sources load modules of them by their names, which no compiler looks at: what was moved is missed when somebody runs the program, and most are run by hand. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

const programs = ["scripts", "bench", "e2e"].flatMap((folder) =>
	filesIn(folder).filter((path) => path.endsWith(".mjs")),
);

function filesIn(folder: string): readonly string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
		const path = join(folder, one.name);
		if (one.isDirectory()) return one.name === "node_modules" ? [] : filesIn(path);
		return [path];
	});
}

/** The modules that a program names, from the folder of the repository: whole, or without `src/` and their ending in a list that is made whole. */
function namedIn(program: string): readonly string[] {
	const text = readFileSync(program, "utf8");
	const whole = [...text.matchAll(/"((?:src|test|scripts)\/[\w./-]+\.ts)"/g)].map(([, path = ""]) => path);
	const lists = text.includes("`src/${name}.ts`") ? [...text.matchAll(/const modules = \[([^\]]*)\]/g)] : [];
	const inLists = lists.flatMap(([, list = ""]) => [...list.matchAll(/"([^"]+)"/g)]);
	return [...whole, ...inLists.map(([, name]) => `src/${name}.ts`)];
}

describe("modules that programs name", () => {
	const named = programs.flatMap((program) => namedIn(program).map((path) => ({ program, path })));

	test("are found", () => {
		expect(named.map(({ path }) => path)).toEqual(
			expect.arrayContaining(["src/authoring/replay/replay.ts", "src/engine/decide/decide.ts", "src/cli/verbs.ts"]),
		);
	});

	test("are there", () => {
		expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
	});
});
