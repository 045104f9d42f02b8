import { type ChildProcess, spawn } from "node:child_process";
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { type Socket, connect as toSocket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/runtime/servers/socket/connect.js";
import { folder, program, rules } from "../cli.js";
import { valid } from "../schemas.js";

const policy = 'agent default {\n  allow ls within .\n  deny git because "No." id no-git\n}\n';
const laxer = "agent default {\n  allow ls within .\n  allow git granting everything\n}\n";

interface Answer {
	readonly id: unknown;
	readonly effect?: string;
	readonly error?: string;
	readonly code?: string;
	readonly message?: string;
	readonly diagnostics?: readonly unknown[];
}

interface Served {
	readonly cwd: string;
	readonly socket: string;
	readonly child: ChildProcess;
	/** The exit code and all of standard error. */
	readonly ended: Promise<readonly [code: number | null, out: string, err: string]>;
}

const running: ChildProcess[] = [];
afterEach(() => {
	for (const child of running.splice(0)) child.kill("SIGKILL");
});

// The first of all tests pays for bundling.
beforeAll(() => void program());

async function serving(
	files: Readonly<Record<string, string>> = { "policy.rules": policy },
	...words: string[]
): Promise<Served> {
	const cwd = folder(files);
	chmodSync(cwd, 0o700);
	const socket = join(cwd, "s");
	const child = spawn(process.execPath, [program(), "serve", "--socket", socket, ...words], {
		cwd,
		stdio: ["ignore", "pipe", "pipe"],
	});
	running.push(child);
	let out = "";
	let err = "";
	child.stdout?.on("data", (data) => {
		out += String(data);
	});
	const ended = new Promise<readonly [number | null, string, string]>((resolve) =>
		child.on("close", (code) => resolve([code, out, err])),
	);
	await new Promise<void>((resolve, reject) => {
		child.stderr?.on("data", (data) => {
			err += String(data);
			if (err.startsWith("listening")) resolve();
		});
		child.on("close", () => reject(new Error(err)));
	});
	return { cwd, socket, child, ended };
}

interface Client {
	readonly socket: Socket;
	readonly send: (text: string | Uint8Array) => void;
	readonly next: () => Promise<Answer>;
	/** All answers until the server ends. */
	readonly rest: () => Promise<readonly Answer[]>;
}

async function client(path: string): Promise<Client> {
	const socket = toSocket({ path, allowHalfOpen: true });
	await new Promise<void>((resolve, reject) => {
		socket.once("connect", resolve);
		socket.once("error", reject);
	});
	let text = "";
	let done = false;
	const heard: Answer[] = [];
	let wake = (): void => {};
	socket.setEncoding("utf8");
	socket.on("data", (data) => {
		const lines = (text + String(data)).split("\n");
		text = lines.pop() as string;
		heard.push(...lines.map((line) => JSON.parse(line) as Answer));
		wake();
	});
	for (const event of ["end", "close", "error"])
		socket.on(event, () => {
			done = true;
			wake();
		});
	const until = async (enough: () => boolean): Promise<void> => {
		while (!enough() && !done) await new Promise<void>((resolve) => (wake = resolve));
	};
	return {
		socket,
		send: (data) => void socket.write(data),
		next: async () => {
			await until(() => heard.length > 0);
			const answer = heard.shift();
			if (answer === undefined) throw new Error("the server has ended");
			return answer;
		},
		rest: async () => {
			await until(() => false);
			return heard.splice(0);
		},
	};
}

const line = (id: number, ...argv: string[]): string => `${JSON.stringify({ id, argv })}\n`;

describe("a server at a socket", () => {
	test("heeds the folders of a line, unless its own workspace was said for all", async () => {
		const home = "agent default {\n  default deny\n  allow ls within ., ~/notes\n}\n";
		const lines = [
			{ id: 1, argv: ["ls", "../x"], cwd: "/srv/a" },
			{ id: 2, argv: ["ls", "../x"], cwd: "/srv/a", workspace: "/srv" },
			{ id: 3, argv: ["ls", "/home/ann/notes"], cwd: "/srv", home: "/home/ann" },
			{ id: 4, argv: ["ls", "/home/ann/notes"], cwd: "/srv", home: "/home/bob" },
		];
		const asked = async (workspace?: string): Promise<readonly unknown[]> => {
			const words = workspace === undefined ? [] : ["--workspace", workspace];
			const { socket } = await serving({ "policy.rules": home, "own/x": "" }, ...words);
			const { send, rest, socket: connection } = await client(socket);
			send(lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
			send(`${JSON.stringify({ approval: { ...lines[1], id: 5 } })}\n`);
			connection.end();
			return (await rest()).map(({ id, effect, error }) => [id, effect ?? error]);
		};
		expect(await asked()).toEqual([
			[1, "deny"],
			[2, "allow"],
			[3, "allow"],
			[4, "deny"],
		]);
		const [first, second, third, , approved] = await asked("own");
		const refused = expect.stringMatching(
			/^`workspace` is `.*\/own` here, by `--workspace`: no request names another$/,
		);
		expect([first, second, third, approved]).toEqual([
			[1, "deny"],
			[2, refused],
			[3, "allow"],
			[null, refused],
		]);
	});

	test("decides as a stream does, says one line, and takes its socket away at the end", async () => {
		const { cwd, socket, child, ended } = await serving();
		const input = [
			'{"id":1,"argv":["git","push"]}',
			'{"id":"two","script":"ls | wc -l"}',
			'{"argv":["ls","../x"],"cwd":"sub"}',
			'{"id":4,"argv":["ls"],"agent":"nobody"}',
			'{"id":5}',
			"",
			"x".repeat(1024 * 1024 + 1),
			'{"id":6,"argv":["ls"]}',
		].join("\n");
		const { send, rest, socket: connection } = await client(socket);
		send(input);
		connection.end();
		const answers = await rest();
		const stream = rules(["check", "--jsonl"], { cwd, input });
		expect(answers).toEqual(
			stream.out
				.trimEnd()
				.split("\n")
				.map((one) => JSON.parse(one) as Answer),
		);
		for (const answer of answers)
			expect(valid(answer.error === undefined ? "decision" : "decision#/$defs/refusal", answer)).toEqual([]);
		child.kill("SIGTERM");
		expect(await ended).toEqual([0, "", `listening at ${socket}\n`]);
		expect(existsSync(socket)).toBe(false);
	});

	test("is its user's alone from the first moment", async () => {
		const { socket } = await serving();
		expect(lstatSync(socket).mode & 0o777).toBe(0o600);
	});

	test("takes options for what requests leave out", async () => {
		const { socket } = await serving(
			{ "policy.rules": `${policy}agent writer extends default {\n  override allow git fetch\n}\n` },
			"--agent",
			"writer",
		);
		const { send, next } = await client(socket);
		send('{"id":1,"argv":["git","fetch"]}\n{"id":2,"argv":["git","fetch"],"agent":"default"}\n');
		expect([(await next()).effect, (await next()).effect]).toEqual(["allow", "deny"]);
	});

	test.each(["SIGTERM", "SIGINT"] as const)("answers what it has read before it ends: %s", async (signal) => {
		const { socket, child, ended } = await serving();
		const { send, next, rest } = await client(socket);
		const count = 2_000;
		send(Array.from({ length: count }, (_, id) => line(id, "git", `f${id}`)).join(""));
		const first = await next();
		child.kill(signal);
		const answers = [first, ...(await rest())];
		expect(answers.map(({ id }) => id)).toEqual(answers.map((_, place) => place));
		expect(answers.every(({ effect }) => effect === "deny")).toBe(true);
		expect((await ended)[0]).toBe(0);
		expect(existsSync(socket)).toBe(false);
	});

	test("answers a hundred clients at once, each in its order, while others die", async () => {
		const { socket } = await serving();
		const each = 200;
		const doomed = Array.from({ length: 5 }, () =>
			spawn(process.execPath, [
				"-e",
				`const s=require("node:net").connect(${JSON.stringify(socket)});setInterval(()=>s.write('{"id":1,"argv":["git"]}\\n'.repeat(500)+'{"id":'),1);s.pause()`,
			]),
		);
		running.push(...doomed);
		const clients = await Promise.all(Array.from({ length: 100 }, () => client(socket)));
		const all = Promise.all(
			clients.map(async ({ send, rest, socket: connection }, number) => {
				for (let id = 0; id < each; id++) {
					// Lines come in pieces, too.
					const text = line(id, id % 2 ? "ls" : "git", `c${number}`);
					send(text.slice(0, 9));
					if (id % 50 === 0) await new Promise(setImmediate);
					send(text.slice(9));
				}
				connection.end();
				return rest();
			}),
		);
		for (const child of doomed) child.kill("SIGKILL");
		for (const answers of await all) {
			expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: each }, (_, id) => id));
			expect(answers.every(({ id, effect }) => effect === ((id as number) % 2 ? "allow" : "deny"))).toBe(true);
		}
	});

	test("is not held up by a client that takes no answers, and holds little for it", async () => {
		const { socket, child } = await serving();
		const slow = await client(socket);
		slow.socket.pause();
		const flood = line(1, "git", "push").repeat(5_000);
		for (let times = 0; times < 40; times++) slow.send(flood);
		const other = await client(socket);
		for (let id = 0; id < 50; id++) {
			other.send(line(id, "ls"));
			expect((await other.next()).id).toBe(id);
		}
		if (process.platform === "linux") {
			const { readFileSync } = await import("node:fs");
			const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
			expect(Number(kilobytes)).toBeLessThan(250_000);
		}
		slow.socket.destroy();
	});
});

