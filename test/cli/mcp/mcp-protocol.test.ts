/** What `rules mcp` answers to bytes that no client of ours would send. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { folder, program } from "../cli.js";

// A loaded machine is slow; nothing here hangs on time.
jest.setTimeout(240_000);

const policy = "agent default {\n  default deny\n  allow echo, touch within .\n}\n";

interface Message {
	readonly id?: number | string | null;
	readonly method?: string;
	readonly result?: Readonly<Record<string, unknown>>;
	readonly error?: { readonly code: number; readonly message: string };
}

interface Spoken {
	readonly cwd: string;
	readonly child: ChildProcessWithoutNullStreams;
	/** Sends a line as it is, or a value as JSON. */
	readonly say: (line: unknown) => void;
	/** The next message, or batch of them. */
	readonly next: () => Promise<Message & readonly Message[]>;
	/** The exit code. */
	readonly ended: Promise<number | null>;
}

const running: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
	for (const child of running.splice(0)) child.kill("SIGKILL");
});

// The first of all tests pays for bundling.
beforeAll(() => void program(), 240_000);

/** Waits until the process waits itself: for a while it is found asleep. */
async function idle({ pid }: ChildProcessWithoutNullStreams): Promise<void> {
	for (let looks = 0; looks < 20; looks++) {
		await new Promise((resolve) => setTimeout(resolve, 5));
		// Where a system does not say so, time has to do.
		const state = process.platform === "linux" ? readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.[0] : "S";
		if (state !== "S") looks = 0;
	}
}

