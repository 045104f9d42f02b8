import { describe, expect, test } from "@jest/globals";
import { type Mutant, mutantsOf, mutations } from "../../../src/authoring/suite/mutants.js";
import { policyFilesOf } from "../../../src/cli/policy/policy-files.js";
import { readDsl } from "../../../src/language/syntax/dsl/read-dsl.js";
import { writeDsl } from "../../../src/language/syntax/dsl/write-dsl.js";
import { sameStatements } from "../../../src/language/syntax/equal.js";
import { load, loadText } from "../../../src/runtime/load/load.js";
import { folder } from "../../cli/cli.js";

const mutants = (text: string): readonly Mutant[] => [
	...mutantsOf(policyFilesOf(loadText("p.rules", text)), () => true),
];
const changes = (text: string): readonly string[] => mutants(text).map(({ change }) => change);
const inAgent = (line: string): string => `agent default {\n  ${line}\n}\n`;

describe("a policy is changed", () => {
	test.each<[string, string, readonly string[]]>([
		[
			"in a rule's effect, words and options",
			"deny git push --force",
			[
				"`deny` becomes `allow`",
				"this rule is left out",
				"`git` becomes `*` in `git push --force`",
				"`push` becomes `*` in `git push --force`",
				"`--force` is left out of `git push --force`",
			],
		],
		[
			"in its patterns",
			"allow exactly py*, ls *",
			[
				"`allow` becomes `deny`",
				"this rule is left out",
				"the rule no longer lists `exactly py*`",
				"`exactly` is left out of `exactly py*`",
				"`py*` becomes `*`",
				"the rule no longer lists `ls *`",
				"`ls` becomes `*` in `ls *`",
				"`*` is left out of `ls *`",
			],
		],
		[
			"in options with a value",
			"ask a --output=*.log",
			[
				"`ask` becomes `allow`",
				"this rule is left out",
				"`a` becomes `*` in `a --output=*.log`",
				"`--output=*.log` is left out of `a --output=*.log`",
				"`--output=*.log` becomes `--output`",
			],
		],
		[
			"in what stands before a rule",
			"locked deny * using privilege, exec",
			[
				// An `allow` uses nothing; an `ask` does.
				"`locked deny` becomes `ask`",
				"this rule is left out",
				"`locked` is left out",
				"`using privilege, exec` is left out",
				"`using` no longer lists `privilege`",
				"`using` no longer lists `exec`",
			],
		],
		[
			"in a constraint, which has paths",
			"override constrain writes of * to ., !./keep",
			[
				"this rule is left out",
				"`override` is left out",
				"`writes of` becomes `reads of`",
				"`to` no longer lists `.`",
				"`to` no longer lists `!./keep`",
			],
		],
		[
			"in clauses of options",
			"allow * with -a & -b, -c without -d",
			[
				"`allow` becomes `deny`",
				"this rule is left out",
				"`with -a & -b, -c` is left out",
				"`with` no longer lists `-a & -b`",
				"`-a` is left out of `-a & -b`",
				"`-b` is left out of `-a & -b`",
				"`with` no longer lists `-c`",
				"`without -d` is left out",
			],
		],
		[
			"in what a rule grants and leaves out",
			'allow * within . granting write except a because "no" note "n" id x',
			[
				"`allow` becomes `ask`",
				"this rule is left out",
				"`within .` is left out",
				"`granting write` is left out",
				"`granting write` becomes `granting everything`",
				"`except a` is left out",
				"`a` becomes `*`",
			],
		],
		["in its default", "default ask", ["`default ask` becomes `default allow`"]],
		[
			"in what becomes of the unreadable",
			"override unreadable ask",
			["`unreadable ask` becomes `unreadable deny`", "`override` is left out"],
		],
		[
			"in what it may change of what governs it",
			"override self writable",
			["`self writable` becomes `self protected`", "`override` is left out"],
		],
		["in what keeps it from that", "self protected", ["`self protected` becomes `self writable`"]],
		["in what it trusts", "trust /bin, /opt", ["`trust` no longer lists `/bin`", "`trust` no longer lists `/opt`"]],
		["in the variables that it accepts", "environment accept A", ["`environment accept` no longer lists `A`"]],
		["not in what decides nothing", "limit timeout 5s\n  environment set A=1\n  expect deny: x\n  never allow x", []],
	])("%s", (_, line, expected) => {
		expect(changes(inAgent(line))).toEqual(expected);
	});

	test("in the syntax that it accepts, feature by feature", () => {
		const found = changes(inAgent("syntax pipes"));
		expect(found).toHaveLength(10);
		expect(found).toContain("`syntax` accepts `redirects` as well");
		expect(found).toContain("`syntax` no longer lists `pipes`");
	});

	test("in sets, in what agents extend, and in what it teaches", () => {
		const text = [
			"set s = a, b",
			"program p can read { option --target PATH write }",
			"group g {\n  deny c\n}",
			"agent default extends g {}",
			"",
		].join("\n");
		expect(changes(text)).toEqual([
			"`set s` no longer lists `a`",
			"`a` becomes `*`",
			"`set s` no longer lists `b`",
			"`b` becomes `*`",
			"nothing is taught of `p`",
			"`program p` no longer lists `read`",
			"the option `--target` of `p` is left out",
			"`deny` becomes `allow`",
			"this rule is left out",
			"`c` becomes `*`",
			"`default` no longer extends `g`",
		]);
	});

	test("in its imports, and in the files that they lead to", () => {
		const at = folder({
			"policy.rules": 'import "./sub/more.rules"\nimport "safe-shell"\nagent default {\n  allow a\n}\n',
			"sub/more.rules": "agent default {\n  deny b\n}\n",
		});
		const files = policyFilesOf(load("policy.rules", { cwd: at }));
		// Names are seen from the working folder.
		expect([...files.files.keys()]).toContain("sub/more.rules");
		const found = [...mutantsOf(files, (name) => !name.startsWith("pack:"))];
		expect(new Set(found.map(({ span }) => span.file))).toEqual(new Set(["policy.rules", "sub/more.rules"]));
	});
});

