/** Where a policy asks what happened before, the hook is registered for what its harness tells of that; where the harness tells nothing, that is said. */
import { existsSync, readFileSync } from "node:fs";
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

test("a harness that tells nothing of it is told of", () => {
	const cwd = folder({ "policy.rules": asking });
	const { out } = rules(["install", "--harness", "codex", "--program", "rules", "--dry-run"], { cwd });
	expect(out).toContain("is not told how a call ended");
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
