/**
 * Sessions that ask a resident over connections that are kept, each for itself: what an answer takes without the programs that a registered line starts.
 * Bytes are written and read by hand, so that the client has little part in the times.
 */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { answer } from "../other-process.mjs";
import { commands } from "../programs.mjs";

/** Milliseconds. */
const patience = 20_000;

let sessions = [];

answer({
	/** `places`: the folder of each session. */
	open: async ({ socket, words, places }) => {
		const said = readFileSync("/proc/self/stat", "latin1").trim();
		for (const { end } of sessions) end();
		sessions = await Promise.all(places.map((place) => sessionAt(socket, place, words, said)));
		return {};
	},
	/** Milliseconds of each answer. Every session asks so often, one question after the other; `atOnce`: all of them beside each other. */
	sample: async ({ each, atOnce }) => {
		const times = [];
		const run = async ({ ask }) => {
			for (let at = 0; at < each; at++) times.push(await ask(at));
		};
		if (atOnce) await Promise.all(sessions.map(run));
		else for (const session of sessions) await run(session);
		return { times };
	},
});

async function sessionAt(path, cwd, words, asker) {
	const socket = connect(path);
	await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
	const head = [
		"POST /hook/claude-code HTTP/1.1",
		"host: rules",
		`rules-asker: ${asker}`,
		`rules-words: ${words.length}`,
		...words.map((word) => `rules-word: <${word}>`),
		"content-type: application/json",
	].join("\r\n");
	const requests = commands.map((argv) => {
		const body = JSON.stringify({
			session_id: `bench-${cwd.split("/").at(-1)}`,
			cwd,
			permission_mode: "default",
			hook_event_name: "PreToolUse",
			tool_name: "Bash",
			tool_input: { command: argv.join(" "), description: "what an agent says of it" },
		});
		const text = `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
		return { text, wanted: argv[0] === "rm" ? "deny" : "allow" };
	});
	const settled = { resolve: () => {}, reject: () => {} };
	let got = "";
	socket.setEncoding("latin1").on("data", (text) => {
		got += text;
		const headEnd = got.indexOf("\r\n\r\n");
		const length = /\r\ncontent-length: (\d+)/i.exec(got)?.[1];
		if (headEnd < 0 || length === undefined || got.length < headEnd + 4 + Number(length)) return;
		const whole = got;
		got = "";
		settled.resolve(whole);
	});
	const failed = (error) => settled.reject(error ?? new Error("the resident has closed the connection"));
	socket.on("error", failed).on("close", () => failed());
	const ask = async (at) => {
		const { text, wanted } = requests[at % requests.length];
		const start = process.hrtime.bigint();
		const reply = await new Promise((resolve, reject) => {
			const late = setTimeout(() => reject(new Error("the resident does not answer")), patience);
			settled.resolve = (whole) => {
				clearTimeout(late);
				resolve(whole);
			};
			settled.reject = reject;
			socket.write(text);
		});
		const time = Number(process.hrtime.bigint() - start) / 1e6;
		if (!reply.startsWith("HTTP/1.1 200 ") || !reply.includes(`"permissionDecision":"${wanted}"`))
			throw new Error(`the resident answers \`${reply.slice(0, 600)}\``);
		return time;
	};
	return { ask, end: () => socket.destroy() };
}
