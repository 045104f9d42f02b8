import { describe, expect, test } from "@jest/globals";
import { type Lint, lint } from "../../src/lint/lint.js";
import { loadText } from "../../src/load/load.js";
import { positionAt } from "../../src/source/source-file.js";

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
