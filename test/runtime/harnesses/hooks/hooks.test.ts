/** The dialects by themselves: what is found in a tool call, and what is said of it. Real processes are asked in test/cli/harness/hook.test.ts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Dialect, Reply } from "../../../../src/runtime/harnesses/dialect/dialect.js";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import { answerHook, denial, mostInput, readHook } from "../../../../src/runtime/harnesses/hooks/answer-hook.js";
import { interactiveInterpreterIn } from "../../../../src/runtime/harnesses/hooks/interactive-interpreters.js";
import { opencodePlugin } from "../../../../src/runtime/harnesses/opencode/plugin.js";
import { load } from "../../../../src/runtime/load/load.js";
import { realWorld } from "../../../../src/runtime/load/world.js";
import { folder, root } from "../../../cli/cli.js";
import { type HarnessSide, type Outcome, sides } from "./harness-side.js";

const cwd = folder({
	"policy.rules":
		'agent default {\n  default deny\n  allow ls, cat, wc, tee, xargs, echo, perl, ruby, php, lua, tclsh, guile, read, source, bash, sh, python3, node, ssh, psql, sqlite3, vim, env, make\n  allow cd\n  allow docker, kubectl, nix, poetry, rails, dc, npx, deno, ghci, man, mosh, tig, svn, crontab, terraform granting everything\n  allow rm within .\n  ask npm publish because "A person looks."\n  ask of release npm deprecate\n  deny git because "No."\n  syntax pipes, sequences, redirects, heredocs\n}\n',
});
const { tree } = load([join(cwd, "policy.rules")]) as { readonly tree: Tree };

function replyTo(
	dialect: Dialect,
	question: object | string | Buffer,
	variables: Readonly<Record<string, string>> = {},
): Reply {
	const bytes = Buffer.isBuffer(question)
		? question
		: Buffer.from(typeof question === "string" ? question : JSON.stringify(question));
	const read = readHook(dialect, bytes, {}, { variables, cwd });
	if ("code" in read) return read;
	if ("news" in read) throw new Error("no question");
	const world = realWorld(read.workspace);
	return answerHook(dialect, read, tree, {
		decide: (one) => decide(tree, one, world),
		record: (_, decision) => decision,
		home: "/home/me",
	});
}

const pairs = sides.map(
	(side) => [side.name, side, hookedHarnesses.find(({ name }) => name === side.name)?.dialect as Dialect] as const,
);
const named = (name: string): readonly [HarnessSide, Dialect] => {
	const [, side, dialect] = pairs.find(([one]) => one === name) as (typeof pairs)[number];
	return [side, dialect];
};
function outcome(name: string, question: object): Outcome {
	const [side, dialect] = named(name);
	return side.outcome(replyTo(dialect, question, side.variables));
}
/** Another tool of Claude Code, such as one of an MCP server. */
const tool = (name: string, input: object): Outcome => {
	const [side] = named("claude-code");
	return outcome("claude-code", side.tool?.(name, input, cwd) as object);
};

test("every harness with a hook was looked at, and has a page and a folder", () => {
	const names = hookedHarnesses.map(({ name }) => name);
	expect(sides.map(({ name }) => name)).toEqual(names);
	expect(names.filter((name) => !existsSync(join(root, "docs/harnesses", `${name}.md`)))).toEqual([]);
	expect(names.filter((name) => !existsSync(join(root, "src/runtime/harnesses", name, `${name}.ts`)))).toEqual([]);
	expect(
		readdirSync(join(root, "docs/harnesses")).filter((name) => !names.includes(name.replace(/\.md$/, ""))),
		// Those that take a tool, and need no hook; and the page of all tools.
	).toEqual(["acp.md", "ai-sdk.md", "anthropic-sdk.md", "mcp.md", "openai-agents.md", "tools.md", "without-hooks.md"]);
});

