import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const cwd = folder({
	"good.rules": "agent default {\n  default deny\n  allow ls\n}\n",
	"fixable.rules": "set unused = a, b\nagent default {\n  default deny\n  allow ls\n}\n",
	"a b/ü#.rules": "agent default {\n  allow ls\n}\n",
	"warned.rules": "agent default {\n  allow ls\n}\n",
	"syntax.rules": "agent default {\n  allow\n  deny @shels\n",
	"broken/a.rules": "agent default {\n  default deny\n  deny @shels\n}\n",
	"broken/b.rules": 'import "./a.rules"\nagent writer {\n  default deny\n  extends nobody\n}\n',
	"imports.rules": 'import "./nope.rules"\nagent default {\n  default deny\n}\n',
	"bytes.rules": new Uint8Array([0xff]),
	"many.rules": `agent default {\n  default deny\n${"  deny @none\n".repeat(3)}}\n`,
});
mkdirSync(join(cwd, "empty"));
const lint = (...words: string[]) => rules(["lint", ...words], { cwd });

describe("the exit code", () => {
	test.each([
		[0, "a clean policy", ["good.rules"]],
		[0, "warnings", ["warned.rules"]],
		[0, "as many warnings as may be", ["--max-warnings", "1", "warned.rules"]],
		[1, "more warnings than may be", ["--max-warnings", "0", "warned.rules"]],
		[1, "a syntax error", ["syntax.rules"]],
		[1, "an error", ["many.rules"]],
		[1, "an import of a file that is not there", ["imports.rules"]],
		[2, "a file that is not there", ["good.rules", "nope.rules"]],
		[2, "a file that can't be read", ["bytes.rules"]],
		[2, "a folder without policies", ["empty"]],
		[2, "a number of warnings that is none", ["--max-warnings", "few", "good.rules"]],
		[2, "an unknown format", ["--format", "xml", "good.rules"]],
		[2, "files with and without --rules", ["--rules", "good.rules", "good.rules"]],
	])("is %d for %s", (code, _, words) => {
		expect(lint(...words).code).toBe(code);
	});
});

describe("the text", () => {
	test("for no fault says so", () => {
		expect(lint("good.rules")).toEqual({ code: 0, out: "good.rules: no faults\n", err: "" });
	});

	test("for no fault speaks of the files that were named, not of what these import", () => {
		const own = folder({
			"main.rules": 'import "./sub.rules"\nagent default extends base {\n  allow wc\n}\n',
			"sub.rules": "agent base {\n  default deny\n  allow ls\n  allow ls\n}\n",
		});
		expect(rules(["lint", "main.rules"], { cwd: own }).out).toBe("main.rules: no faults\n");
		expect(rules(["lint", "sub.rules"], { cwd: own }).out).toContain("duplicate-rule");
	});

	test("shows every fault and counts", () => {
		expect(lint("many.rules").out).toBe(
			[
				...[3, 4, 5].flatMap((line) => [
					"error[unknown-set]: no set is called `none`",
					` --> many.rules:${line}:8`,
					"  |",
					`${line} |   deny @none`,
					"  |        ^^^^^",
					"  = help: define it: `set none = …`",
					"",
				]),
				"3 errors",
				"",
			].join("\n"),
		);
	});

	test("of a syntax error says what is missing", () => {
		const { out } = lint("syntax.rules");
		expect(out).toContain(
			"error[syntax-error]: a pattern is missing behind `allow`, found `deny`\n --> syntax.rules:3:3\n",
		);
	});

	test("of a file that is not there names it", () => {
		expect(lint("nope.rules").out).toBe(
			"error[file-not-found]: there is no such file\n --> nope.rules\n  = help: check the path\n\n1 error\n",
		);
	});

	test("of a file that is no policy shows nothing of it", () => {
		const own = folder({ secrets: "hunter2\n" });
		const { code, out } = rules(["lint", "secrets"], { cwd: own });
		expect([code, out]).toEqual([
			2,
			"error[unknown-notation]: `secrets` does not say its notation\n --> secrets\n  = help: name it `.rules` or `.rules.yaml`\n\n1 error\n",
		]);
	});

	test("tells a fault once, though two policies import it", () => {
		const { out } = lint("broken/a.rules", "broken/b.rules");
		expect(out.match(/no set is called/g)).toHaveLength(1);
	});

	test("has colour where it is forced", () => {
		expect(rules(["lint", "many.rules"], { cwd, env: { FORCE_COLOR: "1" } }).out).toContain("\u001b[31m");
		expect(rules(["lint", "many.rules"], { cwd, env: { FORCE_COLOR: "1", NO_COLOR: "1" } }).out).not.toContain(
			"\u001b",
		);
	});
});

