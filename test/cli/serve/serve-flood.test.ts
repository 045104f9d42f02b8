/** Connections that are only held open, and those without the token, shut nobody out: real servers, real sockets. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { type Socket, connect as toSocket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { connect } from "../../../src/runtime/servers/socket/connect.js";
import { isWhole } from "../../part.js";
import { folder, program } from "../cli.js";

// A busy machine takes its time.
jest.setTimeout(240_000);

const running: ChildProcess[] = [];
const open = new Set<Socket>();
afterEach(() => {
	for (const socket of open) socket.destroy();
	open.clear();
	for (const child of running.splice(0)) child.kill("SIGKILL");
});

// The first of all tests pays for bundling.
beforeAll(() => void program());

interface Served {
	readonly cwd: string;
	readonly child: ChildProcess;
	/** Where it listens, as it says. */
	readonly place: string;
}

async function serving(...words: readonly string[]): Promise<Served> {
	const cwd = folder({ "policy.rules": "agent default {\n  default deny\n  allow true\n}\n" });
	chmodSync(cwd, 0o700);
	mkdirSync(join(cwd, "ws"));
	const child = spawn(process.execPath, [program(), "serve", ...words], {
		cwd,
		stdio: ["ignore", "ignore", "pipe"],
		env: { PATH: process.env.PATH, HOME: cwd },
	});
	running.push(child);
	let err = "";
	const place = await new Promise<string>((resolve, reject) => {
		child.stderr?.on("data", (data) => {
			err += String(data);
			const found = /listening at (?:http:\/\/127\.0\.0\.1:)?([^\s,]+)/.exec(err)?.[1];
			if (found !== undefined) resolve(found);
		});
		child.on("close", () => reject(new Error(err)));
	});
	return { cwd, child, place };
}

/** How many files it has open. */
function filesOf({ child }: Served): number {
	return readdirSync(`/proc/${child.pid}/fd`).length;
}

function megabytesOf({ child }: Served): number {
	const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
	return Number(kilobytes) / 1024;
}

/** Opens so many connections. `begin`: what each does when it is open. Done when all of them were opened. */
async function flood(
	target: { readonly port: number } | { readonly path: string },
	count: number,
	begin: (socket: Socket) => void,
): Promise<void> {
	await Promise.all(
		Array.from(
			{ length: count },
			() =>
				new Promise<void>((resolve) => {
					const socket = toSocket(target);
					open.add(socket);
					socket.on("connect", () => {
						begin(socket);
						resolve();
					});
					socket.on("data", () => {});
					socket.on("error", () => resolve());
					socket.on("close", () => open.delete(socket));
				}),
		),
	);
}

