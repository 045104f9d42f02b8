/**
 * The second seed system, row by row: the shipped pack `shell-contract`, the real evaluator, real processes.
 */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load, loadText } from "../../src/runtime/load/load.js";
import { PolicyError } from "../../src/runtime/tools/guard.js";
import {
	createExecuteCommand,
	type ExecuteCommand,
	type ExecuteCommandInput,
} from "../../src/runtime/tools/shell-tools/execute-command.js";

// Node may take its time to start on a busy machine.
jest.setTimeout(240_000);

/** Read once: what the tool reads by itself when no rules are named. */
const pack = load("shell-contract");

let root: string;
let workspace: string;
let log: string;
let shell: ExecuteCommand;

beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-s2-")));
	workspace = join(root, "ws");
	mkdirSync(join(workspace, "sub"), { recursive: true });
	log = join(root, "audit.jsonl");
	shell = createExecuteCommand({ rules: pack, workspace, audit: log });
});
afterEach(() => {
	shell.close();
	rmSync(root, { recursive: true, force: true });
});

const call = (command: string, more: Partial<ExecuteCommandInput> = {}) => shell.call({ command, ...more });
/** Runs JavaScript with the pack's `node`. */
const js = (source: string, more: Partial<ExecuteCommandInput> = {}) =>
	call(`node -e '${source}'`, { timeout: 60, ...more });
const records = () =>
	readFileSync(log, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);

test("S2 the tool comes from its pack in one call", () => {
	const plain = createExecuteCommand();
	expect(plain.guard.tree.digest).toBe(shell.guard.tree.digest);
	expect(plain.decide({ command: "echo a" })).toMatchObject({ effect: "allow" });
});

test("S2 the tool has its parameters and replies as JSON Schemas", async () => {
	expect(shell.name).toBe("execute_command");
	const input = new Ajv2020().compile(shell.inputSchema);
	expect(Object.keys(shell.inputSchema.properties)).toEqual(["operation", "command", "cwd", "env", "timeout", "force"]);
	expect(input({ command: "npm test", cwd: "sub", timeout: 60, env: { A: "1" } })).toBe(true);
	for (const bad of [
		{},
		{ command: 1 },
		{ command: "a", timeout: 0 },
		{ command: "a", timeout: 1e306 },
		{ command: "a", other: 1 },
		{ command: "a", env: { A: 1 } },
	]) {
		expect(input(bad)).toBe(false);
		expect((await shell.call(bad)).status).toBe("invalid");
	}
	const output = new Ajv2020().compile(shell.outputSchema);
	for (const reply of [await js("console.log(1)"), await call("rm x"), await call("ls"), await shell.call({})])
		expect([output(reply), output.errors]).toEqual([true, null]);
});

describe("S2.1 allowed and restricted commands", () => {
	test.each(["npm", "node", "python3", "make", "git"])("S2.1 %s is on the list", (name) => {
		expect(shell.decide({ command: `${name} --version` })).toMatchObject({ effect: "allow" });
	});
	test.each(["rm x", "/bin/rm x", "kill 1", "chmod +x a", "dd if=a of=b"])(
		"S2.1 restricted wins: %s",
		async (command) => {
			expect(await call(command, { force: true })).toMatchObject({ status: "denied" });
		},
	);
	test("S2.1 what is in neither list is refused", async () => {
		const reply = await call("curl https://example.com");
		expect(reply).toMatchObject({ status: "denied" });
		expect(reply.error).toContain("`curl https://example.com` is not allowed");
		expect(reply.return_code).toBeUndefined();
	});
	test("S2.1 two lists are a policy, and what is in both is refused", async () => {
		const listed = createExecuteCommand({
			workspace,
			allowed_commands: ["node", "echo", "rm"],
			restricted_commands: ["rm"],
		});
		writeFileSync(join(workspace, "kept"), "");
		expect(await listed.call({ command: "rm kept" })).toMatchObject({ status: "denied" });
		expect(existsSync(join(workspace, "kept"))).toBe(true);
		expect(await listed.call({ command: "echo hello" })).toMatchObject({ status: "completed", stdout: "hello\n" });
		const unlisted = await listed.call({ command: "ls" });
		expect(unlisted).toMatchObject({ status: "denied" });
		expect(unlisted.error).toContain("echo, node, rm");
	});
	test("S2.1 a list names programs and nothing else", () => {
		for (const bad of ["git status", "", "-x", 'a"b', "a;b", "*"])
			expect(() => createExecuteCommand({ workspace, allowed_commands: [bad] })).toThrow(
				"is no program that a list can name",
			);
		expect(() => createExecuteCommand({ rules: "shell-contract", allowed_commands: ["ls"] })).toThrow(
			"both a policy and lists",
		);
	});
	test("S2.1 a broken policy makes no tool", () => {
		expect(() => createExecuteCommand({ rules: loadText("p.rules", "alow ls") })).toThrow(PolicyError);
	});
});

