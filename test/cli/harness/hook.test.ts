/** `rules hook` as the process that a harness waits for: whatever goes wrong, the harness stops the tool. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { verifyAuditLog } from "../../../src/runtime/audit/verify.js";
import { opencodePlugin } from "../../../src/runtime/harnesses/opencode/plugin.js";
import { isWhole } from "../../part.js";
import { type HarnessSide, sides } from "../../runtime/harnesses/hooks/harness-side.js";
import { folder, program, rules } from "../cli.js";
import { byProcess, byVerb, type Given, type Said } from "../hooks.js";

const cwd = folder({
	"policy.rules":
		'agent default {\n  default deny\n  allow ls, cat\n  ask npm publish because "A person looks."\n  nudge grep use file.search because "Plain search lacks context."\n  deny git because "Use the version-control tools."\n  syntax sequences\n}\nagent reviewer {\n  default deny\n  allow wc\n}\nagent strict extends default {\n  audit require\n}\n',
	"sub/x": "",
});
const broken = folder({ "policy.rules": "agent default {\n  alow ls\n}\n" });
const bare = folder();

jest.setTimeout(240_000);

/** Asks as the harness does. */
const asked = (side: HarnessSide, given: Given): Promise<Said> => byProcess(side.name, forSide(side, given));
const forSide = ({ variables }: HarnessSide, given: Given): Given => ({
	...given,
	env: { ...variables, ...given.env },
});

const shell = (side: HarnessSide, command: string, at = cwd): Given => ({
	input: JSON.stringify(side.shell(command, at)),
	cwd: side.startsInProject && existsSync(at) ? at : bare,
});

/** What every harness makes of it, or every one of these, by its name: by the verb, and by the process for some of them, others each time. */
async function everywhere(
	given: (side: HarnessSide) => Given,
	among: readonly HarnessSide[] = sides,
): Promise<Readonly<Record<string, string>>> {
	const found: Record<string, string> = {};
	turn += byProcesses;
	for (const [at, side] of among.entries()) {
		const question = given(side);
		const isInTurn = (at + turn) % among.length < byProcesses;
		const own = isInTurn || question.alone ? await asked(side, question) : undefined;
		const said = question.alone ? own : byVerb(side.name, forSide(side, question));
		if (said === undefined) continue;
		if (own !== undefined) expect([side.name, own]).toEqual([side.name, said]);
		found[side.name] = side.outcome(said);
		// One line of JSON, or a reason with an exit code (and a word for the net around Amp's hook), and nothing else.
		if (said.code === 1) expect([side.name, said.stdout]).toEqual(["amp", "ask\n"]);
		else if (said.stdout !== "") expect([said.stdout.split("\n").length, said.stderr]).toEqual([2, ""]);
	}
	return found;
}
let turn = 0;
/** A process takes a hundred times as long. */
const byProcesses = isWhole ? 3 : 1;

const all = (
	outcome: (side: HarnessSide) => string,
	among: readonly HarnessSide[] = sides,
): Readonly<Record<string, string>> => Object.fromEntries(among.map((side) => [side.name, outcome(side)]));
const stops = all(() => "stops");

describe("every harness is answered in its dialect", () => {
	test("an allowed command runs", async () => {
		expect(await everywhere((side) => shell(side, "ls"))).toEqual(all(() => "runs"));
	});
	test("a denied one does not", async () => {
		expect(await everywhere((side) => shell(side, "ls; git push"))).toEqual(stops);
	});
	test("a question is asked where somebody is asked, and denied elsewhere", async () => {
		expect(await everywhere((side) => shell(side, "npm publish"))).toEqual(
			all((side) => (side.asks ? "asks" : "stops")),
		);
	});
	test("a nudge stops until it is forced", async () => {
		expect(await everywhere((side) => shell(side, "grep x y"))).toEqual(stops);
		expect(await everywhere((side) => shell(side, "grep x y # force"))).toEqual(all(() => "runs"));
	});
});

const blank: Given = { input: "", cwd: bare };

/** Harnesses for the row of a table: other ones for each, and each several times. */
function someFor(row: number): readonly HarnessSide[] {
	return [0, 1, 2, 3].map((more) => sides[(4 * row + more) % sides.length] as HarnessSide);
}

