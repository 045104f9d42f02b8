/**
 * The third seed system, row by row: the shipped pack `universal`, existing configurations, the real evaluator, real processes.
 */
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readAgentConfigs } from "../../src/runtime/load/agent-configs.js";
import { load, loadText } from "../../src/runtime/load/load.js";
import { PolicyError } from "../../src/runtime/tools/guard.js";
import { configPolicy } from "../../src/runtime/tools/shell-tools/config-policy.js";
import {
	createRunCommand,
	type RunCommand,
	type RunCommandInput,
} from "../../src/runtime/tools/shell-tools/run-command.js";

// Node may take its time to start on a busy machine.
jest.setTimeout(240_000);

/** Read once: what the tool reads by itself when no rules are named. */
const pack = load("universal");
const job = "3f1c9a52-0c3e-4a86-9a44-0d7a1c2b3e4f";

let root: string;
let shell: RunCommand;

beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-s3-")));
	shell = createRunCommand({ root: join(root, "workspace"), rules: pack, job, audit: join(root, "audit.jsonl") });
});
afterEach(() => {
	shell.close();
	rmSync(root, { recursive: true, force: true });
});

const call = (command: string, more: Partial<RunCommandInput> = {}) => shell.call({ command, timeout: 60, ...more });
/** A folder of configurations. */
function configs(files: Readonly<Record<string, string>>): string {
	const folder = join(root, "config");
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	return folder;
}
const faults = (files: Readonly<Record<string, string>>) =>
	readAgentConfigs(configs(files), root).diagnostics.map(({ message, severity }) => `${severity}: ${message}`);

test("S3 the tool has its parameters and replies as JSON Schemas", async () => {
	expect(shell.name).toBe("run_command");
	expect(Object.keys(shell.inputSchema.properties)).toEqual(["command", "working_dir", "timeout"]);
	const output = new Ajv2020().compile(shell.outputSchema);
	for (const reply of [await call("echo a"), await call("sudo ls"), await shell.call({}), await call("exit 3")])
		expect([output(reply), output.errors]).toEqual([true, null]);
	for (const bad of [{}, { command: 1 }, { command: "a", timeout: 601 }, { command: "a", cwd: "b" }])
		expect(await shell.call(bad)).toMatchObject({ status: "invalid", error: expect.any(String) });
	expect(await call(" ")).toMatchObject({ status: "denied", error: "the command is empty" });
});

describe("S3.1 one default rule set for every agent", () => {
	test.each(["default", "writer", "researcher", "coder", "debugger"])("S3.1 %s inherits it", (agent) => {
		const tool = shell.forJob({ job, agent });
		for (const command of ["sudo ls", "shutdown now", "chmod +x a"])
			expect(tool.decide({ command })).toMatchObject({ effect: "deny", agent });
		expect(tool.decide({ command: "ls" })).toMatchObject({ effect: "allow", agent });
	});
	test("S3.1 an agent of a policy on top inherits it as well", () => {
		const on = loadText(
			"top.rules",
			'import "universal"\nagent analyst extends default { deny curl because "No network." }',
		);
		const tool = createRunCommand({ root, rules: on, job, agent: "analyst" });
		expect(tool.decide({ command: "kill 1" })).toMatchObject({ effect: "deny" });
		expect(tool.decide({ command: "curl x" })).toMatchObject({ effect: "deny", message: "No network." });
		expect(tool.decide({ command: "wc -l a" })).toMatchObject({ effect: "allow" });
	});
	test("S3.1 an agent that nobody knows runs nothing", async () => {
		expect(await shell.forJob({ job, agent: "stranger" }).call({ command: "ls" })).toMatchObject({ status: "denied" });
	});
});

const blocked =
	"sudo su reboot shutdown poweroff halt init systemctl mkfs dd fdisk parted mount umount chmod chown chgrp iptables ip6tables nft ifconfig ip dnf yum apt apt-get pacman zypper snap flatpak kill killall pkill";
test.each(blocked.split(" "))("S3.2 %s is blocked, by any path and behind any wrapper", (name) => {
	for (const command of [
		name,
		`${name} x`,
		`/usr/bin/${name} x`,
		`env ${name} x`,
		`ls; ${name} x`,
		`ls | xargs ${name}`,
		`echo $(${name} x)`,
	])
		expect([command, shell.decide({ command })]).toMatchObject([command, { effect: "deny" }]);
});

