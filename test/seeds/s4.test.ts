/**
 * The fourth seed system, row by row: the shipped pack `read-only-chat`, the real evaluator, real processes, a real HTTP server.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load, loadText } from "../../src/runtime/load/load.js";
import { rateOf } from "../../src/runtime/servers/sandbox/rate.js";
import {
	type SandboxServer,
	type SandboxSettings,
	serveSandbox,
} from "../../src/runtime/servers/sandbox/serve-sandbox.js";
import type { PolicySource } from "../../src/runtime/tools/guard.js";
import { createRunShell, type RunShell } from "../../src/runtime/tools/shell-tools/run-shell.js";

// Node may take its time to start on a busy machine.
jest.setTimeout(240_000);

/** Read once: what the tool reads by itself when no rules are named. */
const pack = load("read-only-chat");
/** Lets a command take its time. */
const waiting = loadText(
	"waiting.rules",
	"agent default {\ndefault deny\nallow node granting everything\nlimit timeout 30s max 60s\n}",
);
const token = "a-token-that-nobody-guesses";

let root: string;
let workspace: string;
let tool: RunShell;
const opened: { close: () => unknown }[] = [];

beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-s4-")));
	workspace = join(root, "ws");
	mkdirSync(join(workspace, "src"), { recursive: true });
	writeFileSync(join(workspace, "app.py"), "# TODO: mend\nprint('a|b')\nx = 1\n");
	writeFileSync(join(workspace, "src", "b.py"), "y = 2\n");
	writeFileSync(join(root, "secret"), "outside\n");
	tool = shellOf();
});
afterEach(async () => {
	for (const one of opened.splice(0).reverse()) await one.close();
	rmSync(root, { recursive: true, force: true });
});

function shellOf(more: Partial<Parameters<typeof createRunShell>[0]> = {}): RunShell {
	const made = createRunShell({ workspace, rules: pack, audit: join(root, "tool.jsonl"), ...more });
	opened.push(made);
	return made;
}

const call = (command: string) => tool.call({ command });

async function serving(rules: PolicySource = pack, more: Partial<SandboxSettings> = {}): Promise<SandboxServer> {
	const served = createRunShell({ workspace, rules, audit: join(root, "server.jsonl") });
	const server = await serveSandbox({
		tool: { now: () => ({ tool: served }), close: served.close },
		folders: [workspace],
		token,
		...more,
	});
	if ("fault" in server) throw new Error(server.fault);
	opened.push(server);
	return server;
}

interface Answer {
	readonly code: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Record<string, unknown>;
}

/** Sends what it is told to, well-formed or not. */
function send(
	url: string,
	{
		body = "",
		path = "/shell",
		method = "POST",
		headers = {},
	}: { body?: string; path?: string; method?: string; headers?: Record<string, string> },
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = httpRequest(
			new URL(path, url),
			{ method, headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers } },
			(response) => {
				let text = "";
				response.setEncoding("utf8").on("data", (chunk: string) => {
					text += chunk;
				});
				response.on("end", () =>
					resolve({
						code: response.statusCode ?? 0,
						headers: response.headers,
						body: JSON.parse(text) as Answer["body"],
					}),
				);
				response.on("error", reject);
			},
		);
		sent.on("error", reject);
		sent.end(method === "POST" ? body : "");
	});
}

