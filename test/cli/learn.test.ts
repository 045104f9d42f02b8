/** `rules learn`: what is proposed, what never is, and what a log has to say for it. The logs are those that the library and the hook write. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { guard } from "../../src/index.js";
import { folder, root, rules } from "./cli.js";
import { valid } from "./schemas.js";

const asking = `agent default {
  default ask
  govern all
  syntax pipes
  allow ls
  ask git because "Git." id no-git
}
agent writer extends default {
}
`;

interface Change {
	readonly action: string;
	readonly after: string;
	readonly before?: string;
}

interface Learnt {
	readonly decisions: number;
	readonly asked: number;
	readonly answered: number;
	readonly settled: number;
	readonly proposals: readonly {
		readonly agent: string;
		readonly asked: number;
		readonly questions: readonly { readonly command: string }[];
		readonly changes: readonly Change[];
		readonly besides: { readonly commands: readonly { readonly command: string }[]; readonly settled: boolean };
	}[];
	readonly kept: readonly { readonly why: string; readonly questions: readonly { readonly command: string }[] }[];
	readonly torn: number;
}

/** Asks for these lines of a shell, and says yes or no; what is said yes to runs. */
async function asked(
	cwd: string,
	lines: readonly string[],
	{ yes = () => true, agent = "default" }: { readonly yes?: (line: string) => boolean; readonly agent?: string } = {},
): Promise<void> {
	const guarded = guard(join(cwd, "policy.rules"), { audit: join(cwd, "log.jsonl"), agent, workspace: cwd });
	for (const script of lines) await guarded.call({ script, cwd }, { approve: () => (yes(script) ? "ada" : undefined) });
	guarded.close();
}

function learnt(cwd: string, ...words: readonly string[]): Learnt {
	return learntFrom(["log.jsonl"], cwd, words);
}

/** Of a log that was put together for a test, by standard input: no chain holds it together. */
function learntFromText(cwd: string): Learnt {
	return learntFrom(["-"], cwd, [], readFileSync(join(cwd, "log.jsonl")));
}

function learntFrom(log: readonly string[], cwd: string, words: readonly string[], input?: Uint8Array): Learnt {
	const around = input === undefined ? { cwd } : { cwd, input };
	const { code, out, err } = rules(["learn", "--json", ...words, ...log], around);
	expect({ code, err }).toEqual({ code: 0, err: "" });
	const record = JSON.parse(out) as Learnt;
	expect(valid("learn", record)).toEqual([]);
	return record;
}

const three = <T>(one: T): readonly T[] => [one, one, one];

