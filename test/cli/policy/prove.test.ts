import { describe, expect, test } from "@jest/globals";
import { folder, program, rules, shell } from "../cli.js";
import { valid } from "../schemas.js";

const cwd = folder({
	"policy.rules": `set vcs = git, hg
agent default {
  default deny
  syntax redirects
  allow @vcs, ls
  allow rm within .
  nudge grep use file.search id no-grep
  deny git push
  never allow rm touching /etc
  never allow git push
}
agent writer extends default {
  override allow git push
  always deny npm, yarn
}
`,
	"silent.rules": "agent default {\n  default deny\n  allow ls\n}\n",
	"within.rules": "agent default {\n  default deny\n  allow cat within /etc\n}\n",
	"nobody.rules": "group g {\n  default deny\n}\n",
	"broken.rules": "agent {",
	"sets.rules": 'import "./inner.rules"\nset own = ls\nagent default {\n  default deny\n  allow @own, @inner\n}\n',
	"inner.rules": "set inner = cat\nset own = tac\n",
	"wrapper.rules": "agent default {\n  default deny\n  allow nice\n}\n",
	"odd.rules":
		'agent default {\n  default deny\n  allow echo "it\'s", echo "a\\tb c", echo "\\n", echo "$x", echo "a\\\\b", echo "~"\n}\n',
	"yaml.rules.yaml":
		"agents:\n  default:\n    rules:\n      - default: deny\n      - allow: ls\n      - never: { allow: ls }\n",
});
const prove = (...words: string[]) => rules(["prove", ...words], { cwd });

interface Proofs {
	readonly proved: boolean;
	readonly claims: readonly {
		readonly claim: string;
		readonly outcome: string;
		readonly file?: string;
		readonly line?: number;
		readonly agents: readonly { readonly agent: string; readonly outcome: string; readonly effect?: string }[];
	}[];
}
function proofs(...words: string[]): Proofs & { readonly code: number | null } {
	const { code, out, err } = prove("--json", ...words);
	expect(err).toBe("");
	expect(valid("proof", JSON.parse(out))).toEqual([]);
	return { code, ...(JSON.parse(out) as Proofs) };
}

describe("the claims of a policy", () => {
	test("are proved, or broken by a command for an agent", () => {
		expect(prove()).toEqual({
			code: 1,
			out: [
				"proved: never allow rm touching /etc (policy.rules:9)",
				"broken: never allow git push (policy.rules:10)",
				"  agent writer: `git push` is allow, by policy.rules:13",
				"    rules check --agent writer -- git push",
				"proved: always deny npm, yarn (policy.rules:14)",
				"",
			].join("\n"),
			err: "",
		});
	});

	test("are those of one agent, if it is named", () => {
		expect(prove("--agent", "default")).toEqual({
			code: 0,
			out: "proved: never allow rm touching /etc (policy.rules:9)\nproved: never allow git push (policy.rules:10)\n",
			err: "",
		});
	});

	test("are found in YAML as well", () => {
		expect(prove("--rules", "yaml.rules.yaml").out).toMatch(/^broken: .*\(yaml\.rules\.yaml:6\)\n/);
	});
});

describe("a claim of the command line", () => {
	test("is put to every agent", () => {
		const { code, claims } = proofs("never allow git push", "never allow hg");
		expect([code, claims.map(({ agents }) => agents.map(({ agent, outcome }) => `${agent} ${outcome}`))]).toEqual([
			1,
			[
				["default proved", "writer broken"],
				["default broken", "writer broken"],
			],
		]);
		expect(claims[0]).not.toHaveProperty("file");
	});

	test("sees the sets that the policy sees", () => {
		expect(prove("--rules", "sets.rules", "never allow @inner, @own").out).toMatch(/^broken: .*\n.*`ls` is allow/);
		expect(prove("--rules", "sets.rules", "always deny tac").code).toBe(0);
	});

	test("that holds something back is put to forced commands", () => {
		expect(prove("never allow grep").out).toContain(
			"`grep`, forced, is allow, by policy.rules:7 (no-grep)\n    rules check --force -- grep\n",
		);
		expect(prove("never deny exactly ls", "--agent", "default").out).toContain("rules check --script 'ls > x'\n");
	});

	test("that is broken in another folder says which", () => {
		const { claims } = proofs("--rules", "within.rules", "never allow exactly cat a");
		expect(claims[0]?.agents[0]).toMatchObject({ outcome: "broken", sample: { argv: ["cat", "a"], cwd: "/etc" } });
	});

	test("about what nobody knows is proved with a word on it", () => {
		expect(prove("never allow gti push", "--agent", "default").out).toBe(
			"proved: never allow gti push\n  agent default: no rule names a program `gti`, and no table lists it: is that what you mean?\n",
		);
		const { claims } = proofs("never allow git push --frobnicate", "--agent", "default");
		expect(claims[0]?.agents[0]).toMatchObject({ outcome: "proved", note: expect.stringContaining("--frobnicate") });
	});

	test("that can't be settled in so many steps is no proof", () => {
		expect(prove("--agent", "default", "--steps", "1", "never allow ls touching /etc/passwd")).toEqual({
			code: 1,
			out: "not settled: never allow ls touching /etc/passwd\n  agent default: the search ended at its limit for `ls`\n    a claim that says more (a subcommand, `using`, `touching`) is settled sooner, and `--steps 100000` searches longer\n",
			err: "",
		});
	});
});

