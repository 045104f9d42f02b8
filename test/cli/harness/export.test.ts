/** `rules export` as a real process. */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

// A busy machine takes its time.
jest.setTimeout(120_000);

const policy = `agent default {
  default deny
  allow pwd
}
agent writer {
  default deny
  allow whoami
}
`;

describe("rules export", () => {
	const cwd = folder({ "policy.rules": policy, "broken.rules": "agent default {" });

	test("writes what a harness's permissions can say, and says what they can't", () => {
		const { code, out, err } = rules(["export", "amp"], { cwd });
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({
			"amp.permissions": [
				{ action: "allow", matches: { cmd: expect.stringMatching(/^\/\^pwd/) } },
				{ action: "reject" },
			],
		});
		expect(err).toMatch(/\n1 left out, 0 looser, \d+ tighter\n$/);
	});

	test("takes another agent, and writes a file", () => {
		const { code, out } = rules(["export", "gemini-cli", "--agent", "writer", "-o", "own.toml"], { cwd });
		expect([code, out]).toEqual([0, ""]);
		const text = readFileSync(join(cwd, "own.toml"), "utf8");
		expect([text.includes("whoami"), text.includes("pwd")]).toEqual([true, false]);
	});

	test("writes nothing where the harness lets more through, unless that is said", () => {
		const words = ["export", "claude-code", "-o", "settings.json"];
		const { code, out, err } = rules(words, { cwd });
		expect([code, out]).toEqual([1, ""]);
		expect(err).toContain("nothing is written: the harness would let more through than the policy\n");
		expect(existsSync(join(cwd, "settings.json"))).toBe(false);
		expect(rules([...words, "--looser"], { cwd }).code).toBe(1);
		expect(JSON.parse(readFileSync(join(cwd, "settings.json"), "utf8"))).toMatchObject({
			permissions: { allow: ["Bash(pwd *)"], defaultMode: "dontAsk" },
		});
	});

	test("what `rules check` denies for a link, a folder or the shell is not written", () => {
		const place = folder({
			"policy.rules":
				"agent default {\n  default deny\n  allow exactly cat a.txt\n  allow cat key.txt, export, pwd\n  deny * touching /etc, secret\n}\n",
			"secret/key.txt": "",
		});
		symlinkSync("/etc/passwd", join(place, "a.txt"));
		const around = { cwd: place };
		for (const words of [
			["--", "cat", "a.txt"],
			["--cwd", "secret", "--workspace", ".", "--", "cat", "key.txt"],
			["--script", "export PATH=x"],
		])
			expect([words, rules(["check", ...words], around).code]).not.toEqual([words, 0]);
		const { code, out } = rules(["export", "amp"], around);
		const { "amp.permissions": entries } = JSON.parse(out) as {
			"amp.permissions": readonly { matches?: { cmd: string }; action: string }[];
		};
		const allowed = entries.filter(({ action }) => action === "allow").map(({ matches }) => matches?.cmd);
		expect([code, allowed.filter((one) => !/^\/\^(?:pwd|export\$)/.test(one ?? ""))]).toEqual([0, []]);
	});

	test("says it as JSON, with the permissions only where they are written", () => {
		for (const [words, hasText] of [
			[["amp"], true],
			[["opencode"], false],
			[["opencode", "--looser"], true],
		] as const) {
			const { out, err } = rules(["export", ...words, "--json"], { cwd });
			expect(err).toBe("");
			const report = JSON.parse(out) as object;
			expect([valid("export", report), Object.hasOwn(report, "text")]).toEqual([[], hasText]);
		}
	});

	test.each([
		[["nothing"], "it is one of"],
		[["amp", "--agent", "writr"], "did you mean `writer`?"],
		[["amp", "--rules", "broken.rules"], "a policy that can't be used allows nothing"],
		[["amp", "--rules", "nowhere.rules"], "nowhere.rules"],
	])("refuses %j", (words, message) => {
		expect(rules(["export", ...words], { cwd })).toMatchObject({
			code: 2,
			out: "",
			err: expect.stringContaining(message),
		});
	});
});
