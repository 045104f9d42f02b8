import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FlatPolicy } from "../../../src/language/policy/flat-policy.js";
import { folder, root, rules } from "../cli.js";

const cwd = folder({
	"guard.rules": `group secrets {
  deny * touching ~/.ssh
  limit timeout 5s max 30s
}
agent default extends secrets {
  default deny
  syntax pipes, sequences
  locked deny bash because "No shells."
  deny git except git status
    use go.get # a comment
  deny rm id no-rm
  constrain writes of * to .
}
`,
	"policy.rules": `import "./guard.rules"
allow ls
agent writer extends default {
  allow pdflatex
  override allow git fetch, bash because "It is needed."
  override allow git status id states
  override constrain writes of pdflatex to ., /tmp
  override limit timeout 10m max 10m
  syntax pipes, globs
}
`,
	"yaml.rules.yaml":
		"agents:\n  base:\n    rules:\n      - deny: [git, hg]\n        because: No.\n  writer:\n    extends: base\n    rules: [{allow: git x, override: true}, {allow: hg y, override: true}]\n",
	"diamond.rules":
		"agent top {\n  deny git\n}\ngroup a extends top {\n  override allow git fetch\n}\ngroup b extends top {}\nagent low extends a, b {}\n",
	"one-line.rules.yaml":
		"agents:\n  base:\n    rules:\n      - deny: '*'\n        touching: [secret]\n  c:\n    extends: base\n    rules: [{allow: git x, override: true}, {allow: hg y, override: true}]\n",
	"namesake.rules": 'import "./guard.rules"\nagent default {\n  override allow rm within .\n}\n',
	"chain.rules":
		"agent a {\n  deny git\n}\nagent b extends a {\n  override allow git fetch\n}\nagent c extends b {\n  override ask git fetch --all, git push\n  override deny git pull\n}\n",
	"settings.rules": `agent a {
  default deny
  environment keep PATH
  environment set CI=1, "GREETING=good day"
  limit output 50000 characters each keep head 10 tail 20
  limit memory 1536MiB
  limit file-size 1000
  limit cpu 90s
  limit processes 64
  limit timeout 5s max 1h
}
agent b {
  default ask
  environment keep HOME
}
agent both extends a, b {
  override unreadable ask
  sandbox require
  default allow
  environment accept X
  limit timeout 2m
  self writable
}
`,
	"narrow.rules":
		"agent base {\n  syntax pipes, globs\n  trust /usr/bin, /bin\n}\nagent narrow extends base { syntax pipes\n  trust /usr/bin\n}\nagent wide extends narrow, base {\n  override syntax pipes, globs\n}\n",
	"empty.rules": "agent nothing {}\n",
	"group.rules": "group g {\n  deny rm\n}\n",
	"broken.rules": "agent {",
	"odd.rules": 'agent odd {\n  deny "a\\u{1b}[31m" because "x\\u{202e}y"\n}\n',
});
const show = (...words: string[]) => rules(["show", ...words], { cwd });

