/** Effects are derived in one room, and everybody asks at its doors: nobody takes what a command does from the facts about programs himself. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
// @ts-expect-error: a script without types.
import { importsOf } from "../../../scripts/checks/imports.mjs";

const root = resolve("src");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

/** By a file's name below `src`, the files there that it imports, types included. */
const imports = new Map(files.map((name) => [name, importedBy(name)] as const));

function importedBy(name: string): readonly string[] {
	const path = join(root, name);
	const found = importsOf(readFileSync(path, "utf8"), path) as readonly { readonly specifier?: string }[];
	return found
		.filter(({ specifier = "" }) => specifier.startsWith("."))
		.map(({ specifier = "" }) => relative(root, join(dirname(path), specifier)).replace(/\.js$/, ".ts"));
}

/** Of each file outside the two rooms, the files of the room that it imports. */
function importsFrom(room: string): readonly { readonly importer: string; readonly file: string }[] {
	return [...imports]
		.filter(([importer]) => !/^engine\/(effects|request)\//.test(importer))
		.flatMap(([importer, imported]) =>
			imported
				.filter((file) => file.startsWith(`${room}/`))
				.map((file) => ({ importer, file: file.replace(/\.ts$/, "") })),
		);
}

describe("what a command does", () => {
	test("is asked at the doors of the room that derives it", () => {
		const doors: Readonly<Record<string, RegExp>> = {
			"engine/effects/effects": /^(engine\/(decide|history)|authoring\/analysis)\//, // the effects of a command
			"engine/effects/commands": /^(engine\/decide|authoring\/analysis|runtime\/(tools|harnesses))\/|^index\.ts$/, // the commands that stand in others
			"engine/effects/unwrap-all": /^engine\/decide\//,
			"engine/effects/shown-effects": /^(engine\/decide|authoring\/(render|report)|cli)\//, // as words for people
			"engine/effects/variables": /^(engine\/decide|authoring\/analysis)\//, // variables are commands and paths, too
			"engine/effects/paths/own-links": /^engine\/decide\//, // links that a script itself makes
			"engine/effects/paths/own-copies": /^engine\/decide\//, // programs that a script itself copies
			"engine/effects/hosts/changed-settings": /^engine\/decide\//, // settings of git that a script itself changes
			"engine/effects/git-settings": /^engine\/decide\//, // what git on this machine is set to run
			"engine/effects/paths/no-file": /^engine\/decide\//, // `-` is no file
			"engine/effects/words-that-decide": /^authoring\/analysis\//, // what only a text decides
		};
		const others = importsFrom("engine/effects").filter(({ importer, file }) => doors[file]?.test(importer) !== true);
		expect(others).toEqual([]);
	});

	test("is not put together elsewhere from what the request's readers found", () => {
		// Their words are read there; which of them are paths, code, commands or powers is for the effects alone.
		const readers = [
			"roles",
			"inner",
			"draft",
			"found-names",
			"parallel-lines",
			"read-known",
			"read-unknown",
			"read-doubtful",
		];
		const readerFiles = readers.map((name) => `engine/request/arguments/${name}`);
		expect(readerFiles.filter((name) => !files.includes(`${name}.ts`))).toEqual([]);
		expect(importsFrom("engine/request").filter(({ file }) => readerFiles.includes(file))).toEqual([]);
	});

	test("stands in front of rules, sandbox bounds, explain and proofs: each comes to the room", () => {
		const reached = (from: string) => {
			const seen = new Set<string>();
			const waiting = [from];
			for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
				if (seen.has(name)) continue;
				seen.add(name);
				waiting.push(...(imports.get(name) ?? []));
			}
			return seen.has("engine/effects/effects.ts");
		};
		const asking = [
			"engine/decide/evaluate/evaluate-test.ts",
			"engine/decide/evaluate/path-regions.ts",
			"engine/decide/bounds/bounds.ts",
			"engine/decide/explain/explain.ts",
			"authoring/analysis/prove.ts",
			"authoring/analysis/liveness.ts",
			"authoring/lint/lint.ts",
		];
		expect(asking.filter((name) => files.includes(name) && !reached(name))).toEqual([]);
		expect(asking.filter((name) => !files.includes(name))).toEqual([]);
	});
});