// That a denial, whatever its reason, stops the tool in each of them: test/harness/hooks.
describe("what goes wrong stops the tool", () => {
	const rows: readonly (readonly [string, (side: HarnessSide) => Given])[] = [
		["garbage", () => ({ ...blank, input: "\u0000\u0001garbage" })],
		["nothing at all", () => blank],
		["half of a question", (side) => ({ ...blank, input: JSON.stringify(side.shell("ls", cwd)).slice(0, -9) })],
		["no UTF-8", () => ({ ...blank, input: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) })],
		["another JSON", () => ({ ...blank, input: "[1]" })],
		["ten megabytes", (side) => ({ ...shell(side, `ls ${"x".repeat(10_000_000)}`), alone: true })],
		[
			"a question that never ends",
			(side) => ({ ...shell(side, "ls"), endless: true, alone: true, words: ["--deadline", "300ms"] }),
		],
		["silence that never ends", () => ({ ...blank, endless: true, alone: true, words: ["--deadline", "300ms"] })],
		["a broken policy", (side) => shell(side, "ls", broken)],
		["no policy", (side) => shell(side, "ls", bare)],
		["a policy that is not there", (side) => ({ ...shell(side, "ls"), words: ["--rules", "no.rules"] })],
		["an agent that is not there", (side) => ({ ...shell(side, "ls"), words: ["--agent", "nobody"] })],
		["a folder that is not there", (side) => shell(side, "ls", join(cwd, "nowhere"))],
		["a folder that is not absolute", (side) => shell(side, "ls", "sub")],
		[
			"a log that can't be written, and must be",
			(side) => ({
				...shell(side, "ls"),
				words: ["--agent", "strict", "--audit", join(cwd, "policy.rules", "log")],
				env: { TMPDIR: join(cwd, "policy.rules") },
			}),
		],
	];
	test.each(rows.map(([title, given], row) => [title, given, someFor(row)] as const))("%s", async (_, given, some) => {
		expect(await everywhere(given, some)).toEqual(all(() => "stops", some));
	});

	test("every harness is asked with several of them", () => {
		const asked = rows.flatMap((_, row) => someFor(row));
		expect(sides.filter((side) => asked.filter((one) => one === side).length < 4)).toEqual([]);
	});

	test("options that are not known, or have no value", async () => {
		const cline = sides.find((side) => side.name === "cline") as HarnessSide;
		for (const words of [
			["--deadline", "soon"],
			["--agent", "default", "--agent", "reviewer"],
			["--no-such"],
			["--agent="],
		])
			expect(cline.outcome(await asked(cline, { ...shell(cline, "ls"), words }))).toBe("stops");
	});
});

describe("a harness that is not known", () => {
	test.each([
		["claude-cod", "error: unknown harness `claude-cod`\nhelp: did you mean `claude-code`?\n"],
		["codx", "error: unknown harness `codx`\nhelp: did you mean `codex`?\n"],
	])("%s", (name, err) => {
		expect(rules(["hook", "--harness", name])).toEqual({ code: 2, out: "", err });
	});
});

describe("the policy", () => {
	const claude = sides.find((side) => side.name === "claude-code") as HarnessSide;

	test("is the nearest to the project, wherever the agent went", async () => {
		const deep = folder({
			"policy.rules": "agent default {\n  default deny\n}\n",
			"sub/policy.rules": "agent default {\n  default allow\n}\n",
		});
		const given = shell(claude, "ls", join(deep, "sub"));
		expect(claude.outcome(await asked(claude, { ...given, env: { CLAUDE_PROJECT_DIR: deep } }))).toBe("stops");
		expect(claude.outcome(await asked(claude, given))).toBe("runs");
	});

	test("is that of a sub-agent, where the policy has it and no agent is named", async () => {
		const given = (agent_type: string): Given => ({
			cwd: bare,
			input: JSON.stringify({ ...claude.shell("wc x", cwd), agent_id: "a1", agent_type }),
		});
		expect(claude.outcome(await asked(claude, given("reviewer")))).toBe("runs");
		expect(claude.outcome(await asked(claude, given("general-purpose")))).toBe("stops");
		expect(claude.outcome(await asked(claude, { ...given("reviewer"), words: ["--agent", "default"] }))).toBe("stops");
	});

	test.each([
		["is broken", (path: string) => writeFileSync(path, "agent default {\n  alow ls\n}\n"), /\(policy\.rules:2\)/],
		["is a pipe", (path: string) => spawnSync("mkfifo", [path]), /this is no regular file \(policy\.rules\)/],
	])("that %s stops everything, and is named", (_, make, place) => {
		const at = folder();
		make(join(at, "policy.rules"));
		const side = sides.find(({ name }) => name === "claude-code") as HarnessSide;
		const said = byVerb(side.name, { input: JSON.stringify(side.shell("ls", at)), cwd: at });
		expect([side.outcome(said), said.stdout]).toEqual(["stops", expect.stringMatching(place)]);
	});

	test("is taken again when it has changed", async () => {
		const changing = folder({ "policy.rules": "agent default {\n  default deny\n  allow ls\n}\n" });
		expect(claude.outcome(await asked(claude, shell(claude, "ls", changing)))).toBe("runs");
		expect(claude.outcome(await asked(claude, shell(claude, "ls", changing)))).toBe("runs");
		writeFileSync(join(changing, "policy.rules"), "agent default {\n  default deny\n}\n");
		expect(claude.outcome(await asked(claude, shell(claude, "ls", changing)))).toBe("stops");
	});
});

