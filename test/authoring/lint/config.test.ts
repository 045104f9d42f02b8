import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { lint, lintFailed } from "../../../src/authoring/lint/lint.js";
import type { Lint } from "../../../src/authoring/lint/lint-record.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { readLintConfig } from "../../../src/authoring/lint/settings/config.js";
import { configKeys } from "../../../src/authoring/lint/settings/config-shape.js";
import { PluginError, pluginLints } from "../../../src/authoring/lint/settings/plugins.js";
import { configuredLevels, lintLevels } from "../../../src/authoring/lint/settings/settings.js";
import { positionAt, sourceFile } from "../../../src/language/source/source-file.js";
import { loadText } from "../../../src/runtime/load/load.js";

const name = "bylaw.config.yaml";

/** What is wrong with a configuration: `line:column code: message`. */
function faults(text: string): readonly string[] {
	const read = readLintConfig(name, text);
	const found = read.diagnostics.length > 0 ? read.diagnostics : read.value.settle(lints).diagnostics;
	return found.map(({ code, message, span }) => {
		const { line, column } = positionAt(sourceFile(name, text), span.start);
		return `${line}:${column} ${code}: ${message}`;
	});
}

describe("a fault of a configuration has its place", () => {
	test.each([
		["lints:\n  long-message: loud\n", "2:17 bad-level: `loud` is no level"],
		["lints:\n  long-message: { level: 3 }\n", "2:26 bad-level: `3` is no level"],
		["lints:\n  long-message: [off]\n", "2:17 bad-level: `[off]` is no level"],
		["lints:\n  long-mesage: off\n", "2:3 unknown-lint: no lint is called `long-mesage`"],
		["lints:\n  long-message: { moast: 3 }\n", "2:19 unknown-lint-option: `moast` is no option of `long-message`"],
		[
			"lints:\n  long-message: { most: many }\n",
			"2:25 bad-lint-option: `most` of `long-message` is a whole number, zero or more",
		],
		[
			'lints:\n  long-message: { most: "3" }\n',
			"2:25 bad-lint-option: `most` of `long-message` is a whole number, zero or more",
		],
		["lints:\n  unused-set: { most: 3 }\n", "2:17 unknown-lint-option: `most` is no option of `unused-set`"],
		["linst:\n  unused-set: off\n", "1:1 unknown-key: `linst` is no key of a configuration"],
		["lints:\n", "1:1 bad-shape: something is missing behind `lints`"],
		["- lints\n", "1:1 bad-shape: a configuration is a mapping, found a list"],
		["overrides:\n  - files: tests\n", "2:5 missing-key: an override needs `lints`"],
		["overrides:\n  - { files: [], lints: {} }\n", "2:14 bad-shape: `files` lists nothing"],
		["overrides:\n  - { file: a, files: b, lints: {} }\n", "2:7 unknown-key: `file` is no key of a configuration"],
		["lint: { steps: 0 }\n", "1:16 bad-shape: `steps` is a whole number from 1 to 100000000"],
		["lint: { steps: -1 }\n", "1:16 bad-shape: `steps` is a whole number from 1 to 100000000"],
		["lint: { steps: 1.5 }\n", "1:16 bad-shape: `steps` is a whole number from 1 to 100000000"],
		["lint: { steps: 10000000000 }\n", "1:16 bad-shape: `steps` is a whole number from 1 to 100000000"],
		["lint: { steps: all }\n", "1:16 bad-shape: `steps` is a whole number, found a text"],
		["lint: { step: 1 }\n", "1:9 unknown-key: `step` is no key of a configuration"],
		["plugins: ./a.mjs\n", "1:10 bad-shape: a list is wanted here, found a text"],
		["plugins: [true]\n", "1:11 bad-shape: `true` is no text in YAML"],
		["plugins:\n  -\n", "2:4 bad-shape: an item is empty"],
		["lints: &a {}\n", "1:8 yaml-syntax: `&a` is an anchor in YAML, and policies have none"],
		["lints:\n  __proto__: off\n", "2:3 unknown-lint: no lint is called `__proto__`"],
		[
			"lints:\n  long-message: { __proto__: 1 }\n",
			"2:19 unknown-lint-option: `__proto__` is no option of `long-message`",
		],
	])("%j", (text, fault) => {
		expect(faults(text)).toEqual([fault]);
	});

	test("nothing is wrong with an empty one, nor with one that says all that there is", () => {
		expect(faults("")).toEqual([]);
		expect(faults("# nothing yet\n")).toEqual([]);
		expect(
			faults(
				"lints:\n  unused-set: off\n  long-message: { level: error, most: 80 }\noverrides:\n  - files: [generated/**, '!generated/own.rules']\n    lints: { duplicate-rule: info }\nlint: { steps: 1000 }\nplugins: [./a.mjs]\n",
			),
		).toEqual([]);
	});

	test("the keys and levels in messages are those of the schema", () => {
		const schema = JSON.parse(readFileSync("schemas/config.schema.json", "utf8")) as {
			readonly properties: object;
			readonly $defs: { readonly level: { readonly enum: readonly string[] } };
		};
		expect(configKeys).toEqual(Object.keys(schema.properties));
		expect(lintLevels).toEqual(schema.$defs.level.enum);
	});
});

