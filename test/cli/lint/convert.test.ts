import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";

const text =
	'# who may\nimport "guard"\n\nagent default {\n  # lists\n  allow ls, cat within . # all\n  deny git except git status because "No."\n}\n';
const cwd = folder({ "a.rules": text, "broken.rules": "agent {", "x.txt": "" });
const convert = (...words: string[]) => rules(["convert", ...words], { cwd });

describe("the other notation", () => {
	test("has the same rules, in their order, with their comments", () => {
		const { code, out, err } = convert("a.rules", "--to", "yaml");
		expect([code, err]).toEqual([0, ""]);
		expect(out).toBe(
			[
				"# who may",
				"import: guard",
				"",
				"agents:",
				"  default:",
				"    rules:",
				"      # lists",
				"      - allow: [ls, cat] # all",
				"        within: .",
				"      - deny: git",
				"        except: git status",
				"        because: No.",
				"",
			].join("\n"),
		);
	});

	test("and back is the formatted file", () => {
		const yaml = convert("a.rules", "--to", "yaml").out;
		expect(rules(["convert", "-", "--yaml", "--to", "rules"], { cwd, input: yaml }).out).toBe(text);
		expect(convert("a.rules", "--to", "rules").out).toBe(text);
	});

	test("may go to a file", () => {
		expect(convert("a.rules", "--to", "yaml", "-o", "a.rules.yaml")).toEqual({ code: 0, out: "", err: "" });
		expect(readFileSync(join(cwd, "a.rules.yaml"), "utf8")).toBe(convert("a.rules", "--to", "yaml").out);
		expect(convert("a.rules.yaml", "--to", "rules").out).toBe(text);
	});
});

test("JSON is the YAML notation's data", () => {
	expect(JSON.parse(convert("a.rules", "--to", "json").out)).toEqual({
		import: "guard",
		agents: {
			default: {
				rules: [
					{ allow: ["ls", "cat"], within: "." },
					{ deny: "git", except: "git status", because: "No." },
				],
			},
		},
	});
	expect(rules(["convert", "-", "--to", "json"], { input: "" }).out).toBe("{}\n");
});

describe("ends with 2", () => {
	test.each([
		[
			"for a file with errors",
			["broken.rules", "--to", "yaml"],
			/^error\[syntax-error\]: .*\n --> broken\.rules:1:7\n/,
		],
		[
			"for a file that is not there",
			["nope.rules", "--to", "yaml"],
			/^error\[unreadable-file\]: there is no such file\n --> nope\.rules\n/,
		],
		["for a folder", [".", "--to", "yaml"], /^error\[unreadable-file\]: this is a folder, not a policy file\n/],
		["for a file of another kind", ["x.txt", "--to", "yaml"], /^error\[unknown-notation\]/],
		["without a notation", ["a.rules"], /^error: required option `--to <NOTATION>` not specified\n/],
		[
			"with an unknown one",
			["a.rules", "--to", "toml"],
			/^error: option `--to <NOTATION>` argument `toml` is invalid: it is one of rules, yaml, json\.\n/,
		],
		["without a file", ["--to", "yaml"], /^error: missing required argument `FILE`\n/],
		["with two files", ["a.rules", "a.rules", "--to", "yaml"], /^error: too many arguments/],
		[
			"into a folder that is not there",
			["a.rules", "--to", "yaml", "-o", "no/b.yaml"],
			/^error: `no\/b\.yaml` can't be written: there is no such file or folder\nhelp: check the path and its permissions\n$/,
		],
	])("%s", (_, words, err) => {
		const ended = convert(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});
});