describe("a command that breaks a claim", () => {
	/** The lines that ask about what was found. */
	const askingLines = (text: string): readonly string[] =>
		[...text.matchAll(/^ {4}(rules check .*)$/gm)].map(([, line]) => line as string);

	/** What such a line answers when it is pasted into a shell. */
	function effectOf(line: string): string {
		const run = `bash -c 'rules() { local verb=$1; shift; "$NODE" "$RULES" "$verb" --json "$@"; }; eval "$LINE"'`;
		const { out } = shell(run, { cwd, env: { NODE: process.execPath, RULES: program(), LINE: line } });
		return (JSON.parse(out) as { effect: string }).effect;
	}

	test.each([
		[[], ["never allow git push"]],
		[
			["--agent", "default"],
			[
				"never allow * touching /etc",
				"never allow * touching ~",
				"never allow grep",
				"never nudge grep -r",
				"always deny * using write",
				"always allow ls",
				"never deny rm",
			],
		],
		[
			["--rules", "odd.rules"],
			[
				'never allow echo "it\'s"',
				'never allow echo "a\\tb c"',
				'never allow echo "\\n"',
				'never allow echo "$x"',
				'never allow echo "a\\\\b"',
				'never allow echo "~"',
			],
		],
	])("decides as it is said, when its line is run: %j %j", (words, asked) => {
		const { claims } = proofs(...words, ...asked);
		const said = claims.map(({ claim, agents }) =>
			agents.flatMap(({ outcome, effect }) => (outcome === "broken" ? [[claim, effect]] : [])),
		);
		expect(said).toHaveLength(asked.length);
		for (const effects of said) expect(effects).not.toEqual([]);
		const lines = askingLines(prove(...words, ...asked).out);
		expect(lines).toHaveLength(said.flat().length);
		expect(lines.map((line, at) => [said.flat()[at]?.[0], effectOf(line)])).toEqual(said.flat());
	});

	test("keeps to the workspace that was named", () => {
		const { code, out } = prove("--workspace", "/", "--agent", "default", "never allow rm touching /etc");
		expect([code, askingLines(out)]).toEqual([1, ["rules check --workspace / -- rm etc"]]);
	});

	test("and leads elsewhere here, through a link, is shown with what is decided here", () => {
		const at = folder({
			"policy.rules": "agent default {\n  default deny\n  allow rm within .\n  deny rm touching /etc\n}\n",
		});
		shell("ln -s /etc linked", { cwd: at });
		expect(rules(["prove", "never allow rm touching ./linked"], { cwd: at }).out).toContain(
			"  agent default: `rm linked` is allow, by policy.rules:3\n    here it is `deny`: a link in this place leads elsewhere\n",
		);
	});

	test("is none where what it runs is denied", () => {
		expect(prove("--rules", "wrapper.rules", "never allow nice rm").out).toBe("proved: never allow nice rm\n");
	});
});