describe("other formats", () => {
	test("--json is --format json, and stands beside no other", () => {
		expect(lint("--json", "many.rules")).toEqual(lint("--format", "json", "many.rules"));
		expect(lint("--json", "--list")).toEqual(lint("--format", "json", "--list"));
		expect(lint("--json", "--format", "sarif", "many.rules")).toEqual({
			code: 2,
			out: `${JSON.stringify({ error: { message: "`--json` and `--format sarif` exclude each other", help: "leave one of them out" } })}\n`,
			err: "error: `--json` and `--format sarif` exclude each other\nhelp: leave one of them out\n",
		});
	});

	test.each([["good.rules"], ["warned.rules"], ["fixable.rules"], ["many.rules"], ["syntax.rules"], ["nope.rules"]])(
		"JSON is what its schema says: %s",
		(name) => {
			expect(valid("diagnostic#/$defs/report", JSON.parse(lint("--format", "json", name).out))).toEqual([]);
		},
	);

	test("GitHub's name file, line and column", () => {
		expect(lint("--format", "github", "many.rules").out.split("\n")[0]).toBe(
			"::error file=many.rules,line=3,endLine=3,col=8,endColumn=13,title=unknown-set::no set is called `none`%0Ahelp: define it: `set none = …`",
		);
	});

	test("GitHub's of nothing is nothing", () => {
		expect(lint("--format", "github", "good.rules").out).toBe("");
	});
});

/** The schema of SARIF 2.1.0, as a package carries it. Its `format`s are notes to people here. */
const sarifFile = join(
	createRequire(import.meta.url).resolve("@microsoft/jest-sarif/package.json"),
	"../lib/schemas/sarif-2.1.0-rtm.5.json",
);
// It is of draft 4, of which it uses nothing that newer drafts read otherwise but the name of its own address.
const {
	$schema: _draft,
	id: _address,
	...sarifSchema
} = JSON.parse(readFileSync(sarifFile, "utf8")) as Record<string, unknown>;
const sarif = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false }).compile(
	sarifSchema,
);

interface SarifLog {
	readonly runs: readonly [
		{
			readonly tool: {
				readonly driver: { readonly rules: readonly { readonly id: string; readonly help?: object }[] };
			};
			readonly results: readonly {
				readonly ruleId: string;
				readonly ruleIndex: number;
				readonly level: string;
				readonly locations: readonly [
					{
						readonly physicalLocation: {
							readonly artifactLocation: { readonly uri: string };
							readonly region?: object;
						};
					},
				];
				readonly fixes?: readonly object[];
			}[];
		},
	];
}

describe("SARIF", () => {
	const logOf = (name: string): SarifLog => JSON.parse(lint("--format", "sarif", name).out) as SarifLog;

	test.each([["good.rules"], ["fixable.rules"], ["many.rules"], ["syntax.rules"], ["nope.rules"], ["a b/ü#.rules"]])(
		"is what its schema says: %s",
		(name) => {
			const log = logOf(name);
			sarif(log);
			expect(sarif.errors ?? []).toEqual([]);
			const { tool, results } = log.runs[0];
			for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
		},
	);

	test("names file, place, level and fix, and brings the pages of lints with it", () => {
		const { tool, results } = logOf("fixable.rules").runs[0];
		expect(results[0]).toMatchObject({
			ruleId: "unused-set",
			level: "warning",
			locations: [
				{
					physicalLocation: {
						artifactLocation: { uri: "fixable.rules" },
						region: { startLine: 1, startColumn: 5, endLine: 1, endColumn: 11 },
					},
				},
			],
			fixes: [
				{ artifactChanges: [{ replacements: [{ deletedRegion: { startLine: 1 }, insertedContent: { text: "" } }] }] },
			],
		});
		expect(tool.driver.rules.every(({ help }) => help !== undefined)).toBe(true);
	});

	test("encodes what stands in the names of files", () => {
		expect(logOf("a b/ü#.rules").runs[0].results[0]?.locations[0].physicalLocation.artifactLocation.uri).toBe(
			"a%20b/%C3%BC%23.rules",
		);
	});
});