/** Asks until it is so, or time runs out. */
async function until(isSo: () => boolean, milliseconds = 60_000): Promise<boolean> {
	for (const end = Date.now() + milliseconds; Date.now() < end; ) {
		if (isSo()) return true;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	return isSo();
}

describe("rules serve --http", () => {
	const http = async (): Promise<Served & { readonly port: number; readonly ask: () => Promise<number> }> => {
		const served = await serving("--http", "0", "--token-file", "keys/token", "--workspace", "ws");
		const token = readFileSync(join(served.cwd, "keys/token"), "utf8").trim();
		const port = Number(served.place);
		/** The milliseconds that an answer took. */
		const ask = (): Promise<number> =>
			new Promise((resolve, reject) => {
				const began = performance.now();
				const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
				const sent = request({ port, path: "/shell", method: "POST", agent: false, headers }, (response) => {
					let body = "";
					response.on("data", (data) => (body += String(data)));
					response.on("end", () => {
						if (response.statusCode === 200 && body.includes('"success":true')) resolve(performance.now() - began);
						else reject(new Error(`${response.statusCode} ${body}`));
					});
				});
				sent.on("error", reject);
				sent.end(JSON.stringify({ command: "true", workspace: join(served.cwd, "ws") }));
			});
		await ask();
		return { ...served, port, ask };
	};
	const withoutToken = "POST /shell HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
	const wrongToken = `${withoutToken}Authorization: Bearer ${"x".repeat(40)}\r\nContent-Length: 0\r\n\r\n`;
	/** A body that never ends. */
	const endless = (socket: Socket): void => {
		socket.write(`${withoutToken}Transfer-Encoding: chunked\r\n\r\n`);
		const piece = `1000\r\n${"x".repeat(4096)}\r\n`;
		const more = (): void => {
			if (!socket.destroyed) socket.write(piece, () => setImmediate(more));
		};
		more();
	};

	const many = isWhole ? 1_000 : 400;
	test.each<[string, number, (socket: Socket) => void]>([
		["idle connections", many, () => {}],
		["half-sent headers", many, (socket) => void socket.write(`${withoutToken}X-More: `)],
		["wrong tokens", many, (socket) => void socket.write(wrongToken)],
		["bodies without a token", 300, endless],
	])("answers who has the token beside %s, and frees them", async (_, count, begin) => {
		const served = await http();
		const [files, megabytes] = [filesOf(served), megabytesOf(served)];
		await flood({ port: served.port }, count, begin);
		const took: number[] = [];
		for (let times = 0; times < 10; times++) took.push(await served.ask());
		// Half of the answers: a second is enough on a machine that has nothing else to do.
		expect(took.sort((a, b) => a - b)[5]).toBeLessThan(1_000);
		// The room for strangers, and what a run may have open for a moment.
		expect(await until(() => filesOf(served) < files + 256 + 16)).toBe(true);
		expect(megabytesOf(served)).toBeLessThan(megabytes + 150);
		for (const socket of open) socket.destroy();
		expect(await until(() => filesOf(served) <= files)).toBe(true);
	});

	test("lets go of whoever sends no headers in time, without any other coming", async () => {
		const served = await http();
		const files = filesOf(served);
		await flood({ port: served.port }, 20, () => {});
		await flood({ port: served.port }, 20, (socket) => void socket.write(`${withoutToken}X-More: `));
		expect(await until(() => filesOf(served) >= files + 30)).toBe(true);
		expect(await until(() => filesOf(served) <= files)).toBe(true);
	});

	test("keeps the connection of who has the token, and of nobody else", async () => {
		const served = await http();
		const token = readFileSync(join(served.cwd, "keys/token"), "utf8").trim();
		const body = JSON.stringify({ command: "true", workspace: join(served.cwd, "ws") });
		const asking = `${withoutToken}Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
		const socket = toSocket({ port: served.port });
		open.add(socket);
		let heard = "";
		socket.on("data", (data) => (heard += String(data)));
		const answers = (): number => heard.split("HTTP/1.1 200").length - 1;
		socket.write(asking);
		expect(await until(() => answers() === 1)).toBe(true);
		// It is older than all of these, and stays.
		await flood({ port: served.port }, 400, () => {});
		socket.write(asking);
		expect(await until(() => answers() === 2)).toBe(true);
		socket.write(wrongToken);
		expect(await until(() => socket.destroyed || socket.readableEnded)).toBe(true);
		expect(heard).toMatch(/HTTP\/1\.1 401[\s\S]*connection: close/i);
	});

	test("ends at once when it is asked to, whoever holds connections open", async () => {
		const served = await http();
		await flood({ port: served.port }, 50, (socket) => void socket.write(`${withoutToken}X-More: `));
		const ended = new Promise((resolve) => served.child.once("close", resolve));
		const began = performance.now();
		served.child.kill("SIGTERM");
		expect(await ended).toBe(0);
		expect(performance.now() - began).toBeLessThan(8_000);
	});
});

describe("rules serve --socket", () => {
	test.each<[string, string]>([
		["idle connections", ""],
		["half-sent requests", '{"argv":["tr'],
	])("answers beside %s, and frees them", async (_, text) => {
		const served = await serving("--socket", "s");
		const path = join(served.cwd, "s");
		const old = await connect(path);
		expect(await old.decide({ argv: ["true"] })).toMatchObject({ effect: "allow" });
		const files = filesOf(served);
		await flood({ path }, 1_000, (socket) => {
			if (text !== "") socket.write(text);
		});
		// Who asked before is older than all of these, and stays.
		expect(await old.decide({ argv: ["true"] })).toMatchObject({ effect: "allow" });
		for (let times = 0; times < 10; times++) {
			const one = await connect(path, { timeout: 5_000 });
			const began = performance.now();
			expect(await one.decide({ argv: ["rm"] })).toMatchObject({ effect: "deny" });
			expect(performance.now() - began).toBeLessThan(2_000);
			one.close();
		}
		expect(await until(() => filesOf(served) < files + 256 + 16)).toBe(true);
		for (const socket of open) socket.destroy();
		expect(await until(() => filesOf(served) <= files)).toBe(true);
		old.close();
	});

	test("of clients that have asked, whoever has been silent for longest makes room", async () => {
		const served = await serving("--socket", "s");
		const path = join(served.cwd, "s");
		const first = await connect(path);
		const question = `${JSON.stringify({ argv: ["true"] })}\n`;
		const second = toSocket(path);
		const isGone = once(second, "close");
		await first.decide({ argv: ["true"] });
		second.write(question);
		expect(String(await once(second, "data"))).toContain('"allow"');
		await first.decide({ argv: ["true"] });
		// In groups for which there is room, each heard before the next one comes: nobody is taken for silent who has asked.
		for (let group = 0; group < 11; group++) {
			await flood({ path }, 93, (socket) => void socket.write(question));
			await first.decide({ argv: ["true"] });
		}
		expect(await until(() => filesOf(served) > 1_024)).toBe(true);
		expect(await until(() => filesOf(served) < 1_024 + 32)).toBe(true);
		await isGone;
		expect(await first.decide({ argv: ["true"] })).toMatchObject({ effect: "allow" });
		first.close();
	});
});
