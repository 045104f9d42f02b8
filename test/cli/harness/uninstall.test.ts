import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const policy = "agent default {\n  default deny\n  allow ls\n}\n";

test("what was installed by older words is taken out as well, and what others wrote stays", () => {
	const text =
		'{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "rules hook --harness claude-code || exit 2"}, {"type": "command", "command": "mine"}]}]}}';
	const cwd = folder({ ".claude/settings.json": text });
	const { code, out } = rules(["uninstall", "--harness", "claude-code", "--json"], { cwd });
	expect(code).toBe(0);
	expect(valid("install", JSON.parse(out))).toEqual([]);
	expect(readFileSync(join(cwd, ".claude/settings.json"), "utf8")).toBe(
		'{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]}}',
	);
});

test("what somebody made of our hook stays, and is said", () => {
	const text =
		'{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "my-audit && rules hook --harness claude-code"}]}]}}';
	const cwd = folder({ ".claude/settings.json": text });
	const { code, out } = rules(["uninstall", "--harness", "claude-code"], { cwd });
	expect([code, out]).toEqual([0, expect.stringContaining("settings.json:1` speaks of `rules hook` too")]);
	expect(readFileSync(join(cwd, ".claude/settings.json"), "utf8")).toBe(text);
});

test("Codex trusts the hooks that stood behind ours as before", () => {
	const [cwd, home] = [folder({ "policy.rules": policy }), folder()];
	const env = { HOME: home };
	expect(rules(["install", "--harness", "codex", "--trust"], { cwd, env }).code).toBe(0);
	const [hooks, settings] = [join(cwd, ".codex/hooks.json"), join(home, ".codex/config.toml")];
	const said = JSON.parse(readFileSync(hooks, "utf8")) as { hooks: { PreToolUse: object[] } };
	const theirs = { matcher: "x", hooks: [{ type: "command", command: "theirs" }] };
	said.hooks.PreToolUse.push(theirs, theirs);
	writeFileSync(hooks, JSON.stringify(said));
	const trust = (place: string, hash: string): string =>
		`[hooks.state.${JSON.stringify(`${hooks}:pre_tool_use:${place}`)}]\ntrusted_hash = "${hash}"\n`;
	writeFileSync(
		settings,
		`${readFileSync(settings, "utf8")}\n${trust("1:0", "sha256:1")}\n${trust("2:0", "sha256:2")}`,
	);
	expect(rules(["uninstall", "--harness", "codex"], { cwd, env }).code).toBe(0);
	expect(readFileSync(settings, "utf8").trim()).toBe(`${trust("0:0", "sha256:1")}\n${trust("1:0", "sha256:2")}`.trim());
});

test("a file that held nothing else is gone, and to do it again is no error", () => {
	const cwd = folder({ "policy.rules": policy });
	for (const harness of ["amp", "cline", "cursor", "copilot-cli", "opencode"]) {
		expect(rules(["install", "--harness", harness], { cwd }).code).toBe(0);
		expect(rules(["uninstall", "--harness", harness], { cwd })).toMatchObject({ code: 0, err: "" });
		expect(rules(["uninstall", "--harness", harness], { cwd }).out).toContain("nothing of ours is in it");
	}
	for (const name of [".amp/rules-amp", ".amp/settings.json", ".cursor/hooks.json", ".github/hooks/rules.json"])
		expect(existsSync(join(cwd, name))).toBe(false);
});