const post = (server: SandboxServer, question: object) => send(server.url, { body: JSON.stringify(question) });
const records = (name: string) =>
	readFileSync(join(root, name), "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>)
		.filter(({ type }) => type === "decision");

test("S4 the tool has its parameters and replies as JSON Schemas, and comes from its pack in one call", async () => {
	expect(tool.name).toBe("run_shell");
	const plain = shellOf({ rules: "read-only-chat" });
	expect(plain.guard.tree.digest).toBe(tool.guard.tree.digest);
	const output = new Ajv2020().compile(tool.outputSchema);
	for (const reply of [await call("ls"), await call("rm a"), await tool.call({}), await call("ls nowhere")])
		expect([output(reply), output.errors]).toEqual([true, null]);
	for (const bad of [{}, { command: 1 }, { command: "ls", cwd: "/" }, "ls", null])
		expect((await tool.call(bad)).status).toBe("invalid");
});

describe("S4.1 what looks runs", () => {
	test.each([
		"ls -la",
		"cat app.py",
		"head -n 1 app.py",
		"tail -n 1 app.py",
		"stat app.py",
		"find . -name '*.py'",
		"grep -rn TODO .",
		"sed -n 1,2p app.py",
		"awk /TODO/ app.py",
		"wc -l app.py",
		"sort app.py",
		"uniq app.py",
		"cut -c1-3 app.py",
		"diff app.py app.py",
		"pwd",
		"which ls",
		"whoami",
		"date",
		"env ls",
	])("S4.1 %s", async (command) => {
		expect([command, await call(command)]).toMatchObject([command, { status: "completed", success: true }]);
	});
	test.each(["less app.py", "file app.py", "rg TODO", "tr a b"])("S4.1 %s is allowed", (command) => {
		expect(tool.decide({ command })).toMatchObject({ effect: "allow" });
	});
});

const blocked =
	"rm rmdir mv cp mkdir touch chmod chown chgrp kill pkill wget curl nc ssh scp rsync python python3 node bash sh exec pip npm apt brew yum";
test.each(blocked.split(" "))("S4.2 %s is refused, and told what is allowed", async (name) => {
	const reply = await call(`${name} app.py`);
	expect(reply).toMatchObject({ status: "denied", success: false });
	expect(reply.error).toContain(`\`${name}\``);
	for (const allowed of ["awk", "cat", "grep", "ls", "which"]) expect(reply.error).toContain(allowed);
});

describe("S4.3 shell metacharacters", () => {
	test.each([
		["ls; id", ";"],
		["ls | cat", "|"],
		["ls && id", "&&"],
		["ls || id", "||"],
		["ls &", "&"],
		["cat $HOME", "$"],
		['cat "$HOME"', "$"],
		["cat `id`", "`"],
		["echo $(cat /etc/passwd)", "$("],
		["cat ${HOME}", "${"],
		["ls > out", ">"],
		["ls >> out", ">>"],
		["cat < app.py", "<"],
		["ls\nid", "line break"],
	])("S4.3 %s is refused, and the one that was found is named", async (command, sign) => {
		const reply = await call(command);
		expect(reply).toMatchObject({ status: "denied", success: false });
		expect(reply.error).toContain(
			sign === "line break" ? "a line break is a shell metacharacter" : `\`${sign}\` is a shell metacharacter`,
		);
	});
	test.each([
		"grep 'a|b' app.py",
		'grep "a;b" app.py',
		"grep a\\|b app.py",
		"awk '{ print $1 }' app.py",
		"grep 'x$' app.py",
	])("S4.3 %s is refused, too, by a rule that says so", async (command) => {
		expect(await call(command)).toMatchObject({ status: "denied", error: expect.stringContaining("metacharacter") });
	});
});

describe("S4.4 what is no command", () => {
	test.each(["cat 'app.py", 'cat "app.py', "cat app.py'", "grep \"it's"])(
		"S4.4 bad quoting has its own message: %s",
		async (command) => {
			expect(await call(command)).toMatchObject({
				status: "denied",
				error: "the command has a quote that does not end",
			});
		},
	);
	test.each(["", " ", "\t\n"])("S4.4 so has the empty command %p", async (command) => {
		expect(await call(command)).toMatchObject({ status: "denied", error: "the command is empty" });
	});
});

describe("S4.5 the workspace", () => {
	test("S4.5 commands run in it", async () => {
		expect(await call("pwd")).toMatchObject({ stdout: `${workspace}\n` });
	});
	test.each([
		"cat ../secret",
		"cat /etc/passwd",
		"ls /",
		"ls ~",
		"cat link",
		"find / -name x",
		"grep -r x ..",
		"cat src/../../secret",
		"diff app.py link",
	])("S4.5 nothing outside is looked at: %s", async (command) => {
		symlinkSync(join(root, "secret"), join(workspace, "link"));
		const reply = await call(command);
		expect(reply).toMatchObject({ status: "denied" });
		expect(JSON.stringify(reply)).not.toContain("outside\\n");
	});
	test("S4.5 a workspace that does not exist is refused", async () => {
		const nowhere = tool.inWorkspace(join(root, "nowhere"));
		expect(await nowhere.call({ command: "ls" })).toMatchObject({
			status: "denied",
			success: false,
			error: "the workspace is not there",
		});
	});
	test("S4.5 so is one that the server does not have", async () => {
		const server = await serving();
		for (const other of [
			join(workspace, "nowhere"),
			root,
			"/",
			"/etc",
			"ws",
			"",
			`${workspace}/../ws2`,
			`${workspace}\0`,
		]) {
			const { body } = await post(server, { command: "ls", workspace: other });
			expect([other, body]).toMatchObject([other, { success: false, stdout: "", returncode: null }]);
		}
		expect((await post(server, { command: "pwd", workspace: join(workspace, "src") })).body).toMatchObject({
			success: true,
			stdout: `${join(workspace, "src")}\n`,
		});
	});
	test("S4.5 a link out of the server's folders is no workspace", async () => {
		symlinkSync(root, join(workspace, "up"));
		expect((await post(await serving(), { command: "ls", workspace: join(workspace, "up") })).body).toMatchObject({
			success: false,
			stdout: "",
		});
	});
});

describe("S4.6 time", () => {
	test("S4.6 it is 30 seconds", () => {
		expect(tool.decide({ command: "ls" })).toMatchObject({ limits: { timeout: 30_000, timeoutMax: 30_000 } });
	});
	test("S4.6 what takes longer is ended and says so, here and at the server", async () => {
		const slow = loadText(
			"slow.rules",
			"agent default {\ndefault deny\nallow node granting everything\nlimit timeout 1s max 1s\n}",
		);
		const command = "node -e 'setInterval(() => {}, 1000)'";
		expect(await shellOf({ rules: slow }).call({ command })).toMatchObject({
			status: "timed-out",
			success: false,
			error: expect.stringContaining("did not end in time"),
		});
		const { body } = await post(await serving(slow), { command, workspace, timeout: 30 });
		expect(body).toMatchObject({
			status: "timed-out",
			success: false,
			returncode: null,
			stderr: expect.stringContaining("did not end in time"),
		});
	});
});

describe("S4.7 the sandbox server", () => {
	test("S4.7 answers what ran", async () => {
		const server = await serving();
		expect(await post(server, { command: "cat app.py", workspace, timeout: 30 })).toMatchObject({
			code: 200,
			body: { success: true, stdout: "# TODO: mend\nprint('a|b')\nx = 1\n", stderr: "", returncode: 0 },
		});
		expect((await post(server, { command: "grep nothing app.py", workspace })).body).toMatchObject({
			success: false,
			stdout: "",
			returncode: 1,
		});
		expect((await post(server, { command: "cat nowhere", workspace })).body).toMatchObject({
			success: false,
			returncode: 1,
			stderr: expect.stringContaining("nowhere"),
		});
	});
	test("S4.7 the tool runs there what it allows", async () => {
		const server = await serving();
		const there = shellOf({ sandbox: { url: server.url, token } });
		expect(await there.call({ command: "head -n 1 app.py" })).toMatchObject({
			status: "completed",
			success: true,
			stdout: "# TODO: mend\n",
			returncode: 0,
		});
		expect(await there.call({ command: "rm app.py" })).toMatchObject({ status: "denied" });
		expect(records("server.jsonl").map(({ script }) => script)).toEqual(["head -n 1 app.py"]);
	});
	test("S4.7 listens on the loopback unless told otherwise", async () => {
		expect((await serving()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	});
	test.each([
		["no token", { headers: { authorization: "" } }, 401],
		["another token", { headers: { authorization: "Bearer another-token-of-some-length" } }, 401],
		["a beginning of the token", { headers: { authorization: `Bearer ${token.slice(0, -1)}` } }, 401],
		["more than the token", { headers: { authorization: `Bearer ${token}x` } }, 401],
		["another way to say it", { headers: { authorization: `Basic ${token}` } }, 401],
		["another path", { path: "/" }, 404],
		["a path with a question", { path: "/shell?x" }, 404],
		["another method", { method: "GET" }, 405],
		["another type", { headers: { "content-type": "text/plain" } }, 415],
		["no JSON", { body: "{" }, 400],
		["a list", { body: "[]" }, 400],
		["no command", { body: '{"workspace":"/"}' }, 400],
		["a command that is a list", { body: '{"command":["ls"],"workspace":"/"}' }, 400],
		["no workspace", { body: '{"command":"ls"}' }, 400],
		["another key", { body: '{"command":"ls","workspace":"/","env":{}}' }, 400],
		["a time of zero", { body: '{"command":"ls","workspace":"/","timeout":0}' }, 400],
		["a time that is a text", { body: '{"command":"ls","workspace":"/","timeout":"1"}' }, 400],
		["a body that is too long", { body: `{"command":"${"x".repeat(70_000)}","workspace":"/"}` }, 413],
	])("S4.7 refuses %s", async (_, what, code) => {
		const server = await serving();
		const answer = await send(server.url, { body: JSON.stringify({ command: "ls", workspace }), ...what });
		expect(answer).toMatchObject({
			code,
			body: { success: false, stdout: "", stderr: expect.any(String), returncode: null },
		});
	});
	test("S4.7 refuses a body that is too long and does not say how long it is", async () => {
		const server = await serving();
		const code = await new Promise<number>((resolve, reject) => {
			const sent = httpRequest(
				new URL("/shell", server.url),
				{
					method: "POST",
					headers: {
						authorization: `Bearer ${token}`,
						"content-type": "application/json",
						"transfer-encoding": "chunked",
					},
				},
				(response) => resolve(response.resume().statusCode ?? 0),
			);
			// It may be cut off while it still writes.
			sent.on("error", (error: NodeJS.ErrnoException) =>
				error.code === "EPIPE" || error.code === "ECONNRESET" ? resolve(413) : reject(error),
			);
			for (let at = 0; at < 10; at++) sent.write("x".repeat(10_000));
			sent.end();
		});
		expect(code).toBe(413);
	});
	test("S4.7 takes no more requests than its rate, and those with a wrong token take nothing away from the others", async () => {
		const server = await serving(pack, { rate: { atOnce: 3, aSecond: 0.001 } });
		const codes: number[] = [];
		for (let at = 0; at < 4; at++)
			codes.push((await send(server.url, { headers: { authorization: "Bearer wrong" } })).code);
		for (let at = 0; at < 3; at++) codes.push((await post(server, { command: "ls", workspace })).code);
		const late = await post(server, { command: "ls", workspace });
		expect([...codes, late.code]).toEqual([401, 401, 401, 429, 200, 200, 200, 429]);
		expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
	});
	test("S4.7 a rate fills up again with time", () => {
		let now = 0;
		const rate = rateOf(2, 10, () => now);
		expect([rate.take(), rate.take(), rate.take()]).toEqual([0, 0, 100]);
		now = 100;
		expect([rate.take(), rate.take()]).toEqual([0, 100]);
		now = 10_000;
		expect([rate.take(), rate.take(), rate.take()]).toEqual([0, 0, 100]);
	});
	test("S4.7 runs no more commands at the same time than it may", async () => {
		const server = await serving(waiting, { most: 1 });
		const gate = join(workspace, "gate");
		const first = post(server, {
			command: `node -e 'const t = setInterval(() => { if (require("fs").existsSync("gate")) { clearInterval(t); console.log("done") } }, 20)'`,
			workspace,
			timeout: 60,
		});
		let second = await post(server, { command: "node -e 0", workspace });
		// The first may not have come yet.
		for (let tries = 0; second.code !== 429 && tries < 100; tries++)
			second = await post(server, { command: "node -e 0", workspace });
		writeFileSync(gate, "");
		expect([(await first).body.stdout, second.code]).toEqual(["done\n", 429]);
	});
	test("S4.7 stops when what runs has come to its end, and takes nothing new", async () => {
		const server = await serving(waiting);
		const first = post(server, {
			command: `node -e 'require("fs").writeFileSync("begun", ""); const t = setInterval(() => { if (require("fs").existsSync("gate")) { clearInterval(t); console.log("done") } }, 20)'`,
			workspace,
			timeout: 60,
		});
		await appears(join(workspace, "begun"));
		const closed = server.close();
		await expect(post(server, { command: "node -e 0", workspace })).rejects.toThrow();
		writeFileSync(join(workspace, "gate"), "");
		expect((await first).body).toMatchObject({ success: true, stdout: "done\n" });
		await closed;
	});
	test("S4.7 when it stops it ends what takes too long, and answers", async () => {
		const server = await serving(waiting, { grace: 100 });
		const first = post(server, {
			command: `node -e 'require("fs").writeFileSync("begun", String(process.pid)); setInterval(() => {}, 1000)'`,
			workspace,
			timeout: 60,
		});
		await appears(join(workspace, "begun"));
		await server.close();
		expect((await first).body).toMatchObject({ success: false, status: "cancelled" });
	});
	test("S4.7 a client that goes away ends its command", async () => {
		const server = await serving(waiting);
		const away = new AbortController();
		const there = shellOf({ rules: waiting, sandbox: { url: server.url, token } });
		const asked = there.call(
			{ command: `node -e 'require("fs").writeFileSync("begun", String(process.pid)); setInterval(() => {}, 1000)'` },
			{ signal: away.signal },
		);
		await appears(join(workspace, "begun"));
		const pid = Number(readFileSync(join(workspace, "begun"), "utf8"));
		away.abort();
		expect(await asked).toMatchObject({ status: "cancelled", success: false });
		await until(() => !alive(pid));
	});
});

test("S4.7 a server that stops while a client is gone waits until what ran for it has ended and is on record", async () => {
	const server = await serving(waiting);
	const away = new AbortController();
	const there = shellOf({ rules: waiting, sandbox: { url: server.url, token } });
	// What ran takes its time to end.
	const command = `node -e 'process.on("SIGTERM", () => setTimeout(() => process.exit(), 500)); require("fs").writeFileSync("begun", ""); setInterval(() => {}, 1000)'`;
	const asked = there.call({ command }, { signal: away.signal });
	await appears(join(workspace, "begun"));
	away.abort();
	expect(await asked).toMatchObject({ status: "cancelled" });
	await server.close();
	const types = readFileSync(join(root, "server.jsonl"), "utf8").trim().split("\n");
	expect(types.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(["decision", "outcome"]);
});

describe("S4.8 both sides decide", () => {
	test("S4.8 the server refuses what a client without rules sends", async () => {
		const server = await serving();
		const lax = loadText(
			"lax.rules",
			"default allow\nallow * granting everything\nsyntax pipes, sequences, redirects, substitutions",
		);
		for (const command of ["rm app.py", "ls | cat", "cat ../secret", "find . -delete", "echo $(id)"]) {
			const { body } = await post(server, { command, workspace });
			expect([command, body]).toMatchObject([
				command,
				{ success: false, stdout: "", returncode: null, status: "denied" },
			]);
			const reply = await shellOf({ rules: lax, sandbox: { url: server.url, token } }).call({ command });
			expect([command, reply.success]).toEqual([command, false]);
		}
		expect(readFileSync(join(workspace, "app.py"), "utf8")).toContain("TODO");
	});
	test("S4.8 the tool sends nothing that it does not allow, whatever the server would do", async () => {
		const server = await serving(waiting);
		const there = shellOf({ sandbox: { url: server.url, token } });
		expect(await there.call({ command: "node -e 0" })).toMatchObject({ status: "denied" });
		expect(() => records("server.jsonl")).toThrow();
	});
	test("S4.8 where the two policies are not the same, nothing runs", async () => {
		const stricter = loadText("stricter.rules", 'import "read-only-chat"\nagent default { deny cat because "No." }');
		const server = await serving(stricter);
		const reply = await shellOf({ sandbox: { url: server.url, token } }).call({ command: "ls" });
		expect(reply).toMatchObject({ success: false, error: expect.stringContaining("is not the policy of this server") });
		expect((await post(server, { command: "ls", workspace, policy: "0".repeat(64) })).code).toBe(409);
		expect((await post(server, { command: "ls", workspace, policy: stricter.tree?.digest })).body).toMatchObject({
			success: true,
		});
	});
	test("S4.8 an answer that is no answer is no success", async () => {
		const nobody = shellOf({ sandbox: { url: "http://127.0.0.1:1", token } });
		expect(await nobody.call({ command: "ls" })).toMatchObject({ status: "failed", success: false });
		const wrong = shellOf({ sandbox: { url: (await serving()).url, token: "wrong" } });
		expect(await wrong.call({ command: "ls" })).toMatchObject({
			success: false,
			error: expect.stringContaining("token"),
		});
	});
});

test("S4.9 every command is on record on both sides, the refused ones too", async () => {
	const server = await serving();
	const there = shellOf({ sandbox: { url: server.url, token } });
	for (const command of ["ls", "rm a", "", "ls | cat"]) await there.call({ command });
	for (const command of ["rm b", "pwd"]) await post(server, { command, workspace });
	await post(server, { command: "ls", workspace: "/etc" });
	expect(records("tool.jsonl").map(({ script, effect }) => [script, effect])).toEqual([
		["ls", "allow"],
		["rm a", "deny"],
		["", "deny"],
		["ls | cat", "deny"],
	]);
	expect(records("server.jsonl").map(({ script, effect }) => [script, effect])).toEqual([
		["ls", "allow"],
		["rm b", "deny"],
		["pwd", "allow"],
		["ls", "deny"],
	]);
});

describe("S4.10 errors tell nothing of the system", () => {
	test("S4.10 neither paths outside of the workspace, nor stacks, nor the environment", async () => {
		symlinkSync(join(root, "secret"), join(workspace, "link"));
		const server = await serving();
		const answers: string[] = [];
		for (const command of [
			"cat link",
			"cat ../secret",
			"ls ~",
			"rm a",
			"env",
			"less",
			"which nowhere",
			"rg x",
			"cat 'x",
			"",
			"awk 'BEGIN{while(1)'",
			"x".repeat(5000),
			"ls \ud800",
			"/no/such/program",
			"./nowhere",
		]) {
			answers.push(
				JSON.stringify(await call(command)),
				JSON.stringify((await post(server, { command, workspace })).body),
			);
		}
		for (const what of [{ body: "{" }, { path: "/../../etc/passwd" }, { headers: { authorization: "Bearer x" } }])
			answers.push(JSON.stringify((await send(server.url, what)).body));
		for (const other of ["/etc", join(root, "nowhere"), "x\0"])
			answers.push(JSON.stringify((await post(server, { command: "ls", workspace: other })).body));
		for (const answer of answers) {
			expect(answer).not.toContain(root);
			expect(answer).not.toContain(process.cwd());
			expect(answer).not.toContain(process.env.HOME);
			expect(answer).not.toContain(process.env.PATH);
			expect(answer).not.toMatch(/\n\s+at |node:internal|\.ts:\d|ENOENT|EACCES/);
		}
	});
	test("S4.10 a program that can't be started is no news of the system", async () => {
		const absent = loadText("absent.rules", "agent default {\ndefault deny\nallow no-such-program, ./nowhere\n}");
		const { body } = await post(await serving(absent), { command: "no-such-program", workspace });
		expect(body).toMatchObject({ success: false, stderr: "the command could not be started", returncode: null });
	});
	test("S4.10 while the server's policy is broken it says no more than that", async () => {
		const server = await serveSandbox({
			tool: { now: () => ({ broken: "/somewhere/policy.rules is broken" }), close: () => {} },
			folders: [workspace],
			token,
		});
		if ("fault" in server) throw new Error(server.fault);
		opened.push(server);
		const { code, body } = await post(server, { command: "ls", workspace });
		expect([code, JSON.stringify(body).includes("somewhere")]).toEqual([503, false]);
	});
	test("S4.10 a fault inside is an error without a word about it", async () => {
		const server = await serveSandbox({
			tool: {
				now: () => {
					throw new Error("at /somewhere");
				},
				close: () => {},
			},
			folders: [workspace],
			token,
		});
		if ("fault" in server) throw new Error(server.fault);
		opened.push(server);
		const { code, body } = await post(server, { command: "ls", workspace });
		expect([code, JSON.stringify(body).includes("somewhere")]).toEqual([500, false]);
	});
});

describe("S4.11 the acceptance tests of the original", () => {
	test("S4.11 rm is not in the whitelist", async () => {
		const reply = await call("rm -rf /");
		expect([reply.success, reply.error]).toEqual([false, expect.stringContaining("not in whitelist")]);
	});
	test("S4.11 a pipe is a metacharacter", async () => {
		const reply = await call("ls | cat");
		expect([reply.success, reply.error]).toEqual([false, expect.stringContaining("metacharacter")]);
	});
	test("S4.11 a command substitution is refused", async () => {
		expect((await call("echo $(cat /etc/passwd)")).success).toBe(false);
	});
	test("S4.11 ls runs", async () => {
		expect((await call("ls -la")).success).toBe(true);
	});
	test("S4.11 grep runs", async () => {
		expect((await call("grep -r TODO .")).success).toBe(true);
	});
});

describe("S4.12 what only seems to look", () => {
	test.each([
		"find . -exec id {} +",
		"find . -execdir id {} +",
		"find . -ok id {} +",
		"find . -delete",
		"find . -fprint out",
		"find . -fls out",
		"awk 'BEGIN{system(\"id\")}'",
		"awk 'BEGIN{print 1 > \"out\"}'",
		"awk 'BEGIN{\"id\" | getline}'",
		"awk -f prog.awk app.py",
		"awk -i inplace 1 app.py",
		"sed -i s/x/y/ app.py",
		"sed --in-place=.bak s/x/y/ app.py",
		"sed '1e id' app.py",
		"sed 's/x/id/e' app.py",
		"sed 'w out' app.py",
		"sed -n '1r ../secret' app.py",
		"sed -f script.sed app.py",
		"env python3 x.py",
		"env -S 'sh -c id'",
		"env X=1 sh -c id",
		"sort -o app.py app.py",
		"sort --output=app.py app.py",
		"sort --compress-program=id app.py",
		"uniq app.py out",
		"less +!id app.py",
		"less -o out app.py",
		"less --log-file=out app.py",
		"rg --pre id x",
		"date -s 2030-01-01",
		"diff --to-file=/etc/passwd app.py",
		"file -C -m app.py",
		"./ls",
	])("S4.12 %s does not pass", async (command) => {
		expect([command, await call(command)]).toMatchObject([command, { success: false, status: "denied" }]);
	});
	test("S4.12 a pager has no shell behind its `!`", () => {
		const { agent } = Object.values(tool.guard.tree.agents)[0] as {
			agent: { environment: { set: Record<string, string> } };
		};
		expect(agent.environment.set).toMatchObject({ LESSSECURE: "1" });
	});
});

/** Long enough for a busy machine. */
async function until(condition: () => boolean): Promise<void> {
	for (let tries = 0; tries < 1200; tries++) {
		if (condition()) return;
		await new Promise((done) => setTimeout(done, 50));
	}
	throw new Error("it did not come about");
}

async function appears(path: string): Promise<void> {
	await until(() => {
		try {
			return readFileSync(path).length >= 0;
		} catch {
			return false;
		}
	});
}

/** Is a process still there, and not a zombie? */
function alive(pid: number): boolean {
	try {
		return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
	} catch {
		return false;
	}
}
