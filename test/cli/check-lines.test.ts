import { spawn } from "node:child_process";
import { userInfo } from "node:os";
import { beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readRequestLine } from "../../src/runtime/servers/lines/request-line.js";
import { folder, program, rules, shell } from "./cli.js";
import { valid } from "./schemas.js";

const cwd = folder({
	"policy.rules":
		'agent default {\n  allow ls within .\n  deny git because "No." id no-git\n}\nagent writer extends default {\n  override allow git fetch\n}\n',
	"sub/x": "",
});

interface Answer {
	readonly id: unknown;
	readonly effect?: string;
	readonly error?: string;
	readonly code?: string;
	readonly rules?: unknown;
	readonly commands?: unknown;
}

function answers(input: string | Uint8Array, ...words: string[]): { code: number | null; answers: readonly Answer[] } {
	const { code, out, err } = rules(["check", "--jsonl", ...words], { cwd, input });
	expect(err).toBe("");
	const lines = out.split("\n");
	expect(lines.pop()).toBe("");
	const read = lines.map((line) => JSON.parse(line) as Answer);
	const kind = words.includes("--brief") ? "decision#/$defs/brief" : "decision";
	for (const answer of read)
		expect(valid(answer.error === undefined ? kind : "decision#/$defs/refusal", answer)).toEqual([]);
	return { code, answers: read };
}

test("requests are decided in order, ids come back", () => {
	const input = [
		{ id: 1, argv: ["git", "push", "-f"] },
		{ id: "two", script: "ls" },
		{ argv: ["ls", "/etc"] },
		{ id: null, argv: ["git", "fetch"], agent: "writer" },
		{ id: -1.5, argv: ["ls"], agent: "nobody" },
		{ id: 6, argv: ["ls"], env: { LD_PRELOAD: "x" } },
	];
	const { code, answers: found } = answers(input.map((line) => JSON.stringify(line)).join("\n"));
	expect(code).toBe(0);
	expect(found.map(({ id, effect, code: why }) => [id, effect, why])).toEqual([
		[1, "deny", "rule"],
		["two", "allow", "rule"],
		[null, "deny", "default"],
		[null, "allow", "rule"],
		[-1.5, "deny", "unknown-agent"],
		[6, "deny", "environment"],
	]);
	expect(found[0]).toMatchObject({
		rules: [{ id: "no-git", file: "policy.rules", line: 3 }],
		commands: [{ argv: ["git", "push", "-f"], effect: "deny", start: 0, end: 11 }],
	});
});

test("what a harness's own shell is given is decided as its hook decides it", () => {
	const called = (harness: string, tool: string, input: object): object => ({ id: 0, call: { harness, tool, input } });
	const own = folder({ "policy.rules": "agent default {\n  allow python3, touch within . granting code\n}\n" });
	const input = [
		// What codex starts may be written to, and no hook sees that.
		called("codex", "Bash", { command: "python3" }),
		called("codex", "Bash", { command: "python3 -c 1" }),
		called("claude-code", "Bash", { command: "python3" }),
		called("claude-code", "Bash", { command: "python3", run_in_background: true }),
		// A call's folder is relative to that of the line, which is the workspace.
		{ ...called("opencode", "bash", { command: "touch x", workdir: "sub" }), cwd: own },
		{ ...called("opencode", "bash", { command: "touch ../x", workdir: "sub" }), cwd: own },
		{ ...called("opencode", "bash", { command: "touch x", workdir: "/elsewhere" }), cwd: own },
	];
	const { out } = rules(["check", "--jsonl"], {
		cwd: own,
		input: input.map((line) => JSON.stringify(line)).join("\n"),
	});
	const effects = out
		.trim()
		.split("\n")
		.map((line) => (JSON.parse(line) as Answer).effect);
	expect(effects).toEqual(["ask", "allow", "allow", "ask", "allow", "allow", "deny"]);
});

