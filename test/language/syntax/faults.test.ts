import { describe, expect, test } from "@jest/globals";
import { positionAt, sourceFile } from "../../../src/language/source/source-file.js";
import { readPolicyFile } from "../../../src/language/syntax/read-policy-file.js";

/** `line:column message`, one line a fault. */
function faultsOf(name: string, text: string): string[] {
	const source = sourceFile(name, text);
	return readPolicyFile(name, text).diagnostics.map(({ message, span }) => {
		const { line, column } = positionAt(source, span.start);
		return `${line}:${column} ${message}`;
	});
}

describe("YAML that is no policy is told what is wrong, and where", () => {
	test.each([
		// the shape
		["rules:\n  - deny: git\n    whithin: .\n", "3:5 `whithin` is no clause of `deny`"],
		["rules:\n  - deny: git\n    within: .\n", "3:5 `within` does not belong on a `deny` rule"],
		["rules:\n  - allow: git\n    touching: .\n", "3:5 `touching` does not belong on an `allow` rule"],
		["rules:\n  - allow: git\n    locked: true\n", "2:5 `locked` does not belong on `allow`"],
		["rules:\n  - allow: git\n    of: reads\n", "3:5 `of` does not belong on an `allow` rule"],
		["rules:\n  - allow: git\n    deny: rm\n", "3:5 `deny` begins a statement of its own"],
		["rules:\n  - constrain: git\n", "2:5 `constrain` needs `to`"],
		["rules:\n  - constrain: writes of *\n    to: .\n", "2:16 `writes` is no program here"],
		["rules:\n  - deny git\n", "2:5 a statement is a mapping that begins with a keyword"],
		["rules:\n  - denny: git\n", "2:5 `denny` begins no statement"],
		["rules:\n  - set: x\n    is: y\n", "2:5 `set` can't stand inside an agent or a group, nor in `rules`"],
		["rules:\n  - expect: maybe\n    command: ls\n", "2:13 `maybe` is no effect"],
		["rules:\n  - expect: deny\n", "2:5 `expect` needs `command`"],
		["rules:\n  - expect: deny\n    command: ls\n    by: a b\n", "4:9 `a b` can't be the id of a rule"],
		["rules:\n  - expect: deny\n    command: ls\n    by: deny\n", "4:9 `deny` can't be the id of a rule here"],
		["rules:\n  - never: { allow: rm, deny: rm }\n", "2:12 `never` speaks of one effect"],
		["rules:\n  - never: rm\n", "2:12 a mapping is wanted here, found a text"],
		[
			"rules:\n  - environment: { keep: PATH, set: CI=1 }\n",
			"2:18 an `environment` says one of `keep`, `set` and `accept`",
		],
		["rules:\n  - environment: { kep: PATH }\n", "2:20 `kep` is no key of `environment`"],
		["sets:\n  a b: [x]\n", "2:3 `a b` can't be the name of a set"],
		["sets: 5\n", "1:7 a mapping is wanted here, found a number"],
		["sets: [x]\n", "1:7 a mapping is wanted here, found a list"],
		["agents:\n  writer:\n    rulez: []\n", "3:5 `rulez` is no key of `writer`"],
		["agents:\n  writer:\n", "2:3 something is missing behind `writer`"],
		["agent: writer\n", "1:1 `agent` is no part of a policy"],
		["- deny: x\n", "1:1 a policy is a mapping, found a list"],
		["statements:\n  - set: x\n", "2:5 `set` needs `is`"],
		[
			"programs:\n  d: { options: [{ names: target, value: path }] }\n",
			"2:27 `target` is no option's name\n2:42 `path` is no name of a value",
		],
		["programs:\n  d: { opts: 1 }\n", "2:8 `opts` is no key of `d`"],
		["__proto__: 1\n", "1:1 `__proto__` is no part of a policy"],
		// texts
		["rules:\n  - allow: true\n", "2:12 `true` is no text in YAML"],
		["rules:\n  - allow: rm\n    within: ~\n", "3:13 `~` is no text in YAML"],
		["rules:\n  - allow:\n", "2:5 something is missing behind `allow`"],
		["rules:\n  - allow: []\n", "2:12 `allow` lists nothing"],
		["rules:\n  - allow: {a,b}\n", "2:12 a text or a list of texts is wanted here, found a mapping"],
		["rules:\n  - allow: [ls, [rm]]\n", "2:17 a text is wanted here, found a list"],
		["rules:\n  - allow: ls\n    override: yes\n", "3:15 `yes` is neither `true` nor `false`"],
		["rules:\n  - deny: git within .\n", "2:15 `within` can't stand here"],
		["rules:\n  - deny: git\n    use: go build\n", "3:13 `build` can't stand here"],
		["rules:\n  - deny: 'git #x'\n", "2:16 a comment can't stand inside of this text"],
		["rules:\n  - deny: |\n      git push\n      git fetch\n", "2:11 a line break can't stand inside of this text"],
		['rules:\n  - deny: "git \\t $x"\n', "2:11 `$` can't stand here"],
		["rules:\n  - deny: git $x\n", "2:15 `$` can't stand here"],
		['rules:\n  - limit: timeout "5 s"\n', "2:20 a limit is bare words, parted by blanks"],
		// several at once, each once
		[
			'rules:\n  - allow: rm\n    with: "-r &"\n    note: [x]\n    bogus: 1\n',
			"3:16 an option is missing behind `&`, found the end of the text\n4:11 a text is wanted here, found a list\n5:5 `bogus` is no clause of `allow`",
		],
		// YAML itself
		["rules:\n  - allow: *\n", "2:12 `*` is an alias in YAML, and policies have none"],
		["rules:\n  - allow: @shells\n", "2:12 `@` can't begin a text in YAML"],
		["rules:\n  - allow: rm\n    within: !secret\n", "3:13 `!secret` is a tag in YAML, and policies have none"],
		["agents:\n  writer: {}\n  writer: {}\n", "3:3 the key `writer` stands here twice"],
		["rules: []\nrules: []\n", "2:1 the key `rules` stands here twice"],
		["agents:\n\twriter: {}\n", "2:1 a tab can't indent in YAML"],
		[
			"agents:\n  a: &a {}\n  b: *a\n",
			"2:6 `&a` is an anchor in YAML, and policies have none\n3:6 `*a` is an alias in YAML, and policies have none",
		],
		["agents:\n  <<: {}\n", "2:3 `<<` merges mappings in some YAML, and policies have no such thing"],
		["? [a]\n: b\n", "1:3 a list or mapping can't be a key"],
		["rules: []\n---\nrules: []\n", "2:1 a second document begins here"],
		["%YAML 1.1\n---\nrules: []\n", "1:1 `%YAML 1.1` is a directive of YAML, and policies have none"],
		["rules: [\n", "2:1 the closing `]` is missing before this line"],
		["rules: 'x\n", "2:1 a text in quotes does not end"],
		['rules:\n- deny: "\\q"\n', "2:10 `\\q` means nothing inside double quotes"],
		["rules:\n  - deny: git\n    because: Use x: y\n", "3:14 a key and its value can't stand here, behind another key"],
		["rules:\n  - deny: a\n   except: b\n", "3:1 this line is indented in a way that fits nothing above it"],
		["rules:\r  - deny: x\n", "1:7 a carriage return stands here without a line feed"],
	])("%j", (text, faults) => expect(faultsOf("x.rules.yaml", text)).toEqual(faults.split("\n")));

	test("numbers are the texts that they are written as", () => {
		expect(faultsOf("x.yaml", "rules:\n  - allow: 012\n    note: 1e3\n")).toEqual([]);
		const [rule] = readPolicyFile("x.yaml", "rules:\n  - allow: 012\n").value.statements;
		expect(rule?.kind === "rule" && rule.patterns[0]?.words[0]?.text).toBe("012");
	});
});