describe("levels", () => {
	const levels = (text: string, path: string | undefined): Readonly<Record<string, string>> => {
		const { value } = readLintConfig(name, text).value.settle(lints);
		const levelsOf = configuredLevels(value, "/repo", path);
		return Object.fromEntries(lints.map((one) => [one.name, levelsOf(one).level]));
	};

	test("are the lint's own, then the configuration's, then those of each override that fits, in order", () => {
		const text =
			"lints: { unused-set: info }\noverrides:\n  - { files: gen, lints: { unused-set: error } }\n  - { files: [gen/own, '!gen/own/x.rules'], lints: { unused-set: off } }\n";
		expect(levels("", "/repo/a.rules")["unused-set"]).toBe("warning");
		expect(levels(text, "/repo/a.rules")["unused-set"]).toBe("info");
		expect(levels(text, "/repo/gen/a.rules")["unused-set"]).toBe("error");
		expect(levels(text, "/repo/gen/own/a.rules")["unused-set"]).toBe("off");
		expect(levels(text, "/repo/gen/own/x.rules")["unused-set"]).toBe("error");
		expect(levels(text, "/repo/gen-other/a.rules")["unused-set"]).toBe("info");
		expect(levels(text, undefined)["unused-set"]).toBe("info");
	});

	test("of an old code are the lint's that it is now, the strictest of several, and that is told", () => {
		const text = "lints: { tilde-as-operand: off, home-allowed: info, root-allowed: error, long-line: info }\n";
		expect(levels(text, undefined)["path-as-operand"]).toBe("off");
		expect(levels(text, undefined)["unbounded-paths"]).toBe("error");
		expect(
			readLintConfig(name, text)
				.value.settle(lints)
				.diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
		).toEqual([
			"warning: the lint `tilde-as-operand` is called `path-as-operand` now",
			"warning: the lint `home-allowed` is called `unbounded-paths` now",
			"warning: the lint `root-allowed` is called `unbounded-paths` now",
			"warning: there is no lint `long-line` any more",
		]);
	});

	test("hold for what is found in a file, options as well", () => {
		const { value } = readLintConfig(name, "lints: { long-message: { level: error, most: 3 } }\n").value.settle(lints);
		const policy = loadText("policy.rules", 'agent default {\n  default deny\n  deny rm because "Never."\n}\n');
		const found = lint(policy, { levelsFor: () => configuredLevels(value, "/repo", "/repo/policy.rules") });
		expect(found.filter(({ code }) => code === "long-message").map(({ severity }) => severity)).toEqual(["error"]);
	});
});

