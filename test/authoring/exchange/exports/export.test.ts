/** What a policy becomes as a harness's permissions: nothing that it does not allow, and what can't be said is told. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { claudeTools } from "../../../../src/authoring/exchange/exports/claude-refusals.js";
import { exportable } from "../../../../src/authoring/exchange/exports/exportable.js";
import { type ExportFormat, exported, exportFormats } from "../../../../src/authoring/exchange/exports/exports.js";
import { ampTools } from "../../../../src/authoring/exchange/imports/amp-calls.js";
import { importAmpPermissions } from "../../../../src/authoring/exchange/imports/amp-permissions.js";
import { importClaudePermissions } from "../../../../src/authoring/exchange/imports/claude-permissions.js";
import { importCodexRules } from "../../../../src/authoring/exchange/imports/codex/codex-rules.js";
import { importCopilotFlags } from "../../../../src/authoring/exchange/imports/copilot-flags.js";
import { importCursorPermissions } from "../../../../src/authoring/exchange/imports/cursor-permissions.js";
import { geminiTools } from "../../../../src/authoring/exchange/imports/gemini/gemini-calls.js";
import { importGeminiPolicy } from "../../../../src/authoring/exchange/imports/gemini/gemini-policy.js";
import { importOpencodePermissions } from "../../../../src/authoring/exchange/imports/opencode-permissions.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import { tools as ampRecord } from "../../../../src/runtime/harnesses/amp/tools.js";
import { tools as claudeRecord } from "../../../../src/runtime/harnesses/claude-code/tools.js";
import type { Tools } from "../../../../src/runtime/harnesses/dialect/dialect.js";
import { tools as geminiRecord } from "../../../../src/runtime/harnesses/gemini-cli/tools.js";
import { readToml } from "../../../../src/runtime/harnesses/install/toml.js";
import { loadText } from "../../../../src/runtime/load/load.js";

// A busy machine takes its time.
jest.setTimeout(120_000);

const world = { workspace: "/workspace", home: "/home/user", linkAt: () => "none" as const, entriesOf: () => [] };
const readers = {
	amp: importAmpPermissions,
	"claude-code": importClaudePermissions,
	codex: importCodexRules,
	"copilot-cli": importCopilotFlags,
	cursor: importCursorPermissions,
	"gemini-cli": importGeminiPolicy,
	"kilo-code": importOpencodePermissions,
	opencode: importOpencodePermissions,
} as const;
/** Those whose permissions can be imported, too. */
const readable = Object.keys(readers) as (keyof typeof readers)[];