describe("a DSL text that is no policy is told what is wrong, and where", () => {
	test.each([
		["deny\n", "1:5 a pattern is missing behind `deny`, found the end of the file"],
		["deny git within\n", "1:16 a path is missing behind `within`, found the end of the file"],
		["deny git with -a &\n", "1:19 an option is missing behind `&`, found the end of the file"],
		["alow git\n", "1:1 `alow` can't stand here"],
		["agent x {\n  deny git\n", "2:11 `}` is missing behind `git`, found the end of the file"],
		[
			"agent x {\n  allow ls\n  program y can read { option -q }\n  program z can read\n  allow wc\n}\nallow cat\n",
			"3:3 `program` can't stand inside an agent or a group",
		],
		["agent x {\n  agent y {}\n}\n", "2:3 `agent` can't stand inside an agent or a group\n3:1 `}` closes nothing"],
		[
			"allow x\nrules:\n}\n",
			"2:1 `rules:` begins a line, but nothing says that the line before goes on\n3:1 `}` closes nothing",
		],
		["}\n", "1:1 `}` closes nothing"],
		['deny "git\n', "1:6 a text in double quotes does not end in its line"],
		['deny "gi\\q"\n', "1:9 `\\q` means nothing inside double quotes"],
		['deny gi"t"\n', '1:6 `gi"t"` is half in quotes'],
		["deny a$x\n", "1:7 `$` can't stand here"],
		["deny git; rm\n", "1:9 `;` can't stand here"],
		["deny git\u0001\n", "1:9 the control character U+0001 can't stand here"],
		["deny /[a b]/\n", "1:6 `/[a` opens a `[` that does not close"],
		["locked default deny\n", "1:1 `locked` does not belong here"],
		["deny git because x because y\n", "1:20 `because` stands twice on one rule"],
		["set = x\n", "1:5 the set's name is missing behind `set`, found `=`"],
		["set x y\n", "1:7 `=` is missing behind `x`, found `y`"],
		["limit\n", "1:6 what to limit is missing behind `limit`, found the end of the file"],
		["expect allow\n", "1:13 `:` and a command is missing behind `allow`, found the end of the file"],
		["default maybe\n", "1:9 `allow`, `ask`, `nudge` or `deny` is missing behind `default`, found `maybe`"],
		["deny git except\nallow x\n", "2:1 a pattern is missing behind `except`, found `allow`"],
		["constrain writes * to .\n", "1:18 `of` is missing behind `writes`, found `*`"],
		["agent {\n}\n", "1:7 a name is missing behind `agent`, found `{`"],
		["deny git because\n", "1:17 a text is missing behind `because`, found the end of the file"],
	])("%j", (text, faults) => expect(faultsOf("x.rules", text)).toEqual(faults.split("\n")));
});
