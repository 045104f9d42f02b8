import { describe, expect, test } from "@jest/globals";
import { lint, lintFailed } from "../../../src/authoring/lint/lint.js";
import type { Lint } from "../../../src/authoring/lint/lint-record.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { loadText } from "../../../src/runtime/load/load.js";

const policy = loadText(
	"policy.rules",
	"default deny\n# lint-ignore allow-interpreter: the sandbox bounds it\nallow python\nallow ls\nallow ls\n",
);

/** The lints, some of which fail. */
function failing(names: readonly string[], why: (name: string) => string): readonly Lint[] {
	return lints.map((one): Lint => {
		const check = () => {
			throw new Error(why(one.name));
		};
		return names.includes(one.name) ? { ...one, check } : one;
	});
}

describe("a lint that throws", () => {
	test("is told as an error, and the others find what they find", () => {
		const found = lint(policy, { lints: failing(["duplicate-rule"], () => "once\nat /some/path") });
		expect(found.filter(({ code }) => code === lintFailed)).toEqual([
			expect.objectContaining({
				severity: "error",
				message: "the lint `duplicate-rule` could not run: once",
				span: { file: "policy.rules", start: 0, end: 0 },
			}),
		]);
		const others = lint(policy).filter(({ code }) => code !== "duplicate-rule");
		expect(found.filter(({ code }) => code !== lintFailed)).toEqual(others);
	});

	test("is told once with those that fail alike", () => {
		const two = ["missing-reason", "untested-rule", "duplicate-rule"];
		const levels = (one: Lint) => ({ level: "warning" as const, options: one.options ?? {} });
		const told = (why: (name: string) => string): readonly string[] =>
			lint(policy, { lints: failing(two, why), levelsFor: () => levels })
				.filter(({ code }) => code === lintFailed)
				.map(({ message }) => message.replace(/ could not run.*/, ""));
		expect(told(() => "alike")).toHaveLength(1);
		expect(told((name) => name)).toHaveLength(3);
	});

	test("leaves nobody who takes it back in the wrong", () => {
		const found = lint(policy, { lints: failing(["allow-interpreter"], () => "once") });
		expect(found.map(({ code }) => code)).not.toContain("unused-ignore");
	});

	test("can't be taken back", () => {
		const ignored = loadText("policy.rules", "# lint-ignore lint-failed: x\ndefault deny\n");
		const found = lint(ignored, { lints: failing(["unused-set"], () => "once") });
		expect(found.map(({ code }) => code)).toContain(lintFailed);
	});
});

test.each([
	["allow git\ndeny git --exec-path=**"],
	["allow git\ndeny git --exec-path=a/**"],
	["allow git with --exec-path=**"],
	["allow tar without -f=**, -C=**"],
	["allow dd of=** if=**"],
	["allow *\ndeny * of=**"],
	["constrain git --exec-path=** to ."],
	["allow git **, ls ** -a **"],
	["allow mine --x=**\nprogram mine { option --x PATH write }"],
])("every lint runs where `**` stands as a word or as a value: %j", (rules) => {
	const levels = (one: Lint) => ({ level: "info" as const, options: one.options ?? {} });
	const found = lint(loadText("policy.rules", `default deny\n${rules}\n`), { levelsFor: () => levels });
	expect(found.filter(({ code }) => code === lintFailed)).toEqual([]);
});
