/** `rules doctor` before hooks that do all that a hook may do wrong. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { type Ended, folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

jest.setTimeout(240_000);

const policy =
	'agent default {\n  default deny\n  allow ls\n  deny rules-doctor-probe because "It\'s a \\"probe\\" of ours."\n}\n';
const settings = ".claude/settings.json";

interface Report {
	readonly well: boolean;
	readonly registrations: readonly {
		readonly harness: string;
		readonly path: string;
		readonly line?: number;
		readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[];
	}[];
}

/** A home of its own: what stands in ours is no business of a test. */
const home = folder();
const doctor = (cwd: string, ...words: string[]): Ended => rules(["doctor", ...words], { cwd, env: { HOME: home } });

function report(cwd: string, harness = "claude-code", words: readonly string[] = ["--run-all"]): Report {
	const { code, out, err } = doctor(cwd, "--json", "--harness", harness, ...words);
	expect(err).toBe("");
	const said = JSON.parse(out) as Report;
	expect(valid("doctor", said)).toEqual([]);
	expect(code).toBe(said.well ? 0 : 1);
	return said;
}

/** The checks that are not good, by name. */
function faults(said: Report): Readonly<Record<string, string>> {
	return Object.fromEntries(
		said.registrations.flatMap(({ checks }) =>
			checks
				.filter(({ name, verdict }) => verdict === "bad" || (verdict === "doubtful" && name !== "time"))
				.map(({ name, message }) => [name, message]),
		),
	);
}

test("what was installed does well, however the harness starts it", () => {
	const cwd = folder({ "policy.rules": policy });
	// One for each way in which a hook is started.
	const harnesses = ["claude-code", "codex", "cline", "amp", "opencode", "goose"];
	const env = { HOME: home };
	for (const harness of harnesses)
		expect(
			rules(["install", "--deadline", "20s", "--harness", harness, ...(harness === "codex" ? ["--trust"] : [])], {
				cwd,
				env,
			}).code,
		).toBe(0);
	mkdirSync(join(cwd, ".kiro/agents"), { recursive: true });
	const kiro = join(cwd, ".kiro/agents/me.json");
	writeFileSync(kiro, '{\n  "name": "me"\n}\n');
	expect(rules(["install", "--deadline", "20s", "--harness", "kiro", "--settings", kiro], { cwd, env }).code).toBe(0);
	const { code, out } = doctor(cwd, "--json", "--settings", kiro);
	const said = JSON.parse(out) as Report;
	expect(faults(said)).toEqual({});
	expect(code).toBe(0);
	expect([...new Set(said.registrations.map(({ harness }) => harness))].sort()).toEqual([...harnesses, "kiro"].sort());
	rmSync(join(home, ".codex"), { recursive: true });
});

test("tools that are in no record are named: those that were called, and those that settings speak of", () => {
	const governing =
		"agent default {\n  default deny\n  govern all\n  allow ls, tool.Known\n  deny rules-doctor-probe\n}\n";
	const cwd = folder({ "policy.rules": governing });
	const env = { HOME: home };
	const log = join(cwd, "log.jsonl");
	mkdirSync(join(cwd, ".claude"));
	const permissions = {
		allow: ["Read(./**)", "Bash(git status:*)", "Known", "mcp__x__y", "Shuffle"],
		deny: ["Teleport(*)", "CronCreate"],
	};
	writeFileSync(join(cwd, settings), JSON.stringify({ permissions }));
	expect(rules(["install", "--deadline", "20s", "--harness", "claude-code", "--audit", log], { cwd, env }).code).toBe(
		0,
	);
	const call = (tool: string, input: object) =>
		rules(["hook", "--harness", "claude-code", "--deadline", "60s", "--audit", log], {
			cwd,
			env,
			input: JSON.stringify({ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, cwd }),
		});
	for (const tool of ["Juggle", "Juggle", "Known", "Read", "CronCreate", "Shuffle"]) call(tool, { file_path: "a" });
	const tools = report(cwd).registrations.flatMap(({ checks }) => checks.filter(({ name }) => name === "tools"));
	expect(tools.map(({ verdict }) => verdict)).toEqual(["good", "doubtful"]);
	const told = tools[1]?.message ?? "";
	expect(told).toContain("`tool.Juggle` (called 2 times)");
	expect(told).toContain("`tool.Shuffle` (called once)");
	expect(told).toMatch(/`tool\.Teleport` \(`.*settings\.json` names it\)/);
	expect(told).not.toMatch(/Known|Read|Cron|mcp|Bash/);
});