test("decisions go on record, each of them, as a chain that holds", async () => {
	const place = folder();
	mkdirSync(join(place, "logs"));
	chmodSync(join(place, "logs"), 0o700);
	const log = join(place, "logs", "log.jsonl");
	const claude = sides[0] as HarnessSide;
	for (const command of ["ls", "git push"]) await asked(claude, { ...shell(claude, command), words: ["--audit", log] });
	expect(existsSync(log)).toBe(true);
	const lines = readFileSync(log, "utf8").trimEnd().split("\n");
	expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
		{ type: "decision", script: "ls", effect: "allow", agent: "default", cwd },
		{ type: "decision", script: "git push", effect: "deny" },
	]);
	expect(verifyAuditLog(log)).toMatchObject({ kind: "whole", lines: 2, torn: [], head: "fits" });
});

describe("a log that can't be written", () => {
	const policy = (audit: string): string =>
		folder({ "policy.rules": `agent default {\n  default deny\n  allow ls\n${audit}}\n` });
	/** A folder below a file can't be made, not even by root; the log could go to a private folder among the temporary files. */
	const words = (at: string): readonly string[] => ["--audit", join(at, "policy.rules", "log.jsonl")];
	const given =
		(at: string) =>
		(side: HarnessSide): Given => ({ ...shell(side, "ls", at), words: words(at) });
	/** Nor is there another place for it. */
	const nowhere =
		(at: string) =>
		(side: HarnessSide): Given => ({
			...given(at)(side),
			env: { TMPDIR: join(at, "policy.rules") },
		});

	test("denies where the policy says nothing, though the log could go elsewhere", async () => {
		const at = policy("");
		expect(await everywhere(given(at))).toEqual(stops);
		expect(await everywhere(nowhere(at), someFor(1))).toEqual(all(() => "stops", someFor(1)));
		// It is the log that makes the difference.
		expect(await everywhere((side) => shell(side, "ls", at), someFor(2))).toEqual(all(() => "runs", someFor(2)));
	});

	test("denies where the policy is compiled, and where it says `require`; `off` wants no log", async () => {
		const claude = sides[0] as HarnessSide;
		const at = policy("");
		expect(rules(["compile", "policy.rules", "--output", "p.json"], { cwd: at }).code).toBe(0);
		const compiled = { ...given(at)(claude), words: [...words(at), "--rules", join(at, "p.json")] };
		const said = await asked(claude, compiled);
		expect([claude.outcome(said), said.stdout]).toEqual(["stops", expect.stringContaining("must be on record")]);
		expect(claude.outcome(await asked(claude, given(policy("  audit require\n"))(claude)))).toBe("stops");
		const off = await asked(claude, given(policy("  audit off\n"))(claude));
		expect([claude.outcome(off), off.stdout.includes("systemMessage"), off.stderr]).toEqual(["runs", false, ""]);
	});

	test("lets it run where the policy says `prefer`, and the answer says where the log went", async () => {
		const at = policy("  audit prefer\n");
		const temporary = folder();
		const place = join(temporary, `bylaw-${process.getuid?.()}`, "log.jsonl");
		for (const [number, side] of sides.entries()) {
			const said = byVerb(side.name, forSide(side, { ...given(at)(side), env: { TMPDIR: temporary } }));
			expect([side.name, side.outcome(said)]).toEqual([side.name, "runs"]);
			const isShown = ["claude-code", "codex", "gemini-cli", "qwen-code", "vs-code"].includes(side.name);
			expect([side.name, (isShown ? said.stdout : said.stderr).includes(`so it goes to ${place}`)]).toEqual([
				side.name,
				true,
			]);
			expect([side.name, (isShown ? said.stderr : said.stdout).includes(place)]).toEqual([side.name, false]);
			if (isShown) expect(JSON.parse(said.stdout)).toMatchObject({ systemMessage: expect.stringContaining(place) });
			if (side.name === "codex") expect(Object.keys(JSON.parse(said.stdout) as object)).toEqual(["systemMessage"]);
			// A denial is one all the same.
			const refused = { ...shell(side, "rm x", at), words: words(at), env: { TMPDIR: temporary } };
			const isAsked = isWhole || number % 4 === 0;
			const denied = isAsked ? await asked(side, refused) : byVerb(side.name, forSide(side, refused));
			expect([side.name, side.outcome(denied)]).toEqual([side.name, "stops"]);
		}
		expect(readFileSync(place, "utf8").trimEnd().split("\n")).toHaveLength(2 * sides.length);
		const lost = await asked(sides[0] as HarnessSide, nowhere(at)(sides[0] as HarnessSide));
		expect(JSON.parse(lost.stdout)).toMatchObject({ systemMessage: expect.stringContaining("this is not on record") });
	});
});