describe("S3.3 a workspace per job", () => {
	test("S3.3 each job has a folder of its own, of the user's alone", async () => {
		expect(shell.workspace).toBe(join(root, "workspace", `job_${job}`));
		expect(lstatSync(shell.workspace).mode & 0o777).toBe(0o700);
		const other = shell.forJob({ job: "other" });
		await call("echo mine > note");
		expect(await other.call({ command: "ls" })).toMatchObject({ status: "completed", stdout: "" });
		expect(await call("cat note")).toMatchObject({ stdout: "mine\n" });
	});
	test.each([
		["a path up", ".."],
		["another job", "../job_other"],
		["an absolute path", "/etc"],
		["a link out", "out"],
		["a path through a link out", "out/workspace"],
		["the home folder", "~"],
		["what is not there", "nowhere"],
		["a file", "file"],
	])("S3.3 working_dir can't be %s", async (_, working_dir) => {
		shell.forJob({ job: "other" });
		symlinkSync(root, join(shell.workspace, "out"));
		writeFileSync(join(shell.workspace, "file"), "");
		expect(await call("pwd", { working_dir })).toMatchObject({
			status: "denied",
			error: expect.stringContaining("this can't run there"),
		});
	});
	test("S3.3 working_dir may be a folder inside, also through a link that stays inside", async () => {
		mkdirSync(join(shell.workspace, "a", "b"), { recursive: true });
		symlinkSync("a/b", join(shell.workspace, "link"));
		for (const working_dir of ["a/b", "./a/../a/b", "link", join(shell.workspace, "a/b")])
			expect(await call("pwd", { working_dir })).toMatchObject({ stdout: `${join(shell.workspace, "a/b")}\n` });
	});
	test.each([
		"cat /etc/hostname",
		"cat ../job_other/secret",
		"cp note ../",
		"echo a > ../b",
		"cat out/etc",
		"cd .. && cat job_other/secret",
	])("S3.3 commands stay inside: %s", async (command) => {
		symlinkSync("/", join(shell.workspace, "out"));
		expect(await call(command)).toMatchObject({ status: "denied" });
	});
	test.each(["..", "a/b", "", "a b", "-x", "x".repeat(65), "a\n"])("S3.3 a job can't be called %p", (name) => {
		expect(() => shell.forJob({ job: name })).toThrow("a job is named by");
	});
	test("S3.3 a link in place of a job's folder is refused", () => {
		symlinkSync("/tmp", join(root, "workspace", "job_linked"));
		expect(() => shell.forJob({ job: "linked" })).toThrow("is no folder");
	});
});

describe("S3.4 time", () => {
	test("S3.4 it is 120 seconds, and 600 at most", async () => {
		expect(shell.decide({ command: "ls" })).toMatchObject({ limits: { timeout: 120_000, timeoutMax: 600_000 } });
		expect(await shell.call({ command: "ls", timeout: 601 })).toMatchObject({ status: "invalid" });
	});
	test("S3.4 an agent may override the default, and no agent the maximum", () => {
		const folder = configs({
			"defaults.yaml": "tools: {shell: [run_command]}\n",
			"a.yaml": "shell: {default_timeout: 300}\n",
			"b.yaml": "shell: {default_timeout: 9000}\n",
		});
		for (const [agent, timeout] of [
			["a", 300_000],
			["b", 600_000],
		] as const) {
			const tool = createRunCommand({ root, job, agent, configs: folder });
			expect(tool.decide({ command: "ls" })).toMatchObject({ limits: { timeout, timeoutMax: 600_000 } });
		}
	});
	test("S3.4 what takes too long is ended and says so", async () => {
		expect(await call("sleep 60", { timeout: 0.5 })).toMatchObject({
			status: "timed-out",
			error: expect.stringContaining("did not end in time"),
		});
	});
});

test("S3.5 each stream is cut at 50,000 characters, and its tail is kept", async () => {
	const source = 'for (const out of [process.stdout, process.stderr]) out.write("ä".repeat(60000) + "end")';
	const { stdout = "", stderr = "", warnings = [] } = await call(`node -e '${source}'`);
	for (const text of [stdout, stderr]) {
		expect(text.endsWith("äend")).toBe(true);
		expect(text.match(/ä/g)?.length).toBeGreaterThan(49_000);
		expect(text.match(/ä/g)?.length).toBeLessThanOrEqual(50_000);
	}
	expect(warnings.join()).toContain("truncated");
});

