import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readDsl } from "../../../src/language/syntax/dsl/read-dsl.js";
import { writeDsl } from "../../../src/language/syntax/dsl/write-dsl.js";
import { sameStatements } from "../../../src/language/syntax/equal.js";
import type { PolicyFile } from "../../../src/language/syntax/statements.js";
import { readYaml } from "../../../src/language/syntax/yaml/read-yaml.js";
import { writeYaml } from "../../../src/language/syntax/yaml/write-yaml.js";
import { arbitraryPolicy } from "./arbitrary-policy.js";

const runs = { numRuns: Number(process.env.RUNS ?? 250) };

function bare(file: PolicyFile): unknown {
	return JSON.parse(
		JSON.stringify({ statements: file.statements, closing: file.closing }, (key, value) =>
			key === "span" ? undefined : value,
		),
	);
}

describe("both notations say the same", () => {
	test("what is written in the DSL reads back as the same statements, with their comments", () => {
		fc.assert(
			fc.property(arbitraryPolicy(), (file) => {
				const text = writeDsl(file);
				const back = readDsl("x.rules", text);
				if (back.diagnostics.length > 0 || !sameStatements(file, back.value, { comments: true })) {
					expect({ text, faults: back.diagnostics.map((one) => one.message), ...(bare(back.value) as object) }).toEqual(
						{ text, faults: [], ...(bare(file) as object) },
					);
					throw new Error("not the same");
				}
			}),
			runs,
		);
	});

	test("what is written in YAML reads back as the same statements, with their comments", () => {
		fc.assert(
			fc.property(arbitraryPolicy(), (file) => {
				const text = writeYaml(file);
				const back = readYaml("x.rules.yaml", text);
				const faults = back.diagnostics.filter(
					(one) => !/^(misplaced-|missing-clause)/.test(one.code) && !/is no key of `environment`/.test(one.message),
				);
				if (faults.length > 0 || !sameStatements(file, back.value, { comments: true })) {
					expect({ text, faults: faults.map((one) => one.message), ...(bare(back.value) as object) }).toEqual({
						text,
						faults: [],
						...(bare(file) as object),
					});
					throw new Error("not the same");
				}
			}),
			runs,
		);
	});

	test("formatting twice is formatting once", () => {
		fc.assert(
			fc.property(arbitraryPolicy(), (file) => {
				const dsl = writeDsl(file);
				expect(writeDsl(readDsl("x.rules", dsl).value)).toBe(dsl);
				const yaml = writeYaml(file);
				expect(writeYaml(readYaml("x.rules.yaml", yaml).value)).toBe(yaml);
				expect(writeDsl(readYaml("x.rules.yaml", yaml).value)).toBe(dsl);
			}),
			runs,
		);
	});
});