describe.each(pairs)("%s", (_, side, dialect) => {
	const ask = (question: object | string | Buffer): Reply => replyTo(dialect, question, side.variables);

	test("runs what is allowed, stops what is denied, and asks where it really asks", () => {
		expect(side.outcome(ask(side.shell("ls -l", cwd)))).toBe("runs");
		expect(side.outcome(ask(side.shell("git push", cwd)))).toBe("stops");
		expect(side.outcome(ask(side.shell("ls | wc; git push", cwd)))).toBe("stops");
		expect(side.outcome(ask(side.shell("npm publish", cwd)))).toBe(side.asks ? "asks" : "stops");
		// Whoever sits before the harness is none of the people who are asked.
		expect(side.outcome(ask(side.shell("npm deprecate x y", cwd)))).toBe("stops");
	});

	test("stops what it can't understand", () => {
		const question = side.shell("ls", cwd);
		for (const garbage of ["", "null", "[]", "7", '"x"', "{}", "{", `${JSON.stringify(question)}x`])
			expect([garbage, side.outcome(ask(garbage))]).toEqual([garbage, "stops"]);
		expect(side.outcome(ask(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])))).toBe("stops");
		const whole = JSON.stringify(question);
		for (let end = 0; end < whole.length; end++)
			expect([end, side.outcome(ask(whole.slice(0, end)))]).toEqual([end, "stops"]);
		expect(side.outcome(ask(`${whole}${" ".repeat(mostInput)}`))).toBe("stops");
	});

	test("is stopped by a denial, whatever its reason, and whether or not the question is known", () => {
		const question = side.shell("ls", cwd) as Record<string, unknown>;
		for (const why of ["", " \n", "no policy", 'a `b` "c" \\ \n{}', "x".repeat(100_000), "\u001b[2J"]) {
			for (const input of [{}, question]) {
				const reply = denial(dialect, why, input);
				expect([why, side.outcome(reply)]).toEqual([why, "stops"]);
				if (why.trim() === "" && reply.stdout + reply.stderr !== "")
					expect(reply.stdout + reply.stderr).toContain("gives no reason");
				// As everywhere: one line of JSON and nothing else, or a reason with an exit code.
				if (reply.code !== 1 && reply.stdout !== "")
					expect([reply.stdout.split("\n").length, reply.stderr]).toEqual([2, ""]);
			}
		}
	});

	test("stops a question of which a part is missing, or something else", () => {
		const question = side.shell("git push", cwd) as Record<string, unknown>;
		for (const key of Object.keys(question))
			for (const value of [undefined, null, 7, [], {}])
				expect([key, value, side.outcome(ask({ ...question, [key]: value }))]).toEqual([key, value, "stops"]);
	});

	test("lets tools pass that are no shells", () => {
		if (side.tool === undefined) return;
		const reply = ask(side.tool("read_file", { path: "x" }, cwd));
		expect(side.outcome(reply)).toBe("runs");
		expect(reply.stdout).not.toContain("allow");
	});

	test("tells the agent the reason", () => {
		const { stdout, stderr } = ask(side.shell("git push", cwd));
		expect(stdout + stderr).toContain("No.");
	});
});