function speaking(): Spoken {
	const cwd = folder({ "policy.rules": policy });
	const child = spawn(process.execPath, [program(), "mcp"], { cwd });
	running.push(child);
	const heard: (Message & readonly Message[])[] = [];
	let text = "";
	let wake = (): void => {};
	child.stdout.setEncoding("utf8").on("data", (data: string) => {
		const lines = (text + data).split("\n");
		text = lines.pop() as string;
		heard.push(...lines.map((line) => JSON.parse(line) as Message & readonly Message[]));
		wake();
	});
	child.stdin.on("error", () => {});
	let isEnded = false;
	const ended = new Promise<number | null>((resolve) =>
		child.on("close", (code) => {
			isEnded = true;
			wake();
			resolve(code);
		}),
	);
	return {
		cwd,
		child,
		ended,
		say: (line) => void child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`),
		next: async () => {
			while (heard.length === 0 && !isEnded) await new Promise<void>((resolve) => (wake = resolve));
			const message = heard.shift();
			if (message === undefined) throw new Error("the server has ended");
			return message;
		},
	};
}

const initialize = (id: number, protocolVersion = "2025-11-25"): object => ({
	jsonrpc: "2.0",
	id,
	method: "initialize",
	params: { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});

const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };

const call = (id: number | string, command: string, ...args: string[]): object => ({
	jsonrpc: "2.0",
	id,
	method: "tools/call",
	params: { name: "safe_shell", arguments: { command, args } },
});

/** Lines, the id that the answer has, and its code. */
const wrong: readonly (readonly [string, number | string | null, number])[] = [
	["hello", null, -32700],
	['{"jsonrpc":"2.0","id":1,', null, -32700],
	['{"jsonrpc":"2.0","id":1,"method":"tools/call"}}', null, -32700],
	["5", null, -32600],
	["null", null, -32600],
	['"tools/list"', null, -32600],
	["{}", null, -32600],
	["[]", null, -32600],
	['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600],
	['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 1, -32600],
	['{"id":"x","method":"tools/list"}', "x", -32600],
	['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', null, -32600],
	['{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}', null, -32600],
	['{"jsonrpc":"2.0","id":1,"method":7}', 1, -32600],
	['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"x"}', 1, -32602],
	['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', 1, -32602],
	['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}', 1, -32602],
];

const modern = (value: object, version = "2026-07-28"): object => {
	const { params, ...others } = value as { readonly params?: object };
	return {
		...others,
		params: {
			...params,
			_meta: {
				"io.modelcontextprotocol/protocolVersion": version,
				"io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
				"io.modelcontextprotocol/clientCapabilities": {},
			},
		},
	};
};

async function opened(version?: string): Promise<Spoken> {
	const spoken = speaking();
	spoken.say(initialize(0, version));
	expect((await spoken.next()).id).toBe(0);
	spoken.say(initialized);
	return spoken;
}

describe("before `initialize`", () => {
	test("no request is done but a ping, and the server goes on", async () => {
		const { say, next, cwd } = speaking();
		say(call(1, "touch", "made"));
		expect(await next()).toEqual({
			jsonrpc: "2.0",
			id: 1,
			error: { code: -32600, message: "nothing is done before `initialize`, so `tools/call` is refused" },
		});
		say({ jsonrpc: "2.0", id: "a", method: "tools/list" });
		expect(await next()).toMatchObject({ id: "a", error: { code: -32600 } });
		say({ jsonrpc: "2.0", id: 2, method: "ping" });
		expect(await next()).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
		// A notification opens nothing.
		say(initialized);
		say(call(3, "touch", "made"));
		expect(await next()).toMatchObject({ id: 3, error: { code: -32600 } });
		expect(existsSync(join(cwd, "made"))).toBe(false);
		say(initialize(4));
		expect(await next()).toMatchObject({ id: 4, result: { protocolVersion: "2025-11-25" } });
		say(initialized);
		say(call(5, "touch", "made"));
		expect(await next()).toMatchObject({ id: 5, result: { isError: false } });
		expect(existsSync(join(cwd, "made"))).toBe(true);
	});

	test("an `initialize` that was refused opens nothing", async () => {
		const { say, next, cwd } = speaking();
		say({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
		say(call(2, "touch", "made"));
		expect(await next()).toMatchObject({ id: 1, error: { code: -32602 } });
		expect(await next()).toMatchObject({ id: 2, error: { code: -32600 } });
		// Since 2026-07-28 there is no such request.
		say(modern(initialize(3)));
		say(call(4, "touch", "made"));
		expect(await next()).toMatchObject({ id: 3, error: {} });
		expect(await next()).toMatchObject({ id: 4, error: { code: -32600 } });
		expect(existsSync(join(cwd, "made"))).toBe(false);
	});

	test("what is sent behind `initialize` without waiting is done when it is answered", async () => {
		const { say, next } = speaking();
		say(initialize(1));
		say(initialized);
		say(call(2, "echo", "hi"));
		expect(await next()).toMatchObject({ id: 1, result: {} });
		expect(await next()).toMatchObject({ id: 2, result: { structuredContent: { output: "hi\n" } } });
	});

	test("a request of 2026-07-28 says for itself who asks; one that does not is refused", async () => {
		const { say, next, cwd } = speaking();
		say(modern({ jsonrpc: "2.0", id: 1, method: "server/discover" }));
		expect(await next()).toMatchObject({ id: 1, result: {} });
		say(call(2, "touch", "made"));
		expect(await next()).toMatchObject({ id: 2, error: { code: -32600 } });
		say(modern(call(3, "echo", "hi")));
		expect(await next()).toMatchObject({ id: 3, result: { structuredContent: { output: "hi\n" } } });
		say(call(4, "touch", "made"));
		expect(await next()).toMatchObject({ id: 4, error: { code: -32600 } });
		say(initialize(5));
		expect(await next()).toMatchObject({ id: 5, error: {} });
		say(call(6, "touch", "made"));
		expect(await next()).toMatchObject({ id: 6, error: { code: -32600 } });
		expect(existsSync(join(cwd, "made"))).toBe(false);
	});

	test("a revision that is none, or is said by halves, is refused", async () => {
		const { say, next, cwd } = speaking();
		say(modern(call(1, "touch", "made"), "2031-01-01"));
		expect(await next()).toMatchObject({ id: 1, error: { message: expect.stringContaining("2031-01-01") } });
		say({
			jsonrpc: "2.0",
			id: 2,
			method: "tools/call",
			params: {
				name: "safe_shell",
				arguments: { command: "touch", args: ["made"] },
				_meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
			},
		});
		expect(await next()).toMatchObject({ id: 2, error: { code: -32602 } });
		expect(existsSync(join(cwd, "made"))).toBe(false);
	});
});

describe.each(["before", "after"])("what is no request, %s `initialize`", (when) => {
	const begun = (): Promise<Spoken> => (when === "after" ? opened() : Promise.resolve(speaking()));

	test("is answered by what is wrong with it, and the next one is read", async () => {
		const { child, say, next } = await begun();
		for (const [line, id, code] of wrong) {
			say(line);
			expect([line, await next()]).toEqual([
				line,
				{ jsonrpc: "2.0", id, error: { code, message: expect.any(String) } },
			]);
		}
		child.stdin.write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]));
		expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
		say({ jsonrpc: "2.0", id: 9, method: "ping" });
		expect(await next()).toEqual({ jsonrpc: "2.0", id: 9, result: {} });
	});

	test("is answered by nothing where it is an empty line, or a response to nothing", async () => {
		const { say, next } = await begun();
		for (const line of [
			"",
			"  ",
			"\r",
			'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
			'{"result":1}',
			'{"jsonrpc":"2.0","method":"notifications/initialized","params":3}',
		])
			say(line);
		say({ jsonrpc: "2.0", id: 9, method: "ping" });
		expect((await next()).id).toBe(9);
	});
});

describe("after `initialize`", () => {
	test("a method that there is not, a tool that there is not, and what a tool does not take", async () => {
		const { say, next } = await opened();
		say({ jsonrpc: "2.0", id: 1, method: "tools/steal" });
		expect(await next()).toMatchObject({ id: 1, error: { code: -32601 } });
		say({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "other" } });
		expect(await next()).toMatchObject({ id: 2, error: { code: -32602 } });
		say({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { arguments: {} } });
		expect(await next()).toMatchObject({ id: 3, error: { code: -32602 } });
		say({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "safe_shell", arguments: "echo" } });
		expect(await next()).toMatchObject({ id: 4, error: { code: -32602 } });
		say(call(5, "echo", "hi"));
		expect(await next()).toMatchObject({ id: 5, result: { isError: false } });
	});

	test("batches are answered together in the one revision that has them", async () => {
		const { say, next } = await opened("2025-03-26");
		say([
			call(1, "echo", "one"),
			initialized,
			{ jsonrpc: "2.0", id: 2, method: "nothing/such" },
			5,
			initialize(3),
			{ jsonrpc: "2.0", id: 4, method: "ping" },
		]);
		const answers = await next();
		const byId = new Map(answers.map((answer) => [answer.id, answer]));
		expect(answers).toHaveLength(5);
		expect(byId.get(1)).toMatchObject({ result: { structuredContent: { output: "one\n" } } });
		expect(byId.get(2)).toMatchObject({ error: { code: -32601 } });
		expect(byId.get(null)).toMatchObject({ error: { code: -32600 } });
		expect(byId.get(3)).toMatchObject({ error: { code: -32600 } });
		expect(byId.get(4)).toMatchObject({ result: {} });
		say([initialized]);
		say([]);
		expect(await next()).toMatchObject({ id: null, error: { code: -32600 } });
	});

	test("of a batch, what was cancelled is not waited for", async () => {
		const { say, next } = await opened("2025-03-26");
		say([
			{ jsonrpc: "2.0", id: 1, method: "ping" },
			call(2, "echo", "one"),
			{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } },
		]);
		expect((await next()).map(({ id }) => id)).toEqual([1]);
	});

	test("a line without end is not held, and the next one is read", async () => {
		const { child, say, next } = await opened();
		const piece = Buffer.alloc(1024 * 1024, "x");
		for (let times = 0; times < 64; times++)
			if (!child.stdin.write(piece)) await new Promise((resolve) => child.stdin.once("drain", resolve));
		if (process.platform === "linux") {
			const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
			expect(Number(kilobytes)).toBeLessThan(300_000);
		}
		say("");
		expect(await next()).toMatchObject({
			id: null,
			error: { code: -32600, message: expect.stringContaining("at most") },
		});
		say(call(1, "echo", "hi"));
		expect(await next()).toMatchObject({ id: 1, result: { isError: false } });
	});

	test("a client that takes no answers is read no further", async () => {
		const { child, next } = await opened();
		child.stdout.pause();
		const flood = "nonsense\n".repeat(100_000);
		let isFull = false;
		for (let times = 0; times < 40 && !isFull; times++) isFull = !child.stdin.write(flood);
		await idle(child);
		expect(child.stdin.writableLength).toBeGreaterThan(0);
		child.stdout.resume();
		await new Promise<void>((resolve) => child.stdin.write("\n", () => resolve()));
		expect(await next()).toMatchObject({ error: { code: -32700 } });
	});
});

test("what is left without an end of line when the client goes is answered, and it ends with 0", async () => {
	const { child, next, ended } = speaking();
	child.stdin.end("hello");
	expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
	expect(await ended).toBe(0);
});
