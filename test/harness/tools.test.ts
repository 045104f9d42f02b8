/** One request, the same decision and the same message through every surface; and what all tools have in common. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createExecuteCommand } from "../../src/harness/execute-command.js";
import { createExecuteShell } from "../../src/harness/execute-shell.js";
import { guard } from "../../src/harness/guard.js";
import { createRunCommand } from "../../src/harness/run-command.js";
import { createRunShell } from "../../src/harness/run-shell.js";
import { createSafeShell } from "../../src/harness/safe-shell.js";
import type { Tool, ToolReply } from "../../src/harness/tool.js";
import { load } from "../../src/load/load.js";
import { serveSandbox } from "../../src/server/sandbox/serve-sandbox.js";
import { connect } from "../../src/server/socket/connect.js";
import { type Ended, folder, program, rules } from "../cli/cli.js";

jest.setTimeout(120_000);

const policy = `agent default {
  default deny
  allow echo, true
  allow cat within .
  ask npm publish because "A person looks at every release."
  nudge grep use file.search because "Plain search lacks context."
  deny git because "Use the version-control tools, not \`{command}\`." id no-git
  deny * touching **/.env because "\`{path}\` holds secrets." id no-secrets
  syntax sequences
  limit timeout 30s
}
`;
const place = folder({ "policy.rules": policy, "ws/notes": "hello\n", "ws/.env": "K=1\n" });
chmodSync(place, 0o700);
const file = join(place, "policy.rules");
const workspace = join(place, "ws");
const token = "a-token-that-nobody-guesses";

/** The commands, as a shell reads them; those that allow do no more than print. */
const scripts = [
	"echo one",
	"echo one; true",
	"git push --force",
	"git push; echo one",
	"npm publish",
	"grep -rn x .",
	"cat .env",
	"cat ../policy.rules",
	"curl https://example.com",
	"echo one | cat",
	"echo $(git status)",
	'"$x" y',
	"X=1 echo one",
	"./notes",
] as const;
/** Those of them that are one program with its arguments. */
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

interface Said {
	readonly effect: string;
	/** Begins with the decision's own. */
	readonly message: string;
}

const own = guard(load(file), { workspace });
const expected = (script: string): Said => {
	const { effect, message } = own.foresee({ script });
	return { effect, message };
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
const effects: Readonly<Record<ToolReply["status"], string>> = {
	completed: "allow",
	denied: "deny",
	nudged: "nudge",
	asked: "ask",
	invalid: "",
	failed: "",
	"timed-out": "",
	cancelled: "",
};

describe("one request, the same decision and the same message", () => {
	afterAll(() => {
		for (const tool of Object.values(tools)) tool.close();
	});

	test("from the command line, one by one and as a stream", () => {
		const input = scripts.map((script, id) => JSON.stringify({ id, script, cwd: workspace })).join("\n");
		const { out } = rules(["check", "--rules", file, "--workspace", workspace, "--jsonl"], { cwd: workspace, input });
		const answers = out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Said);
		expect(answers.map(({ effect, message }) => ({ effect, message }))).toEqual(scripts.map(expected));
		for (const script of ["git push --force", "npm publish"]) {
			const { out: one } = rules(["check", "--rules", file, "--json", "--script", script], { cwd: workspace });
			expect(JSON.parse(one)).toMatchObject(expected(script));
		}
	});

	test("from the decider at a socket", async () => {
		const socket = join(place, "s");
		const child = spawn(
			process.execPath,
			[program(), "serve", "--rules", file, "--workspace", workspace, "--cwd", workspace, "--socket", socket],
			{ stdio: ["ignore", "ignore", "pipe"] },
		);
		try {
			await new Promise<void>((resolve, reject) => {
				let err = "";
				child.stderr.on("data", (chunk) => {
					err += String(chunk);
					if (err.includes("listening")) resolve();
				});
				child.on("close", () => reject(new Error(err)));
			});
			const decider = await connect(socket, { timeout: 60_000 });
			const answers = await Promise.all(scripts.map((script) => decider.decide({ script })));
			expect(answers.map(({ effect, message }) => ({ effect, message }))).toEqual(scripts.map(expected));
			decider.close();
		} finally {
			child.kill("SIGKILL");
		}
	});

	test.each(["git push --force", "npm publish", "grep -rn x .", "echo one | cat", "cat .env", "echo one"])(
		"from a harness's hook: %s",
		(script) => {
			const input = JSON.stringify({ tool: "bash", args: { command: script }, directory: workspace });
			const { out }: Ended = rules(["hook", "--harness", "opencode", "--rules", file], { input, cwd: workspace });
			const { effect, message = "" } = JSON.parse(out) as Partial<Said>;
			const decided = expected(script);
			// A plugin can't ask or nudge, so it denies.
			expect(effect).toBe(decided.effect === "allow" ? "allow" : "deny");
			if (decided.effect !== "allow") expect(message.startsWith(decided.message)).toBe(true);
		},
	);

	test.each(Object.keys(tools))("from the tool %s, before it is called and when it is", async (name) => {
		const tool = tools[name] as Tool;
		for (const script of scripts) {
			if (name === "safe_shell" && argvs[script] === undefined) continue;
			const decided = expected(script);
			const foreseen = tool.decide(inputOf(name, script));
			expect([script, foreseen]).toMatchObject([script, decided]);
			const reply = await tool.call(inputOf(name, script));
			expect([script, effects[reply.status]]).toEqual([script, decided.effect]);
			if (decided.effect !== "allow")
				expect([script, reply.error?.slice(0, decided.message.length)]).toEqual([script, decided.message]);
		}
	});

	test("from the sandbox server", async () => {
		const served = createRunShell({ rules: file, workspace });
		const server = await serveSandbox({
			tool: { now: () => ({ tool: served }), close: served.close },
			folders: [workspace],
			token,
		});
		if ("fault" in server) throw new Error(server.fault);
		try {
			for (const script of scripts) {
				const response = await fetch(`${server.url}/shell`, {
					method: "POST",
					headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
					body: JSON.stringify({ command: script, workspace }),
				});
				const { status, error = "" } = (await response.json()) as { status: ToolReply["status"]; error?: string };
				const decided = expected(script);
				expect([script, effects[status]]).toEqual([script, decided.effect]);
				if (decided.effect !== "allow")
					expect([script, error.slice(0, decided.message.length)]).toEqual([script, decided.message]);
			}
		} finally {
			await server.close();
		}
	});
});

describe("every tool", () => {
	const made: Tool[] = [];
	const tool = (name: string): Tool => tools[name] as Tool;
	beforeAll(() => {
		mkdirSync(join(place, "other"), { recursive: true });
	});
	afterAll(() => {
		for (const one of made) one.close();
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