describe("what was always answered yes", () => {
	test("is proposed as the narrowest rule, which can be pasted and does it", async () => {
		const cwd = folder({ "policy.rules": 'import "developer"\nagent default {\n}\n' });
		await asked(cwd, three("docker tag a b"));
		const { out } = rules(["learn", "log.jsonl"], { cwd });
		expect(out).toMatch(
			/^policy\.rules: asked 3 times, a yes is on record 3 times; one rule proposed\n\n1\. asked 3 times, and each time a yes is on record: agent default, \d{4}-/,
		);
		expect(out).toMatch(/it answers: `docker tag a b` \(line 1\)\n$/);
		const pasted = /^ {4}(# Asked 3 times.*\n {4}override allow .*)$/m.exec(out)?.[1] as string;
		expect(pasted).toContain("override allow exactly docker tag a b within /dev/null");
		writeFileSync(join(cwd, "policy.rules"), `import "developer"\nagent default {\n${pasted}\n}\n`);
		expect(rules(["lint", "--max-warnings", "0"], { cwd })).toMatchObject({ code: 0 });
		const effectOf = (script: string): number | null => rules(["check", "--script", script], { cwd }).code;
		expect(effectOf("docker tag a b")).toBe(0);
		expect(effectOf("docker tag a c")).toBe(1);
		expect(effectOf("docker tag a b > x")).toBe(1);
		expect(effectOf("docker tag a b > .git/config")).toBe(1);
		// It is asked no more, so nothing is left to learn.
		expect(learnt(cwd)).toMatchObject({ settled: 3, proposals: [], kept: [] });
	});

	test("by commands that differ is proposed as one rule, with what else it lets through", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, ["wc -l a", "wc -c a b", "wc c"]);
		const { proposals } = learnt(cwd);
		expect(proposals.map(({ changes }) => changes.map(({ after }) => after))).toEqual([
			["allow wc within ., !.git, !@key-files, !@tool-settings"],
		]);
		expect(proposals[0]?.questions.map(({ command }) => command)).toEqual(["wc -l a", "wc -c a b", "wc c"]);
		expect(proposals[0]?.besides.commands.length).toBeGreaterThan(0);
		expect(rules(["learn", "log.jsonl"], { cwd }).out).toMatch(/^ {2}this also allows: `wc/m);
	});

	test("stands on the rules before it, and each agent learns for itself", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, [...three("git status"), ...three("date")]);
		await asked(cwd, three("whoami"), { agent: "writer" });
		const { proposals } = learnt(cwd);
		expect(proposals.map(({ agent, asked: times }) => [agent, times])).toEqual([
			["default", 3],
			["default", 3],
			["writer", 3],
		]);
		expect(proposals[0]?.changes).toMatchObject([
			{ action: "replace", before: 'ask git because "Git." id no-git' },
			{ action: "add", after: expect.stringMatching(/^allow exactly git status within/) },
		]);
		expect(learnt(cwd, "--agent", "writer")).toMatchObject({ decisions: 3, asked: 3 });
		expect(rules(["learn", "log.jsonl"], { cwd }).out).toContain(
			"each stands on those before it: take them over in this order\n",
		);
	});

	test("is written in the notation of the policy", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, three("date"));
		expect(rules(["convert", "policy.rules", "--to", "yaml"], { cwd }).code).toBe(0);
		writeFileSync(join(cwd, "p.rules.yaml"), rules(["convert", "policy.rules", "--to", "yaml"], { cwd }).out);
		const { proposals } = learnt(cwd, "--rules", "p.rules.yaml");
		expect(proposals[0]?.changes[0]?.after).toMatch(/^- allow: exactly date\n {2}within: /);
	});

	test("may be a call of another tool than the shell", async () => {
		const cwd = folder({ "policy.rules": asking });
		const guarded = guard(join(cwd, "policy.rules"), { audit: join(cwd, "log.jsonl"), workspace: cwd });
		for (const call of three([["file.read", "src/a.ts"]])) await guarded.call({ call, cwd }, { approve: () => "ada" });
		guarded.close();
		const { proposals } = learnt(cwd);
		expect(proposals.map(({ changes }) => changes[0]?.after)).toEqual([
			"allow exactly file.read src/a.ts within src/a.ts",
		]);
	});

	test("once or twice is no habit, unless that is asked for", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, ["date", "whoami", "date"]);
		expect(learnt(cwd)).toMatchObject({
			proposals: [],
			kept: [{ why: "what one rule would answer was asked less than 3 times" }],
		});
		expect(learnt(cwd, "--times", "2").proposals.map(({ asked: times }) => times)).toEqual([2]);
		expect(learnt(cwd, "--times", "1").proposals.length).toBe(2);
	});
});

describe("what is never proposed, however often it was answered yes", () => {
	test.each<[string, readonly string[]]>([
		[
			"it touches what lies where keys and passwords are kept, or may",
			["cat .env", "cat a.pem *.key", "head ~/.ssh/id_rsa"],
		],
		["it may show secrets", ["printenv", "env"]],
		[
			"it runs code that can't be seen, or is a program that nobody here knows",
			["python3 x.py", "frobnicate", "make", "sh -c date", "npm test", "docker build ."],
		],
		["it changes what governs agents or runs later, or may", ["touch .husky/pre-commit", "mkdir .github/workflows"]],
		["it goes beyond this machine, or may", ["curl https://example.com", "git fetch", "gh auth token", "aws s3 ls"]],
		[
			"what it takes away or writes over is lost, or may be",
			[
				"rm a",
				"mv a b",
				"git branch -D x",
				"truncate -s 0 a",
				"cp a b",
				"sed -i s/a/b/ x",
				"dd if=a of=b",
				"date > a",
				"tar xf a.tar",
			],
		],
		["it leaves something behind that runs later, or takes more rights, or may", ["sudo ls", "mount a b"]],
		["it ends what runs, and that can't be undone", ["kill 12", "pkill node"]],
	])("%s", async (why, lines) => {
		const cwd = folder({ "policy.rules": asking.replace("syntax pipes", "syntax pipes, redirects, globs, variables") });
		await asked(cwd, lines.flatMap(three));
		const { kept, proposals, asked: times, answered } = learnt(cwd);
		expect(proposals).toEqual([]);
		expect(answered).toBe(times);
		expect(times).toBe(lines.length * 3);
		const held = kept
			.filter((one) => one.why === why)
			.flatMap(({ questions }) => questions.map(({ command }) => command));
		expect(held.sort()).toEqual([...lines].sort());
	});

	test("a rule that would open such a thing beside what was asked", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, ["cat a", "cat b", "cat c"]);
		const [proposal] = learnt(cwd).proposals;
		const after = proposal?.changes.at(-1)?.after as string;
		writeFileSync(join(cwd, "then.rules"), asking.replace("allow ls", `allow ls\n  ${after}`));
		const codes = ["cat a", "cat d", "cat .env", "cat ~/.netrc", "cat .vscode/x", "cat /etc/passwd"].map(
			(script) => rules(["check", "--rules", "then.rules", "--script", script], { cwd }).code,
		);
		expect(codes).toEqual([0, 0, 1, 1, 1, 1]);
	});

	test("what waits for certain people, and what secrets were taken out of", async () => {
		const cwd = folder({
			"policy.rules": `agent default {
  default ask
  ask 1 of ops whoami
}
`,
		});
		await asked(cwd, [...three("whoami"), ...three("echo --password hunter2hunter2")]);
		const { proposals, kept } = learnt(cwd);
		expect(proposals).toEqual([]);
		expect(kept.map(({ why }) => why).sort()).toEqual([
			"no yes is on record",
			"secrets were taken out of the record, so what was asked is not known",
		]);
	});
});

describe("a yes is what the log says", () => {
	test("one time without it is enough to keep the question", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, three("date"));
		await asked(cwd, ["date"], { yes: () => false });
		await asked(cwd, three("whoami"), { yes: () => false });
		expect(learnt(cwd)).toMatchObject({
			asked: 7,
			answered: 3,
			proposals: [],
			kept: [{ why: "not every time a yes is on record" }, { why: "no yes is on record" }],
		});
	});

	test("a hook does not hear the answer, and so none is on record", () => {
		const cwd = folder({ "policy.rules": asking });
		const input = JSON.stringify({
			session_id: "s1",
			hook_event_name: "PreToolUse",
			cwd,
			tool_name: "Bash",
			tool_use_id: "t1",
			tool_input: { command: "date" },
		});
		for (const _ of three(0))
			rules(
				["hook", "--harness", "claude-code", "--rules", join(cwd, "policy.rules"), "--audit", join(cwd, "log.jsonl")],
				{
					cwd,
					input,
				},
			);
		expect(learnt(cwd)).toMatchObject({ asked: 3, answered: 0, kept: [{ why: "no yes is on record" }] });
		expect(learnt(cwd, "--session", "s1")).toMatchObject({ asked: 3 });
	});

	test("what ran after it was asked about was answered yes; what could not be started says nothing", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, three("date"), { yes: () => false });
		const log = readFileSync(join(cwd, "log.jsonl"), "utf8");
		const ids = log
			.trim()
			.split("\n")
			.map((line) => (JSON.parse(line) as { id: string }).id);
		const outcome = {
			version: 1,
			type: "outcome",
			time: "2026-01-01T00:00:00.000Z",
			timedOut: false,
			cancelled: false,
			duration: 1,
			bytes: 0,
		};
		const withOutcomes = (more: object): string =>
			log + ids.map((id) => `${JSON.stringify({ ...outcome, id, ...more })}\n`).join("");
		writeFileSync(join(cwd, "log.jsonl"), withOutcomes({ code: 1 }));
		expect(learntFromText(cwd)).toMatchObject({ answered: 3, proposals: [{ asked: 3 }] });
		for (const more of [{ failure: "no such program" }, { sandbox: "denied" }, { id: "another" }]) {
			writeFileSync(join(cwd, "log.jsonl"), withOutcomes(more));
			expect(learntFromText(cwd)).toMatchObject({ answered: 0, proposals: [] });
		}
	});
});

test("the page shows what is printed", async () => {
	const page = readFileSync(join(root, "docs/verbs/learn.md"), "utf8");
	const block = (kind: string): string =>
		new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)?.[1] as string;
	const cwd = folder({ "policy.rules": block("rules") });
	const argvs = JSON.parse(/ of (\[\[.*\]\])/.exec(block("ts"))?.[1] as string) as string[][];
	await asked(
		cwd,
		argvs.map((argv) => argv.join(" ")),
	);
	const undated = (text: string): string => text.replaceAll(/, [-\d]+( [:\d]+)?( to [-\d]+( [:\d]+)?)?/g, ", THEN");
	expect(undated(rules(["learn", "log.jsonl"], { cwd }).out)).toBe(undated(block("text")));
});

describe("logs of all kinds", () => {
	test("an empty one holds no question", () => {
		const cwd = folder({ "policy.rules": asking, "log.jsonl": "" });
		expect(rules(["learn", "log.jsonl"], { cwd })).toEqual({
			code: 0,
			out: "policy.rules: asked 0 times, a yes is on record 0 times; no rule proposed\n",
			err: "",
		});
		expect(learnt(cwd)).toMatchObject({ decisions: 0, proposals: [], kept: [] });
	});

	test("lines that are no records are named, and the others are read; torn ones are counted", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, three("date"));
		appendFileSync(
			join(cwd, "log.jsonl"),
			["", '{"version":2,"type":"decision"}', "[1]", '{"version":1,"type":"decision","agent":1}', "not JSON", ""].join(
				"\n",
			),
		);
		const { code, out, err } = rules(["learn", "log.jsonl"], { cwd });
		expect(code).toBe(2);
		expect(out).toContain("one rule proposed");
		expect(err.split("\n").filter((line) => line.startsWith("error: `log.jsonl`, line"))).toHaveLength(5);
		expect(err).not.toContain("    at ");
		const torn = folder({ "policy.rules": asking });
		await asked(torn, three("date"));
		appendFileSync(join(torn, "log.jsonl"), '{"version":1,"type":"deci');
		await asked(torn, ["date"]);
		expect(learnt(torn)).toMatchObject({ asked: 4, answered: 4, torn: 1 });
	});

	test("what a log says is no text of a rule", async () => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, three("date"));
		const log = readFileSync(join(cwd, "log.jsonl"), "utf8");
		writeFileSync(
			join(cwd, "log.jsonl"),
			log.replaceAll(/"time":"[^"]*"/g, () => '"time":"1 1 2026 (\\nallow *\\n)"'),
		);
		const { out } = rules(["learn", "log.jsonl"], { cwd });
		expect(out).toContain("# Asked 3 times and always answered yes, 202");
		expect(out).not.toContain("allow *");
	});

	test.each<[readonly string[], RegExp]>([
		[["missing.jsonl"], /^error: `missing\.jsonl` can't be read: there is no such file/],
		[["."], /^error: `\.` is a folder/],
		[["--agent", "writr", "log.jsonl"], /holds no decision for agent `writr`\nhelp: did you mean `writer`\?/],
		[["--session", "x", "log.jsonl"], /holds no decision of session `x`\nhelp: leave out/],
		[["--times", "many", "log.jsonl"], /^error: option '?`?--times/],
		[["--rules", "none.rules", "log.jsonl"], /none\.rules/],
		[[], /missing required argument/],
	])("%j is answered with what to do", async (words, error) => {
		const cwd = folder({ "policy.rules": asking });
		await asked(cwd, ["date"], { agent: "writer" });
		const { code, err } = rules(["learn", ...words], { cwd });
		expect(code).toBe(2);
		expect(err).toMatch(error);
		expect(err).not.toContain("    at ");
	});
});
