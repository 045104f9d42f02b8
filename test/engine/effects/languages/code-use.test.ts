import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { CodeUse } from "../../../../src/engine/effects/languages/code-use.js";
import { readAwk } from "../../../../src/engine/effects/languages/read-awk.js";
import { readJq } from "../../../../src/engine/effects/languages/read-jq.js";
import { readSed } from "../../../../src/engine/effects/languages/read-sed.js";

const readers: readonly (readonly [language: string, read: (text: string) => CodeUse, begin: string])[] = [
	["sed", (text) => readSed([text]), "p;"],
	["awk", (text) => readAwk([text]), "print getline > "],
	["jq", readJq, "env "],
];
const seed = Number(process.env.LAWS_SEED ?? 20261121);
const signs = fc.constantFrom(
	..."abenvprintsystemgetlineENVIRON \t\n\\/[]{}()\"'$#;:,|<>=!~&^.+*?@0129éß→\u{1f600}".split(""),
);
const noise = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.array(signs, { maxLength: 40 }).map((all) => all.join("")),
);

describe.each(readers)("the reader of %s", (_, read, begin) => {
	test("answers whatever the text is", () => {
		fc.assert(
			fc.property(noise, (text) => {
				expect(["read", "unclear"]).toContain(read(text).kind);
			}),
			{ numRuns: 2000, seed },
		);
	});

	test("does not look at what is longer than anybody writes", () => {
		expect(read(" ".repeat(65_536))).toMatchObject({ kind: "read" });
		expect(read(" ".repeat(65_537))).toMatchObject({ kind: "unclear" });
	});

	test("takes time in the measure of the length, whatever repeats", () => {
		const repeated = fc.array(signs, { minLength: 1, maxLength: 8 }).map((all) => {
			const piece = all.join("");
			return `${begin}${piece.repeat(Math.floor(60_000 / piece.length))}`;
		});
		fc.assert(
			fc.property(repeated, (text) => {
				const start = performance.now();
				read(text);
				expect(performance.now() - start).toBeLessThan(30_000);
			}),
			{ numRuns: 100, seed },
		);
	}, 240_000);
});