describe("S3.6 and S3.7: lists", () => {
	const files = {
		"defaults.yaml": "tools:\n  shell:\n    - run_command\nshell:\n  deny: [nc]\n",
		"experts/scribe/config.yaml": "shell:\n  allow: [pandoc, wc, sort, ls]\n  deny: [sort]\n",
		"experts/maker/config.yaml": "shell:\n  deny: [wget]\n",
		"experts/plain/config.yaml": "name: plain\nmodel: {temperature: 0.2}\n",
		"experts/mute/config.yaml": "tools: {shell: []}\n",
		"experts/empty/config.yaml": "shell: {allow: []}\n",
	};
	const tool = (agent: string) => createRunCommand({ root, job, agent, configs: configs(files) });
	test("S3.6 an allow list is a whitelist", () => {
		const scribe = tool("scribe");
		expect(scribe.decide({ command: "pandoc a.md -o b.pdf" })).toMatchObject({ effect: "allow" });
		expect(scribe.decide({ command: "ls | wc -l" })).toMatchObject({ effect: "allow" });
		for (const command of ["python3 x.py", "git status", "ls | tee a", "bash", "env python3 x.py", "ls; curl x"])
			expect([command, scribe.decide({ command })]).toMatchObject([command, { effect: "deny" }]);
	});
	test("S3.6 an empty allow list allows nothing", () => {
		expect(tool("empty").decide({ command: "ls" })).toMatchObject({ effect: "deny" });
	});
	test("S3.6 a deny list adds to the global one, and wins over an allow list", () => {
		expect(tool("scribe").decide({ command: "sort a" })).toMatchObject({ effect: "deny" });
		const maker = tool("maker");
		for (const command of ["wget x", "nc -l 1", "sudo ls", "/usr/bin/wget x", "env wget x"])
			expect([command, maker.decide({ command })]).toMatchObject([command, { effect: "deny" }]);
	});
	test("S3.6 no list opens what is refused to all", () => {
		const folder = configs({ "defaults.yaml": files["defaults.yaml"], "bad.yaml": "shell: {allow: [sudo, dd, ls]}\n" });
		const bad = createRunCommand({ root, job, agent: "bad", configs: folder });
		for (const command of ["sudo ls", "dd if=a of=b"])
			expect(bad.decide({ command })).toMatchObject({ effect: "deny" });
		expect(bad.decide({ command: "ls" })).toMatchObject({ effect: "allow" });
	});
	test("S3.6 an agent without the tool runs nothing", () => {
		expect(tool("mute").decide({ command: "ls" })).toMatchObject({
			effect: "deny",
			message: expect.stringContaining("has no shell"),
		});
	});
	test("S3.7 without an allow list everything runs that is not denied", () => {
		const plain = tool("plain");
		for (const command of [
			"ls | wc -l",
			"du -sh",
			"file a",
			"unzip a.zip",
			"python3 x.py",
			"git status",
			"make",
			"curl https://example.com",
		])
			expect([command, plain.decide({ command })]).toMatchObject([command, { effect: "allow" }]);
		expect(plain.decide({ command: "sudo ls" })).toMatchObject({ effect: "deny" });
	});
});

