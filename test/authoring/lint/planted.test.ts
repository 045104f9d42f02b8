/**
 * Policies as people write them, with mistakes that are known: `planted/key.tsv` names each by file, line, the codes that speak of it, and a sentence; `-` where
 * nothing speaks of it yet. Some mistakes are found by what another line is told: then its finding names the line.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { lint } from "../../../src/authoring/lint/lint.js";
import { positionAt } from "../../../src/language/source/source-file.js";
import { load } from "../../../src/runtime/load/load.js";

const folder = "test/authoring/lint/planted";

interface Planted {
	readonly file: string;
	readonly line: number;
	readonly codes: readonly string[];
	readonly what: string;
}

const key: readonly Planted[] = readFileSync(`${folder}/key.tsv`, "utf8")
	.split("\n")
	.filter((line) => line !== "")
	.map((line) => {
		const [file = "", at = "", codes = "", what = ""] = line.split("\t");
		return { file, line: Number(at), codes: codes === "-" ? [] : codes.split(" "), what };
	});
const files = readdirSync(folder).filter((name) => /\.rules(\.yaml)?$/.test(name));

/** A mistake is found by a finding on its line, or by one that names its line. */
function isFound(
	{ line, codes }: Planted,
	found: readonly (readonly [code: string, line: number, text: string, severity: string])[],
): boolean {
	return found.some(
		([code, at, text]) => codes.includes(code) && (at === line || new RegExp(`:${line}(?!\\d)`).test(text)),
	);
}

describe("planted mistakes are found", () => {
	let count = 0;
	test.each(files)("in %s", (name) => {
		const loaded = load(`${folder}/${name}`);
		const found = lint(loaded).map(({ code, severity, span, message }) => {
			const source = loaded.sources.get(span.file);
			return [code, source === undefined ? 0 : positionAt(source, span.start).line, message, severity] as const;
		});
		const own = key.filter(({ file }) => file === name);
		expect(own.length).toBeGreaterThan(10);
		const missed = own.filter(({ codes }) => codes.length > 0).filter((one) => !isFound(one, found));
		expect(missed.map(({ line, what }) => `${line}: ${what}`)).toEqual([]);
		count += own.length;
		// What is said besides is little; what only informs is no fault.
		const said = new Set(own.map(({ line }) => line));
		const besides = found.filter(([, line, , severity]) => severity !== "info" && !said.has(line));
		expect(besides.length).toBeLessThanOrEqual(Math.max(3, (own.length * 2) / 3));
	});

	test("all of them are looked at", () => {
		expect(count).toBe(key.length);
		expect(key.filter(({ codes }) => codes.length > 0).length / key.length).toBeGreaterThan(0.91);
	});
});