test("every form of line is taken, and what is no question is answered by nothing", () => {
	const lines = [
		'{"id":1,"argv":["git","push","-f"],"agent":"writer","cwd":"/repo","force":false,"env":{}}',
		'{"id":2,"script":"ls | wc -l"}',
		'{"id":3,"call":{"tool":"file.read","input":{"path":".env"}}}',
		'{"id":4,"call":{"harness":"claude-code","tool":"Read","input":{"file_path":".env"}}}',
		'{"id":5,"argv":["curl","x.example"],"session":"s1","facts":{"branch":"main"},"at":"2026-11-22T10:00:00Z"}',
		'{"session":"s1","outcome":{"id":2,"code":0}}',
		'{"outcome":{"id":5,"failed":true,"at":"2026-11-22T10:01:00Z"}}',
		'{"start":{"session":"s2","continues":"s1"}}',
		'{"approval":{"argv":["npm","publish"],"by":"bob","groups":["release"]}}',
		'{"id":6,"call":{"tool":"mcp.github.create_issue","input":{"title":"x","labels":["a"]}},"home":"/home/ann","workspace":"/repo"}',
		'{"id":7,"argv":["ls",null],"background":true,"call":"c1","tools":["vcs"]}',
		'{"id":8,"call":[["file.read",".env"],["file.write","a"]]}',
		'{"history":"unreadable"}',
	];
	for (const line of lines) expect([line, valid("request", JSON.parse(line))]).toEqual([line, []]);
	const policy = folder({
		"policy.rules":
			"agent default {\n  default deny\n  govern all\n  allow git push after exactly ls\n}\nagent writer extends default {}\n",
	});
	for (const place of [cwd, policy]) {
		const { code, out, err } = rules(["check", "--jsonl"], { cwd: place, input: lines.join("\n") });
		expect([code, err]).toEqual([0, ""]);
		const found = out
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line) as Answer);
		expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
		for (const answer of found) expect(valid("decision", answer)).toEqual([]);
	}
});