describe("a tool that is a shell under another name is decided", () => {
	test.each<readonly [string, object, Outcome]>([
		["mcp__host__run_shell", { command: "git push" }, "stops"],
		["mcp__host__run_shell", { command: "ls" }, "runs"],
		["mcp__host__execute_edit", { command: "reboot" }, "stops"],
		["mcp__host__edit", { command: "reboot" }, "runs"],
		["mcp__host__do", { cmd: "git push" }, "stops"],
		["mcp__host__do", { argv: ["git", "push"] }, "stops"],
		["mcp__host__do", { commands: ["ls", "git push"] }, "stops"],
		["mcp__host__do", { command: "git", args: ["push"] }, "stops"],
		["mcp__host__do", { command: "echo", args: ["x; git push"] }, "stops"],
		["mcp__host__do", { command: "ls", args: "; git push" }, "stops"],
		["mcp__host__do", { arguments: { command: "git push" } }, "stops"],
		["mcp__host__do", { command: "ls", env: { LD_PRELOAD: "./x.so" } }, "stops"],
		["mcp__host__do", { command: "rm x", cwd: "/etc" }, "stops"],
		["mcp__host__do", { commands: ["cd /", "rm x"] }, "stops"],
		["mcp__host__do", { command: "ls", shell: "powershell" }, "stops"],
		["mcp__host__do", { command: 7 }, "stops"],
		["mcp__host__do", { command: ["ls", 7] }, "stops"],
		["mcp__host__shell", { text: "git push" }, "stops"],
		["mcp__host__do", { command: "bash" }, "asks"],
		["mcp__host__do", { command: "bash -c ls" }, "runs"],
		["mcp__host__write_to_terminal", { text: "git push" }, "asks"],
		["mcp__host__send_input", { process_id: 3, input: "git push" }, "asks"],
		["mcp__host__send_message", { text: "git push" }, "runs"],
		["mcp__host__write_to_terminal", { command: "git push" }, "stops"],
		["mcp__host__write_to_terminal", { command: "ls" }, "asks"],
		["mcp__host__do", { command: "git", args: "push" }, "stops"],
		["mcp__host__do", { command: "ls", args: ["-l"] }, "runs"],
		["mcp__host__do", { command: "ls", args: [] }, "runs"],
		["mcp__host__do", { command: "ls", args: ["-l", 1] }, "stops"],
		["mcp__host__do", { command: "ls", args: {} }, "stops"],
		["mcp__host__do", { command: "ls", args: ["-l"], arguments: ["-a"] }, "stops"],
		["mcp__host__do", { command: ["ls"], args: ["-l"] }, "stops"],
		["mcp__host__do", { command: "ls", argv: ["-l"] }, "stops"],
		["mcp__host__do", { command: "ls", Arguments: "; git push" }, "stops"],
		["mcp__host__do", { command: "ls", input: { command: "git push" } }, "stops"],
		["mcp__host__do", { env: { COMMAND: "git push" } }, "runs"],
		["mcp__host__do", { input: { command: "rm x" }, cwd: "/etc" }, "stops"],
		["mcp__host__do", { request: { steps: [{ command: "git push" }] } }, "stops"],
		["mcp__host__do", { CommandLine: "git push" }, "stops"],
		["mcp__host__do", { "command-line": "ls" }, "runs"],
		["mcp__host__do", { command: "ls", Command: "git push" }, "stops"],
		["mcp__host__run_command", { text: "ls" }, "stops"],
		["mcp__host__exec", {}, "stops"],
		["mcp__host__executeSql", { sql: "select 1" }, "runs"],
		["mcp__ci__get_workflow_run", { id: 1 }, "runs"],
		["mcp__code-editor__run_command", { command: "git push" }, "stops"],
		["mcp__code-editor__do", { command: "reboot" }, "stops"],
		["mcp__x__edit", { command: "git push" }, "stops"],
		["mcp__x__edit", { command: "git", args: ["push"] }, "stops"],
		["mcp__x__edit", { command: "str_replace", path: "x" }, "runs"],
		["mcp_editor_do", { command: "reboot" }, "stops"],
		["mcp__history__shell", { text: "git push" }, "stops"],
		["mcp__host__do", { command: "rm x", cwd: ".", workdir: "/etc" }, "stops"],
		["mcp__host__do", { command: "rm x", cwd: ".", Working_Dir: "." }, "runs"],
		["mcp__host__do", { command: "rm x", cwd: "~" }, "stops"],
		["mcp__host__do", { command: "rm x", cwd: "$HOME" }, "stops"],
		["mcp__host__do", { command: "rm x", folder: "/etc" }, "stops"],
		["mcp__host__do", { command: "ls", Shell: "powershell" }, "stops"],
		["Monitor", { command: "git push" }, "stops"],
		["Monitor", { command: "ls" }, "runs"],
		["PowerShell", { command: "ls" }, "stops"],
		["BashOutput", { bash_id: "1" }, "runs"],
		["mcp__edit__str_replace_editor", { command: "view", path: "x" }, "runs"],
		["Write", { file_path: "x", content: "git push" }, "runs"],
		["mcp__host__list_processes", {}, "runs"],
	])("%s %j: %s", (name, input, expected) => {
		expect(tool(name, input)).toBe(expected);
	});
});

