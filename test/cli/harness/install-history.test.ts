/** Where a policy asks what happened before, the hook is registered for what its harness tells of that; where the harness tells nothing, that is said. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const asking = "default deny\nallow ls\nallow git push after npm test\n";
const plain = "default deny\nallow ls\n";

function events(cwd: string, file: string): readonly string[] {
	const { hooks } = JSON.parse(readFileSync(join(cwd, file), "utf8")) as { readonly hooks: object };
	return Object.keys(hooks);
}

test.each([
	["claude-code", ".claude/settings.json"],
	["qwen-code", ".qwen/settings.json"],
])("%s is asked to tell how calls ended, where the policy asks", (harness, file) => {
	const cwd = folder({ "policy.rules": plain });
	const words = ["install", "--harness", harness, "--program", "rules"];
	expect(rules(words, { cwd }).code).toBe(0);
	expect(events(cwd, file)).toEqual(["PreToolUse"]);
	const other = folder({ "policy.rules": asking });
	expect(rules(words, { cwd: other }).code).toBe(0);
	expect(events(other, file)).toEqual(["PreToolUse", "PostToolUse", "PostToolUseFailure", "SessionStart"]);
	expect(rules(["uninstall", "--harness", harness], { cwd: other }).code).toBe(0);
	expect(existsSync(join(other, file))).toBe(false);
});

test.each([
	["opencode", ".opencode/plugin/rules.js", "tool.execute.after"],
	["cline", ".clinerules/hooks/PostToolUse", "--harness cline"],
])("%s tells it by a file of its own, where the policy asks", (harness, file, holds) => {
	const words = ["install", "--harness", harness, "--program", "rules"];
	const [asked, other] = [asking, plain].map((text) => folder({ "policy.rules": text })) as [string, string];
	for (const cwd of [asked, other]) expect(rules(words, { cwd }).code).toBe(0);
	const textIn = (cwd: string): string => (existsSync(join(cwd, file)) ? readFileSync(join(cwd, file), "utf8") : "");
	expect(textIn(asked)).toContain(holds);
	expect(textIn(other)).not.toContain(holds);
	const history = (cwd: string): unknown => {
		const { out } = rules(["doctor", "--harness", harness, "--json"], { cwd, env: { HOME: cwd } });
		const { registrations } = JSON.parse(out) as {
			readonly registrations: readonly {
				readonly checks: readonly { readonly name: string; readonly verdict: string }[];
			}[];
		};
		return registrations[0]?.checks.find(({ name }) => name === "history")?.verdict;
	};
	expect(history(asked)).toBe("good");
	writeFileSync(join(other, "policy.rules"), asking);
	expect(history(other)).toBe("doubtful");
	expect(rules(words, { cwd: other }).code).toBe(0);
	expect(history(other)).toBe("good");
	for (const cwd of [asked, other]) {
		expect(rules(["uninstall", "--harness", harness], { cwd }).code).toBe(0);
		expect(textIn(cwd)).toBe("");
	}
});

test.each([
	["claude-code", "etc/claude-code/managed-settings.json"],
	["qwen-code", "etc/qwen-code/settings.json"],
])("a managed %s tells it, too", (harness, file) => {
	const root = folder({ "etc/bylaw/policy.rules": asking, "usr/local/bin/rules": "#!/bin/sh\n" });
	for (const name of [
		"etc",
		"etc/bylaw",
		"etc/bylaw/policy.rules",
		"usr",
		"usr/local",
		"usr/local/bin",
		"usr/local/bin/rules",
	])
		chmodSync(join(root, name), 0o755);
	chmodSync(root, 0o755);
	const told = ["--rules", "/etc/bylaw/policy.rules", "--program", "/usr/local/bin/rules"];
	const { code, err } = rules(["install", "--managed", "--root", root, "--harness", harness, ...told], { cwd: root });
	expect([code, err]).toEqual([0, ""]);
	expect(events(root, file)).toEqual(["PreToolUse", "PostToolUse", "PostToolUseFailure", "SessionStart"]);
	expect(rules(["uninstall", "--managed", "--root", root, "--harness", harness], { cwd: root }).code).toBe(0);
	expect(existsSync(join(root, file))).toBe(false);
});

test("a harness that tells nothing of it is told of", () => {
	const cwd = folder({ "policy.rules": asking });
	const { out } = rules(["install", "--harness", "codex", "--program", "rules", "--dry-run"], { cwd });
	expect(out).toContain("is not told how a call ended");
});

test("Codex is asked to tell how sessions begin, trusts both, and forgets both", () => {
	const cwd = folder({ "policy.rules": asking });
	const around = { cwd, env: { HOME: cwd } };
	const words = ["install", "--harness", "codex", "--user", "--trust", "--program", "rules"];
	expect(rules([...words, "--rules", join(cwd, "policy.rules")], around).code).toBe(0);
	expect(events(cwd, ".codex/hooks.json")).toEqual(["PreToolUse", "SessionStart"]);
	const trusted = (): readonly string[] =>
		readFileSync(join(cwd, ".codex/config.toml"), "utf8").match(/:(?:pre_tool_use|session_start):0:0/g) ?? [];
	expect(trusted()).toEqual([":pre_tool_use:0:0", ":session_start:0:0"]);
	const { out } = rules(["doctor", "--harness", "codex", "--json"], around);
	const record: unknown = JSON.parse(out);
	expect(valid("doctor", record)).toEqual([]);
	const said = JSON.stringify(record);
	expect(said).toContain("does not tell a hook how a call ended");
	expect(said).toContain("begins with every fear");
	expect(rules(["uninstall", "--harness", "codex", "--user"], around).code).toBe(0);
	expect(existsSync(join(cwd, ".codex/config.toml"))).toBe(false);
	expect(existsSync(join(cwd, ".codex/hooks.json"))).toBe(false);
});

test.each([
	["claude-code", [], "good", "stays one"],
	["cline", [], "doubtful", "a daemon of Cline"],
	["goose", [], "doubtful", "nobody has measured"],
])("a doctor says of %s how its sessions go on, where the policy asks", (harness, more, verdict, says) => {
	const checks = (
		text: string,
	): readonly { readonly name: string; readonly verdict: string; readonly message: string }[] => {
		const cwd = folder({ "policy.rules": text });
		const around = { cwd, env: { HOME: cwd } };
		rules(["install", "--harness", harness, "--program", "rules", ...more], around);
		const { registrations } = JSON.parse(rules(["doctor", "--harness", harness, "--json"], around).out);
		return registrations[0].checks.filter(({ name }: { readonly name: string }) => name === "session");
	};
	expect(checks(plain)).toEqual([]);
	expect(checks(asking)[0]).toMatchObject({ verdict, message: expect.stringContaining(says) });
});

test("a doctor says where the hook hears nothing", () => {
	const cwd = folder({ "policy.rules": plain });
	const around = { cwd, env: { HOME: cwd } };
	const check = (): unknown => {
		const record: unknown = JSON.parse(rules(["doctor", "--harness", "claude-code", "--json"], around).out);
		expect(valid("doctor", record)).toEqual([]);
		const { registrations } = record as {
			readonly registrations: readonly {
				readonly checks: readonly { readonly name: string; readonly verdict: string }[];
			}[];
		};
		return registrations[0]?.checks.find(({ name }) => name === "history")?.verdict;
	};
	const install = (): unknown => rules(["install", "--harness", "claude-code"], around);
	install();
	expect(check()).toBeUndefined();
	rules(["fmt", "."], around);
	const other = folder({
		"policy.rules": asking,
		".claude/settings.json": readFileSync(join(cwd, ".claude/settings.json")),
	});
	expect(
		JSON.parse(rules(["doctor", "--harness", "claude-code", "--json"], { cwd: other, env: { HOME: other } }).out),
	).toMatchObject({
		registrations: [
			{ checks: expect.arrayContaining([expect.objectContaining({ name: "history", verdict: "doubtful" })]) },
		],
	});
});
