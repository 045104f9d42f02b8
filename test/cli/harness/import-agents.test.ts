/** `rules import agents` as a real process. */
import { describe, expect, jest, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

// A busy machine takes its time.
jest.setTimeout(240_000);

const files = {
	"config/defaults.yaml": "tools: {shell: [run_command]}\nshell: {deny: [nc]}\n",
	"config/experts/scribe/config.yaml":
		"shell:\n  allow: [pandoc, 'g++', '[', ./run.sh, apt-get]\n  default_timeout: 2.5\n",
	"config/experts/maker.yaml": "name: maker\n",
	"config/experts/writer.yaml": "tools: {shell: []}\n",
};

describe("rules import agents", () => {
	test("S3.10 one command checks a whole folder, and says what each agent may run", () => {
		const { code, out, err } = rules(["import", "agents", "config", "--check"], { cwd: folder(files) });
		expect([code, err]).toEqual([0, "3 agents in 4 files\n"]);
		expect(out).toContain("maker: all that is not refused, one program refused  config/experts/maker.yaml\n");
		expect(out).toContain(
			"scribe: 5 programs allowed, one program refused, 2.5 s  config/experts/scribe/config.yaml\n",
		);
		expect(out).toContain("writer (as `writer-config`): no shell  config/experts/writer.yaml\n");
	});

	test("S3.10 each fault is shown with its place, and the answer is no", () => {
		const cwd = folder({
			...files,
			"config/a.yaml": "shell: {alow: [ls]}\n",
			"config/b.yaml": "shell: {allow: [git status]}\n",
		});
		for (const words of [["--check"], []]) {
			const { code, out, err } = rules(["import", "agents", "config", ...words], { cwd });
			expect([code, out, err]).toEqual([1, "", expect.stringContaining("config/a.yaml:1:9")]);
			expect(err).toContain("config/b.yaml:1:17");
			expect(err).toContain("did you mean `allow`?");
			expect(err).toContain("2 errors");
		}
	});

	test("as JSON, too", () => {
		const cwd = folder(files);
		for (const more of [["--check"], [], ["-o", "policy.rules"]]) {
			const { code, out, err } = rules(["import", "agents", "config", "--json", ...more], { cwd });
			expect([code, err]).toEqual([0, "3 agents in 4 files\n"]);
			const report = JSON.parse(out) as object;
			expect(valid("import", report)).toEqual([]);
			expect(report).toMatchObject({
				format: "agents",
				policy: rules(["import", "agents", "config"], { cwd }).out,
				agents: [
					{ name: "maker", agent: "maker", hasShell: true, deny: ["nc"] },
					{ name: "scribe", agent: "scribe", hasShell: true, deny: ["nc"], timeout: 2.5 },
					{ name: "writer", agent: "writer-config", hasShell: false },
				],
			});
		}
		expect(rules(["show", "scribe"], { cwd }).code).toBe(0);
	});

	test("what is written is a policy that decides so", () => {
		const cwd = folder(files);
		expect(rules(["import", "agents", "config", "-o", "policy.rules"], { cwd }).code).toBe(0);
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
		const base = rules(["import", "agents", "config", "--rules", "base.rules"], { cwd });
		expect(base.out).toContain('import "./base.rules"');
		const { code, err } = rules(["import", "agents", "config", "--rules", "other.rules"], { cwd });
		expect([code, err]).toEqual([1, expect.stringContaining("has no agent `default`")]);
	});
});