describe("the policy that a server decides by", () => {
	const asking = async ({ socket }: Served): Promise<(...argv: string[]) => Promise<Answer>> => {
		const { send, next } = await client(socket);
		return (...argv) => {
			send(line(1, ...argv));
			return next();
		};
	};

	test("is the one on the disk, however quickly it changes", async () => {
		const served = await serving();
		const ask = await asking(served);
		const file = join(served.cwd, "policy.rules");
		expect((await ask("git")).effect).toBe("deny");
		for (let round = 0; round < 50; round++) {
			writeFileSync(file, round % 2 ? policy : laxer);
			expect((await ask("git")).effect).toBe(round % 2 ? "deny" : "allow");
		}
		// As long, and as old, as the one before.
		const same = (allowed: string, denied: string): string =>
			`agent default {\n  allow ${allowed}\n  deny ${denied}\n}\n`;
		const past = new Date(Date.now() - 60_000);
		for (const [allowed, denied] of [
			["aa", "bb"],
			["bb", "aa"],
			["aa", "bb"],
		] as const) {
			writeFileSync(`${file}.new`, same(allowed, denied));
			utimesSync(`${file}.new`, past, past);
			renameSync(`${file}.new`, file);
			expect([(await ask(allowed)).effect, (await ask(denied)).effect]).toEqual(["allow", "deny"]);
		}
	});

	test("denies everything while it is broken, as `check --json` does, and goes on when it is mended", async () => {
		const served = await serving({
			"policy.rules": 'import "./other.rules"\nagent default extends base {\n}\n',
			"other.rules": policy.replace("default", "base"),
		});
		const ask = await asking(served);
		const other = join(served.cwd, "other.rules");
		expect((await ask("ls")).effect).toBe("allow");
		writeFileSync(other, "agent base {");
		const broken = await ask("ls");
		expect(valid("decision", broken)).toEqual([]);
		const { id, ...record } = broken;
		const { out, code } = rules(["check", "--json", "--", "ls"], { cwd: served.cwd });
		expect([record, code]).toEqual([JSON.parse(out), 2]);
		rmSync(other);
		expect(await ask("ls")).toMatchObject({ id: 1, effect: "deny", code: "broken-policy" });
		writeFileSync(other, policy.replace("default", "base"));
		expect((await ask("ls")).effect).toBe("allow");
		rmSync(join(served.cwd, "policy.rules"));
		expect((await ask("ls")).code).toBe("broken-policy");
	});

	test("is a folder with all that comes into it", async () => {
		const served = await serving({ "rules/a.rules": policy }, "--rules", "rules");
		const ask = await asking(served);
		expect((await ask("ls")).effect).toBe("allow");
		mkdirSync(join(served.cwd, "rules/more"));
		writeFileSync(join(served.cwd, "rules/more/b.rules"), "agent default {\n  deny ls\n}\n");
		expect((await ask("ls")).effect).not.toBe("allow");
	});

	test("is a compiled one, too", async () => {
		const cwd = folder({ "a.rules": policy, "b.rules": laxer });
		const compiled = (name: string): string => rules(["compile", name], { cwd }).out;
		const served = await serving({ "policy.json": compiled("a.rules") }, "--rules", "policy.json");
		const ask = await asking(served);
		const file = join(served.cwd, "policy.json");
		expect((await ask("git")).effect).toBe("deny");
		writeFileSync(file, compiled("b.rules"));
		expect((await ask("git")).effect).toBe("allow");
		writeFileSync(file, compiled("b.rules").slice(0, -20));
		const broken = await ask("git");
		expect(valid("decision", broken)).toEqual([]);
		expect(broken.message).toBe(
			"the policy can't be used, so nothing is allowed: `policy.json`: this compiled policy was changed or cut off: its checksum is wrong",
		);
		writeFileSync(file, compiled("a.rules"));
		expect((await ask("git")).message).toBe("No.");
	});

	test("is shown, and not served, when it is broken from the beginning", () => {
		const cwd = folder({ "policy.rules": "agent default {" });
		const { code, out, err } = rules(["serve", "--socket", "s"], { cwd });
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(/^error\[/);
		expect(existsSync(join(cwd, "s"))).toBe(false);
	});
});

test("where links lead is looked at for every request, also when it came before", async () => {
	const { cwd, socket } = await serving({ "policy.rules": policy, "inside/x": "" });
	const { send, next } = await client(socket);
	for (const [target, effect] of [
		["inside", "allow"],
		["/etc", "deny"],
		["inside", "allow"],
	] as const) {
		symlinkSync(target, join(cwd, "new"));
		renameSync(join(cwd, "new"), join(cwd, "link"));
		for (const id of [1, 2, 3]) {
			send(line(id, "ls", "link/x"));
			expect(await next()).toMatchObject({ id, effect });
		}
	}
});

describe("the place of a socket", () => {
	const refused = (socket: string, cwd: string): string => {
		const { code, out, err } = rules(["serve", "--socket", socket], { cwd });
		expect([code, out]).toEqual([2, ""]);
		return err.split("\n")[0] as string;
	};

	test("is not where a server listens already; where one died it is taken over", async () => {
		const { cwd, socket, child, ended } = await serving();
		expect(refused(socket, cwd)).toBe(`error: a server listens at \`${socket}\` already`);
		child.kill("SIGKILL");
		await ended;
		expect(existsSync(socket)).toBe(true);
		const again = spawn(process.execPath, [program(), "serve", "--socket", socket], { cwd });
		running.push(again);
		await new Promise((resolve) => again.stderr.once("data", resolve));
		const { send, next } = await client(socket);
		send(line(7, "ls"));
		expect((await next()).id).toBe(7);
	});

	test("holds nothing else, which is left as it is", () => {
		const cwd = folder({ "policy.rules": policy, s: "mine" });
		expect(refused("s", cwd)).toBe("error: `s` is there already, and is no socket of yours");
		expect(statSync(join(cwd, "s")).size).toBe(4);
	});

	test("is a folder of the user's alone", () => {
		const cwd = folder({ "policy.rules": policy });
		for (const [name, mode] of [
			["all", 0o777],
			["group", 0o770],
			["sticky", 0o1777],
		] as const) {
			mkdirSync(join(cwd, name));
			chmodSync(join(cwd, name), mode);
			expect(refused(`${name}/s`, cwd)).toBe(
				`error: others may write to the folder \`${join(cwd, name)}\`, and could put a socket of theirs there`,
			);
		}
		mkdirSync(join(cwd, "all/mine"), { mode: 0o700 });
		expect(refused("all/mine/s", cwd)).toBe(
			`error: others may move the folder \`${join(cwd, "all/mine")}\` away: they may write to \`${join(cwd, "all")}\``,
		);
	});

	test("is a folder that is there, by a name that is short enough", () => {
		const cwd = folder({ "policy.rules": policy });
		expect(refused("gone/s", cwd)).toBe(`error: there is no folder \`${join(cwd, "gone")}\``);
		expect(refused("policy.rules/s", cwd)).toBe(`error: \`${join(cwd, "policy.rules")}\` is no folder`);
		expect(refused("s".repeat(200), cwd)).toMatch(
			/^error: `s{200}` is too long for a socket: \d+ bytes, where the system takes \d+$/,
		);
		expect(refused("", cwd)).toBe("error: `` is no name for a socket");
	});

	test("has to be said", () => {
		expect(rules(["serve"], { cwd: folder({ "policy.rules": policy }) }).err).toMatch(
			/^error: it is not said where to serve\nhelp: name a socket/,
		);
	});
});

describe("the client for harnesses", () => {
	test("asks many requests at once and gets each its own answer", async () => {
		const { socket } = await serving();
		const decider = await connect(socket);
		const answers = await Promise.all(
			Array.from({ length: 500 }, (_, number) => decider.decide({ argv: [number % 2 ? "ls" : "git", `w${number}`] })),
		);
		expect(answers.map(({ effect, commands }) => [effect, commands[0]?.argv[1]])).toEqual(
			answers.map((_, number) => [number % 2 ? "allow" : "deny", `w${number}`]),
		);
		await expect(decider.decide({ script: "x".repeat(2 ** 20) })).rejects.toThrow("longer than");
		await expect(decider.decide({ argv: [] })).rejects.toThrow("`argv` is a list of one or more strings");
		expect((await decider.decide({ script: "git push" })).message).toBe("No.");
		decider.close();
		await expect(decider.decide({ argv: ["ls"] })).rejects.toThrow("closed");
	});

	test("rejects when the server goes away, and when it is away", async () => {
		const { cwd, socket, child, ended } = await serving();
		const decider = await connect(socket);
		child.kill("SIGSTOP");
		const waiting = Promise.allSettled([decider.decide({ argv: ["ls"] }), decider.decide({ argv: ["git"] })]);
		child.kill("SIGKILL");
		expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		await ended;
		await expect(decider.decide({ argv: ["ls"] })).rejects.toThrow();
		await expect(connect(socket)).rejects.toThrow("ECONNREFUSED");
		await expect(connect(join(cwd, "nobody"))).rejects.toThrow("ENOENT");
		await expect(connect(join(cwd, "policy.rules"))).rejects.toThrow("no socket of yours");
	});

	test("gives up on a server that does not answer", async () => {
		const { socket, child } = await serving();
		const decider = await connect(socket, { timeout: 3000 });
		child.kill("SIGSTOP");
		await expect(decider.decide({ argv: ["ls"] })).rejects.toThrow("did not answer within 3000 ms");
	});

	test("trusts no socket where others could have put it", async () => {
		const { cwd, socket } = await serving();
		chmodSync(cwd, 0o777);
		await expect(connect(socket)).rejects.toThrow("others may write");
	});
});
