import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, program, rules } from "../cli.js";
import { valid } from "../schemas.js";

const policy = "agent default {\n  default deny\n  allow ls\n}\nagent writer extends default {\n  allow cat\n}\n";
const settings = ".claude/settings.json";
const install = (cwd: string, ...words: string[]) => rules(["install", "--harness", "claude-code", ...words], { cwd });
const read = (cwd: string, name = settings): string => readFileSync(join(cwd, name), "utf8");

describe("the settings", () => {
	test("keep their mode and their links, and come back as they were", () => {
		const text = '{\n\t"model": "opus",\n\t"hooks": {"Stop": []}\n}';
		const cwd = folder({ "policy.rules": policy, "real/settings.json": text });
		mkdirSync(join(cwd, ".claude"));
		symlinkSync("../real/settings.json", join(cwd, settings));
		chmodSync(join(cwd, "real/settings.json"), 0o600);
		const { code, out, err } = install(cwd);
		expect([code, err]).toEqual([0, ""]);
		expect(out).toMatch(/^--- \.claude\/settings\.json\n\+\+\+ \.claude\/settings\.json\n@@ /);
		expect(lstatSync(join(cwd, settings)).isSymbolicLink()).toBe(true);
		expect(statSync(join(cwd, settings)).mode & 0o777).toBe(0o600);
		expect(JSON.parse(read(cwd))).toMatchObject({ model: "opus", hooks: { Stop: [], PreToolUse: [{}] } });
		expect(rules(["uninstall", "--harness", "claude-code"], { cwd }).code).toBe(0);
		expect(read(cwd)).toBe(text);
	});

	test("are not touched by a dry run, and need not be there", () => {
		const cwd = folder({ "policy.rules": policy });
		const { code, out } = install(cwd, "--dry-run");
		expect(code).toBe(0);
		expect(out).toMatch(/^--- \/dev\/null\n\+\+\+ \.claude\/settings\.json\n@@ -0,0 \+1,17 @@\n/);
		expect(out).not.toContain("the rules are asked");
		expect(existsSync(join(cwd, ".claude"))).toBe(false);
		expect(rules(["uninstall", "--harness", "claude-code", "--dry-run"], { cwd })).toMatchObject({ code: 0 });
	});

	test.each([
		['{"a": 1,, }', ":1:9`: "],
		['{"hooks": []}', ":1:11`: `hooks` should be an object"],
		[Buffer.from([0x7b, 0xff, 0x7d]), "is not UTF-8 text"],
	])("that are broken stay as they are: %s", (text, fault) => {
		const cwd = folder({ "policy.rules": policy, [settings]: text });
		for (const verb of ["install", "uninstall"]) {
			const { code, out, err } = rules([verb, "--harness", "claude-code"], { cwd });
			expect([code, out]).toEqual([2, ""]);
			expect(err).toContain(fault);
			expect(err).toContain("nothing was changed");
		}
		expect(readFileSync(join(cwd, settings))).toEqual(Buffer.from(text));
	});

	test("that are a link to nothing are named as such", () => {
		const cwd = folder({ "policy.rules": policy });
		mkdirSync(join(cwd, ".claude"));
		symlinkSync("../gone.json", join(cwd, settings));
		for (const words of [[], ["--dry-run"]])
			expect(install(cwd, ...words)).toMatchObject({
				code: 2,
				err: expect.stringMatching(/settings\.json` is a link to `\.\.\/gone\.json`, which is not there\n/),
			});
		expect(rules(["uninstall", "--harness", "claude-code"], { cwd }).code).toBe(0);
	});

	test("of a person lie where the harness looks for them", () => {
		const [cwd, home] = [folder(), folder()];
		const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, "other") };
		const told = rules(["install", "--harness", "claude-code", "--user", "--json"], { cwd, env });
		expect(told.code).toBe(0);
		const record = JSON.parse(told.out) as { files: { path: string; change: string }[]; notes: string[] };
		expect(valid("install", record)).toEqual([]);
		expect(record.files).toMatchObject([{ path: join(home, "other/settings.json"), change: "created" }]);
		expect(record.notes.join("\n")).toContain("there is no `policy.rules`");
		expect(rules(["install", "--harness", "codex", "--user"], { cwd, env: { HOME: home } }).code).toBe(0);
		expect(existsSync(join(home, ".codex/hooks.json"))).toBe(true);
	});
});

describe("the registration", () => {
	test("names the program, the policy and the options by whole paths", () => {
		const cwd = folder({ "policy.rules": policy });
		const words = [
			"--rules",
			"policy.rules",
			"--agent",
			"writer",
			"--audit",
			"log",
			"--workspace",
			".",
			"--deadline",
			"2s",
		];
		expect(install(cwd, ...words).code).toBe(0);
		const [{ hooks }] = (
			JSON.parse(read(cwd)) as { hooks: { PreToolUse: [{ hooks: [{ command: string; timeout: number }] }] } }
		).hooks.PreToolUse;
		expect(hooks[0]).toMatchObject({ type: "command", timeout: 12, onFailure: "block" });
		expect(hooks[0].command).toContain(
			` ${process.execPath} ${program()} hook --harness claude-code --rules ${cwd}/policy.rules --agent writer --workspace ${cwd} --audit ${cwd}/log --deadline 2s`,
		);
		expect(hooks[0].command).toContain("timeout -s KILL 7 ");
	});

	test("of a project names a program on the path by its name", () => {
		const [cwd, bin] = [folder({ "policy.rules": policy }), folder()];
		symlinkSync(program(), join(bin, "rules"));
		rules(["install", "--harness", "codex"], { cwd, env: { PATH: `${bin}:${process.env.PATH}` } });
		expect(read(cwd, ".codex/hooks.json")).toMatch(/' rules rules hook --harness codex"/);
	});

	test("names no program that is on the path for `npx` alone", () => {
		const cwd = folder({ "policy.rules": policy });
		const bin = join(cwd, "node_modules/.bin");
		mkdirSync(bin, { recursive: true });
		symlinkSync(program(), join(bin, "rules"));
		chmodSync(program(), 0o755);
		const home = folder();
		const PATH = process.env.PATH ?? "";
		const env = { HOME: home, PATH: `${bin}:${PATH}`, npm_config_user_agent: "npm/10" };
		expect(rules(["install", "--harness", "codex"], { cwd, env }).code).toBe(0);
		expect(read(cwd, ".codex/hooks.json")).toContain(` ${process.execPath} ${program()} hook --harness codex`);
		const { out } = rules(["install", "--harness", "claude-code", "--deadline", "60s"], { cwd, env });
		expect(out).toContain("`npx rules doctor --harness claude-code`");
		expect(out).not.toContain("paths of this machine");
		expect(read(cwd)).toContain(' rules \\"$CLAUDE_PROJECT_DIR\\"/node_modules/.bin/rules hook --harness claude-code');
		for (const around of [{ HOME: home, PATH }, env]) {
			expect(rules(["doctor", "--harness", "claude-code"], { cwd, env: around })).toMatchObject({
				code: 0,
				out: expect.stringContaining("ok   answer"),
			});
		}
		expect(install(cwd, "--settings", "other.json").code).toBe(0);
		expect(read(cwd, "other.json")).not.toContain("CLAUDE_PROJECT_DIR");
		// What was registered by its name is not there when the harness starts it.
		expect(install(cwd, "--program", "rules").code).toBe(0);
		expect(rules(["doctor", "--harness", "claude-code"], { cwd, env })).toMatchObject({
			code: 1,
			out: expect.stringContaining("starts `rules`, which is not this program"),
		});
		expect(rules(["uninstall", "--harness", "claude-code"], { cwd, env }).code).toBe(0);
		expect(existsSync(join(cwd, settings))).toBe(false);
	});

	test("can be executed where it is a file", () => {
		const cwd = folder({ "policy.rules": policy });
		expect(rules(["install", "--harness", "cline"], { cwd }).code).toBe(0);
		expect(statSync(join(cwd, ".clinerules/hooks/PreToolUse")).mode & 0o111).toBe(0o111);
	});

	test("does not take the place of somebody else's file", () => {
		const cwd = folder({ ".opencode/plugin/rules.js": "export {};\n" });
		expect(rules(["install", "--harness", "opencode"], { cwd })).toMatchObject({
			code: 2,
			err: expect.stringContaining("and it is not ours"),
		});
		expect(read(cwd, ".opencode/plugin/rules.js")).toBe("export {};\n");
	});
});

describe("what is said of trust", () => {
	test.each([
		["codex", "Codex passes over a hook that nobody trusted"],
		["gemini-cli", "only in a folder that is trusted"],
		["copilot-cli", "a folder that is not trusted"],
	])("%s", (harness, note) => {
		const { out } = rules(["install", "--harness", harness, "--dry-run"], { cwd: folder({ "policy.rules": policy }) });
		expect(out).toContain(`note: `);
		expect(out).toContain(note);
	});
});

describe("a wrong question ends with 2, and changes nothing", () => {
	const cwd = folder({ "policy.rules": policy, "broken.rules": "agent default {\n  alow ls\n}\n" });
	test.each([
		[[], "it is not said which harness"],
		[["--harness", "cluade-code"], "did you mean `claude-code`?"],
		[["--harness", "codex", "--project", "--user"], "exclude each other"],
		[["--harness", "kiro"], "--settings .kiro/agents/NAME.json"],
		[["--harness", "codex", "--rules", "broken.rules"], "the policy can't be used"],
		[
			["--harness", "codex", "--rules", "nowhere.rules"],
			"the policy can't be used: there is no such file (nowhere.rules)\n",
		],
		[["--harness", "codex", "--rules", "policy.rules", "--agent", "nobody"], "the policy has no agent `nobody`"],
		[["--harness", "codex", "--deadline", "soon"], "is no time"],
		[["--harness", "codex", "--settings", "."], "is no regular file"],
	])("%j", (words, message) => {
		const { code, out, err } = rules(["install", ...words], { cwd });
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(message);
		expect(existsSync(join(cwd, ".codex"))).toBe(false);
	});

	test("nor is a file that may not be written", () => {
		if (process.getuid?.() === 0) return;
		const locked = folder({ "policy.rules": policy, [settings]: "{}" });
		chmodSync(join(locked, settings), 0o444);
		expect(install(locked).code).toBe(2);
		writeFileSync(join(locked, "x"), "");
		expect(read(locked)).toBe("{}");
	});
});
