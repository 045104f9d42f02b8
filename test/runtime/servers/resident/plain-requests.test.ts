import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
	answerPlainly,
	type PlainConnections,
	type PlainReply,
	type PlainRequest,
} from "../../../../src/runtime/servers/resident/plain-requests.js";
import { tries } from "../../../part.js";

const folder = mkdtempSync(join(tmpdir(), "bylaw-plain-"));
const path = join(folder, "socket");
const longestBody = 1_000_000;
let server: Server;
let connections: PlainConnections;
let answered = 0;

/** Says what it was asked. */
function answer({ method, path: asked, headers, repeated, body }: PlainRequest): PlainReply {
	answered++;
	if (asked === "/throws") throw new Error("as it was asked");
	const said = {
		method,
		asked,
		headers: Object.fromEntries(headers),
		repeated,
		body: body?.toString("latin1") ?? null,
	};
	return { status: asked === "/409" ? 409 : 200, type: "application/json", text: JSON.stringify(said) };
}

beforeAll(async () => {
	server = createServer();
	const patience = { head: 500, body: 1_500 };
	connections = answerPlainly(server, { answer, repeated: "word", longestBody, patience });
	await new Promise<void>((resolve) => server.listen(path, resolve));
});

afterAll(() => {
	connections.endAll();
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

/** What comes back for these pieces, each sent when the one before is on its way, until the connection ends or nothing comes for a while. */
async function exchanged(pieces: readonly Buffer[], wanted: number): Promise<{ replies: Said[]; ended: boolean }> {
	const socket = connect(path).setNoDelay();
	let got = Buffer.alloc(0);
	let ended = false;
	const over = new Promise<void>((resolve) => {
		socket.on("close", () => {
			ended = true;
			resolve();
		});
		socket.on("error", () => {});
		socket.on("data", (chunk: Buffer) => {
			got = Buffer.concat([got, chunk]);
			if (repliesIn(got).length >= wanted) resolve();
		});
	});
	for (const piece of pieces) {
		if (socket.destroyed) break;
		await new Promise<void>((resolve) => socket.write(piece, () => setImmediate(resolve)));
	}
	await over;
	socket.destroy();
	return { replies: repliesIn(got), ended };
}

interface Said {
	readonly status: number;
	readonly isLast: boolean;
	readonly said: Readonly<Record<string, unknown>>;
}

function repliesIn(bytes: Buffer): Said[] {
	const found: Said[] = [];
	for (let rest = bytes; ; ) {
		const end = rest.indexOf("\r\n\r\n");
		if (end < 0) return found;
		const head = rest.toString("latin1", 0, end);
		const length = Number(/^content-length: (\d+)$/m.exec(head)?.[1]);
		if (rest.length < end + 4 + length) return found;
		const said = JSON.parse(rest.toString("utf8", end + 4, end + 4 + length)) as Said["said"];
		found.push({ status: Number(head.slice(9, 12)), isLast: /^connection: close$/m.test(head), said });
		rest = rest.subarray(end + 4 + length);
	}
}

const asked = (method: string, where: string, headers: readonly string[], body = ""): Buffer =>
	Buffer.from(`${[`${method} ${where} HTTP/1.1`, ...headers].join("\r\n")}\r\n\r\n${body}`, "latin1");

describe("requests", () => {
	const name = fc.constantFrom("a", "Accept", "rules-asker", "x-y_z", "~");
	const value = fc.stringMatching(/^[ -~\x80-\xff]{0,20}$/).map((text) => text.trim());
	const one = fc.record({
		method: fc.constantFrom("GET", "POST"),
		where: fc.constantFrom("/", "/hook/claude-code", "/state?x=1", "/409"),
		headers: fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one.toLowerCase(), maxLength: 4 }),
		words: fc.array(value, { maxLength: 3 }),
		body: fc.oneof(
			fc.constant(""),
			fc.stringMatching(/^[\r\n\0-\xff]{1,300}$/),
			fc.constant("\r\n\r\nGET / HTTP/1.1\r\n\r\n"),
		),
	});

	test("are read whole in whatever pieces they come, one behind the other", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(one, { minLength: 1, maxLength: 4 }),
				fc.array(fc.nat(400), { maxLength: 8 }),
				async (all, cuts) => {
					const bytes = Buffer.concat(
						all.map(({ method, where, headers, words, body }) => {
							const lines = [...headers.map(([one, said]) => `${one}:${said}`), ...words.map((one) => `Word:  ${one}`)];
							return asked(method, where, [...lines, `content-length: ${body.length}`], body);
						}),
					);
					const pieces: Buffer[] = [];
					let at = 0;
					for (const cut of cuts) {
						pieces.push(bytes.subarray(at, at + cut));
						at += cut;
					}
					pieces.push(bytes.subarray(at));
					const { replies, ended } = await exchanged(
						pieces.filter(({ length }) => length > 0),
						all.length,
					);
					expect(ended).toBe(false);
					expect(replies.map(({ said }) => said)).toEqual(
						all.map(({ method, where, headers, words, body }) => ({
							method,
							asked: where,
							headers: {
								...Object.fromEntries(headers.map(([one, said]) => [one.toLowerCase(), said])),
								"content-length": String(body.length),
							},
							repeated: words,
							body,
						})),
					);
					expect(replies.map(({ status }) => status)).toEqual(all.map(({ where }) => (where === "/409" ? 409 : 200)));
				},
			),
			{ numRuns: tries(200) },
		);
	});

	test.each([
		["another method", "PUT / HTTP/1.1\r\n\r\n"],
		["another version", "GET / HTTP/2.0\r\n\r\n"],
		["no path", "GET http://rules/ HTTP/1.1\r\n\r\n"],
		["a blank in the path", "GET /a b HTTP/1.1\r\n\r\n"],
		["a line by itself", "\r\n\r\nGET / HTTP/1.1\r\n\r\n"],
		["a header that goes on", "GET / HTTP/1.1\r\na: b\r\n c\r\n\r\n"],
		["a header without a name", "GET / HTTP/1.1\r\n: b\r\n\r\n"],
		["a blank before the colon", "GET / HTTP/1.1\r\na : b\r\n\r\n"],
		["no colon", "GET / HTTP/1.1\r\nab\r\n\r\n"],
		["a line feed in a header", "GET / HTTP/1.1\r\na: b\nc: d\r\n\r\n"],
		["a carriage return in a header", "GET / HTTP/1.1\r\na: b\rc: d\r\n\r\n"],
		["a NUL in a header", "GET / HTTP/1.1\r\na: b\0\r\n\r\n"],
		["a header twice", "GET / HTTP/1.1\r\na: b\r\nA: b\r\n\r\n"],
		["two lengths", "POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\nx"],
		["a length that is no number", "POST / HTTP/1.1\r\ncontent-length: +1\r\n\r\nx"],
		["an endless length", "POST / HTTP/1.1\r\ncontent-length: 1111111111111111\r\n\r\nx"],
		["pieces", "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"],
		["a wait", "POST / HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\n"],
		["another protocol", "GET / HTTP/1.1\r\nupgrade: websocket\r\n\r\n"],
		["headers without end", `GET / HTTP/1.1\r\na: ${"b".repeat(17_000)}`],
		["too many headers", `GET / HTTP/1.1\r\n${"word: x\r\n".repeat(2_000)}\r\n`],
		["what throws", "GET /throws HTTP/1.1\r\n\r\n"],
	])("with %s end the connection, and get no reply", async (_, text) => {
		expect(await exchanged([Buffer.from(text, "latin1")], 1)).toEqual({ replies: [], ended: true });
		// Nor does what stands behind it.
		const behind = await exchanged([Buffer.concat([Buffer.from(text, "latin1"), asked("GET", "/", [])])], 1);
		expect(behind).toEqual({ replies: [], ended: true });
	});

	test("with a body that is too long are told so without it, and end the connection", async () => {
		const head = asked("POST", "/", [`content-length: ${longestBody + 1}`]);
		const { replies } = await exchanged([head], 1);
		expect(replies).toMatchObject([{ status: 200, isLast: true, said: { body: null } }]);
		const most = await exchanged([asked("POST", "/", [`content-length: ${longestBody}`], "x".repeat(longestBody))], 1);
		expect(most.replies).toMatchObject([{ isLast: false, said: { body: "x".repeat(longestBody) } }]);
	});

	test.each([
		["that wants no other", "GET / HTTP/1.1\r\nconnection: Close\r\n\r\n"],
		["of an older version", "GET / HTTP/1.0\r\n\r\n"],
	])("%s get their reply, and the connection ends", async (_, text) => {
		const before = answered;
		const both = Buffer.concat([Buffer.from(text), asked("GET", "/", [])]);
		const { replies, ended } = await exchanged([both, asked("GET", "/", [])], 2);
		// What comes behind it is not asked.
		expect(answered - before).toBe(1);
		expect(replies).toMatchObject([{ status: 200, isLast: true }]);
		expect(ended).toBe(true);
	});

	test.each([
		["no headers", ""],
		["half of the headers", "GET / HTTP/1.1\r\nhost: ru"],
		["half of a body", "POST / HTTP/1.1\r\ncontent-length: 10\r\n\r\nx"],
		["nothing more", asked("GET", "/", []).toString()],
	])("that send %s are not waited for", async (_, text) => {
		const pieces = text === "" ? [] : [Buffer.from(text)];
		expect((await exchanged(pieces, 2)).ended).toBe(true);
	});
});