test("S2.2 the arguments of an allowed command are trusted", async () => {
	for (const command of [
		"git -c core.pager=less log --output=x",
		"npm install -g left-pad",
		"python3 -c pass",
		"make -f other.mk",
	])
		expect([command, shell.decide({ command })]).toMatchObject([command, { effect: "allow" }]);
	expect(await js("console.log(process.argv.length)")).toMatchObject({ status: "completed", stdout: "1\n" });
});

describe("S2.3 folder, time and variables", () => {
	test("S2.3 a command runs in the folder that it is given", async () => {
		expect(await js("console.log(process.cwd())", { cwd: "sub" })).toMatchObject({
			stdout: `${join(workspace, "sub")}\n`,
		});
		expect(await js("console.log(process.cwd())", { cwd: join(workspace, "sub") })).toMatchObject({
			stdout: `${join(workspace, "sub")}\n`,
		});
		expect(await js("console.log(process.cwd())")).toMatchObject({ stdout: `${workspace}\n` });
	});
	test.each([
		["a path up", ".."],
		["an absolute path", "/etc"],
		["a link out", "out"],
		["a path up that is not there", "../nowhere"],
		["the home folder", "~"],
		["a file", "file"],
		["a folder that is not there", "nowhere"],
		["a null character", "a\0b"],
	])("S2.3 refuses %s as the folder, and runs nothing", async (_, cwd) => {
		symlinkSync(root, join(workspace, "out"));
		writeFileSync(join(workspace, "file"), "");
		const reply = await js('require("fs").writeFileSync("ran", "")', { cwd });
		expect(reply).toMatchObject({ status: "denied" });
		expect(reply.error).toContain("this can't run there");
		expect(existsSync(join(workspace, "ran"))).toBe(false);
	});
	test("S2.3 whether a folder outside exists is not told", async () => {
		const [there, missing] = [await call("echo", { cwd: "/etc" }), await call("echo", { cwd: "/etd" })];
		expect(there.error?.replace("/etc", "X")).toBe(missing.error?.replace("/etd", "X"));
	});
	test("S2.3 the time is 30 seconds unless a command is given another", async () => {
		expect(shell.decide({ command: "npm test" })).toMatchObject({ limits: { timeout: 30_000 } });
		const late = await js("setInterval(() => {}, 1000)", { timeout: 0.5 });
		expect(late).toMatchObject({ status: "timed-out" });
	});
	test("S2.3 variables can be set, and those that change what runs can't", async () => {
		expect(await js("console.log(process.env.GREETING)", { env: { GREETING: "good day" } })).toMatchObject({
			stdout: "good day\n",
		});
		for (const name of ["LD_PRELOAD", "NODE_OPTIONS", "PATH", "BASH_ENV"])
			expect(await js("console.log(1)", { env: { [name]: "x" } })).toMatchObject({ status: "denied" });
	});
});

describe("S2.4 output, code and time", () => {
	test("S2.4 both streams and the code come back as UTF-8", async () => {
		expect(await js('process.stdout.write("größe"); process.stderr.write("wärme")')).toMatchObject({
			status: "completed",
			stdout: "größe",
			stderr: "wärme",
			return_code: 0,
		});
	});
	test("S2.4 bytes that are no UTF-8 do no harm", async () => {
		expect(await js("process.stdout.write(Buffer.from([97, 255, 98]))")).toMatchObject({ stdout: "a\ufffdb" });
	});
	test("S2.4 a failing process surfaces its code and its standard error", async () => {
		const reply = await js('console.error("no such table"); process.exit(3)');
		expect(reply).toMatchObject({ status: "completed", return_code: 3, stderr: "no such table\n" });
		expect(shell.textOf(reply)).toBe("no such table\nExit code 3.");
	});
	test("S2.4 a timeout is reported as such, with what was printed until then", async () => {
		// On a busy machine Node may need longer to begin.
		let reply = await js('console.log("begun"); setInterval(() => {}, 1000)', { timeout: 1.5 });
		if (reply.stdout === "") reply = await js('console.log("begun"); setInterval(() => {}, 1000)', { timeout: 30 });
		expect(reply).toMatchObject({ status: "timed-out", stdout: "begun\n" });
		expect(reply.error).toContain("did not end in time");
		expect(reply.return_code).toBeUndefined();
	});
	test("S2.4 a program that is not there is a failure that says so", async () => {
		const listed = createExecuteCommand({ workspace, allowed_commands: ["no-such-program-here"] });
		expect(await listed.call({ command: "no-such-program-here" })).toMatchObject({
			status: "failed",
			error: expect.stringContaining("no-such-program-here"),
		});
	});
});

describe("S2.5 read-only work is turned to other tools", () => {
	test.each([
		["cat src/main.py", "filesystem.read_file"],
		["ls -la", "filesystem.list_directory"],
		["uname -a", "system.get_info"],
	])("S2.5 %s", async (command, tool) => {
		const reply = await call(command);
		expect(reply).toMatchObject({ status: "nudged", use: [tool] });
		expect(reply.error).toContain(tool);
	});
	test("S2.5 nobody is sent to a tool that is not there", () => {
		const alone = createExecuteCommand({ rules: pack, workspace, tools: ["search"] });
		expect(alone.decide({ command: "ls" })).toMatchObject({ effect: "allow" });
	});
});