test("an answer begins with the fields of the contract, in their order", () => {
	const { out } = rules(["check", "--jsonl"], { cwd, input: '{"id":1,"argv":["git","push","-f"]}\n' });
	expect(out).toMatch(
		/^\{"id":1,"effect":"deny","message":"No\.","use":\[\],"rules":\[\{"id":"no-git","file":"policy\.rules","line":3\}\],"commands":\[\{"argv":\["git","push","-f"\],"effect":"deny","start":0,"end":11,/,
	);
});

describe("a line that is no request is answered, and the stream goes on", () => {
	const long = `{"id":1,"argv":["${"x".repeat(1024 * 1024)}"]}`;
	const fields =
		"`id`, `argv`, `script`, `call`, `agent`, `cwd`, `workspace`, `home`, `env`, `force`, `tools`, `facts`, `at`, `session`, `background`";
	const words = "`argv` is a list of one or more strings, with `null` for a word that can't be known";
	const cases: readonly (readonly [name: string, line: string | Uint8Array, id: unknown, error: string])[] = [
		["nothing", "", null, "the line is empty"],
		["blanks", "  \t", null, "the line is empty"],
		["no JSON", "{id:1}", null, "the line is no JSON"],
		["half of it", '{"id":1,"argv":["ls"]', null, "the line is no JSON"],
		["a list", "[]", null, "a request is a JSON object"],
		["nothing at all", "null", null, "a request is a JSON object"],
		["a text", '"ls"', null, "a request is a JSON object"],
		["bytes", new Uint8Array([0x22, 0xff, 0x22]), null, "the line is not UTF-8 text"],
		["too much", long, null, "the line is longer than 1048576 bytes"],
		[
			"an id that is an object",
			'{"id":{},"argv":["ls"]}',
			null,
			"`id` is a string, or a number that can be kept exactly",
		],
		[
			"an id that would change",
			'{"id":9007199254740993,"argv":["ls"]}',
			null,
			"`id` is a string, or a number that can be kept exactly",
		],
		[
			"an id past all numbers",
			'{"id":1e999,"argv":["ls"]}',
			null,
			"`id` is a string, or a number that can be kept exactly",
		],
		["neither", '{"id":7}', 7, "a request has `argv`, `script` or `call`"],
		["both", '{"id":7,"argv":["ls"],"script":"ls"}', 7, "`argv` and `script` exclude each other"],
		["no words", '{"id":7,"argv":[]}', 7, words],
		["words that are none", '{"id":7,"argv":["ls",1]}', 7, words],
		["a workspace that is empty", '{"id":7,"argv":["ls"],"workspace":""}', 7, "`workspace` is the path of a folder"],
		["a home that is no text", '{"id":7,"argv":["ls"],"home":null}', 7, "`home` is an absolute path"],
		["a home somewhere", '{"id":7,"argv":["ls"],"home":"me"}', 7, "`home` is an absolute path"],
		[
			"an outcome of two sessions",
			'{"session":"a","outcome":{"id":1,"session":"b","code":0}}',
			null,
			"an outcome is of one `session`, and there are two",
		],
		[
			"an outcome beside a request",
			'{"id":7,"argv":["ls"],"outcome":{"id":1,"code":0}}',
			7,
			"`outcome`, `approval`, `start` and `history` stand alone in their line; beside an `outcome` may stand its `session`",
		],
		["a script that is a list", '{"id":7,"script":["ls"]}', 7, "`script` is a string"],
		["an agent that is a number", '{"id":7,"argv":["ls"],"agent":1}', 7, "`agent` is a string"],
		["a folder that is empty", '{"id":7,"argv":["ls"],"cwd":""}', 7, "`cwd` is the path of a folder"],
		["a force that is a text", '{"id":7,"argv":["ls"],"force":"yes"}', 7, "`force` is true or false"],
		[
			"a variable that is a number",
			'{"id":7,"argv":["ls"],"env":{"X":1}}',
			7,
			"`env` is an object whose values are strings",
		],
		["variables in a list", '{"id":7,"argv":["ls"],"env":["X=1"]}', 7, "`env` is an object whose values are strings"],
		[
			"a call beside a script",
			'{"id":7,"script":"ls","call":{"tool":"file.read"}}',
			7,
			"`call` stands beside no `argv` and no `script`",
		],
		[
			"a call of a command without words",
			'{"id":7,"call":[["file.read","a"],[]]}',
			7,
			"`call` as a list holds commands, each a list of one or more strings",
		],
		[
			"a call that is a list of words",
			'{"id":7,"call":["file.read","a"]}',
			7,
			"`call` as a list holds commands, each a list of one or more strings",
		],
		["a call without a tool", '{"id":7,"call":{}}', 7, "`call.tool` is the name of a tool"],
		["a call without its operand", '{"id":7,"call":{"tool":"file.read"}}', 7, "`file.read` needs `path`"],
		[
			"a call of a program",
			'{"id":7,"call":{"tool":"cat","input":{"path":"a"}}}',
			7,
			"`cat` is no name of a tool's call",
		],
		[
			"a call with a field too many",
			'{"id":7,"call":{"tool":"file.read","x":1}}',
			7,
			"`x` is no field of a call: there are `harness`, `tool`, `input` and `id`",
		],
		["tools in a text", '{"id":7,"argv":["ls"],"tools":"x"}', 7, "`tools` is a list of strings"],
		[
			"a field too many",
			'{"id":7,"argv":["ls"],"user":"me"}',
			7,
			`\`user\` is no field of a request: there are ${fields}`,
		],
		[
			"a field that is mistyped",
			'{"id":7,"argv":["ls"],"agnet":"me"}',
			7,
			"`agnet` is no field of a request: did you mean `agent`?",
		],
		[
			"a field of JavaScript's",
			'{"id":7,"argv":["ls"],"__proto__":{}}',
			7,
			`\`__proto__\` is no field of a request: there are ${fields}`,
		],
	];
	const next = '\n{"id":8,"argv":["ls"]}\n';
	let ended: ReturnType<typeof answers>;
	beforeAll(() => {
		ended = answers(Buffer.concat(cases.flatMap(([, line]) => [Buffer.from(line), Buffer.from(next)])));
	});

	test.each(cases.map(([name, , id, error], index) => [name, index, id, error] as const))(
		"%s",
		(_, index, id, error) => {
			expect(ended.answers[2 * index]).toEqual({ id, error });
			expect(ended.answers[2 * index + 1]).toMatchObject({ id: 8, effect: "allow" });
		},
	);

	test("and the exit code says that there was one", () => {
		expect([ended.code, ended.answers.length]).toEqual([2, 2 * cases.length]);
	});
});

test("a line may be as long as the bound", () => {
	const rest = '{"id":1,"argv":["ls",""]}'.length;
	const { code, answers: found } = answers(`{"id":1,"argv":["ls","${"x".repeat(1024 * 1024 - rest)}"]}\n`);
	expect([code, found[0]?.id]).toEqual([0, 1]);
});

test("a byte order mark and carriage returns do no harm", () => {
	const { code, answers: found } = answers('\ufeff{"id":1,"argv":["ls"]}\r\n{"id":2,"argv":["ls"]}\r\n');
	expect([code, found.map(({ id }) => id)]).toEqual([0, [1, 2]]);
});

test("no input, no answers", () => {
	expect(answers("")).toEqual({ code: 0, answers: [] });
});

test("a line's folder is its workspace, unless one is given", () => {
	const input = `{"argv":["ls","../y"],"cwd":"sub"}\n{"argv":["ls","x"],"cwd":"sub"}\n{"argv":["ls","x"],"cwd":"gone/long/ago"}\n`;
	expect(answers(input).answers.map(({ effect }) => effect)).toEqual(["deny", "allow", "allow"]);
	expect(answers(input, "--workspace", ".").answers.map(({ effect }) => effect)).toEqual(["allow", "allow", "allow"]);
});

describe("the folders of a line", () => {
	const policy = folder({
		"policy.rules":
			"agent default {\n  default deny\n  syntax variables\n  allow cat within ., ~/notes\n  deny * touching ~/.ssh id no-keys\n  allow id when user is root, nobody, 0\n}\n",
		"here/x": "",
	});
	const effects = (lines: readonly object[], ...words: string[]): readonly unknown[] => {
		const { code, out } = rules(["check", "--jsonl", "--brief", ...words], {
			cwd: policy,
			input: lines.map((line) => JSON.stringify(line)).join("\n"),
		});
		expect(code).toBe(0);
		for (const line of lines) expect(valid("request", line)).toEqual([]);
		return out
			.trimEnd()
			.split("\n")
			.map((line) => (JSON.parse(line) as Answer).effect);
	};

	test("`home` is where `~` leads", () => {
		const cat = (path: string, more: object): object => ({ argv: ["cat", path], cwd: "/srv", ...more });
		expect(
			effects([
				cat("/home/ann/notes/a", { home: "/home/ann" }),
				cat("/home/ann/notes/a", { home: "/home/bob" }),
				cat("/home/ann/notes/a", {}),
				{ script: "cat ~/notes/a", cwd: "/srv", home: "/home/ann" },
				{ script: "cat ~/.ssh/id", cwd: "/srv", home: "/home/ann" },
				cat("/home/ann/../ann/notes/a", { home: "/home//ann/" }),
			]),
		).toEqual(["allow", "deny", "deny", "allow", "deny", "allow"]);
	});

	test("`workspace` is what paths of the policy are relative to, and where the request runs if it does not say", () => {
		const workspace = "/srv/project";
		expect(
			effects([
				{ argv: ["cat", "../b"], cwd: `${workspace}/a` },
				{ argv: ["cat", "../b"], cwd: `${workspace}/a`, workspace },
				{ argv: ["cat", "/srv/other"], cwd: `${workspace}/a`, workspace },
				{ argv: ["cat", "a/b"], workspace },
				{ argv: ["cat", "../b"], workspace },
				// As a line's folder, it may be relative to that of the process.
				{ argv: ["cat", "x"], workspace: "here" },
				{ argv: ["cat", "../policy.rules"], workspace: "here" },
			]),
		).toEqual(["deny", "allow", "deny", "allow", "deny", "allow", "deny"]);
	});

	test("a line goes before `--workspace`", () => {
		const line = { argv: ["cat", "../b"], cwd: "/srv/project/a" };
		expect(effects([line, { ...line, workspace: "/srv/project/a" }], "--workspace", "/srv")).toEqual(["allow", "deny"]);
	});

	test("whoever has another home is another user, and nobody knows who", () => {
		const line = { argv: ["id"], facts: { user: "root" } };
		const [own, others] = effects([{ argv: ["id"] }, { argv: ["id"], home: "/home/ann" }]);
		expect(own).toBe(["root", "nobody"].includes(userInfo().username) ? "allow" : "deny");
		expect(others).toBe("deny");
		expect(effects([{ ...line, home: "/home/ann" }])).toEqual(["allow"]);
	});

	test("a call of a harness is of that project, too", () => {
		const governed = folder({
			"policy.rules": "agent default {\n  default deny\n  govern files\n  allow file.read within .\n}\n",
		});
		const call = (path: string) => ({
			call: { harness: "claude-code", tool: "Read", input: { file_path: path } },
			workspace: "/srv/project",
		});
		const { out } = rules(["check", "--jsonl", "--brief"], {
			cwd: governed,
			input: [call("/srv/project/a"), call("/srv/other")].map((line) => JSON.stringify(line)).join("\n"),
		});
		expect(out.match(/"effect":"\w+"/g)).toEqual(['"effect":"allow"', '"effect":"deny"']);
	});
});

test("with --brief an answer is its id, effect, kind of reason and rules", () => {
	const input = '{"id":1,"argv":["git","push"]}\n{"id":"b","argv":["ls"]}\n{"argv":["id"]}\n{"id":4}\n';
	const { code, out } = rules(["check", "--jsonl", "--brief"], { cwd, input });
	expect(code).toBe(2);
	expect(out).toBe(
		[
			'{"id":1,"effect":"deny","code":"rule","rules":[{"id":"no-git","file":"policy.rules","line":3}]}',
			'{"id":"b","effect":"allow","code":"rule","rules":[{"id":"policy.rules:2","file":"policy.rules","line":2}]}',
			'{"id":null,"effect":"deny","code":"default","rules":[]}',
			'{"id":4,"error":"a request has `argv`, `script` or `call`"}',
			"",
		].join("\n"),
	);
	expect(answers(input, "--brief").answers).toHaveLength(4);
});

test("a brief answer is a part of the whole one, with and without a history", () => {
	const asking = folder({
		"policy.rules":
			"agent default {\n  default deny\n  allow true\n  allow git push after exactly true\n  ask npm publish\n  nudge grep use search\n}\n",
	});
	const input = ["true", "git push", "npm publish", "grep x y", "sort $x | y", "'"]
		.map((script, id) => JSON.stringify({ id, script, session: "s" }))
		.join('\n{"session":"s","outcome":{"id":0,"code":0}}\n');
	for (const place of [cwd, asking]) {
		const [whole, brief] = [[], ["--brief"]].map((more) =>
			rules(["check", "--jsonl", ...more], { cwd: place, input })
				.out.trimEnd()
				.split("\n")
				.map((line) => JSON.parse(line) as Answer),
		);
		expect(brief).toEqual(whole?.map(({ id, effect, code, rules: by }) => ({ id, effect, code, rules: by })));
	}
});

test("with --lenient lines that are no requests are answered, and end with 0", () => {
	const input = `{"id":1,"argv":["ls"]}\nnonsense\n{"id":3,"argv":[]}\n${"x".repeat(1_100_000)}\n{"id":5,"argv":["ls"]}\n`;
	const lenient = answers(input, "--lenient");
	expect([answers(input).code, lenient.code]).toEqual([2, 0]);
	expect(lenient.answers).toEqual(answers(input).answers);
	expect(lenient.answers.map(({ id, error }) => [id, error === undefined])).toEqual([
		[1, true],
		[null, false],
		[3, false],
		[null, false],
		[5, true],
	]);
});

test("--lenient does not make a broken policy usable", () => {
	const broken = folder({ "policy.rules": "agent default {" });
	const { code, out } = rules(["check", "--jsonl", "--lenient"], { cwd: broken, input: '{"argv":["ls"]}\n' });
	expect([code, out]).toEqual([2, ""]);
});

test.each([["--brief"], ["--lenient"]])("%s is for streams alone", (option) => {
	expect(rules(["check", option, "--", "ls"], { cwd })).toEqual({
		code: 2,
		out: "",
		err: `error: \`${option}\` belongs to \`--jsonl\`\nhelp: leave it out, or decide a stream\n`,
	});
});

describe("a word that can't be known", () => {
	const policy = folder({
		"policy.rules":
			"agent default {\n  default deny\n  syntax variables\n  allow ls, rm within .\n  allow echo\n  deny git push --force id no-force\n  allow git\n}\n",
	});
	const asked = (requests: readonly object[]): readonly Answer[] =>
		rules(["check", "--jsonl"], { cwd: policy, input: requests.map((one) => JSON.stringify(one)).join("\n") })
			.out.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line) as Answer);

	test("is decided as one that a variable brings", () => {
		const lists: readonly (readonly (string | null)[])[] = [
			["ls", null],
			["echo", "a", null],
			["git", "push", null],
			["git", null],
			["git", "status", null, "x"],
			["rm", "-r", "a", null],
			["sort", null],
		];
		const byArgv = asked(lists.map((argv) => ({ argv })));
		const byScript = asked(
			lists.map((argv) => ({ script: argv.map((word) => (word === null ? '"$word"' : word)).join(" ") })),
		);
		const seen = (answer: Answer): unknown => ({
			...answer,
			commands: (answer.commands as readonly object[]).map((one) => ({ ...one, start: 0, end: 0 })),
		});
		expect(byArgv.map(seen)).toEqual(byScript.map(seen));
		expect(byArgv.map(({ effect }) => effect)).toEqual(["deny", "allow", "deny", "deny", "deny", "deny", "deny"]);
		expect(byArgv[2]).toMatchObject({ commands: [{ argv: ["git", "push", null], effect: "deny", doubt: true }] });
	});

	test("as a program can't be read for certain", () => {
		expect(asked([{ id: 1, argv: [null, "x"] }])[0]).toMatchObject({
			id: 1,
			effect: "deny",
			code: "unreadable",
			commands: [],
		});
	});
});

test("a line that came before is answered as it was, by its own id", () => {
	const lines = [
		'{"id":1,"argv":["git","push"]}',
		'{"id":2,"argv":["git","push"]}',
		'{"id":3,"argv":["git","push"],"agent":"writer"}',
		'{"id":4,"argv":["id"]}',
		'{"id":5,"argv":["id"]}',
		'{"id":6,"argv":["git"],"id":6}',
		'{"id":7,"argv":["git"],"id":6}',
		'{"id":8,"argv":["git"],"\\u0069d":8}',
		'{"id":9,"argv":["git"],"\\u0069d":8}',
		'{"id":010,"argv":["git","push"]}',
		'{"id":11,"argv":["ls","\u00e9"]}',
		'{"id":12,"argv":["ls","\u00e9"]}',
		'{"id":13,"argv":["ls","\u00ea"]}',
		'{"id":14,"argv":["git","push"]} x',
	];
	const { code, answers: found } = answers(lines.join("\n"));
	expect(code).toBe(2);
	expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 6, 8, 8, null, 11, 12, 13, null]);
	const alone = lines.map((line) => answers(line).answers[0]);
	expect(found).toEqual(alone);
});