describe("GitLab", () => {
	test("has for each finding a place and a mark of its own", () => {
		const report = JSON.parse(lint("--format", "gitlab", "many.rules").out) as readonly Record<string, unknown>[];
		expect(report).toHaveLength(3);
		expect(report[0]).toMatchObject({
			check_name: "unknown-set",
			severity: "major",
			location: { path: "many.rules", positions: { begin: { line: 3, column: 8 }, end: { line: 3, column: 13 } } },
		});
		expect(new Set(report.map((one) => one.fingerprint)).size).toBe(3);
		expect(lint("--format", "gitlab", "good.rules").out).toBe("[]\n");
	});
});

describe("--fix", () => {
	const text = "agent default {\n  default deny\n  deny rm\n  deny rm\n  allow wc\n  allow wc\n}\n";
	const fixed = "agent default {\n  default deny\n  deny rm\n  allow wc\n}\n";

	test("puts safe fixes into the file, and again changes nothing", () => {
		const own = folder({ "policy.rules": text });
		const first = rules(["lint", "--fix"], { cwd: own });
		expect(first).toEqual({ code: 0, out: "policy.rules: no faults\n", err: "fixed 2 faults in 1 file\n" });
		expect(readFileSync(join(own, "policy.rules"), "utf8")).toBe(fixed);
		expect(rules(["lint", "--fix"], { cwd: own })).toEqual({ code: 0, out: "policy.rules: no faults\n", err: "" });
	});

	test("shows a diff with --dry-run, and writes nothing", () => {
		const own = folder({ "policy.rules": text });
		const { code, out, err } = rules(["lint", "--fix", "--dry-run"], { cwd: own });
		expect(code).toBe(0);
		expect(out).toContain("-  deny rm\n");
		expect(err).toBe("would fix 2 faults in 1 file\n");
		expect(readFileSync(join(own, "policy.rules"), "utf8")).toBe(text);
	});

	test("leaves what is not asked for: imported files, and unsafe fixes", () => {
		const own = folder({
			"base.rules": "set unused = a\nagent helper {\n  default deny\n}\n",
			"policy.rules": 'import "./base.rules"\nagent default {\n  default deny\n  allow git\n  deny git psuh\n}\n',
		});
		expect(rules(["lint", "--fix", "policy.rules"], { cwd: own }).out).toContain("mistyped-name");
		expect(readFileSync(join(own, "base.rules"), "utf8")).toContain("set unused");
		expect(readFileSync(join(own, "policy.rules"), "utf8")).toContain("deny git psuh");
		rules(["lint", "--fix", "--unsafe", "policy.rules"], { cwd: own });
		expect(readFileSync(join(own, "policy.rules"), "utf8")).toContain("deny git push");
	});

	test("holds every policy that was named against a change of a file that they share", () => {
		const own = folder({
			"base.rules": "set shells = bash\nagent helper {\n  default deny\n}\n",
			"policy.rules": 'import "./base.rules"\nagent default {\n  default deny\n  deny @shells\n}\n',
		});
		const { err } = rules(["lint", "--fix", "--unsafe", "base.rules", "policy.rules"], { cwd: own });
		expect(err).toContain("the fix `take the set out` is left out: the policy could not be read any more");
		expect(readFileSync(join(own, "base.rules"), "utf8")).toContain("set shells");
	});

	test("is what --unsafe and --dry-run are about", () => {
		expect(lint("--unsafe", "good.rules").err).toContain("`--fix` is missing");
		expect(lint("--dry-run", "good.rules").err).toContain("`--fix` is missing");
	});

	test("gives a diff and no other format with --dry-run", () => {
		for (const format of ["json", "sarif", "github", "gitlab"])
			expect(lint("--fix", "--dry-run", "--format", format, "fixable.rules")).toMatchObject({
				code: 2,
				out: format === "json" ? expect.stringMatching(/^\{"error":/) : "",
			});
	});

	// Nothing is read-only to root, who runs the tests in some places.
	(process.getuid?.() === 0 ? test.skip : test)("leaves a file that is read-only", () => {
		const own = folder({ "policy.rules": text });
		chmodSync(join(own, "policy.rules"), 0o444);
		const { code, err } = rules(["lint", "--fix"], { cwd: own });
		expect([code, err]).toEqual([2, expect.stringContaining("`policy.rules` can't be written: permission denied")]);
		expect(readFileSync(join(own, "policy.rules"), "utf8")).toBe(text);
	});

	test("is counted in the summary", () => {
		expect(lint("fixable.rules").out).toContain(
			"1 warning; `--fix --unsafe` mends 1\nwhat a finding means: `rules lint --explain unused-set`\n",
		);
	});
});

describe("the configuration", () => {
	const warned = "agent default {\n  allow ls\n}\n";
	const plugin = (lints: string): string => `export const lints = [${lints}];\n`;
	const own = `{ name: "own-lint", family: "style", severity: "error", summary: "a test", looksAt: "text",
		check: ({ roots }) => roots.map((file) => ({ message: "seen", span: { file, start: 0, end: 5 } })) }`;

	test("of the folder, or the nearest above, says the levels", () => {
		const at = folder({
			"bylaw.config.yaml":
				"lints: { missing-default: error }\noverrides:\n  - { files: quiet, lints: { missing-default: off } }\n",
			"a/policy.rules": warned,
			"quiet/policy.rules": warned,
			"own/bylaw.config.yaml": "lints: { missing-default: info }\n",
			"own/policy.rules": warned,
		});
		expect(rules(["lint", "a"], { cwd: at }).out).toContain("error[missing-default]");
		expect(rules(["lint", "quiet"], { cwd: at }).out).toBe(`${join("quiet", "policy.rules")}: no faults\n`);
		expect(rules(["lint"], { cwd: join(at, "own") }).out).toContain("info[missing-default]");
		expect(rules(["lint", "--config", "bylaw.config.yaml", "own"], { cwd: at }).out).toContain(
			"error[missing-default]",
		);
		expect(rules(["lint", "a", "quiet", "own"], { cwd: at }).out).toContain("1 error, 1 remark\n");
	});

	test("that is wrong is told with its place, and nothing is linted under it", () => {
		const at = folder({ "bylaw.config.yaml": "lints:\n  missing-defalt: off\n", "policy.rules": warned });
		const { code, out } = rules(["lint"], { cwd: at });
		expect(code).toBe(2);
		expect(out).toContain(
			"error[unknown-lint]: no lint is called `missing-defalt`\n --> bylaw.config.yaml:2:3\n  |\n2 |   missing-defalt: off\n  |   ^^^^^^^^^^^^^^\n  = help: did you mean `missing-default`?\n",
		);
		expect(out).not.toContain("warning[");
		expect(rules(["lint", "--config", "none.yaml"], { cwd: at }).code).toBe(2);
	});

	test("brings plugins, unless they are not wanted", () => {
		const at = folder({
			"bylaw.config.yaml": "plugins: [./lints/own.mjs]\nlints: { own-lint: info, missing-default: off }\n",
			"lints/own.mjs": plugin(own),
			"policy.rules": warned,
		});
		expect(rules(["lint"], { cwd: at }).out).toContain("info[own-lint]: seen\n --> policy.rules:1:1\n");
		expect(rules(["lint", "--no-plugins"], { cwd: at })).toMatchObject({ code: 0, out: "policy.rules: no faults\n" });
		expect(rules(["lint", "--list", "."], { cwd: at }).out).toContain("own-lint");
	});

	test.each([
		["[./gone.mjs]", "the plugin `./gone.mjs` is not there"],
		["[own-package]", "`own-package` is no path of a plugin"],
		["[../outside.mjs]", "`../outside.mjs` is no path of a plugin"],
		["[./a/../../outside.mjs]", "the plugin `./a/../../outside.mjs` lies outside of this folder"],
	])("loads no plugin from elsewhere: %s", (plugins, why) => {
		const at = folder({
			"outside.mjs": plugin(own),
			"in/a/x.txt": "",
			"in/bylaw.config.yaml": `plugins: ${plugins}\n`,
			"in/policy.rules": warned,
		});
		const { code, out } = rules(["lint"], { cwd: join(at, "in") });
		expect({ code, told: out.includes(why) }).toEqual({ code: 2, told: true });
	});

	test.each([
		["throw new Error('at once');\n", "the plugin `./own.mjs` can't be loaded: at once"],
		["export const nothing = 1;\n", "the plugin `./own.mjs` exports no lints: it needs `export const lints = [ … ]`"],
		[
			plugin(own.replace(/check: .*\}\)\)/s, "check: () => { throw new Error('while looking'); }")),
			"the lint `own-lint` could not run: the plugin `./own.mjs` failed: while looking",
		],
		["process.exit(0);\n", "a plugin ended the process before the report was out"],
		[
			plugin(own.replace(/check: .*\}\)\)/s, "check: () => process.exit(0)")),
			"a plugin ended the process before the report was out",
		],
	])("tells whose fault it is when a plugin fails: %j", (text, why) => {
		const at = folder({ "own.mjs": text, "bylaw.config.yaml": "plugins: [./own.mjs]\n", "policy.rules": warned });
		const { code, out, err } = rules(["lint"], { cwd: at, apart: true });
		const told = `${out}${err}`.split("\n").filter((line) => line.startsWith("error"));
		expect({ code, told: told.map((line) => line.replace(/^error.*?: /, "")) }).toEqual({ code: 2, told: [why] });
	});

	test("tells in one line, without a machine's paths, why a plugin can't be loaded", () => {
		const at = folder({
			"own.mjs": "await 1;\nexport const lints = [];\n",
			"bylaw.config.yaml": "plugins: [./own.mjs]\n",
			"policy.rules": warned,
		});
		const { code, err } = rules(["lint"], { cwd: at });
		expect([code, err]).toEqual([
			2,
			expect.stringMatching(/^error: the plugin `.\/own.mjs` can't be loaded: .*\nhelp: /),
		]);
		expect(err).not.toContain(at);
		expect(err).not.toContain("\\u{");
	});

	test("brings findings of plugins whose footer leads to no page", () => {
		const at = folder({
			"own.mjs": plugin(own),
			"bylaw.config.yaml": "plugins: [./own.mjs]\nlints: { missing-default: off }\n",
			"policy.rules": warned,
		});
		const { code, out } = rules(["lint"], { cwd: at });
		expect([code, out]).toEqual([1, expect.not.stringContaining("--explain")]);
	});

	test("keeps what plugins print out of the report", () => {
		const at = folder({
			"own.mjs": `console.log("loaded");\n${plugin(own.replace("=> roots", "=> console.log('checked') ?? roots"))}`,
			"bylaw.config.yaml": "plugins: [./own.mjs]\n",
			"policy.rules": warned,
		});
		const { out, err } = rules(["lint", "--format", "json"], { cwd: at });
		expect(valid("diagnostic#/$defs/report", JSON.parse(out))).toEqual([]);
		expect(err).toBe("loaded\nchecked\n");
	});

	test("that is a folder is told as such", () => {
		const at = folder({ "own/bylaw.config.yaml": "", "policy.rules": warned });
		const { code, err } = rules(["lint", "--config", "own"], { cwd: at });
		expect([code, err]).toEqual([
			2,
			"error: `own` is a folder, not a configuration\nhelp: name the file: `own/bylaw.config.yaml`\n",
		]);
	});
});

