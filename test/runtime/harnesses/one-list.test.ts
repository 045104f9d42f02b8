/** Where what governs agents lies is written in the records of the harnesses, and nowhere else. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { harnesses, hookedHarnesses } from "../../../src/runtime/harnesses/harnesses.js";
import { allHarnessPlaces } from "../../../src/runtime/harnesses/places/places-by-harness.js";

/** Folders and files that are a harness's own by their names: `.claude`, `opencode.json`. Those of others hold other things, too. */
const ofOthers = new Set([".github", ".config", ".vscode", ".aws", ".rules", "Documents"]);
const names = [
	...new Set(
		allHarnessPlaces.flatMap(({ project, home, folders = [] }) =>
			[...project, ...home, ...folders].map((place) => place.split("/")[0] as string),
		),
	),
].filter((name) => !ofOthers.has(name) && name.startsWith("."));

const one = new RegExp(
	`(?<![\\w.)\\]?])(?:${names.map((name) => name.replaceAll(".", "\\.")).join("|")})(?=["'\`/ ,]|$)`,
);

/** Lines of code that name one of them, without comments. */
function naming(file: string): readonly string[] {
	const lines = readFileSync(file, "utf8").split("\n");
	return lines.flatMap((line, at) =>
		/^\s*(?:\*|\/\/|\/\*|#)/.test(line) || !one.test(line) ? [] : [`${file}:${at + 1}: ${line.trim()}`],
	);
}

function filesBelow(folder: string, ending: string): readonly string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(ending) && !name.endsWith(`.generated${ending}`))
		.map((name) => join(folder, name));
}

test("a harness goes by one name", () => {
	for (const { name, dialect } of hookedHarnesses) expect(dialect.name).toBe(name);
	const names = harnesses.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

describe("no other file names such a place", () => {
	test("there are names to look for", () => {
		expect(names.length).toBeGreaterThan(30);
		expect(naming("src/runtime/harnesses/claude-code/places.ts").length).toBeGreaterThan(10);
	});

	test("in the sources, but for what people are told to type", () => {
		const found = filesBelow("src", ".ts")
			.filter((file) => !file.startsWith(join("src", "runtime", "harnesses")))
			.flatMap(naming);
		expect(found.filter((line) => !/"rules (?:import|export) |"name it: /.test(line))).toEqual([]);
	});

	test("in the packs, but for what they expect", () => {
		expect(
			filesBelow("rules", ".rules")
				.flatMap(naming)
				.filter((line) => !/: expect /.test(line)),
		).toEqual([]);
	});
});