function treeOf(policy: string): Tree {
	const { tree, diagnostics } = loadText("policy.rules", policy, {});
	if (tree === undefined) throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${policy}`);
	return tree;
}

function sayable(policy: string, agent = "default") {
	const tree = treeOf(policy);
	const own = tree.agents[agent];
	if (own === undefined) throw new Error(`no agent ${agent}`);
	return exportable(tree, agent, own);
}

/** The places where a call may stand: folders, and links in them. */
const worlds = [
	{},
	{ cwd: "/workspace/secret" },
	{ cwd: "/etc" },
	{ links: (path: string) => (path.endsWith("a.txt") ? { target: "/etc/passwd" } : "none") },
	{ links: (path: string) => (path.startsWith("/usr/bin/") ? { target: "/opt/evil" } : "none") },
] as const satisfies readonly { cwd?: string; links?: (path: string) => { target: string } | "none" }[];

/** What a policy answers to a line, as a script and as words, wherever it stands: the strictest of all. */
function strictest(tree: Tree, line: string): string {
	const effects = worlds.flatMap(
		({ cwd, links }: { cwd?: string; links?: (path: string) => { target: string } | "none" }) => {
			const here = { ...world, ...(links === undefined ? {} : { linkAt: links }) };
			const around = cwd === undefined ? {} : { cwd };
			return [{ script: line }, { argv: line.trim().split(/ +/) }].map(
				(one): string => decide(tree, { ...one, ...around }, here).effect,
			);
		},
	);
	return ["deny", "nudge", "ask", "allow"].find((one) => effects.includes(one)) ?? "deny";
}

const effectOf = (tree: Tree, request: { readonly argv: readonly string[] } | { readonly script: string }): string =>
	decide(tree, request, world).effect;

/** What Amp's entries and Gemini CLI's rules answer to a line, the first that fits; and Zed's, the strictest; and VS Code's for a whole line. */
function answer(format: "amp" | "gemini-cli" | "vs-code" | "zed", text: string, line: string): string | undefined {
	if (format === "vs-code") {
		const rules = Object.entries(JSON.parse(text)["chat.tools.terminal.autoApprove"] as object);
		const fits = rules.filter(([expression]) => new RegExp(expression.slice(1, -1)).test(line));
		if (fits.some(([, rule]) => rule === false)) return undefined;
		return fits.some(([, rule]) => rule.approve === true && rule.matchCommandLine === true) ? "allow" : undefined;
	}
	if (format === "zed") {
		type Patterns = readonly { readonly pattern: string }[];
		const { terminal } = JSON.parse(text).agent.tool_permissions.tools as {
			terminal: { default: string; always_allow: Patterns; always_confirm: Patterns; always_deny: Patterns };
		};
		const fits = (patterns: Patterns): boolean => patterns.some(({ pattern }) => new RegExp(pattern).test(line));
		if (fits(terminal.always_deny)) return "deny";
		return fits(terminal.always_confirm) ? "ask" : fits(terminal.always_allow) ? "allow" : terminal.default;
	}
	if (format === "amp") {
		const entries = (
			JSON.parse(text) as { "amp.permissions": readonly { matches?: { cmd: string }; action: string }[] }
		)["amp.permissions"];
		return entries.find(({ matches }) => matches === undefined || new RegExp(matches.cmd.slice(1, -1)).test(line))
			?.action;
	}
	const read = readToml(text);
	if ("message" in read) throw new Error(read.message);
	const rules = read.table.rule as unknown as readonly { argsPattern: string; decision: string; priority: number }[];
	return [...rules]
		.sort((a, b) => b.priority - a.priority)
		.find(({ argsPattern }) => new RegExp(argsPattern).test(`{\0${JSON.stringify({ command: line }).slice(1, -1)}\0}`))
		?.decision;
}

const mixed = `agent default {
	default ask
	allow git status, git log
	allow ls within .
	allow echo
	allow ./run, py*
	ask docker ps
	deny * touching **/.env
	deny shutdown
}
`;

/** Proofs cost time: it is asked once. */
let ofMixed: ReturnType<typeof sayable> | undefined;
function saidOfMixed(): ReturnType<typeof sayable> {
	ofMixed ??= sayable(mixed);
	return ofMixed;
}

describe("what is said of a policy", () => {
	test("are the widest regions of which it allows, or asks about, all", () => {
		const { regions, refusals } = saidOfMixed();
		expect(regions.map(({ effect, words, reach }) => `${effect} ${words.join(" ")} ${reach}`).sort()).toEqual([
			"allow echo any",
			"allow git log exact",
			"allow git status exact",
			"allow ls exact",
			"ask docker ps operands",
		]);
		expect(refusals.map(({ words }) => words)).toEqual([["shutdown"]]);
	});

	test("leaves out what hangs on more than a text, and tells each rule", () => {
		const { untold } = saidOfMixed();
		expect(untold.map(({ place }) => place)).toEqual(expect.arrayContaining(["policy.rules:4", "policy.rules:6"]));
		expect(untold.every(({ message }) => message !== "")).toBe(true);
	});

	test("what another rule denies anywhere behind the words is not said with them", () => {
		const { regions } = sayable(
			"agent default {\n default deny\n allow pip granting everything\n deny pip install --user\n}\n",
		);
		expect(regions.map(({ words, reach }) => [words, reach])).toEqual([[["pip"], "operands"]]);
	});
});

/** Policies with lines that they deny, and that an export once allowed, or might. */
const denied: readonly (readonly [what: string, rules: readonly string[], lines: readonly string[]])[] = [
	[
		"words of the language as words of a command",
		["allow exactly make", 'allow make "deny" foo', 'deny make "deny" foo secret'],
		["make deny foo secret"],
	],
	["words that end a claim", ['allow tool "never" "allow"', "deny tool never allow x"], ["tool never allow x"]],
	["options without a dash", ["allow dd"], ["dd of=/dev/sda", "dd x of=/dev/sda"]],
	["options that rules say, of a program nobody knows", ["allow tool", "deny tool of=*"], ["tool of=x"]],
	["a bundle of options", ["allow tar granting everything", "deny tar --extract"], ["tar xf a.tar", "tar tfx y"]],
	["a bundle of letters", ["allow ps", "deny ps /[a-z]*e[a-z]*/"], ["ps auxe"]],
	["an expression", ["allow find"], ["find . -delete", "find . -exec rm x +"]],
	["operands that are code", ["allow awk", "allow sed"], ["sed w/etc/passwd", "sed 1e x"]],
	[
		"operands that mean more by their form",
		["allow git push", "deny git push using delete"],
		["git push origin :main"],
	],
	["a subcommand that goes on", ["allow git remote", "deny git remote add"], ["git remote add x y"]],
	[
		"commands inside of others",
		["allow timeout, nice, env, xargs", "deny rm"],
		["timeout 5 rm x", "env rm x", "xargs rm"],
	],
	["a link", ["allow exactly cat a.txt", "deny * touching /etc"], ["cat a.txt"]],
	["a link, behind the words", ["allow cat", "deny * touching /etc"], ["cat a.txt", "cat b/a.txt"]],
	["a link out of what is granted", ["allow cat within ."], ["cat a.txt"]],
	["a link out of a constraint", ["allow cat", "constrain reads of * to ."], ["cat a.txt"]],
	["the folder of a call", ["allow cat key.txt", "deny * touching secret"], ["cat key.txt"]],
	["the folder of a call, out of what is granted", ["allow exactly cat key.txt within src"], ["cat key.txt"]],
	["a program that is a link", ["allow cat", "deny /opt/evil"], ["cat x", "cat"]],
	[
		"variables of the shell",
		["allow export, declare, unset, read granting everything"],
		["export PATH=x", "declare PATH=x"],
	],
	[
		"what a shell evaluates",
		["allow eval, let, alias, source, exec granting everything"],
		["eval rm x", "let x", "alias ls=rm", "exec rm x"],
	],
	[
		"what a shell runs",
		["allow command, builtin, trap granting everything", "deny rm"],
		["command rm x", "trap rm EXIT"],
	],
	["where a shell goes", ["allow cd granting everything", "deny * touching /etc"], ["cd /etc"]],
	[
		"words that a shell reads otherwise",
		["allow coproc, time, then granting everything"],
		["coproc rm x", "time rm x", "then x"],
	],
	["a name that printf sets", ["allow printf granting everything", "deny printf using exec"], ["printf -v x[1] y"]],
];

describe("what a policy denies", () => {
	test.each(denied)("is in no export: %s", (_what, rules, lines) => {
		const policy = `agent default {\n default deny\n${rules.map((one) => ` ${one}\n`).join("")}}\n`;
		const tree = treeOf(policy);
		const said = sayable(policy);
		for (const line of lines) {
			const ours = strictest(tree, line);
			for (const format of ["amp", "gemini-cli", "zed"] as const) {
				const { text } = exported(format, said);
				const theirs = answer(format, text, line);
				if (theirs === "allow") expect([line, text, ours]).toEqual([line, text, "allow"]);
			}
		}
	});

	test("is denied by each of these policies: a line that is not says nothing", () => {
		const allowed = denied.flatMap(([, rules, lines]) => {
			const tree = treeOf(`agent default {\n default deny\n${rules.map((one) => ` ${one}\n`).join("")}}\n`);
			return lines.filter((line) => strictest(tree, line) === "allow");
		});
		expect(allowed).toEqual([]);
	});
});

describe("what hangs on nothing but the words", () => {
	test.each([
		["allow echo any", ["allow echo", "deny * touching /etc"]],
		["allow zzz any", ["allow zzz granting everything", "deny rm"]],
		["allow zzz operands", ["allow zzz", "deny zzz --all"]],
		["allow git status exact", ["allow git status", "deny * touching /etc"]],
		["allow dd any", ["allow dd granting everything"]],
		["allow printf exact", ["allow printf granting everything"]],
	])("goes out still: %s", (region, rules) => {
		const { regions } = sayable(`agent default {\n default deny\n${rules.map((one) => ` ${one}\n`).join("")}}\n`);
		expect(regions.map(({ effect, words, reach }) => `${effect} ${words.join(" ")} ${reach}`)).toEqual([region]);
	});
});

test("Codex asks about more than a question of the policy, and that is told as looser", () => {
	const looser = (rules: string): number =>
		exported("codex", sayable(`agent default {\n default deny\n ${rules}\n}\n`)).remarks.filter(
			({ verdict, message }) => verdict === "looser" && message.includes("a question stands for"),
		).length;
	expect([looser("allow echo"), looser("allow exactly zzz")]).toEqual([0, 1]);
});

describe.each(readable)("%s", (format) => {
	test("what is written is read again by the import", () => {
		const { text } = exported(format, saidOfMixed());
		expect(readers[format](text, "it", { trusting: true })).toHaveProperty("policy");
	});

	test("of a policy that allows nothing, nothing is said, and nothing is allowed", () => {
		const said = sayable("agent default {\n default deny\n allow rm within src\n deny rm\n}\n");
		expect(said.regions).toEqual([]);
		const { text } = exported(format, said);
		const read = readers[format](text, "it", { trusting: true });
		if ("message" in read) throw new Error(read.message);
		expect(effectOf(treeOf(read.policy), { argv: ["rm", "src/x"] })).not.toBe("allow");
	});

	test("every export says that the hook is the whole of it", () => {
		const { remarks } = exported(format, saidOfMixed());
		expect(remarks.at(-1)).toMatchObject({ verdict: "left-out", message: expect.stringContaining("rules install") });
	});
});

test("Zed's permissions deny whatever is no plain words, and all that they do not name", () => {
	const { text } = exported("zed", saidOfMixed());
	const answers = [
		"git status",
		"git status -s",
		"echo a b",
		"echo $(id)",
		"echo a\nid",
		"GIT status",
		"docker ps",
		"rm x",
	];
	expect(answers.map((one) => answer("zed", text, one))).toEqual([
		"allow",
		"deny",
		"allow",
		"deny",
		"deny",
		"deny",
		"ask",
		"deny",
	]);
	expect(answer("zed", exported("zed", { ...saidOfMixed(), regions: [] }).text, "echo")).toBe("deny");
});

test("a harness that lets more through beside its permissions is told as looser, one that does not is not", () => {
	const isLooser = (format: ExportFormat): boolean =>
		exported(format, saidOfMixed()).remarks.some(({ verdict }) => verdict === "looser");
	expect(exportFormats.filter((format) => !isLooser(format))).toEqual(["amp", "gemini-cli"]);
});

const program = fc.constantFrom("git", "ls", "echo", "npm", "zzz", "cat", "dd", "tar", "export", "env");
const operand = fc.constantFrom(
	"log",
	"push",
	"x",
	".env",
	"../y",
	"/etc/passwd",
	"a.txt",
	"of=x",
	"xf",
	"PATH=x",
	"deny",
);
const option = fc.constantFrom("-f", "--global", "-o", "-C");
const pattern = fc
	.tuple(
		program,
		// In quotes, and before the operands: not every program has each of them, and behind a command that it runs they belong to that.
		fc.array(
			option.map((one) => `"${one}"`),
			{ maxLength: 1 },
		),
		fc.array(fc.constantFrom("log", "push", "x", "a.txt", '"deny"'), { maxLength: 2 }),
	)
	.map(([first, ...rest]) => [first, ...rest.flat()].join(" "));
const rule = fc.oneof(
	pattern.map((one) => `allow ${one}`),
	pattern.map((one) => `allow ${one} granting everything`),
	pattern.map((one) => `allow exactly ${one}`),
	program.map((one) => `allow ${one} within .`),
	pattern.map((one) => `ask ${one}`),
	pattern.map((one) => `deny ${one}`),
	fc.constantFrom(
		"deny * touching **/.env",
		"deny * touching /etc",
		"constrain reads of * to .",
		"deny * using write",
		"deny git except git log",
	),
);
const line = fc
	.tuple(
		program,
		fc.array(fc.oneof(operand, option, fc.constantFrom("; rm", "> f", "$(x)", "*", "a'b'")), { maxLength: 3 }),
	)
	.map(([first, rest]) => [first, ...rest].join(" "));

describe("whatever the policy", () => {
	test("what is exported allows nothing that it does not, held against the line and read back again", () => {
		fc.assert(
			fc.property(
				fc.array(rule, { minLength: 1, maxLength: 4 }),
				fc.constantFrom("deny", "ask"),
				fc.array(line, { minLength: 6, maxLength: 12 }),
				(rules, fallback, lines) => {
					const policy = `agent default {\n\tdefault ${fallback}\n${rules.map((one) => `\t${one}\n`).join("")}}\n`;
					const tree = treeOf(policy);
					const said = sayable(policy);
					const starts = said.regions.map(({ words }) => words.join(" "));
					for (const format of exportFormats) {
						const { text } = exported(format, said);
						const read =
							format in readers && text !== ""
								? readers[format as keyof typeof readers](text, "it", { trusting: true })
								: undefined;
						if (read !== undefined && "message" in read) throw new Error(`${read.message}\n${text}`);
						const again = read === undefined ? undefined : treeOf(read.policy);
						for (const script of [...lines, ...starts, ...starts.map((one) => `${one} -x y`)]) {
							const told = `${policy}${format}\n${text}${script}`;
							const ours = effectOf(tree, { script });
							if (again !== undefined && effectOf(again, { script }) === "allow" && !/[;|]/.test(script))
								expect([told, ours]).toEqual([told, "allow"]);
							if (format === "amp" || format === "gemini-cli" || format === "zed" || format === "vs-code") {
								const theirs = answer(format, text, script);
								if (theirs === "allow") expect([told, strictest(tree, script)]).toEqual([told, "allow"]);
								if (theirs?.startsWith("ask") === true)
									expect([told, strictest(tree, script)]).toEqual([told, expect.stringMatching(/allow|ask/)]);
							}
						}
					}
				},
			),
			{ numRuns: Number(process.env.EXPORT_RUNS ?? 8) },
		);
	});
});

test.each<[string, readonly string[]]>([
	[
		"govern files\n deny * touching **/.env",
		["**/.env", "**/.env/**", "//**/.env", "//**/.env/**"].flatMap((path) => [`Read(${path})`, `Edit(${path})`]),
	],
	["deny * touching **/.env", []],
	[
		"govern files\n deny file.read touching ~/.ssh, /etc/x",
		["Read(~/.ssh)", "Read(~/.ssh/**)", "Read(//etc/x)", "Read(//etc/x/**)"],
	],
	[
		"govern files\n deny * using write, delete touching keys",
		["Edit(./keys)", "Edit(./keys/**)", "Edit(/keys)", "Edit(/keys/**)"],
	],
	["govern files\n deny * using write touching keys", []],
	["govern files\n deny file.read touching keys, !keys/a", []],
	["govern files\n deny file.read, file.write", ["Read", "Write"]],
	["govern web\n deny web.fetch, web.search", ["WebFetch", "WebSearch"]],
	["govern agents\n deny agent.start Explore, agent.skill", ["Agent(Explore)", "Skill"]],
	["govern mcp\n deny mcp.gh.drop, mcp.files.*, mcp.*.x", ["mcp__gh__drop", "mcp__files"]],
	["govern web\n deny mcp.gh.drop", []],
	["govern all\n deny file.read except file.read a", []],
])("Claude Code denies calls: %s", (body, deny) => {
	const { text } = exported("claude-code", sayable(`agent default {\n default ask\n ${body}\n}`));
	expect(JSON.parse(text).permissions.deny).toEqual(deny);
});

test("what is denied of calls is denied by what it becomes, too", () => {
	const policy = "agent default {\n default ask\n govern all\n deny * touching **/.env, keys\n deny mcp.gh.drop\n}";
	const { text, remarks } = exported("claude-code", sayable(policy));
	expect(remarks).toContainEqual(
		expect.objectContaining({ verdict: "looser", message: expect.stringContaining("reads files") }),
	);
	const back = importClaudePermissions(text, ".claude/settings.json", { trusting: false });
	if ("message" in back) throw new Error(back.message);
	const tree = treeOf(back.policy);
	for (const call of [["file.read", "a/.env"], ["file.edit", "keys/b"], ["mcp.gh.drop"]])
		expect(decide(tree, { call }, world).effect).toBe("deny");
});

const withHands = [
	"default ask\n govern all\n allow web.search\n allow web.fetch at docs.example\n deny * touching **/.env",
	"default deny\n govern web, agents\n allow web.fetch at docs.example, *.corp.example\n allow agent.start Explore\n ask agent.start Writer",
	"default allow\n govern files, web\n deny file.read touching keys\n deny web.fetch reaching evil.example",
	"default ask\n govern all\n ask web.fetch\n allow agent.skill lint\n allow file.read within docs\n deny mcp.gh.drop",
	"default ask\n govern mcp\n allow mcp.gh.get_issue\n allow mcp.gh.list\n deny * touching **/.env",
	"default deny\n govern files\n allow file.read, file.list, file.search\n allow file.write within out",
	"default deny\n govern web\n allow web.fetch at docs.example\n deny web.fetch /.*private.*/",
] as const;
const taught = "program mcp.gh.get_issue can network {\n option --title TEXT\n}\n";
const sampled: readonly (readonly string[])[] = [
	["file.read", "docs/a.md"],
	["file.read", "keys/b"],
	["file.read", "a/.env"],
	["file.search", "x", "docs"],
	["file.write", "out/a"],
	["file.edit", ".claude/settings.json"],
	["web.search", "x"],
	["web.fetch", "https://docs.example/a"],
	["web.fetch", "https://docs.example.evil.example/a"],
	["web.fetch", "https://evil.example/?docs.example/"],
	["web.fetch", "https://docs.example/private"],
	["web.fetch", "https://a.corp.example/"],
	["agent.start", "Explore"],
	["agent.start", "Writer"],
	["agent.start", "Other"],
	["agent.skill", "lint"],
	["agent.skill", "other"],
	["mcp.gh.get_issue", "--title=x"],
	["mcp.gh.get_issue", "--file=.env"],
	["mcp.gh.list"],
	["mcp.gh.drop"],
];

/** They ask a person about what no permission speaks of, which is told as looser. */
const asking = ["copilot-cli", "cursor"] as const;

describe.each(asking)("calls of other tools, for %s", (format) => {
	test.each(withHands)("what is written allows no more than the policy, and the rest is told: %s", (body) => {
		const policy = `${taught}agent default {\n ${body}\n}`;
		const tree = treeOf(policy);
		const { text, remarks } = exported(format, sayable(policy));
		expect(remarks).toContainEqual(
			expect.objectContaining({ verdict: "looser", message: expect.stringContaining("asks a person") }),
		);
		const back = text === "" ? undefined : readers[format](text, ".settings.json", { trusting: false });
		if (back === undefined) return;
		if ("message" in back) throw new Error(back.message);
		const again = treeOf(back.policy);
		for (const call of sampled) {
			const [ours, theirs] = [tree, again].map((one) => decide(one, { call }, world));
			// What nothing is said of, and what Copilot CLI does by itself.
			if (theirs?.code === "ungoverned" || ours?.code === "ungoverned") continue;
			if (format === "copilot-cli" && /^(?:file\.(?:read|list|search)|agent\.start)$/.test(call[0] ?? "")) continue;
			if (theirs?.effect === "allow") expect([call, ours?.effect]).toEqual([call, "allow"]);
		}
	});
});

test.each([
	["copilot-cli", "--allow-url=docs.example", "--deny-tool=write"],
	["cursor", '"WebFetch(docs.example)"', '"Read(**/.env)"'],
	["vs-code", '"https://docs.example"', '"approveResponse": false'],
	["junie", '"pattern": "gh:get_issue"', '"action": "allow"'],
	["kiro", '- "gh/get_issue"', "capability: fs_write\n    effect: deny"],
] as const)("what is allowed and denied of calls is said to %s", (format, ...parts) => {
	const hands =
		"default deny\n govern all\n allow web.fetch at docs.example\n allow mcp.gh.get_issue granting everything\n self writable\n allow file.read within docs\n deny file.read touching **/.env";
	const { text } = exported(format, sayable(`${taught}agent default {\n ${hands}\n}`));
	for (const part of parts) expect(text).toContain(part);
});

test("commands go out to those that ask a person as far as their forms hold them", () => {
	const textOf = (format: ExportFormat) => exported(format, saidOfMixed()).text;
	expect(textOf("copilot-cli")).toBe("'--allow-tool=shell(echo)'\n'--deny-tool=shell(shutdown)'\n");
	expect(JSON.parse(textOf("cursor")).permissions).toEqual({
		allow: ["Shell(git:status)", "Shell(git:log)", "Shell(echo)"],
		deny: ["Shell(shutdown)"],
	});
	expect(JSON.parse(textOf("junie")).rules.executables.rules).toEqual([
		{ pattern: "docker ps", action: "ask" },
		...["git status", "git log", "ls", "echo"].map((pattern) => ({ pattern, action: "allow" })),
	]);
	expect(textOf("kiro")).toBe(`rules:
  - capability: shell
    effect: deny
    exclude:
      - "docker ps"
      - "git status"
      - "git log"
      - "ls"
      - "echo"
  - capability: shell
    effect: ask
    match:
      - "docker ps"
  - capability: shell
    effect: allow
    match:
      - "git status"
      - "git log"
      - "ls"
      - "echo"
`);
	const lines = [
		"git status",
		"git status -s",
		"echo a/b -c",
		"echo $(id)",
		"echo a\nid",
		"docker ps",
		"shutdown",
		"lsx",
	];
	expect(lines.map((line) => answer("vs-code", textOf("vs-code"), line) ?? "ask")).toEqual([
		"allow",
		"ask",
		"allow",
		"ask",
		"ask",
		"ask",
		"ask",
		"ask",
	]);
});

describe.each(readable.filter((format) => format !== "codex" && format !== "copilot-cli" && format !== "cursor"))(
	"calls of other tools, for %s",
	(format) => {
		test.each(withHands)("no call is freer than the policy: %s", (body) => {
			const policy = `${taught}agent default {\n ${body}\n}`;
			const tree = treeOf(policy);
			const { text } = exported(format, sayable(policy));
			const back = readers[format](text, ".settings.json", { trusting: false });
			if ("message" in back) throw new Error(back.message);
			const again = treeOf(back.policy);
			for (const call of sampled) {
				const ours = decide(tree, { call }, world);
				if (ours.code === "ungoverned") continue;
				const theirs = decide(again, { call }, world);
				// What it does not name is denied by its mode, which an import says of the named hands alone; what it reads by itself is told as looser.
				if (theirs.code === "ungoverned" && format === "claude-code") continue;
				const freer = theirs.effect === "allow" || theirs.effect === "ask";
				if (theirs.effect === "allow") expect([call, ours.effect]).toEqual([call, "allow"]);
				else if (freer) expect([call, ours.effect]).toEqual([call, expect.stringMatching(/allow|ask/)]);
			}
		});
	},
);

test.each([
	["claude-code", '"WebFetch(domain:docs.example)"'],
	["opencode", '"https://docs.example/*": "allow"'],
	["kilo-code", '"https://docs.example/*": "allow"'],
	["zed", '"pattern": "^https?://docs\\\\.example/"'],
	["amp", '"tool": "web_search",\n      "action": "allow"'],
	["gemini-cli", 'toolName = "google_web_search"\ndecision = "allow"'],
] as const)("what is allowed of calls is said to %s", (format, part) => {
	const { text } = exported(format, sayable(`agent default {\n ${withHands[0]}\n}`));
	expect(text).toContain(part);
});

const claudeCalls: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	Object.entries(claudeTools).flatMap(([call, tools]) => tools.map((tool) => [tool, [call]])),
);

/** Fields for whatever tool. */
const fields = {
	file_path: "x",
	notebook_path: "x",
	path: "x",
	dir_path: "x",
	pattern: "x",
	filePattern: "x",
	include: "x",
	url: "https://a.example",
	prompt: "https://a.example",
	query: "x",
	agent_name: "x",
	name: "x",
	skill: "x",
};

test.each([
	["amp", ampTools, ampRecord],
	["gemini-cli", geminiTools, geminiRecord],
	["claude-code", claudeCalls, claudeRecord],
] as const)("what a permission for a tool stands for is what the hook makes of it: %s", (_, table, record) => {
	for (const [tool, calls] of Object.entries(table)) {
		const use = (record as Tools)[tool]?.(fields);
		if (use === undefined) continue;
		const name = "unclear" in use ? use.unclear : use.commands[0]?.[0];
		expect([tool, calls[0]?.split(" ")[0]]).toEqual([tool, name]);
	}
});

test.each(["zed", "opencode", "kilo-code", "gemini-cli", "amp", "claude-code"] as const)(
	"a question about a host stays in, and no address is allowed: %s",
	(format) => {
		const policy = "agent default {\n default deny\n govern web\n ask web.fetch at docs.example\n}";
		expect(exported(format, sayable(policy)).text).not.toContain("docs");
	},
);

test("every tool of a governed hand is denied that the record of the harness has", () => {
	const { text } = exported("amp", sayable("agent default {\n default deny\n govern files, agents\n}"));
	for (const tool of ["look_at", "delete_file", "format_file", "librarian", "finder", "skill"])
		expect(text).toContain(`"tool": "${tool}"`);
	expect(text).not.toContain("web_search");
});

test("agents and servers' tools are said by their names", () => {
	const { text } = exported("claude-code", sayable(`agent default {\n ${withHands[1]}\n}`));
	expect(JSON.parse(text).permissions.ask).toEqual(["Agent(Writer)"]);
	expect(JSON.parse(text).permissions.allow).toContain("Agent(Explore)");
});

test("Codex's rules say nothing of calls, and that is told as looser", () => {
	const { remarks } = exported("codex", sayable(`agent default {\n ${withHands[0]}\n}`));
	expect(remarks).toContainEqual(
		expect.objectContaining({ verdict: "looser", message: expect.stringContaining("calls of other tools") }),
	);
});
