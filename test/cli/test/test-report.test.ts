/** `rules test --format json` fits its schema, whatever was tested. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { folder, root, rules } from "../cli.js";

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
for (const name of ["diagnostic", "request", "decision", "test-report"])
	ajv.addSchema(JSON.parse(readFileSync(join(root, "schemas", `${name}.schema.json`), "utf8")) as object);

/** What is wrong with a report by its schema. */
function faults(report: unknown): readonly string[] {
	ajv.validate("test-report.schema.json", report);
	return (ajv.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ""}`);
}

const cwd = folder({
	"policy.rules": [
		"agent default {",
		"  default deny",
		"  allow ls, cat except cat -n",
		'  deny git because "No." id no-git',
		"  nudge grep use file.search",
		"  expect allow: ls -l",
		"  expect deny by no-git: git push",
		"  expect nudge: grep x",
		"  never allow rm",
		"}",
		"agent writer extends default {}",
		"",
	].join("\n"),
	"wrong.rules": [
		"agent default {",
		"  default deny",
		"  allow ls",
		"  expect deny: ls",
		"  expect allow by other: ls",
		"  never allow ls",
		"  always deny ls",
		"}",
		"",
	].join("\n"),
	"policy.suite.yaml":
		"policy: policy.rules\ncases:\n- { run: [ls, ls -l], agents: [default, writer], expect: allow, note: plain }\n- { argv: [grep, x], forced: true, cwd: sub, env: { CI: 1 }, tools: [a], expect: nudge, rule: x }\n",
});

test.each([
	["a policy", ["policy.rules"], 0],
	["one that fails", ["wrong.rules"], 1],
	["a suite that fails", ["policy.suite.yaml"], 1],
	["coverage", ["--coverage", "policy.rules", "wrong.rules", "policy.suite.yaml"], 1],
	["mutants", ["--mutate", "policy.rules", "wrong.rules"], 1],
])("%s", (_, words, code) => {
	const ended = rules(["test", "--format", "json", ...words], { cwd });
	expect([ended.code, ended.err]).toEqual([code, ""]);
	expect(faults(JSON.parse(ended.out))).toEqual([]);
});

test("the schema is strict", () => {
	const { out } = rules(["test", "--format", "json", "--coverage", "--mutate", "wrong.rules", "policy.rules"], { cwd });
	const report = JSON.parse(out) as Record<string, Record<string, unknown>[]>;
	expect(faults({ ...report, more: 1 })).not.toEqual([]);
	for (const part of ["expectations", "claims", "coverage", "mutants"]) {
		const [first, ...rest] = report[part] as Record<string, unknown>[];
		expect([part, faults({ ...report, [part]: [{ ...first, more: 1 }, ...rest] })]).not.toEqual([part, []]);
		for (const key of Object.keys(first as object)) {
			const { [key]: _, ...less } = first as Record<string, unknown>;
			const optional = key === "why" || key === "by";
			expect([part, key, faults({ ...report, [part]: [less, ...rest] }).length > 0]).toEqual([part, key, !optional]);
		}
	}
});