describe("S3.8 existing configurations", () => {
	test("S3.8 `tools.coding` is the old name of `tools.shell`", () => {
		const read = readAgentConfigs(
			configs({
				"coder.yaml": "tools: {coding: [run_command, read_file]}\n",
				"other.yaml": "tools: {coding: [read_file]}\n",
				"new.yaml": "tools: {shell: [run_command], research: [web_search]}\n",
				"none.yml": "name: x\n",
			}),
			root,
		);
		expect(read.diagnostics).toEqual([]);
		expect(read.agents.map(({ name, hasShell }) => [name, hasShell])).toEqual([
			["coder", true],
			["new", true],
			["none", false],
			["other", false],
		]);
	});
	test("S3.8 what an agent says stands in the place of the defaults, and what is denied adds up", () => {
		const read = readAgentConfigs(
			configs({
				"defaults.yaml": "tools: {shell: [run_command]}\nshell: {allow: [ls], deny: [nc], default_timeout: 60}\n",
				"a.yaml": "shell: {allow: [cat], deny: [wget], default_timeout: 300}\n",
				"b.yaml": "shell:\n",
			}),
			root,
		);
		expect(read.agents).toEqual([
			{ name: "a", file: join("config", "a.yaml"), hasShell: true, allow: ["cat"], deny: ["nc", "wget"], timeout: 300 },
			{ name: "b", file: join("config", "b.yaml"), hasShell: true, allow: ["ls"], deny: ["nc"], timeout: 60 },
		]);
	});
	test("S3.8 an agent that the pack has too goes by its configuration", () => {
		const folder = configs({ "writer.yaml": "tools: {shell: [run_command]}\nshell: {allow: [tectonic]}\n" });
		const writer = createRunCommand({ root, job, agent: "writer", configs: folder });
		expect(writer.decide({ command: "tectonic a.tex" })).toMatchObject({ effect: "allow" });
		expect(writer.decide({ command: "pandoc a.md" })).toMatchObject({ effect: "deny" });
	});
	test("S3.8 the policy that comes of configurations is a policy like any other", () => {
		const { text = "", loaded } = configPolicy(
			configs({ "a.yaml": "tools: {shell: [run_command]}\nshell: {allow: [ls, g++, '[', ./run.sh], deny: ['7z']}\n" }),
			"universal",
			root,
		);
		expect(loaded.tree).toBeDefined();
		expect(loadText("again.rules", text).tree?.digest).toBeDefined();
		expect(text).toContain('import "universal"');
	});
});

describe("S3.9 a refusal names the command and what is allowed, sorted", () => {
	test("S3.9 for a list of a configuration", () => {
		const folder = configs({ "a.yaml": "tools: {shell: [run_command]}\nshell: {allow: [wc, cat, ls]}\n" });
		const decision = createRunCommand({ root, job, agent: "a", configs: folder }).decide({ command: "curl x" });
		expect(decision).toMatchObject({ message: "`curl` is not allowed here. Allowed are: cat, ls, wc." });
	});
	test("S3.9 for a list of a policy", () => {
		const decision = shell.forJob({ job, agent: "writer" }).decide({ command: "npm install" });
		expect(decision).toMatchObject({
			message: expect.stringMatching(
				/`npm install`.*Allowed are: biber, cat, find, grep, head, latexmk, ls, pandoc, pdflatex, sort, tail, wc/,
			),
		});
	});
	test("S3.9 for what is refused to all", () => {
		expect(shell.decide({ command: "sudo ls" })).toMatchObject({ message: expect.stringContaining("`sudo`") });
	});
});

describe("S3.10 a whole folder is checked", () => {
	test.each([
		["a mistyped list, which would be none", "shell: {alow: [ls]}\n", "error: `shell` has no `alow`"],
		["a list that is a text", "shell: {allow: ls}\n", "error: `shell.allow` is a list of names"],
		["an entry with arguments", "shell: {allow: [git status]}\n", "error: `git status` is no name of one program"],
		["an entry that is a list", "shell: {deny: [[a]]}\n", "error: `shell.deny` is a list of names"],
		[
			"a time that is none",
			"shell: {default_timeout: soon}\n",
			"error: `shell.default_timeout` is a number of seconds",
		],
		["a time of zero", "shell: {default_timeout: 0}\n", "error: `shell.default_timeout` is a number of seconds"],
		["a time past the maximum", "shell: {default_timeout: 601}\n", "warning: no command runs longer than 600 seconds"],
		["tools that are a list", "tools: [run_command]\n", "error: `tools` is a mapping"],
		["a mistyped tool", "tools: {shell: [run_comand]}\n", "warning: the shell has no tool `run_comand`"],
		["a list in place of a mapping", "- a\n", "error: a configuration is a mapping"],
		["a shell that is a text", "shell: bash\n", "error: `shell` is a mapping"],
	])("S3.10 finds %s", (_, text, message) => {
		expect(faults({ "a.yaml": text }).join("\n")).toContain(message);
	});
	test("S3.10 finds what is no YAML, two agents of one name, and names that are none", () => {
		expect(faults({ "a.yaml": "shell: {allow: [ls\n" })[0]).toMatch(/^error/);
		expect(
			faults({ "a.yaml": "", "x/a.yaml": "", "y/a/config.yaml": "" }).filter((one) =>
				one.includes("is also of the agent `a`"),
			),
		).toHaveLength(2);
		expect(faults({ "1 2.yaml": "" }).join()).toContain("is no agent's name");
	});
	test("S3.10 a folder that is missing or empty is a fault", () => {
		expect(readAgentConfigs(join(root, "nowhere")).diagnostics).toMatchObject([{ severity: "error" }]);
		mkdirSync(join(root, "empty"));
		expect(readAgentConfigs(join(root, "empty")).diagnostics).toMatchObject([
			{ message: "this folder holds no configuration" },
		]);
	});
	test("S3.10 with one fault nothing is taken, and no tool is made", () => {
		const folder = configs({ "good.yaml": "tools: {shell: [run_command]}\n", "bad.yaml": "shell: {alow: [ls]}\n" });
		expect(readAgentConfigs(folder).agents).toEqual([]);
		expect(() => createRunCommand({ root, job, agent: "good", configs: folder })).toThrow(PolicyError);
	});
});

