/**
 * Answers command lines one after the other, each as a process of its own would: in its folder, with its environment, words and streams, and to the end, when
 * what waits for the end of the process has its turn.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";

const require = createRequire(import.meta.url);
const leave = process.exit.bind(process);
/** Where the bytes go that are written at once, by the number of the file. The bundles take `writeSync` by its name when they are loaded, so it is replaced before that, once. */
let atOnce;
const writeSync = fs.writeSync;
fs.writeSync = (file, ...more) => {
	const list = file === 1 ? atOnce?.out : file === 2 ? atOnce?.err : undefined;
	if (list === undefined) return writeSync(file, ...more);
	const bytes = Buffer.from(more[0]);
	list.push(bytes);
	atOnce.all.push(bytes);
	return bytes.length;
};
process.once("disconnect", () => leave());
process.on("message", async (question) => {
	process.send(await answerTo(question));
});

async function answerTo({ program, words, cwd, input, env }) {
	const { answerAll } = require(join(dirname(program), "cli/answer-all.cjs"));
	const { quickCheck } = require(join(dirname(program), "cli/quick.cjs"));
	const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
	const written = { out: [], err: [], all: [] };
	process.chdir(cwd);
	for (const name of Object.keys(process.env)) delete process.env[name];
	for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
	process.argv = [process.execPath, program, ...words];
	process.exitCode = undefined;
	replace("stdin", Readable.from(input.length === 0 ? [] : [Buffer.from(input)]));
	replace("stdout", into(written.out, written.all));
	replace("stderr", into(written.err, written.all));
	atOnce = written;
	const code = await new Promise((resolve) => {
		process.exit = (given) => {
			process.exitCode = given ?? process.exitCode ?? 0;
			const before = new Set(listeners.get("exit"));
			for (const listener of process.rawListeners("exit"))
				if (!before.has(listener)) listener.call(process, process.exitCode);
			resolve(process.exitCode);
		};
		// As `src/cli/main.ts` has it.
		const quickly = words[0] === "check" ? quickCheck(words.slice(1)) : undefined;
		if (quickly === undefined) answerAll(words, () => {});
		else resolve(quickly);
	});
	for (const name of process.eventNames())
		for (const listener of process.rawListeners(name))
			if (!listeners.get(name)?.includes(listener)) process.off(name, listener.listener ?? listener);
	process.exit = leave;
	process.chdir("/");
	const [out, err, all] = [written.out, written.err, written.all].map((list) => Buffer.concat(list).toString());
	return { code, out, err, all };
}

function replace(name, stream) {
	Object.defineProperty(process, name, { value: stream, configurable: true });
}

function into(...lists) {
	return new Writable({
		decodeStrings: true,
		write: (bytes, _, done) => {
			for (const list of lists) list.push(bytes);
			done();
		},
	});
}