describe("--list", () => {
	test("shows every lint once, as text and as JSON", () => {
		const listed = JSON.parse(lint("--list", "--format", "json").out) as readonly { readonly name: string }[];
		const { out } = lint("--list");
		for (const { name } of listed)
			expect(out.split("\n").filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
		expect(listed.map(({ name }) => name)).toContain("long-message");
	});
});

describe("--explain", () => {
	test("says what a lint is", () => {
		const { code, out } = lint("--explain", "missing-override");
		expect(code).toBe(0);
		expect(out).toContain("missing-override");
	});

	test("shows what a plugin says of its lint, where the configuration names the plugin", () => {
		const one = (name: string, more: string): string =>
			`{ name: "${name}", family: "style", severity: "error", summary: "a test", looksAt: "text", ${more} check: () => [] }`;
		const at = folder({
			"in/own.mjs": `export const lints = [${one("with-page", 'page: "# with-page\\n\\nNot \\u001b[31mred.\\n",')}, ${one("without", "")}];\n`,
			"in/bylaw.config.yaml": "plugins: [./own.mjs]\n",
			"in/policy.rules": "agent default {\n}\n",
		});
		const explain = (cwd: string, ...words: string[]) => rules(["lint", "--explain", ...words], { cwd });
		const page = "# with-page\n\nNot \\u{1b}[31mred.\n";
		expect(explain(join(at, "in"), "with-page")).toEqual({ code: 0, out: page, err: "" });
		expect(explain(at, "with-page", "in/policy.rules").out).toBe(page);
		expect(explain(join(at, "in"), "without").out).toBe("without (error): a test\nThere is no page on it.\n");
		expect(explain(at, "with-page").code).toBe(2);
		expect(explain(join(at, "in"), "with-page", "--no-plugins").code).toBe(2);
	});

	test.each([["missing-overide"], ["../../package"], [""]])("of no lint is refused: %s", (name) => {
		const { code, out, err } = lint("--explain", name);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(/^error: there is no page on `.*`\nhelp: .*\n$/);
	});
});

describe("an attack", () => {
	const attacked = folder({
		"open.rules": 'agent default {\n  default deny\n  allow find granting delete\n  deny rm because "Files stay."\n}\n',
		"closed.rules": "agent default {\n  default deny\n  allow find\n  deny rm\n}\n",
	});
	const run = (...words: string[]) => rules(words, { cwd: attacked });

	test("reports the ways that are open, and a score", () => {
		const { code, out } = run("lint", "--attack", "open.rules");
		expect(code).toBe(0);
		expect(out).toContain(
			"warning[bypassed-denial]: one way to delete files remains for `default`: `find src -delete` is allowed",
		);
		expect(out).toContain("attack:\n  default: 0 of 1 goal holds; one way to delete files remains\n");
		expect(run("lint", "open.rules").out).not.toContain("bypassed-denial");
	});

	test("stands in JSON", () => {
		const report = JSON.parse(run("lint", "--attack", "--format", "json", "open.rules").out);
		expect(report.attacks).toEqual([
			{
				agent: "default",
				goals: [{ goal: "delete files", rules: ["open.rules:4"], ways: [{ by: "find", lines: ["find src -delete"] }] }],
			},
		]);
		expect(valid("diagnostic#/$defs/report", report)).toEqual([]);
	});

	test("fails a test where a way is open", () => {
		const open = run("test", "--attack", "open.rules");
		expect(open.code).toBe(1);
		expect(open.out).toContain(
			"attack on open.rules:\n  default: 0 of 1 goal holds; one way to delete files remains\n",
		);
		expect(run("test", "--attack", "closed.rules").code).toBe(0);
		const report = JSON.parse(run("test", "--attack", "--format", "json", "open.rules").out);
		expect(report.attacks[0].open).toBe(1);
		expect(valid("test-report", report)).toEqual([]);
		expect(run("test", "--attack", "--format", "tap", "open.rules").out).toMatch(/^ *not ok \d+ - .*bypassed-denial/m);
		expect(run("test", "--attack", "--format", "junit", "closed.rules").out).toContain("no way to delete files");
	});

	test("is closed by its fix", () => {
		expect(run("lint", "--attack", "--fix", "--unsafe", "open.rules").code).toBe(0);
		expect(readFileSync(join(attacked, "open.rules"), "utf8")).toContain(
			'  deny find using delete because "Files stay."\n  expect deny: find src -delete\n',
		);
		expect(run("test", "--attack", "open.rules").code).toBe(0);
	});
});
