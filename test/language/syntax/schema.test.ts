import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { parse } from "yaml";
import { clausesOn } from "../../../src/language/policy/clauses.js";
import { kinds } from "../../../src/language/policy/kinds.js";
import { readDsl } from "../../../src/language/syntax/dsl/read-dsl.js";
import { readYaml } from "../../../src/language/syntax/yaml/read-yaml.js";
import { writeYaml } from "../../../src/language/syntax/yaml/write-yaml.js";
import { tries } from "../../part.js";
import { arbitraryPolicy } from "./arbitrary-policy.js";

const schema = JSON.parse(readFileSync(new URL("../../../schemas/policy.schema.json", import.meta.url), "utf8"));
const fits = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);

describe("the schema that editors use", () => {
	test("takes the example", () => {
		const text = readFileSync(new URL("example.rules.yaml", import.meta.url), "utf8");
		expect(fits(parse(text))).toBe(true);
	});

	test("says what the reader says", () => {
		fc.assert(
			fc.property(arbitraryPolicy(), (file) => {
				const text = writeYaml(file);
				const data: unknown = parse(text) ?? {};
				expect([fits(data), text]).toEqual([readYaml("x.yaml", text).diagnostics.length === 0, text]);
			}),
			{ numRuns: tries(300) },
		);
	});

	test.each(Object.values(kinds))("knows the kind $keyword by its record", (kind) => {
		const { statements } = readDsl("x.rules", kind.example).value;
		expect(statements).toMatchObject([{ kind: "rule", keyword: kind.keyword }]);
		const text = writeYaml({ file: "x", notation: "yaml", statements, closing: [] });
		expect([readYaml("x.yaml", text).diagnostics, fits(parse(text))]).toEqual([[], true]);
		for (const clause of kind.required) expect(fits({ rules: [{ [kind.keyword]: "x", because: clause }] })).toBe(false);
		const item = Object.fromEntries(clausesOn(kind.keyword).map((clause) => [clause, "x"]));
		expect(fits({ rules: [{ ...item, [kind.keyword]: "x" }] })).toBe(true);
		expect(fits({ rules: [{ ...item, [kind.keyword]: "x", bogus: "x" }] })).toBe(false);
		expect(fits({ rules: [{ ...item, [kind.keyword]: "x", locked: true }] })).toBe(kind.lockable);
		expect(fits({ rules: [{ ...item, [kind.keyword]: "x", of: "reads" }] })).toBe(kind.access || kind.people);
	});
});