describe("what takes orders later is not started where nobody sees them", () => {
	const [side] = named("codex");
	test.each([
		"bash",
		"bash -i",
		"sh -s",
		"env bash",
		"python3",
		"python3 -i x.py",
		"perl",
		"ruby",
		"php",
		"lua",
		"node",
		"node -i",
		"ssh host",
		"ssh host bash",
		"psql",
		"psql -h x db",
		"sqlite3 x.db",
		"vim x",
		"ls; bash",
		"python3 -",
		"python3 /dev/stdin",
		"python3 /dev/./fd/0",
		"python3 /proc/self/fd/0",
		"python3 < /dev/tty",
		"bash /dev/stdin",
		"bash <<< 'source /dev/stdin'",
		"cat | python3",
		"cat - | python3",
		"cat /dev/stdin | wc | python3",
		"ls; tee x | bash",
		"tclsh",
		"perl -",
		"node -",
		"psql -f -",
		"guile",
		'read x; python3 -c "$x"',
		"xargs python3 -c",
		"python3 -i -c 1",
		"python3 -ic 1",
		"python3 -m pdb x.py",
		"python3 manage.py shell",
		"PYTHONINSPECT=1 python3 x.py",
		"env PYTHONINSPECT=1 python3 x.py",
		"node -i -e 1",
		"node inspect x.js",
		"perl -d x.pl",
		"python3 -W 'a\nb' -m pdb x.py",
		"ruby -rdebug x.rb",
		"php artisan tinker",
		"docker run -it image",
		"docker run $options image",
		"docker attach box",
		"docker start -ai box",
		"docker compose exec web",
		"docker compose run web bash",
		"kubectl attach -it pod",
		"kubectl edit deployment web",
		"nix develop",
		"poetry shell",
		"rails console",
		"deno repl",
		"npx tsx",
		"npx ts-node",
		"terraform console",
		"ghci",
		"dc",
		"man ls",
		"tig",
		"mosh host",
		"svn commit",
		"crontab -e",
		"ls; docker exec -it box sh",
	])("%s", (command) => {
		expect(outcome("codex", side.shell(command, cwd))).toBe("stops");
	});
	test.each([
		"bash -c ls",
		"python3 x.py",
		"python3 -c 'print(1)'",
		"python3 --version",
		"cat x.py | python3",
		"python3 < x.py",
		"ls | xargs wc",
		"cat -",
		"tclsh x.tcl",
		"python3 -m http.server",
		"node x.js",
		"node -e 1",
		"echo 'select 1' | sqlite3 x.db",
		"psql -c 'select 1'",
		"sqlite3 x.db 'select 1'",
		"make",
		"ssh host ls",
		"python3 -m json.tool x.json",
		"docker run image ls",
		"docker run -i image ls",
		"docker exec box ls",
		"kubectl exec pod -- ls",
		"kubectl get pods",
		"nix develop -c ls",
		"npx tsx x.ts",
		"svn commit -m x",
		"crontab -l",
		"terraform plan",
		"echo 1 | dc",
		"perl -ne 'print if /-d/' x",
		"ruby -e 'puts \"-r debug\"'",
	])("but this may be: %s", (command) => {
		// What another rule says of it is not the question here.
		const [, dialect] = named("codex");
		expect(replyTo(dialect, side.shell(command, cwd)).stdout).not.toContain("written to it later");
	});
	test.each([
		"git commit",
		"git commit -p -m x",
		"git rebase -i HEAD~3",
		"git add -p",
		"git tag -a v1",
		"git config --edit",
	])("and neither is an editor: %s", (command) => {
		expect(
			interactiveInterpreterIn({ agent: "default", cwd, script: command }, { programs: new Map(), trust: [] }),
		).toBe("git");
	});
	test.each([
		"git commit -m x",
		"git commit --amend --no-edit",
		"git add x",
		"git rebase main",
		"git tag v1",
		"git log",
	])("but this is none: %s", (command) => {
		expect(
			interactiveInterpreterIn({ agent: "default", cwd, script: command }, { programs: new Map(), trust: [] }),
		).toBe(undefined);
	});
	test("where nobody can write to it, it may be", () => {
		expect(outcome("claude-code", named("claude-code")[0].shell("python3", cwd))).toBe("runs");
	});
	test("in the background nobody knows", () => {
		expect(tool("Bash", { command: "python3", run_in_background: true })).toBe("asks");
	});
});

describe("what the harness does not heed steers nothing", () => {
	test.each<readonly [object, Outcome]>([
		[{ command: "rm ../x", cwd: `${cwd}/sub` }, "stops"],
		[{ command: "rm sub/x", cwd: "/etc" }, "runs"],
		[{ command: "rm ~/x", env: { HOME: cwd } }, "stops"],
		[{ command: "git push", args: ["; ls"] }, "stops"],
		[{ command: "git push #", args: "x" }, "stops"],
		[{ command: "ls", commands: ["git push"] }, "stops"],
		[{ command: "ls", shell: "/bin/fish" }, "stops"],
	])("%j: %s", (input, expected) => {
		expect(tool("Bash", input)).toBe(expected);
	});
	test("but a folder that it heeds does", () => {
		const [side] = named("gemini-cli");
		const given = { command: "rm ../x", dir_path: "sub" };
		expect(outcome("gemini-cli", side.tool?.("run_shell_command", given, cwd) as object)).toBe("runs");
		expect(
			outcome("gemini-cli", side.tool?.("run_shell_command", { ...given, dir_path: "/etc/sub" }, cwd) as object),
		).toBe("stops");
	});
});