describe("S3.11 pipelines", () => {
	test("S3.11 a pipeline runs", async () => {
		for (const name of ["a", "b", "c"]) writeFileSync(join(shell.workspace, name), "");
		expect(await call("ls | wc -l")).toMatchObject({
			status: "completed",
			exit_code: 0,
			stdout: expect.stringMatching(/^\s*3\n$/),
		});
	});
	test("S3.11 each command of it is decided on its own", async () => {
		for (const command of [
			"ls | sudo wc",
			"ls | wc -l | kill 1",
			"dd if=a | wc",
			"ls && chmod 777 a",
			"true || mount x",
		])
			expect([command, await call(command)]).toMatchObject([command, { status: "denied" }]);
		const decision = shell.decide({ command: "ls | wc -l" });
		expect("commands" in decision && decision.commands.map(({ argv, effect }) => [argv, effect])).toEqual([
			[["ls"], "allow"],
			[["wc", "-l"], "allow"],
		]);
	});
});

describe("S3.12 what runs is bounded", () => {
	const tight = (limits: string) =>
		createRunCommand({
			root,
			job,
			rules: loadText(
				"tight.rules",
				`agent default {\ndefault deny\nallow node, bash, sh granting everything\nsyntax pipes, sequences, redirects, background, functions, loops, variables\n${limits}\n}`,
			),
		});
	test("S3.12 the pack bounds processes, memory, processor time and the size of files", () => {
		expect(shell.decide({ command: "ls" })).toMatchObject({
			limits: {
				processes: expect.any(Number),
				memory: expect.any(Number),
				cpu: expect.any(Number),
				fileSize: expect.any(Number),
			},
		});
	});
	test("S3.12 a file does not grow past its limit", async () => {
		const tool = tight("limit file-size 64KiB");
		const reply = await tool.call({
			command: `node -e 'require("fs").writeFileSync("big", Buffer.alloc(1 << 20))'`,
			timeout: 60,
		});
		expect(reply.exit_code).not.toBe(0);
		expect(lstatSync(join(tool.workspace, "big")).size).toBeLessThanOrEqual(64 * 1024);
	});
	test("S3.12 who takes more memory than is given gets none", async () => {
		const reply = await tight("limit memory 1GiB").call({
			command: "node -e 'Buffer.alloc(2 ** 31).fill(1); console.log(1)'",
			timeout: 60,
		});
		expect([reply.exit_code === 0, reply.stdout]).toEqual([false, ""]);
	});
	test("S3.12 who takes the processor without end is ended", async () => {
		const reply = await tight("limit cpu 1s").call({ command: "node -e 'for (;;);'", timeout: 60 });
		expect(reply.signal).toMatch(/^SIG(XCPU|KILL)$/);
	});
	test("S3.12 what a command leaves behind ends with it", async () => {
		const tool = tight("limit timeout 30s");
		await tool.call({
			command: "node -e 'setInterval(() => {}, 1000)' & node -e 'setTimeout(() => {}, 200)'",
			timeout: 60,
		});
		const left = readdirSync("/proc").filter((pid) => {
			try {
				return /^\d+$/.test(pid) && realpathSync(`/proc/${pid}/cwd`) === tool.workspace;
			} catch {
				return false;
			}
		});
		expect(left).toEqual([]);
	});
});

test("S3 every call is on record with its agent", async () => {
	await shell.forJob({ job, agent: "writer" }).call({ command: "npm test" });
	await call("ls");
	const lines = readFileSync(join(root, "audit.jsonl"), "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	expect(lines.filter(({ type }) => type === "decision")).toMatchObject([
		{ agent: "writer", effect: "deny", workspace: shell.workspace },
		{ agent: "default", effect: "allow" },
	]);
});
