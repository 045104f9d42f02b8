/** A resident decider at a Unix socket, as a harness asks it: one request at a time, and many at once. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { policyText } from "../shell/policy.mjs";
import { commands } from "./programs.mjs";
import { inRounds, summary } from "./rounds.mjs";

const atOnce = 200;
const oneByOne = 100;
const patience = 10_000;

/** Answers `{ ways: [{ name, time }] }`, times of one decision; or `{ leftOut }`. Wall times: two processes have a part in each. */
export async function measureServing({ commandLine, rounds, say }) {
	if (process.platform === "win32") return { leftOut: "there are no Unix sockets" };
	// A folder of this kind is its maker's alone, as the server wants it.
	const folder = mkdtempSync(join(tmpdir(), "bylaw-bench-serving-"));
	let server;
	let client;
	try {
		writeFileSync(join(folder, "policy.rules"), policyText);
		const path = join(folder, "socket");
		server = await started(commandLine, folder, path);
		client = await clientAt(path);
		const ways = [
			{ name: "one by one", sample: () => timed(client, 1, oneByOne) },
			{ name: `${atOnce} at once`, sample: () => timed(client, atOnce, atOnce) },
		];
		for (let round = 0; round < 10; round++) for (const { sample } of ways) await sample();
		await inRounds(ways, rounds, 5_000, (round) => say(`serving: round ${round} of ${rounds}`));
		return { ways: ways.map(({ name, samples }) => ({ name, time: summary(samples) })) };
	} finally {
		client?.end();
		await ended(server);
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Says so when it listens. */
function started(commandLine, folder, path) {
	const child = spawn(process.execPath, [commandLine, "serve", "--socket", path], {
		cwd: folder,
		env: { ...process.env, BYLAW_CACHE: "off", NO_COLOR: "1" },
		stdio: ["ignore", "ignore", "pipe"],
	});
	return new Promise((resolve, reject) => {
		let said = "";
		child.stderr.on("data", (text) => {
			said += text;
			if (said.startsWith("listening")) resolve(child);
		});
		child.on("error", reject);
		child.on("exit", () => reject(new Error(`rules serve ended: ${said.slice(0, 300)}`)));
	});
}

/** The folder is taken away when the server has done so with its socket. */
function ended(server) {
	if (server === undefined || server.exitCode !== null || server.signalCode !== null) return undefined;
	return new Promise((resolve) => {
		server.once("exit", resolve);
		server.kill("SIGTERM");
	});
}

function clientAt(path) {
	const socket = connect(path);
	socket.setEncoding("utf8");
	let begun = "";
	let waiting;
	socket.on("data", (text) => {
		const lines = (begun + text).split("\n");
		begun = lines.pop();
		for (const line of lines) waiting.answers.push(JSON.parse(line));
		if (waiting.answers.length >= waiting.count) waiting.resolve(waiting.answers);
	});
	const failed = (error) => waiting?.reject(error ?? new Error("rules serve has closed the connection"));
	socket.on("error", failed);
	socket.on("close", () => failed());
	const ask = (requests) =>
		new Promise((resolve, reject) => {
			const late = setTimeout(() => reject(new Error("rules serve does not answer")), patience);
			waiting = {
				answers: [],
				count: requests.length,
				resolve: (answers) => {
					clearTimeout(late);
					resolve(answers);
				},
				reject,
			};
			socket.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
		});
	return new Promise((resolve, reject) => {
		socket.once("connect", () => resolve({ ask, end: () => socket.destroy() }));
		socket.once("error", reject);
	});
}

/** Milliseconds a decision: so many in all, so many at once. */
async function timed({ ask }, many, all) {
	const requests = Array.from({ length: all }, (_, id) => ({ id, argv: commands[id % commands.length] }));
	const start = process.hrtime.bigint();
	const answers = [];
	for (let at = 0; at < all; at += many) answers.push(...(await ask(requests.slice(at, at + many))));
	const time = Number(process.hrtime.bigint() - start) / 1e6 / all;
	const wrong = answers.find(
		({ id, effect }) => effect !== (commands[id % commands.length][0] === "rm" ? "deny" : "allow"),
	);
	if (wrong !== undefined) throw new Error(`rules serve answers \`${JSON.stringify(wrong).slice(0, 300)}\``);
	return time;
}