test("of several folders that differ nobody knows the one that holds", () => {
	const [side] = named("qwen-code");
	for (const name of ["run_shell_command", "monitor"])
		for (const [more, expected] of [
			[{ directory: cwd }, "runs"],
			[{ directory: cwd, dir_path: cwd }, "runs"],
			[{ directory: cwd, dir_path: "/etc" }, "stops"],
			[{ dir_path: "/etc" }, "stops"],
			[{ directory: "~" }, "stops"],
		] as const)
			expect(outcome("qwen-code", side.tool?.(name, { command: "rm x", ...more }, cwd) as object)).toBe(expected);
});

describe("Cline's several commands", () => {
	const [side] = named("cline");
	const question = (commands: readonly string[]): object => side.tool?.("run_commands", { commands }, cwd) as object;
	test("are all decided", () => {
		expect(outcome("cline", question(["ls", "wc x"]))).toBe("runs");
		expect(outcome("cline", question(["ls", "git push"]))).toBe("stops");
		expect(outcome("cline", question([]))).toBe("stops");
	});
	test("may share a shell, or not", () => {
		expect(outcome("cline", question(["cd ..", "rm x"]))).toBe("stops");
		expect(outcome("cline", question(["cd sub", "rm ../../x"]))).toBe("stops");
		expect(outcome("cline", question(["cd sub", "rm ../x"]))).toBe("stops");
	});
});

describe("Copilot CLI", () => {
	const [side, dialect] = named("copilot-cli");
	test("is told of an allow only where rules decide alone: it would go over its own denials", () => {
		const question = Buffer.from(JSON.stringify(side.shell("ls", cwd)));
		const around = { variables: {}, cwd };
		for (const [settings, stdout] of [
			[{}, "{}\n"],
			[{ alone: true }, '{"permissionDecision":"allow"}\n'],
		] as const) {
			const read = readHook(dialect, question, settings, around);
			if ("code" in read) throw new Error("no question");
			if ("news" in read) throw new Error("no question");
			const world = realWorld(cwd);
			expect(
				answerHook(dialect, read, tree, {
					decide: (one) => decide(tree, one, world),
					record: (_, decision) => decision,
				}).stdout,
			).toBe(stdout);
		}
	});
	test("is answered in the shapes of the event that it names", () => {
		const question = named("claude-code")[0].shell("git push", cwd);
		expect(named("claude-code")[0].outcome(replyTo(dialect, question))).toBe("stops");
	});
	test("may give its arguments as a text", () => {
		const question = side.shell("git push", cwd) as { readonly toolArgs: object };
		expect(side.outcome(replyTo(dialect, { ...question, toolArgs: JSON.stringify(question.toolArgs) }))).toBe("stops");
	});
	test("is asked before it writes to a running shell", () => {
		expect(
			side.outcome(
				replyTo(dialect, side.tool?.("write_bash", { sessionId: "1", input: "git push{enter}" }, cwd) as object),
			),
		).toBe("asks");
	});
});

test("Kiro's tools for files have a `command` that is none", () => {
	const [side] = named("kiro");
	expect(outcome("kiro", side.tool?.("fs_write", { command: "create", path: "x" }, cwd) as object)).toBe("runs");
});

test("opencode's tool for sub-agents says which command led to it, and runs none", () => {
	const [side] = named("opencode");
	const input = { description: "d", prompt: "p", subagent_type: "general", command: "/review" };
	expect(outcome("opencode", side.tool?.("task", input, cwd) as object)).toBe("runs");
	expect(outcome("opencode", side.tool?.("mcp_x_task", input, cwd) as object)).toBe("stops");
});

test("Cursor asks before tools as well, and can't put a question there", () => {
	const [side] = named("cursor");
	expect(outcome("cursor", side.tool?.("Shell", { command: "git push" }, cwd) as object)).toBe("stops");
	expect(outcome("cursor", side.tool?.("Shell", { command: "npm publish" }, cwd) as object)).toBe("stops");
});

test("a message that would steer a terminal is made visible, and a long one is cut", () => {
	const [side, dialect] = named("claude-code");
	const { stdout } = replyTo(dialect, side.tool?.("mcp__x__shell\u001b[2J", { text: "x".repeat(9) }, cwd) as object);
	expect(stdout).toContain("\\\\u{1b}");
});

test.each(["opencode", "kilo-code"])("the plugin on the page of %s is the one that is shipped", (name) => {
	const page = readFileSync(join(root, "docs/harnesses", `${name}.md`), "utf8");
	expect(page).toContain(opencodePlugin(["rules", "hook", "--harness", name, "--rules", "/etc/bylaw/policy.rules"]));
});