describe("what was there before comes back byte by byte", () => {
	const home = folder();
	const env = { HOME: home };
	const around = (harness: string, ...words: string[]): readonly string[] => ["--harness", harness, ...words];

	test.each([
		["claude-code", ".claude/settings.json", '{"hooks": {}}'],
		["claude-code", ".claude/settings.json", '{"hooks":{ "PreToolUse" : [ ] }}\r\n'],
		["claude-code", ".claude/settings.json", "{ }"],
		["claude-code", ".claude/settings.json", '{"hooks":{"PreToolUse":[{"matcher":"x","hooks":[]}],"Stop":[]},"a":1e2}'],
		["cursor", ".cursor/hooks.json", "{}"],
		["cursor", ".cursor/hooks.json", '{\n\t"hooks": {}\n}\n'],
		["copilot-cli", ".github/hooks/rules.json", '{"hooks":{"preToolUse":[]}}'],
		["gemini-cli", ".gemini/settings.json", '// mine\n{"hooks": {\n// none\n}}\n'],
		["amp", ".amp/settings.json", '{"amp.permissions": [],}'],
	])("%s: %s %j", (harness, name, text) => {
		const cwd = folder({ "policy.rules": policy, [name]: text });
		expect(rules(["install", ...around(harness)], { cwd, env }).code).toBe(0);
		expect(readFileSync(join(cwd, name), "utf8")).not.toBe(text);
		// Done twice, with other words.
		expect(rules(["install", ...around(harness, "--deadline", "9s")], { cwd, env }).code).toBe(0);
		expect(rules(["uninstall", ...around(harness)], { cwd, env }).code).toBe(0);
		expect(readFileSync(join(cwd, name), "utf8")).toBe(text);
	});

	test("folders that were made for it go, and those that were there stay", () => {
		const cwd = folder({ "policy.rules": policy });
		mkdirSync(join(cwd, ".cursor"));
		for (const harness of ["claude-code", "cline", "goose", "opencode", "cursor"]) {
			expect(rules(["install", ...around(harness)], { cwd, env }).code).toBe(0);
			expect(rules(["uninstall", ...around(harness)], { cwd, env }).code).toBe(0);
		}
		expect(readdirSync(cwd).sort()).toEqual([".cursor", "policy.rules"]);
		expect(rules(["install", ...around("claude-code")], { cwd, env }).code).toBe(0);
		writeFileSync(join(cwd, ".claude/CLAUDE.md"), "");
		expect(rules(["uninstall", ...around("claude-code")], { cwd, env }).code).toBe(0);
		expect(readdirSync(join(cwd, ".claude"))).toEqual(["CLAUDE.md"]);
	});

	test("what others wrote since then stays, beside what was there", () => {
		const cwd = folder({ "policy.rules": policy, ".claude/settings.json": '{"hooks": {"PreToolUse": []}}' });
		expect(rules(["install", ...around("claude-code")], { cwd, env }).code).toBe(0);
		const file = join(cwd, ".claude/settings.json");
		writeFileSync(file, readFileSync(file, "utf8").replace(/^\{/, '{"model": "opus", '));
		expect(rules(["install", ...around("claude-code", "--deadline", "9s")], { cwd, env }).code).toBe(0);
		expect(rules(["uninstall", ...around("claude-code")], { cwd, env }).code).toBe(0);
		expect(readFileSync(file, "utf8")).toBe('{"model": "opus", "hooks": {"PreToolUse": []}}');
		// Where nobody knows what was there, what is empty goes.
		expect(rules(["install", ...around("claude-code")], { cwd, env }).code).toBe(0);
		expect(rules(["uninstall", ...around("claude-code")], { cwd, env: { HOME: folder() } }).code).toBe(0);
		expect(readFileSync(file, "utf8")).toBe('{"model": "opus"}');
	});

	test("notes are kept for nobody else, and go with what they are about", () => {
		const cwd = folder({ "policy.rules": policy });
		const notes = join(home, ".local/state/bylaw/installed");
		expect(rules(["install", ...around("codex")], { cwd, env }).code).toBe(0);
		const names = readdirSync(notes).map((name) => join(notes, name));
		const [own] = names.filter((name) => readFileSync(name, "utf8").includes(`"${cwd}/`));
		expect(statSync(own as string).mode & 0o077).toBe(0);
		expect(rules(["uninstall", ...around("codex")], { cwd, env }).code).toBe(0);
		expect(existsSync(own as string)).toBe(false);
	});
});