test("options stand in for what lines leave out", () => {
	const input = '{"argv":["git","fetch"]}\n{"argv":["git","fetch"],"agent":"default"}\n';
	expect(answers(input, "--agent", "writer").answers.map(({ effect }) => effect)).toEqual(["allow", "deny"]);
});

test("ten thousand lines go through a pipe, in order", () => {
	const input = Array.from({ length: 10_000 }, (_, id) =>
		JSON.stringify({ id, argv: [id % 2 ? "ls" : "git", `f${id}`] }),
	).join("\n");
	const { code, out } = shell('cat | "$@" check --jsonl | cat', { cwd, input });
	const found = out
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Answer);
	expect(code).toBe(0);
	expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 10_000 }, (_, id) => id));
	expect(found.every(({ id, effect }) => effect === ((id as number) % 2 ? "allow" : "deny"))).toBe(true);
});

test("a reader that leaves ends the stream without a word", () => {
	const input = folder({ lines: '{"id":1,"argv":["ls"]}\n'.repeat(20_000) });
	const { out, err } = shell(`{ "$@" check --jsonl < '${input}/lines'; echo "code $?" >&2; } | head -1`, { cwd });
	expect(err).toBe("code 0\n");
	expect(out.split("\n")).toHaveLength(2);
});

test("an answer comes before the next request is asked", async () => {
	const child = spawn(process.execPath, [program(), "check", "--jsonl"], { cwd, stdio: ["pipe", "pipe", "inherit"] });
	const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
	const heard: string[] = [];
	for (const id of [1, 2, 3]) {
		const answer = new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
		child.stdin.write(`{"id":${id},"argv":["ls"]}\n`);
		heard.push(await answer);
	}
	child.stdin.end();
	expect(heard.map((line) => (JSON.parse(line) as Answer).id)).toEqual([1, 2, 3]);
	expect(await ended).toBe(0);
});