describe("ends with 2", () => {
	test.each([
		["for a claim that can't be read", ["never alow rm"], /^error\[syntax-error\]: [\s\S]*\n --> claim:1:7\n/],
		[
			"for a set that is not there",
			["always deny ls", "never allow @vc"],
			/^error\[unknown-set\]: [\s\S]*\n --> claim 2:1:13\n/,
		],
		["for a rule", ["allow rm"], /^error: `allow rm` is no claim\nhelp: a claim says /],
		["for two statements", ["never allow rm deny rm"], /^error/],
		["for nothing", [""], /^error: the claim is empty\n/],
		["without a claim", ["--rules", "silent.rules"], /^error: the policy makes no claim\nhelp: give one: /],
		[
			"where nobody is there",
			["--rules", "nobody.rules", "never allow rm"],
			/^error: the policy has no agent to prove/,
		],
		[
			"for a mistyped agent",
			["--agent", "writr"],
			/^error: the policy has no agent `writr`\nhelp: did you mean `writer`\?\n$/,
		],
		["for a broken policy", ["--rules", "broken.rules", "never allow rm"], /^error\[syntax-error\]/],
		["for a folder that is not there", ["--workspace", "nope"], /^error: `--workspace nope` is no folder\n/],
		["for steps that are no number", ["--steps", "x"], /^error: .*`x` is invalid/],
	])("%s", (_, words, err) => {
		const ended = prove(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});

	test.each([[["never alow rm"]], [["--rules", "broken.rules"]]])("in JSON with the diagnostics: %j", (words) => {
		const { code, out, err } = prove("--json", ...words);
		expect([code, err]).toEqual([2, ""]);
		expect(valid("proof#/$defs/broken", JSON.parse(out))).toEqual([]);
	});
});

describe("calls and commands alike", () => {
	const claim = "never allow * touching **/.env";
	const policy = (denied: string, govern = "all"): string =>
		`agent default {
  default deny
  govern ${govern}
  deny ${denied} touching **/.env
  allow file.read, file.write, cat
  allow mcp.fs.* granting code, write
}
`;
	const proved = (text: string) => rules(["prove", claim], { cwd: folder({ "policy.rules": text }) });

	test("a denial for everything holds for every hand", () => {
		expect(proved(policy("*"))).toMatchObject({ code: 0, out: `proved: ${claim}\n` });
	});
	test.each([
		["file.*, mcp.*", "`cat .env` is allow"],
		["cat, mcp.*", "`file.read .env` is allow"],
		["cat, file.write, mcp.*", "`file.read .env` is allow"],
		["file.*, cat", "`mcp.fs.x .env` is allow"],
	])("one for %s leaves a hand free, and the claim breaks there", (denied, sample) => {
		const { code, out } = proved(policy(denied));
		expect(code).toBe(1);
		expect(out).toContain(sample);
	});
	test.each([
		["file.read", "file.read .env"],
		["file.list", "file.list .env"],
		["file.search", "file.search x .env"],
		["file.write", "file.write .env"],
		["file.edit", "file.edit .env"],
		["file.delete", "file.delete .env"],
		["file.move", "file.move .env"],
		["web.fetch", "web.fetch file:///.env"],
		["agent.*", "agent.x .env"],
		["mcp.*", "mcp.x .env"],
		["mcp.fs.read", "mcp.fs.read .env"],
		["tool.*", "tool.x .env"],
		["tool.Read", "tool.Read .env"],
		["cat", "cat .env"],
	])("each hand that is free by itself breaks it: %s", (hand, sample) => {
		const text = `agent default {
  default deny
  govern all
  deny * except ${hand} touching **/.env
  allow * granting everything
}
`;
		const { code, out } = proved(text);
		expect([code, out]).toEqual([1, expect.stringContaining(`\`${sample}\` is allow`)]);
	});
	test("a call whose words are no paths is none of them", () => {
		for (const hand of ["web.search", "agent.start", "agent.skill"]) {
			const text = `agent default {\n default deny\n govern all\n deny * except ${hand} touching **/.env\n allow * granting everything\n}\n`;
			expect(proved(text)).toMatchObject({ code: 0 });
		}
	});
	test("a hand that nobody governs is named", () => {
		const { code, out } = proved(policy("*", "shell, files"));
		expect(code).toBe(0);
		expect(out).toContain(
			"leaves calls of `web`, `agents`, `mcp` and `tools` to the harness, and no proof speaks of those",
		);
		// Of commands of the shell alone, nobody would think so.
		expect(
			rules(["prove", "never allow rm"], { cwd: folder({ "policy.rules": policy("*", "shell, files") }) }).out,
		).toBe("proved: never allow rm\n");
		expect(proved(policy("*", "shell")).out).toBe(`proved: ${claim}\n`);
	});
});
