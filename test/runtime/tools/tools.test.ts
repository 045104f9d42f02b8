/** What all tools have in common. */
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createExecuteCommand } from "../../../src/runtime/tools/shell-tools/execute-command.js";
import { createExecuteShell } from "../../../src/runtime/tools/shell-tools/execute-shell.js";
import { createRunCommand } from "../../../src/runtime/tools/shell-tools/run-command.js";
import { createRunShell } from "../../../src/runtime/tools/shell-tools/run-shell.js";
import { createSafeShell } from "../../../src/runtime/tools/shell-tools/safe-shell.js";
import type { Tool } from "../../../src/runtime/tools/tool.js";
import { folder } from "../../cli/cli.js";
import { policy } from "./asked-policy.js";

jest.setTimeout(240_000);

const place = folder({ "policy.rules": policy, "ws/notes": "hello\n", "ws/.env": "K=1\n" });
chmodSync(place, 0o700);
const file = join(place, "policy.rules");
const workspace = join(place, "ws");

/** Commands by their lines: one program with its arguments each. */
const argvs: Readonly<Record<string, readonly string[]>> = {
	"echo one": ["echo", "one"],
	"git push --force": ["git", "push", "--force"],
	"npm publish": ["npm", "publish"],
	"grep -rn x .": ["grep", "-rn", "x", "."],
	"cat .env": ["cat", ".env"],
	"cat ../policy.rules": ["cat", "../policy.rules"],
	"curl https://example.com": ["curl", "https://example.com"],
	"./notes": ["./notes"],
};

const tools: Readonly<Record<string, Tool>> = {
	safe_shell: createSafeShell({ rules: file, workspace, name: "safe_shell" }),
	execute_command: createExecuteCommand({ rules: file, workspace }),
	run_command: createRunCommand({ rules: file, root: join(place, "jobs"), job: "1" }),
	run_shell: createRunShell({ rules: file, workspace }),
	execute_shell: createExecuteShell({ rules: file, root: join(place, "sandboxes") }),
};
const inputOf = (name: string, script: string): unknown => {
	const [command, ...args] = argvs[script] ?? [];
	return name === "safe_shell" ? { command, args } : { command: script };
};

describe("every tool", () => {
	const made: Tool[] = [];
	const tool = (name: string): Tool => tools[name] as Tool;
	beforeAll(() => {
		mkdirSync(join(place, "other"), { recursive: true });
	});
	afterAll(() => {
		for (const one of [...Object.values(tools), ...made]) one.close();
	});

	test.each(Object.keys(tools))("%s has schemas of 2020-12, a name that models take, and a title", (name) => {
		const ajv = new Ajv2020({ strict: true, allErrors: true });
		expect(() => ajv.compile(tool(name).inputSchema)).not.toThrow();
		expect(() => ajv.compile(tool(name).outputSchema)).not.toThrow();
		expect(tool(name).name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
		expect(tool(name).title).not.toBe("");
		expect(tool(name).description.length).toBeGreaterThan(40);
	});

	test.each(Object.keys(tools))(
		"%s takes nothing that does not fit its schema, whatever a model writes",
		async (name) => {
			const validate = new Ajv2020().compile(tool(name).inputSchema);
			const writings: unknown[] = [
				undefined,
				null,
				1,
				"echo one",
				[],
				["echo"],
				{},
				{ command: null },
				{ command: ["echo"] },
				{ command: "echo", __proto__: { x: 1 } },
				{ command: "echo", constructor: 1 },
				JSON.parse('{"command":"echo","__proto__":{}}'),
				{ command: "echo", extra: "x".repeat(10_000) },
			];
			for (const writing of writings) {
				const fits = validate(writing);
				const reply = await tool(name).call(writing);
				expect([JSON.stringify(writing), reply.status === "invalid"]).toEqual([JSON.stringify(writing), !fits]);
				expect("invalid" in tool(name).decide(writing)).toBe(!fits);
				if (!fits) expect(reply.error?.length).toBeLessThan(500);
			}
		},
	);

	test.each(Object.keys(tools))("%s runs a question only when a person says yes, and by name", async (name) => {
		const input = inputOf(name, "npm publish");
		for (const approve of [
			() => undefined,
			() => "",
			() => true as unknown as string,
			() => ({}) as unknown as string,
			() => Promise.reject(new Error("gone")),
		])
			expect(await tool(name).call(input, { approve })).toMatchObject({ status: "asked" });
	});

	test.each(Object.keys(tools))("%s runs nothing once its caller has gone", async (name) => {
		const gone = new AbortController();
		gone.abort();
		expect(await tool(name).call(inputOf(name, "echo one"), { signal: gone.signal })).toMatchObject({
			status: "cancelled",
		});
	});

	test.each(Object.keys(tools))("%s tells its output as it comes, and as one text at the end", async (name) => {
		let told = "";
		const reply = await tool(name).call(inputOf(name, "echo one"), {
			onOutput: (_, text) => {
				told += text;
			},
		});
		expect([told.trim(), tool(name).textOf(reply)]).toEqual(["one", "one"]);
		expect(tool(name).textOf(await tool(name).call(inputOf(name, "git push --force")))).toBe(
			"Error: Use the version-control tools, not `git push --force`.",
		);
	});

	test("a tool that is closed twice closes once", () => {
		const log = join(place, "other", "audit.jsonl");
		const one = createSafeShell({ rules: file, workspace, audit: log });
		one.close();
		const two = createSafeShell({ rules: file, workspace, audit: log });
		one.close();
		made.push(two);
		two.guard.decide({ script: "git push" });
		expect(readFileSync(log, "utf8")).toContain("git push");
		expect(existsSync(log)).toBe(true);
	});
});