test("a broken policy answers no line", () => {
	const broken = folder({ "policy.rules": "agent default {" });
	const { code, out, err } = rules(["check", "--jsonl"], { cwd: broken, input: '{"argv":["ls"]}\n' });
	expect([code, out]).toEqual([2, ""]);
	expect(err).toMatch(/^error\[/);
});

test("a folder as standard input is refused", () => {
	const { code, out, err } = shell('"$@" check --jsonl < .', { cwd });
	expect([code, out, err]).toEqual([2, "", "error: standard input is a folder\nhelp: give a file or a pipe\n"]);
});

test("the reader of requests and their schema agree", () => {
	const odd = fc.oneof(
		fc.string(),
		fc.integer(),
		fc.double(),
		fc.boolean(),
		fc.constant(null),
		fc.array(fc.string(), { maxLength: 2 }),
		fc.object({ maxDepth: 1 }),
	);
	const field = (good: fc.Arbitrary<unknown>) =>
		fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: odd });
	const what = fc.oneof(
		fc.constant(["script"]),
		fc.constant(["argv"]),
		fc.constant(["argv", "script"]),
		fc.constant([]),
	);
	const rest = fc.subarray(["id", "agent", "cwd", "workspace", "home", "env", "force", "tools"]);
	const more = fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant(["other"]) });
	const full = fc.record({
		id: field(fc.oneof(fc.integer(), fc.string(), fc.constant(null))),
		argv: field(fc.array(fc.option(fc.string()), { minLength: 1 })),
		script: field(fc.string()),
		agent: field(fc.string()),
		cwd: field(fc.string({ minLength: 1 })),
		workspace: field(fc.string({ minLength: 1 })),
		home: field(fc.string().map((name) => `/${name}`)),
		env: field(fc.dictionary(fc.string(), fc.string())),
		force: field(fc.boolean()),
		tools: field(fc.array(fc.string())),
		other: odd,
	});
	const request = fc
		.tuple(full, what, rest, more)
		.map(([record, ...names]) =>
			Object.fromEntries(names.flat().map((name) => [name, record[name as keyof typeof record]])),
		);
	let good = 0;
	fc.assert(
		fc.property(fc.oneof({ weight: 9, arbitrary: request }, { weight: 1, arbitrary: odd }), (value) => {
			const text = JSON.stringify(value);
			const accepted = "asked" in readRequestLine(text);
			if (accepted) good++;
			expect(accepted).toBe(valid("request#/$defs/request", JSON.parse(text)).length === 0);
		}),
		{ numRuns: 2000 },
	);
	expect(good).toBeGreaterThan(100);
});
