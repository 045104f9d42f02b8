import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { folder, rules } from "./cli.js";
import { valid } from "./schemas.js";

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
