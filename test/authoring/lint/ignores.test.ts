import { describe, expect, test } from "@jest/globals";
import { lint } from "../../../src/authoring/lint/lint.js";
import type { Lint } from "../../../src/authoring/lint/lint-record.js";
import { positionAt } from "../../../src/language/source/source-file.js";
import { loadText } from "../../../src/runtime/load/load.js";

/** Where a lint finds something, by line. */
function lines(code: string, text: string, name = "policy.rules"): readonly number[] {
	const policy = loadText(name, text);
	const source = policy.sources.get(name);
	return lint(policy, { levelsFor: () => everyLint }).flatMap((one) =>
		one.code === code && source !== undefined ? [positionAt(source, one.span.start).line] : [],
	);
}

const everyLint = ({ options = {} }: Lint) => ({ level: "info" as const, options });

describe("an ignore inside of a statement over several lines", () => {
	test("behind words speaks of their line, not of the lines before and behind it", () => {
		const text = "default deny\nallow python,\n  node, # lint-ignore allow-interpreter: x\n  ruby\n";
		expect(lines("allow-interpreter", text)).toEqual([2, 4]);
	});

	test("in a line of its own speaks of the next line, not of the next statement", () => {
		const text =
			"default deny\nallow python,\n  # lint-ignore allow-interpreter: x\n\n  # More.\n  node,\n  ruby\nallow perl\n";
		expect(lines("allow-interpreter", text)).toEqual([2, 7, 8]);
	});

	test("behind its last words speaks of it as a whole, and of their line", () => {
		const text = "default deny\ndeny ls,\n  wc # lint-ignore untested-rule: x\n";
		expect(lines("untested-rule", text)).toEqual([]);
		expect(lines("untested-rule", text.replace("lint-ignore", "about"))).toEqual([2]);
		expect(lines("untested-rule", text.replace("wc #", "wc, #").replace(/$/, "  sort\n"))).toEqual([2]);
		const spread = "default deny\nallow python,\n  node # lint-ignore allow-interpreter: x\n";
		expect(lines("allow-interpreter", spread)).toEqual([2]);
	});

	test("is read alike in YAML", () => {
		const text =
			"agents:\n  default:\n    default: deny\n    rules:\n      - allow:\n          - python\n          - node # lint-ignore allow-interpreter: x\n          - ruby\n";
		expect(lines("allow-interpreter", text, "policy.rules.yaml")).toEqual([6, 8]);
	});
});

describe("an ignore of more than a statement", () => {
	const rules = "default deny\nallow python\nallow node\nallow ruby\n";

	test("speaks of the whole file, wherever it stands", () => {
		for (const text of [
			`# lint-ignore-file allow-interpreter: x\n${rules}`,
			`${rules}# lint-ignore-file allow-interpreter: x\n`,
		])
			expect(lines("allow-interpreter", text)).toEqual([]);
		expect(lines("allow-interpreter", `# lint-ignore-files allow-interpreter: x\n${rules}`)).toEqual([3, 4, 5]);
	});

	test("speaks of what stands between its beginning and its end", () => {
		const text = rules
			.replace("allow node", "# lint-ignore-begin allow-interpreter: x\nallow node")
			.replace("allow ruby", "# lint-ignore-end\nallow ruby");
		expect(lines("allow-interpreter", text)).toEqual([2, 6]);
		expect(lines("allow-interpreter", text.replace("# lint-ignore-end\n", ""))).toEqual([2, 4, 5]);
		expect(lines("allow-interpreter", text.replace("-end", "-end long-line"))).toEqual([2, 4, 6]);
	});

	test("takes back what no narrower one does", () => {
		const text = `# lint-ignore-file allow-interpreter: x\n${rules.replace("allow node", "# lint-ignore allow-interpreter: y\nallow node")}`;
		expect(lines("allow-interpreter", text)).toEqual([]);
		expect(lines("unused-ignore", text)).toEqual([]);
		expect(
			lines(
				"unused-ignore",
				`# lint-ignore-file allow-interpreter: x\ndefault deny\n# lint-ignore allow-interpreter: y\nallow node\n`,
			),
		).toEqual([1]);
	});

	test("needs a reason, and does not go with the statement below it", () => {
		expect(lines("ignore-without-reason", `# lint-ignore-file allow-interpreter\n${rules}`)).toEqual([1]);
		expect(
			lines("ignore-without-reason", `# lint-ignore-begin allow-interpreter: x\n${rules}# lint-ignore-end\n`),
		).toEqual([]);
	});

	test("is read alike in YAML", () => {
		const text =
			"# lint-ignore-file missing-id: x\nagents:\n  default:\n    default: deny\n    rules:\n      # lint-ignore-begin allow-interpreter: x\n      - allow: python\n      # lint-ignore-end\n      - allow: ruby\n";
		expect(lines("allow-interpreter", text, "policy.rules.yaml")).toEqual([9]);
		expect(lines("missing-id", text, "policy.rules.yaml")).toEqual([]);
	});
});