describe("a plugin", () => {
	const own = {
		name: "own-lint",
		family: "style",
		severity: "info",
		summary: "a test",
		looksAt: "text",
		check: () => [],
	};
	const policy = loadText("policy.rules", "agent default {\n  default deny\n}\n");
	const span = { file: "policy.rules", start: 0, end: 5 };

	test("exports lints as a list, by name or by default", () => {
		for (const module of [{ lints: [own] }, { default: [own] }, { default: { lints: [own] } }])
			expect(pluginLints("./x.mjs", module, lints).map((one) => one.name)).toEqual(["own-lint"]);
	});

	test.each([
		[{}, "exports no lints"],
		[{ lints: [] }, "the list of lints that the plugin `./x.mjs` exports is empty"],
		[{ lints: [{ ...own, name: "Own Lint" }] }, "its `name` must be words in lower case"],
		[{ lints: [{ ...own, name: "unused-set" }] }, "there is one of that name"],
		[{ lints: [own, own] }, "there is one of that name"],
		[{ lints: [{ ...own, family: "own" }] }, "the `family` of `own-lint` is none of"],
		[{ lints: [{ ...own, severity: "fatal" }] }, "the `severity` of `own-lint` is none of"],
		[{ lints: [{ ...own, looksAt: "ignores" }] }, "`looksAt` of `own-lint` is none of"],
		[{ lints: [{ ...own, check: 1 }] }, "`own-lint` has no `check`"],
		[{ lints: [{ ...own, options: { most: null } }] }, "the `options` of `own-lint`"],
	])("that is wrong is refused, by name: %j", (module, why) => {
		expect(() => pluginLints("./x.mjs", module, lints)).toThrow(PluginError);
		expect(() => pluginLints("./x.mjs", module, lints)).toThrow(why);
		expect(() => pluginLints("./x.mjs", module, lints)).toThrow("`./x.mjs`");
	});

	test.each([
		[
			() => {
				throw new Error("no such thing");
			},
			"the plugin `./x.mjs` failed: no such thing",
		],
		[() => "nothing", "reports what is no finding: `check` returns a list"],
		[() => [undefined], "reports what is no finding: each has a `message`"],
		[() => [{ message: "x" }], "reports what is no finding: its `span`"],
		[() => [{ message: "x", span: { ...span, end: 99_999 } }], "its `span`"],
		[() => [{ message: "x", span: { ...span, start: -1 } }], "its `span`"],
		[() => [{ message: "x", span: { ...span, start: 6 } }], "its `span`"],
		[() => [{ message: "x", span: { ...span, file: "other.rules" } }], "its `span`"],
		[() => [{ message: "x", span, help: 1 }], "its `help`"],
		[() => [{ message: "x", span, witness: ["ls"] }], "its `witness`"],
		[() => [{ message: "x", span, labels: [{ message: "y" }] }], "its `labels`"],
		[() => [{ message: "x", span, labels: "y" }], "its `labels`"],
		[() => [{ message: "x", span, fix: "y" }], "its `fix`"],
		[() => [{ message: "x", span, fix: { title: "y", safe: true, edits: [] } }], "its `fix`"],
		[() => [{ message: "x", span, fix: { title: "y", edits: [{ span, text: "" }] } }], "its `fix`"],
		[() => [{ message: "x", span, fix: { title: "y", safe: true, edits: [{ ...span, text: "" }] } }], "its `fix`"],
	])("that fails is told as such, and takes no other lint with it: %s %s", (check, why) => {
		const known = pluginLints("./x.mjs", { lints: [{ ...own, check }] }, lints);
		const found = lint(policy, { lints: [...lints, ...known] });
		expect(found).toContainEqual(
			expect.objectContaining({ code: lintFailed, severity: "error", message: expect.stringContaining(why) }),
		);
		expect(found.filter(({ code }) => code !== lintFailed)).toEqual(lint(policy));
	});

	test("says nothing of its code and its level in a finding", () => {
		const check = () => [{ message: "x", span, severity: "off", code: "other", more: 1 }];
		const known = pluginLints("./x.mjs", { lints: [{ ...own, check }] }, []);
		expect(lint(policy, { lints: known })).toEqual([{ code: "own-lint", severity: "info", message: "x", span }]);
	});

	test("reports under its own name, with its own level", () => {
		const check: Lint["check"] = () => [{ message: "here", span: { file: "policy.rules", start: 0, end: 5 } }];
		const known = pluginLints("./x.mjs", { lints: [{ ...own, check }] }, lints);
		expect(lint(policy, { lints: known })).toEqual([
			{ code: "own-lint", severity: "info", message: "here", span: { file: "policy.rules", start: 0, end: 5 } },
		]);
	});
});

test("what is found in a file that is only imported is not reported", () => {
	const policy = loadText("policy.rules", "set none = x\nagent default {\n  default deny\n}\n");
	expect(lint({ ...policy, roots: [] })).toEqual([]);
});
