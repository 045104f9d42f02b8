/** `rules import` as a real process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { folder, rules } from "./cli.js";

// A busy machine takes its time.
jest.setTimeout(120_000);

const files = {
	"config/defaults.yaml": "tools: {shell: [run_command]}\nshell: {deny: [nc]}\n",
	"config/experts/scribe/config.yaml":
		"shell:\n  allow: [pandoc, 'g++', '[', ./run.sh, apt-get]\n  default_timeout: 2.5\n",
	"config/experts/maker.yaml": "name: maker\n",
};

describe("rules import agents", () => {
	test("S3.10 one command checks a whole folder", () => {
		const cwd = folder(files);
		const { code, out, err } = rules(["import", "agents", "config", "--check"], { cwd });
		expect([code, err]).toEqual([0, "2 agents in 3 files\n"]);
		expect(out).toContain("maker: all that is not refused, one program refused  config/experts/maker.yaml\n");
		expect(out).toContain("scribe: 5 programs allowed, one program refused, 2.5 s");
	});

	test("S3.10 each fault is shown with its place, and the answer is no", () => {
		const cwd = folder({
			...files,
			"config/a.yaml": "shell: {alow: [ls]}\n",
			"config/b.yaml": "shell: {allow: [git status]}\n",
		});
		for (const words of [["--check"], []]) {
			const { code, out, err } = rules(["import", "agents", "config", ...words], { cwd });
			expect([code, out]).toEqual([1, ""]);
			expect(err).toContain("config/a.yaml:1:9");
			expect(err).toContain("config/b.yaml:1:17");
			expect(err).toContain("2 errors");
		}
	});

	test("what is written is a policy that decides so", () => {
		const cwd = folder(files);
		expect(rules(["import", "agents", "config", "-o", "policy.rules"], { cwd }).code).toBe(0);
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toContain("agent scribe extends default");
		const input = ["pandoc a.md", "g++ a.cc", "./run.sh", "ls", "apt-get install x", "nc -l 1"]
			.map((script) => JSON.stringify({ script, agent: "scribe" }))
			.join("\n");
		const { out } = rules(["check", "--jsonl"], { cwd, input });
		const effects = out
			.trim()
			.split("\n")
			.map((line) => (JSON.parse(line) as { effect: string }).effect);
		expect(effects).toEqual(["allow", "allow", "allow", "deny", "deny", "deny"]);
	});

	test("what agents have in common may be another policy, and must have the agent `default`", () => {
		const cwd = folder({
			...files,
			"base.rules": "agent default {\n  default deny\n  allow ls\n}\n",
			"other.rules": "agent other { allow ls }\n",
		});
		expect(rules(["import", "agents", "config", "--rules", "base.rules"], { cwd }).out).toContain(
			'import "./base.rules"',
		);
		const { code, err } = rules(["import", "agents", "config", "--rules", "other.rules"], { cwd });
		expect([code, err]).toEqual([1, expect.stringContaining("has no agent `default`")]);
	});

	test.each([
		[["agents"], "missing required argument"],
		[["nothing", "config"], "Allowed choices are"],
		[["agents", "nowhere"], "`nowhere` is no folder"],
		[["agents", "config", "--check", "-o", "x"], "`--check` writes no policy"],
	])("refuses %j", (words, message) => {
		const { code, err } = rules(["import", ...words], { cwd: folder(files) });
		expect([code, err.toLowerCase()]).toEqual([2, expect.stringContaining(message.toLowerCase())]);
	});
});