const everything = inAgent(
	[
		"default deny",
		"syntax pipes, globs",
		"trust /bin, /opt/bin",
		"environment accept A, B",
		'locked deny sh, "git" push --force=yes & x except sh, exactly git * because "no" id no',
		"allow /py.*/, node, ./* within ., !./keep granting write, network only -a, -b",
		"override nudge grep ** use file.search",
	]
		.join("\n  ")
		.replace(" & x", " x"),
);

test("each change is one that an author could have written, and no two are the same", () => {
	const found = mutants(everything);
	const texts = found.map(({ files }) => {
		const { file } = files.files.get("p.rules") ?? { file: undefined };
		if (file === undefined) throw new Error("the file is gone");
		const text = writeDsl(file);
		expect(sameStatements(readDsl("p.rules", text).value, file)).toBe(true);
		return text;
	});
	expect(texts).not.toContain(writeDsl(readDsl("p.rules", everything).value));
	expect(new Set(texts).size).toBe(texts.length);
});

test("each points at the piece that it changes", () => {
	for (const { span, change } of mutants(everything)) {
		const piece = everything.slice(span.start, span.end);
		const [, quoted = ""] =
			/^`(?:except |syntax |within |granting )?([^`]+)` (?:becomes|is left out)/.exec(change) ?? [];
		if (quoted !== "" && !quoted.includes("locked"))
			expect([change, piece]).toEqual([change, expect.stringContaining(quoted.split(" ")[0] as string)]);
	}
});

test("the schema of reports names every sort of change", async () => {
	const { readFileSync } = await import("node:fs");
	const schema = JSON.parse(
		readFileSync(new URL("../../../schemas/test-report.schema.json", import.meta.url), "utf8"),
	) as { $defs: { survivor: { properties: { mutation: { enum: readonly string[] } } } } };
	expect(schema.$defs.survivor.properties.mutation.enum).toEqual(mutations);
});