describe("opencode's plugin", () => {
	/** What becomes of a tool call where the hook is this command: undefined where it passes, else why it does not. */
	async function thrown(command: readonly string[], args: object, tool = "bash"): Promise<string | undefined> {
		const file = join(folder({ "rules.mjs": opencodePlugin(command) }), "rules.mjs");
		const line = `const { Rules } = await import(${JSON.stringify(file)}); const hooks = await Rules({ directory: ${JSON.stringify(cwd)} });
			try { await hooks["tool.execute.before"]({ tool: ${JSON.stringify(tool)} }, { args: ${JSON.stringify(args)} }); console.log("passes"); } catch (error) { console.log(error.message); }`;
		const ended = spawnSync(process.execPath, ["--input-type=module", "-e", line], { encoding: "utf8" });
		const said = ended.stdout.trim();
		return said === "passes" ? undefined : said;
	}
	const hook = (): readonly string[] => [
		process.execPath,
		program(),
		"hook",
		"--harness",
		"opencode",
		"--deadline",
		"60s",
	];

	test("tells how a call ended, where it is told to", () => {
		const home = folder({ "policy.rules": "default deny\nallow npm test\nallow git push after npm test\n" });
		const state = join(home, "state");
		mkdirSync(state, { mode: 0o700 });
		const file = join(folder({ "rules.mjs": opencodePlugin(hook(), 10, true) }), "rules.mjs");
		const line = `const { Rules } = await import(${JSON.stringify(file)}); const hooks = await Rules({ directory: ${JSON.stringify(home)} });
			const call = { tool: "bash", sessionID: "s1" };
			const ask = (callID, command) => hooks["tool.execute.before"]({ ...call, callID }, { args: { command } }).then(() => "runs", () => "stops");
			const ended = (callID, exit) => hooks["tool.execute.after"]({ ...call, callID }, { metadata: { exit } });
			const said = [await ask("c1", "git push"), await ask("c2", "npm test")];
			await ended("c2", 1);
			said.push(await ask("c3", "git push"), await ask("c4", "npm test"));
			await ended("c4", 0);
			console.log([...said, await ask("c5", "git push")].join(" "));`;
		const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", line], {
			encoding: "utf8",
			env: { ...process.env, XDG_STATE_HOME: state },
		});
		expect(stdout.trim()).toBe("stops runs stops runs runs");
	});

	test("lets pass what is allowed and what is no shell, and throws the message at the rest", async () => {
		expect(await thrown(hook(), { command: "ls" })).toBeUndefined();
		expect(await thrown(hook(), { filePath: "x" }, "read")).toBeUndefined();
		expect(await thrown(hook(), { command: "git push" })).toBe("Use the version-control tools.");
	});
	test.each<readonly [string, readonly string[]]>([
		["is not there", ["/no/such/program"]],
		["ends with 1", [process.execPath, "-e", "process.exit(1)"]],
		["says nothing", [process.execPath, "-e", "0"]],
		["says garbage", [process.execPath, "-e", "console.log('yes')"]],
		["says null", [process.execPath, "-e", "console.log('null')"]],
		["says something else", [process.execPath, "-e", 'console.log(\'{"effect":"ask"}\')']],
		["says too much and fails", [process.execPath, "-e", 'console.log(\'{"effect":"allow"}\'); process.exit(3)']],
	])("throws where the hook %s", async (_, command) => {
		expect(await thrown(command, { command: "ls" })).toMatch(/./);
	});
});