test("who does not read the replies is let go", async () => {
	const [before, count] = [answered, 100];
	const socket = connect(path).on("error", () => {});
	socket.pause();
	const body = "x".repeat(100_000);
	for (let at = 0; at < count; at++) socket.write(asked("POST", "/", [`content-length: ${body.length}`], body));
	await new Promise<void>((resolve) => {
		const look = setInterval(() => {
			server.getConnections((_, left) => {
				if (left > 0) return;
				clearInterval(look);
				resolve();
			});
		}, 20);
	});
	expect(answered - before).toBeGreaterThan(5);
	expect(answered - before).toBeLessThan(count / 2);
	socket.destroy();
});

describe("clients that others made", () => {
	test("Node's own keeps its connection", async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const ask = (body: string): Promise<[string, boolean]> =>
			new Promise((resolve, reject) => {
				const options = {
					socketPath: path,
					path: "/x",
					method: "POST",
					agent,
					headers: { "content-length": body.length },
				};
				const made = httpRequest(options, (response) => {
					let text = "";
					response.setEncoding("utf8").on("data", (more: string) => {
						text += more;
					});
					response.on("end", () => resolve([JSON.parse(text).body, made.reusedSocket]));
				});
				made.on("error", reject).end(body);
			});
		expect([await ask("a"), await ask("b")]).toEqual([
			["a", false],
			["b", true],
		]);
		agent.destroy();
	});

	test("curl sends as much as it likes", async () => {
		if (!existsSync("/usr/bin/curl")) return;
		const file = join(folder, "body");
		const text = "é\r\n\0".repeat(200_000).slice(0, 900_000);
		writeFileSync(file, text, "latin1");
		const words = ["-q", "-s", "-f", "--unix-socket", path, "-H", "expect:", "-H", "word: <ü>"];
		const { stdout } = await promisify(execFile)(
			"/usr/bin/curl",
			[...words, "--data-binary", `@${file}`, "http://rules/y"],
			{
				maxBuffer: 1e8,
			},
		);
		expect(JSON.parse(stdout)).toMatchObject({
			asked: "/y",
			repeated: [Buffer.from("<ü>").toString("latin1")],
			body: text,
		});
	});
});
