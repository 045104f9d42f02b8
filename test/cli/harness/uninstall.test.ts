import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
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
