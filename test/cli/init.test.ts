import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { starter } from "../../src/cli/starter.js";
import { decide } from "../../src/decide/decide.js";
import type { Tree } from "../../src/decide/tree.js";
import { lint } from "../../src/lint/lint.js";
import { loadText } from "../../src/load/load.js";
import { realWorld } from "../../src/load/world.js";
import { checkExpectations } from "../../src/suite/expectations.js";
import { formatPolicyFile } from "../../src/syntax/read-policy-file.js";
import type { PolicyFile } from "../../src/syntax/statements.js";
import { folder, rules } from "./cli.js";

const next =
	"\nnext:\n  rules test                       # its expectations hold\n  rules check -- git push          # may this run?\n  rules explain -- git push        # why, or why not?\n  rules run -- git status          # run it if it may\n";

describe("a starter", () => {
	test.each<[string, readonly string[], string]>([
		["nothing", [], "git status"],
		["npm", ["package.json"], "npm test"],
		["go", ["go.mod"], "go test ./..."],
		["cargo", ["Cargo.toml"], "cargo test"],
		["python", ["pyproject.toml"], "python3 -m pytest"],
		["python by requirements", ["requirements.txt"], "pytest"],
		["two kinds", ["package.json", "go.mod"], "go test ./..."],
	])("for %s fits, is clean, formatted and short, and its expectations hold", (_, files, command) => {
		const cwd = folder(Object.fromEntries(files.map((file) => [file, ""])));
		const text = starter(cwd);
		const loaded = loadText("policy.rules", text, { cwd });
		expect(lint(loaded)).toEqual([]);
		const tree = loaded.tree as Tree;
		const world = realWorld(cwd);
		const results = checkExpectations(loaded.policy, tree, world);
		expect(results.filter((result) => !result.passed)).toEqual([]);
		expect(results.length).toBeGreaterThanOrEqual(4);
		expect(formatPolicyFile(loaded.files[0] as PolicyFile)).toBe(text);
		expect(decide(tree, { script: command }, world).effect).toBe("allow");
		expect(decide(tree, { script: "rm -rf /" }, world).effect).toBe("deny");
		// Neither blank lines nor comments count.
		const lines = text.split("\n").filter((line) => /^\s*[^\s#]/.test(line)).length;
		expect(lines).toBeGreaterThanOrEqual(15);
		expect(lines).toBeLessThanOrEqual(files.length > 1 ? 34 : 30);
	});

	test("is written, and said", () => {
		const cwd = folder({ "package.json": "{}" });
		expect(rules(["init"], { cwd })).toEqual({ code: 0, out: `wrote policy.rules\n${next}`, err: "" });
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toBe(starter(cwd));
		expect(rules(["test"], { cwd })).toEqual({ code: 0, out: "policy.rules: 8 passed, 0 failed\n", err: "" });
	});

	test("may be YAML", () => {
		const cwd = folder({ "package.json": "{}" });
		expect(rules(["init", "--yaml"], { cwd }).out).toBe(`wrote policy.rules.yaml\n${next}`);
		expect(rules(["test"], { cwd }).code).toBe(0);
		expect(readFileSync(join(cwd, "policy.rules.yaml"), "utf8")).toMatch(/^# What agents may run/);
	});

	test("may be a pack", () => {
		const cwd = folder();
		expect(rules(["init", "--pack", "safe-shell"], { cwd }).code).toBe(0);
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toContain('import "safe-shell"\n');
		expect(rules(["test"], { cwd })).toMatchObject({ code: 0, err: "" });
		expect(rules(["lint"], { cwd })).toMatchObject({ code: 0 });
		expect(rules(["fmt", "--check"], { cwd })).toMatchObject({ code: 0 });
	});
});

describe("nothing is overwritten", () => {
	test("a policy stays, and only --force takes its place", () => {
		const cwd = folder({ "policy.rules": "mine" });
		expect(rules(["init"], { cwd })).toEqual({
			code: 2,
			out: "",
			err: "error: there is a `policy.rules` in this folder already\nhelp: change that one, or overwrite it with `--force`\n",
		});
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toBe("mine");
		expect(rules(["init", "--force"], { cwd }).code).toBe(0);
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toContain("agent default {");
	});

	test("nor put beside a policy of the other notation, forced or not", () => {
		const cwd = folder({ "policy.rules.yaml": "" });
		for (const words of [["init"], ["init", "--force"]]) {
			expect(rules(words, { cwd })).toEqual({
				code: 2,
				out: "",
				err: "error: this folder has a policy already: `policy.rules.yaml`\nhelp: change that one, or take it away first\n",
			});
		}
	});

	test("nor what a link leads to", () => {
		const cwd = folder();
		symlinkSync("elsewhere", join(cwd, "policy.rules"));
		expect(rules(["init"], { cwd }).code).toBe(2);
		expect(existsSync(join(cwd, "elsewhere"))).toBe(false);
	});
});

test("an unknown pack is refused, with the nearest", () => {
	const cwd = folder();
	expect(rules(["init", "--pack", "safe-shel"], { cwd })).toEqual({
		code: 2,
		out: "",
		err: "error: no pack is called `safe-shel`\nhelp: did you mean `safe-shell`?\n",
	});
	expect(rules(["init", "--pack", "../x"], { cwd }).code).toBe(2);
	expect(existsSync(join(cwd, "policy.rules"))).toBe(false);
});