function flat(agent: string, file: string): FlatPolicy {
	const { code, out, err } = show(agent, "--rules", file, "--json");
	expect([code, err]).toEqual([0, ""]);
	const policy = JSON.parse(out) as FlatPolicy;
	ajv.validate("show.schema.json", policy);
	expect(ajv.errors).toBeNull();
	return policy;
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
for (const name of ["diagnostic", "show"])
	ajv.addSchema(JSON.parse(readFileSync(join(root, "schemas", `${name}.schema.json`), "utf8")) as object);

/** `LINE what` for each rule that something was taken out of. */
function carvings(agent: string, file: string): Readonly<Record<string, readonly string[]>> {
	return Object.fromEntries(
		flat(agent, file)
			.rules.filter((rule) => rule.carvings.length > 0)
			.map((rule) => [rule.text, rule.carvings.map(({ origin, text }) => `${origin.line} ${text}`)]),
	);
}

/** `LINE` of each setting; `LINE!` for an override. */
function places(agent: string, file: string): Readonly<Record<string, readonly string[]>> {
	return Object.fromEntries(
		flat(agent, file).settings.map(({ text, origins }) => [
			text,
			origins.map(({ line, override }) => `${line}${override ? "!" : ""}`),
		]),
	);
}

test("an agent's policy names the line of each setting and rule, over files and groups", () => {
	expect(show("writer")).toEqual({
		code: 0,
		err: "",
		out: `agent writer extends default

settings
  guard.rules:6   default deny (from agent \`default\`)
                  unreadable deny (nobody says otherwise)
  guard.rules:7   syntax pipes (from agent \`default\`)
  policy.rules:9    said here as well
                  trust /usr/bin, /bin (nobody says otherwise)
                  zone UTC (nobody says otherwise)
                  sandbox off (nobody says otherwise)
                  audit prefer (nobody says otherwise)
                  self protected (nobody says otherwise)
                  govern shell (nobody says otherwise)
  policy.rules:8  limit timeout 10m max 10m (override)

rules outside of any agent
  policy.rules:2  allow ls

rules of agent \`writer\`
  policy.rules:4  allow pdflatex
  policy.rules:5  override allow git fetch, bash because "It is needed."
  policy.rules:6  override allow git status id states
  policy.rules:7  override constrain writes of pdflatex to ., /tmp

rules of group \`secrets\`, inherited
  guard.rules:2   deny * touching ~/.ssh
  policy.rules:5    without git fetch, bash (override in agent \`writer\`)
  policy.rules:6    without git status (override states in agent \`writer\`)

rules of agent \`default\`, inherited
  guard.rules:8   locked deny bash because "No shells."
  guard.rules:9   deny git except git status use go.get
  policy.rules:5    without git fetch, bash (override in agent \`writer\`)
  guard.rules:11  deny rm id no-rm
  guard.rules:12  constrain writes of * to .
  policy.rules:5    without git fetch, bash (override in agent \`writer\`)
  policy.rules:6    without git status (override states in agent \`writer\`)
  policy.rules:7    without pdflatex (override in agent \`writer\`)
`,
	});
});

describe("what overrides took out", () => {
	test("is told for each generation, and not for overrides that take nothing out", () => {
		expect(carvings("c", "chain.rules")).toEqual({
			"deny git": ["5 git fetch", "8 git fetch --all, git push"],
			"override allow git fetch": ["8 git fetch --all, git push"],
		});
	});

	test("is told of each of two that stand on one line", () => {
		expect(carvings("c", "one-line.rules.yaml")).toEqual({ "deny * touching secret": ["8 git x", "8 hg y"] });
	});

	test("is told where a file adds to an agent of an imported one", () => {
		expect(carvings("default", "namesake.rules")).toMatchObject({ "deny rm id no-rm": ["3 rm within ."] });
	});

	test("is told from YAML in the other notation, and as it stands there", () => {
		expect(flat("writer", "yaml.rules.yaml").rules).toMatchObject([
			{
				id: "yaml.rules.yaml:4",
				text: 'deny git, hg because "No."',
				source: expect.stringMatching(/^deny: \[git, hg\]\n {8}because: No\.$/),
				origin: { file: "yaml.rules.yaml", line: 4, in: "agent", name: "base" },
				inherited: true,
				carvings: [{ text: "git x" }, { text: "hg y" }],
			},
			{ text: "override allow git x", inherited: false, carvings: [] },
			{ text: "override allow hg y", inherited: false, carvings: [] },
		]);
	});

	test("leaves the rule whole where it comes down another way as well", () => {
		const { rules: shown } = flat("low", "diamond.rules");
		expect(shown.map(({ text, carvings: taken }) => [text, taken.length])).toEqual([
			["deny git", 1],
			["deny git", 0],
			["override allow git fetch", 0],
		]);
	});
});

describe("settings", () => {
	test("are written as a policy would say them, each with the lines that it comes from", () => {
		expect(places("both", "settings.rules")).toEqual({
			"default deny": ["2"],
			"unreadable ask": ["17!"],
			"sandbox require": ["18"],
			"audit prefer": [],
			"self writable": ["22"],
			"govern shell": [],
			"syntax none": [],
			"trust /usr/bin, /bin": [],
			"zone UTC": [],
			"environment keep PATH, HOME": ["3", "14"],
			'environment set CI=1, "GREETING=good day"': ["4"],
			"environment accept X": ["20"],
			"limit timeout 2m max 1h": ["10", "21"],
			"limit output 50000 characters each keep head 10 tail 20": ["5"],
			"limit processes 64": ["9"],
			"limit memory 1536MiB": ["6"],
			"limit cpu 90s": ["8"],
			"limit file-size 1000": ["7"],
		});
	});

	test("are read again as what they are", () => {
		const texts = flat("both", "settings.rules").settings.map(({ text }) => `  ${text}\n`);
		const again = folder({ "policy.rules": `agent both {\n${texts.join("")}}\n` });
		const { out } = rules(["show", "both", "--json"], { cwd: again });
		expect((JSON.parse(out) as FlatPolicy).settings.map(({ text }) => `  ${text}\n`)).toEqual(texts);
	});
});

test("a list that only narrows what is inherited is told by its own line", () => {
	expect(places("narrow", "narrow.rules")).toMatchObject({ "syntax pipes": ["5"], "trust /usr/bin": ["6"] });
	expect(places("wide", "narrow.rules")).toMatchObject({ "syntax pipes, globs": ["9!"], "trust /usr/bin": ["6"] });
});

test("an agent without rules is shown as what it is", () => {
	expect(show("nothing", "--rules", "empty.rules").out).toMatch(
		/^agent nothing\n\nsettings\n {4}default deny .*\n[\s\S]*\n\nno rules: the default decides\n$/,
	);
});

test("nothing in a policy steers the terminal", () => {
	expect(show("odd", "--rules", "odd.rules").out).toContain('  deny "a\\u{1b}[31m" because "x\\u{202e}y"\n');
});

test("a shipped pack is shown", () => {
	expect(show("default", "--rules", "safe-shell")).toMatchObject({ code: 0, err: "" });
});

describe("ends with 2", () => {
	test.each([
		["without an agent", [], /^error: missing required argument `AGENT`\n/],
		["for a mistyped agent", ["writr"], /^error: the policy has no agent `writr`\nhelp: did you mean `writer`\?\n$/],
		[
			"for a group",
			["secrets"],
			/^error: `secrets` is a group, and nobody can ask as a group\nhelp: show an agent that extends it: `default`\n$/,
		],
		[
			"for a group that nobody extends",
			["g", "--rules", "group.rules"],
			/^error: `g` is a group, .*\nhelp: no agent extends it\n$/,
		],
		[
			"where there is no agent",
			["x", "--rules", "group.rules"],
			/^error: the policy has no agent `x`\nhelp: the policy defines no agent/,
		],
		["for a broken policy", ["a", "--rules", "broken.rules"], /^error\[syntax-error\]/],
		["for a policy that is not there", ["a", "--rules", "nope.rules"], /^error\[file-not-found\]/],
	])("%s", (_, words, err) => {
		const ended = show(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});

	test("without a policy", () => {
		const { code, out, err } = rules(["show", "default"], { cwd: folder() });
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(/^error: there is no `policy\.rules` or `policy\.rules\.yaml` in this folder or above\n/);
	});

	test("for a broken policy in JSON, with the diagnostics", () => {
		const { code, out, err } = show("a", "--rules", "broken.rules", "--json");
		expect([code, err]).toEqual([2, ""]);
		ajv.validate("show.schema.json#/$defs/broken", JSON.parse(out));
		expect(ajv.errors).toBeNull();
		const { agent, diagnostics } = JSON.parse(out) as { agent: string; diagnostics: readonly { code: string }[] };
		expect([agent, diagnostics[0]?.code]).toEqual(["a", "syntax-error"]);
	});
});