describe("S2.6 no silent fallback", () => {
	test.each(["read_file", "", undefined, 1, "EXECUTE_COMMAND"])(
		"S2.6 the operation %p is refused",
		async (operation) => {
			const reply = await shell.operate({ tool: "shell", operation, arguments: { command: "echo ran" } });
			expect(reply).toMatchObject({
				status: "invalid",
				error: expect.stringContaining("the only operation is `execute_command`"),
			});
		},
	);
	test("S2.6 the operation may also stand in the arguments, and is held to the same", async () => {
		expect(await shell.call({ operation: "execute_command", command: "echo ran" })).toMatchObject({ stdout: "ran\n" });
		expect(await shell.call({ operation: "list", command: "echo ran" })).toMatchObject({ status: "invalid" });
	});
	test("S2.6 an envelope is answered as the call in it", async () => {
		const envelope = { tool: "shell", operation: "execute_command", arguments: { command: "echo ran" } };
		expect(await shell.operate(envelope)).toMatchObject({ status: "completed", stdout: "ran\n" });
		for (const bad of [
			null,
			[],
			{ ...envelope, tool: "system" },
			{ ...envelope, more: 1 },
			{ ...envelope, arguments: undefined },
		])
			expect(await shell.operate(bad)).toMatchObject({ status: "invalid", error: expect.any(String) });
	});
	test.each(["", "   ", "\n"])("S2.6 the empty command %p is refused", async (command) => {
		expect(await call(command)).toMatchObject({ status: "denied", error: "the command is empty" });
	});
	test.each(["npm test | tee out", "echo a > f", "echo a; echo b", "echo $(id)", "echo a && rm x", "echo 'a"])(
		"S2.6 %s is refused with its reason",
		async (command) => {
			const reply = await call(command);
			expect(reply.status).toBe("denied");
			expect(reply.error?.length).toBeGreaterThan(10);
		},
	);
});

describe("S2.7 rights, destruction, escapes", () => {
	test.each(["sudo ls", "su -c ls", "doas ls", "env sudo npm test", "/usr/bin/sudo npm test"])(
		"S2.7 %s is refused",
		async (command) => {
			expect(await call(command, { force: true })).toMatchObject({ status: "denied" });
		},
	);
	test("S2.7 a link to sudo is sudo", async () => {
		symlinkSync("/usr/bin/sudo", join(workspace, "npm"));
		expect(await call("./npm test")).toMatchObject({ status: "denied" });
	});
	test("S2.7 destructive commands need a person who wants them", async () => {
		let asked = "";
		const git = join(root, "bin");
		mkdirSync(git);
		writeFileSync(join(git, "git"), "#!/bin/sh\necho stub $*\n");
		chmodSync(join(git, "git"), 0o755);
		const rules = loadText(
			"p.rules",
			`agent default {\ndefault deny\nask git reset --hard because "It discards work."\ntrust /usr/bin, /bin\nenvironment set PATH=${git}\n}`,
		);
		const asking = createExecuteCommand({ workspace, rules, audit: log });
		expect(await asking.call({ command: "git reset --hard", force: true })).toMatchObject({
			status: "asked",
			error: "It discards work.",
		});
		const no = await asking.call({ command: "git reset --hard" }, { approve: () => undefined });
		expect(no).toMatchObject({ status: "asked" });
		const failing = await asking.call(
			{ command: "git reset --hard" },
			{
				approve: () => {
					throw new Error("nobody there");
				},
			},
		);
		expect(failing).toMatchObject({ status: "asked" });
		const yes = await asking.call(
			{ command: "git reset --hard" },
			{
				approve: ({ message }) => {
					asked = message;
					return "somebody";
				},
			},
		);
		expect(asked).toBe("It discards work.");
		expect(yes).toMatchObject({ status: "completed", stdout: "stub reset --hard\n" });
		asking.close();
	});
	test("S2.7 an approval opens no denial and no nudge", async () => {
		for (const command of ["rm x", "ls", "curl x"])
			expect((await shell.call({ command }, { approve: () => "somebody" })).status).not.toBe("completed");
	});
});

test("S2.8 every call is on record: what ran, how it ended, and what was refused", async () => {
	await call("echo one");
	await call("rm two");
	await call("cat three");
	await call("echo four", { cwd: "/etc" });
	const decisions = records().filter(({ type }) => type === "decision");
	expect(decisions.map(({ script, effect }) => [script, effect])).toEqual([
		["echo one", "allow"],
		["rm two", "deny"],
		["cat three", "nudge"],
		["echo four", "deny"],
	]);
	const outcomes = records().filter(({ type }) => type === "outcome");
	expect(outcomes).toMatchObject([{ id: decisions[0]?.id, code: 0 }]);
});