/** A registration of a program of ours that does something else. */
function registered(
	script: string,
	{ entry = {}, group = {} }: { entry?: object; group?: object } = {},
	net = " || exit 2",
): string {
	const cwd = folder({ "policy.rules": policy, rules: `#!/bin/sh\n${script}\n` });
	chmodSync(join(cwd, "rules"), 0o755);
	const hook = { type: "command", command: `${cwd}/rules hook --harness claude-code${net}`, timeout: 15, ...entry };
	mkdirSync(dirname(join(cwd, settings)), { recursive: true });
	writeFileSync(
		join(cwd, settings),
		JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash|Monitor", ...group, hooks: [hook] }] } }),
	);
	return cwd;
}
const deny = (reason: string): string =>
	`cat > /dev/null; printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"${reason}"}}'`;

describe("a hook is not well", () => {
	test.each<[string, string, object]>([
		["that lets everything run", "echo '{}'", { answer: /would run/, fault: /would run/ }],
		["that prints something else", "echo hello", { answer: /would run.*`hello`/, fault: /would run/ }],
		["that asks", deny("x").replace('"deny"', '"ask"'), { answer: /would be asked/ }],
		["that denies for reasons of its own", deny("no"), { answer: /not by the policy/ }],
		["that is stopped by a fault", "exit 1", { answer: /not by the policy/ }],
	])("%s", (_, script, found) => {
		const said = faults(report(registered(script)));
		expect(Object.keys(said).filter((name) => name !== "time")).toEqual(Object.keys(found));
		for (const [name, message] of Object.entries(found)) expect(said[name]).toMatch(message as RegExp);
	});

	test("that answers later than the harness waits, and it is ended then", () => {
		const said = faults(report(registered("sleep 50", { entry: { timeout: 1 } })));
		expect(said).toMatchObject({ time: expect.stringMatching(/^it took \d+ ms, and the harness waits 1000 ms$/) });
		expect(said.answer).toMatch(/would run/);
	});

	test("without a net, without its program, with a matcher for something else, or turned off", () => {
		expect(faults(report(registered("exit 1", {}, ""))).failure).toMatch(
			/if `rules` is missing the harness runs every command/,
		);
		expect(faults(report(registered("exit 1", { entry: { onFailure: "block" } }, ""))).failure).toBeUndefined();
		const gone = registered("exit 1", {}, "");
		rmSync(join(gone, "rules"));
		expect(faults(report(gone)).answer).toMatch(/would run: the hook ended with 127/);
		expect(faults(report(registered(deny("x"), { group: { matcher: "Edit|Write" } }))).matcher).toMatch(
			/are not asked about/,
		);
		expect(faults(report(registered(deny("x"), { group: { matcher: "(" } }))).matcher).toMatch(/are not asked about/);
		expect(faults(report(registered(deny("x"), { group: { matcher: "Bash" } }))).matcher).toMatch(
			/does not stand for `Monitor`/,
		);
		const off = registered(deny("x"));
		const text = readFileSync(join(off, settings), "utf8");
		writeFileSync(join(off, settings), text.replace(/^\{/, '{"disableAllHooks":true,'));
		expect(faults(report(off)).switch).toMatch(/disableAllHooks/);
		const local = registered(deny("x"));
		writeFileSync(join(local, ".claude/settings.local.json"), '{"disableAllHooks":true}');
		expect(faults(report(local)).switch).toMatch(/disableAllHooks.*settings\.local\.json/);
	});

	test.each<[string, object, object?]>([
		["async", { async: true }],
		["if", { if: "Bash(git *)" }],
		["once", { once: true }],
		["type", { type: "prompt" }],
		["type", { type: "http" }],
		["cwd", {}, { cwd: "/" }],
	])("that says what takes its force away: %s", (name, entry, group = {}) => {
		expect(faults(report(registered(deny("x"), { entry, group }))).fields).toContain(`\`${name}`);
	});

	test("and it may say what only describes it", () => {
		const entry = { async: false, statusMessage: "rules", onFailure: "block" };
		expect(faults(report(registered(deny("x"), { entry }))).fields).toBeUndefined();
	});

	test.each([
		["exit 0 behind it", " || exit 0", {}],
		["exit 1 behind it", " || exit 1", { onFailure: "allow" }],
		["an answer that is a yes", ` || echo '{}'`, { onFailure: "block" }],
		["a net for others", " || exit 0", { onFailure: "block" }],
	])("whose net is none: %s", (_, net, entry) => {
		expect(faults(report(registered(deny("x"), { entry }, net))).failure).toMatch(/the harness runs every command/);
	});

	test("and its net may have any form that says no", () => {
		for (const [net, entry] of [
			["; [ $? = 0 ] || exit 2", {}],
			["", { onFailure: "block" }],
			[" || exit 1", { onFailure: "block" }],
		] as const)
			expect(faults(report(registered(deny("x"), { entry }, net))).failure).toBeUndefined();
	});

	test.each([
		["NODE_OPTIONS", "--require /tmp/x.js"],
		["LD_PRELOAD", "/tmp/x.so"],
		["NODE_PATH", "/tmp"],
		["BASH_ENV", "/tmp/x"],
		["PATH", "/tmp"],
		["BYLAW_CACHE", "/tmp"],
	])("where settings set `%s`", (name, value) => {
		const set = JSON.stringify({ env: { OTHER: "x", [name]: value } });
		for (const file of [".claude/settings.local.json", join(home, ".claude/settings.json")]) {
			const cwd = registered(deny("x"));
			mkdirSync(join(home, ".claude"), { recursive: true });
			writeFileSync(resolve(cwd, file), set);
			expect(faults(report(cwd)).variable).toMatch(new RegExp(`^\`${name}\` is set in \`.*settings.*json:1\``));
		}
		rmSync(join(home, ".claude"), { recursive: true });
	});

	test("and other variables are no fault, nor are those that are taken back", () => {
		const cwd = registered(deny("x"));
		writeFileSync(
			join(cwd, ".claude/settings.local.json"),
			JSON.stringify({ env: { EDITOR: "vim", NODE_OPTIONS: "--max-old-space-size=4096", LD_PRELOAD: "" } }),
		);
		expect(faults(report(cwd)).variable).toBeUndefined();
	});

	test.each([
		["gemini-cli", ".env", "NODE_OPTIONS=--import ./x.mjs", /`NODE_OPTIONS`.*\.env:1`/],
		["gemini-cli", ".env", "PATH=/tmp", undefined],
		["qwen-code", ".qwen/.env", "A=1\nexport LD_PRELOAD='x.so'", /`LD_PRELOAD`.*\.env:2`/],
	])("where a file of variables of %s says it: %s, %s", (harness, file, text, found) => {
		const cwd = folder({ "policy.rules": policy, [file]: text });
		expect(rules(["install", "--deadline", "60s", "--harness", harness], { cwd }).code).toBe(0);
		const said = faults(report(cwd, harness)).variable;
		if (found === undefined) expect(said).toBeUndefined();
		else expect(said).toMatch(found);
	});

	test("whose agent is in no policy", () => {
		const cwd = folder({ "policy.rules": policy });
		expect(rules(["install", "--harness", "claude-code", "--agent", "nobody"], { cwd }).code).toBe(0);
		expect(faults(report(cwd)).policy).toMatch(/has no agent `nobody`/);
	});

	test("whose policy is missing or broken, or whose options are wrong", () => {
		const cwd = folder({ "policy.rules": policy });
		expect(rules(["install", "--deadline", "20s", "--harness", "claude-code"], { cwd }).code).toBe(0);
		writeFileSync(join(cwd, "policy.rules"), "agent default {\n  alow ls\n}\n");
		expect(faults(report(cwd)).policy).toMatch(/can't be used.*policy\.rules:2\)/);
		rmSync(join(cwd, "policy.rules"));
		expect(faults(report(cwd)).policy).toMatch(/there is no policy/);
		const text = readFileSync(join(cwd, settings), "utf8");
		writeFileSync(join(cwd, settings), text.replace("--harness claude-code", "--harness claude-code --rulse x"));
		expect(faults(report(cwd)).options).toMatch(/unknown option `--rulse`/);
	});

	test("that Codex does not trust, or not any more", () => {
		const cwd = folder({ "policy.rules": policy });
		const env = { HOME: home };
		rules(["install", "--deadline", "20s", "--harness", "codex"], { cwd, env });
		expect(faults(report(cwd, "codex")).trust).toMatch(/nobody trusted it/);
		rules(["install", "--deadline", "20s", "--harness", "codex", "--trust"], { cwd, env });
		expect(faults(report(cwd, "codex"))).toEqual({});
		rules(["install", "--deadline", "20s", "--harness", "codex", "--agent", "default"], { cwd, env });
		expect(faults(report(cwd, "codex")).trust).toMatch(/is another hook/);
		rules(["uninstall", "--harness", "codex"], { cwd, env });
	});
});

test("a project's hook is not started where it may be anything, unless that is asked for", () => {
	const started = (cwd: string): boolean => existsSync(join(cwd, "started"));
	const cwd = registered("touch started; exit 2");
	expect(faults(report(cwd, "claude-code", [])).answer).toMatch(/^it was not started.*which is not this program/);
	const lines = registered("exit 2");
	for (const line of [
		"touch started; rules hook --harness claude-code",
		"true # rules hook --harness claude-code",
		"rules hook --harness claude-code --agent $(touch started)",
		`/bin/sh -c 'touch started; "$@"' rules rules hook --harness claude-code`,
	]) {
		const group = { matcher: "*", hooks: [{ type: "command", command: line }] };
		writeFileSync(join(lines, settings), JSON.stringify({ hooks: { PreToolUse: [group] } }));
		expect([line, faults(report(lines, "claude-code", [])).answer]).toEqual([
			line,
			expect.stringMatching(/^it was not started.*to the letter/),
		]);
	}
	expect([started(cwd), started(lines)]).toEqual([false, false]);
	report(cwd);
	expect(started(cwd)).toBe(true);
	const logging = folder({ "policy.rules": policy });
	rules(["install", "--deadline", "20s", "--harness", "claude-code", "--audit", "log"], { cwd: logging });
	expect(faults(report(logging, "claude-code", [])).answer).toMatch(/it writes a log/);
});

test("settings that can't be read are named with the place", () => {
	const cwd = folder({ [settings]: '{\n  "hooks": [,]\n}' });
	expect(faults(report(cwd)).settings).toMatch(/settings\.json:2:13`: a value should stand here$/);
});

test("without a registration the answer is no, and the way there is told", () => {
	const { code, out } = doctor(folder());
	expect(code).toBe(1);
	expect(out).toMatch(/^no harness is registered for this folder or for you: `rules install --harness NAME` does it\n/);
	expect(doctor(folder(), "--harness", "codex").out).toMatch(/^codex is not registered/);
});

test("an unknown harness is a wrong question", () => {
	expect(doctor(folder(), "--harness", "codx")).toMatchObject({
		code: 2,
		err: expect.stringContaining("did you mean `codex`"),
	});
});
