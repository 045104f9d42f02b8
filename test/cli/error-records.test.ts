import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "./cli.js";
import { valid } from "./schemas.js";

const broken = folder({
	"policy.rules": "agent default {\n  allow git stauts touching\n}\n",
	"a.suite.yaml": "cases: 1\n",
});
const empty = folder({});

/** What a verb that was asked wrongly prints for programs; in a process of its own, since its end is what tells it. */
function told(words: readonly string[], cwd = empty): { readonly record: unknown; readonly err: string } {
	const { code, out, err } = rules(words, { cwd, apart: true });
	expect({ words, code, lines: out.split("\n").length }).toEqual({ words, code: 2, lines: 2 });
	return { record: JSON.parse(out), err };
}

describe("an error, where JSON is asked for", () => {
	test.each([
		["a policy that is not there", ["check", "--json", "--", "git", "status"]],
		["the same, of lint", ["lint", "--format", "json"]],
		["the same, of lint, in one word", ["lint", "--format=json"]],
		["the same, of test", ["test", "--format", "json"]],
		["the same, of run", ["run", "--json", "--", "true"]],
		["an option that nobody knows", ["explain", "--json", "--nope"]],
		["a value that an option does not take", ["lint", "--format", "json", "--level", "x"]],
		["a verb that nobody knows", ["chekc", "--json"]],
		["a command before the dashes", ["check", "--json", "git"]],
		["a file that can't be read", ["fleet", "report", "--json", "/nope"]],
		["a log that can't be read", ["audit", "verify", "--json", "nope"]],
		["a harness that nobody knows", ["install", "--json", "--harness", "nope"]],
		["what was left out", ["convert", "--json"]],
	])("%s is a record with what to do", (_, words) => {
		const { record, err } = told(words);
		expect(valid("error", record)).toEqual([]);
		const { message, help } = (record as { error: { message: string; help?: string } }).error;
		// People are told the same.
		expect(err).toContain(`error: ${message}`);
		expect(err).toContain(`help: ${help}`);
	});

	test.each([
		["of a policy", ["test", "--format", "json", "policy.rules"], "policy.rules"],
		["of a suite", ["test", "--format", "json", "a.suite.yaml"], "a.suite.yaml"],
	])("errors %s stand with their place", (_, words, file) => {
		const { record } = told(words, broken);
		expect(valid("proof#/$defs/broken", record)).toEqual([]);
		expect((record as { diagnostics: { file: string }[] }).diagnostics.map((one) => one.file)).toContain(file);
	});

	test("nothing stands behind an answer, and nothing on standard output where people ask", () => {
		const answered = rules(["check", "--rules", "guard", "--json", "--agent", "nope", "--", "ls"], {
			cwd: empty,
			apart: true,
		});
		expect(answered.code).toBe(2);
		expect(valid("decision", JSON.parse(answered.out))).toEqual([]);
		const asked = rules(["check", "--", "ls", "--json"], { cwd: empty, apart: true });
		expect([asked.code, asked.out]).toEqual([2, ""]);
	});
});
