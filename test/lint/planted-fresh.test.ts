/**
 * Policies with mistakes whose key was written before the linter saw them. `development` was looked at while lints were mended. `held` was measured once, at the end: no lint was
 * written for a line of it, and none is to be. Its key was not judged mistake by mistake: a code there says only that something is told on that line.
 *
 * Found: a finding on the line of the mistake, or one that names that line, with a code of the key. Noise is bounded from above by the errors and warnings on lines of no mistake:
 * many of them are true and were not planted.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { lint } from "../../src/lint/lint.js";
import { load } from "../../src/load/load.js";
import { positionAt } from "../../src/source/source-file.js";

/** The least share that is found, and the most errors and warnings elsewhere. */
const parts = [
	{ name: "development", found: 0.75, elsewhere: 17 },
	{ name: "held", found: 0.58, elsewhere: 10 },
];

describe.each(parts)("of the fresh policies, in $name", ({ name, found, elsewhere }) => {
	const folder = `test/lint/planted/${name}`;
	const key = readFileSync(`${folder}/key.tsv`, "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => {
			const [file = "", at = "", codes = ""] = line.split("\t");
			return { file, line: Number(at), codes: codes.split(" ") };
		});
	const files = readdirSync(folder).filter((one) => /\.rules(\.yaml)?$/.test(one));
	let met = 0;
	let beside = 0;

	test.each(files)("%s", (file) => {
		const loaded = load(`${folder}/${file}`);
		const told = lint(loaded).map(({ code, severity, span, message }) => {
			const source = loaded.sources.get(span.file);
			return { code, severity, line: source === undefined ? 0 : positionAt(source, span.start).line, message };
		});
		const own = key.filter((one) => one.file === file);
		const names = (message: string, line: number): boolean => new RegExp(`:${line}(?!\\d)`).test(message);
		met += own.filter(({ line, codes }) =>
			told.some((one) => codes.includes(one.code) && (one.line === line || names(one.message, line))),
		).length;
		beside += told.filter(
			({ severity, line, message }) =>
				severity !== "info" && !own.some((one) => one.line === line || names(message, one.line)),
		).length;
		expect(told.map(({ code }) => code)).not.toContain("lint-failed");
	});

	test("enough is found, and little else", () => {
		expect(key.length).toBeGreaterThan(100);
		expect(met / key.length).toBeGreaterThan(found);
		expect(beside).toBeLessThanOrEqual(elsewhere);
	});
});
