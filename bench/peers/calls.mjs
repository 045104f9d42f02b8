/**
 * A call of a tool beside a simple command that does the like, decided under the same rules, in one process and one run: what counts is the ratio.
 *
 *	node bench/peers/calls.mjs    this alone; nothing is written
 */
import { pathToFileURL } from "node:url";
import { withEngine } from "./engine.mjs";
import { inRounds, summary } from "./rounds.mjs";
import { stopwatch } from "./stopwatch.mjs";

const policy = `agent default {
  default deny
  govern all
  allow git, cat within .
  allow file.read, file.list, file.search within .
  allow file.write, file.edit within .
  allow touch within .
  deny * touching **/.env because "Secrets stay where they are."
  allow web.fetch, curl granting network, write
  allow mcp.tiny.read_thing, copy-thing granting code
  deny mcp.tiny.do_it
}
`;

/** What is asked, with a number that makes it new each time, and the answer. */
const pairs = [
	["read a file", "allow", (at) => ["cat", `src/a${at}`], (at) => ["file.read", `src/a${at}`]],
	["read `.env`", "deny", (at) => ["cat", `d${at}/.env`], (at) => ["file.read", `d${at}/.env`]],
	["write a file", "allow", (at) => ["touch", `src/a${at}`], (at) => ["file.write", `src/a${at}`]],
	["fetch", "allow", (at) => ["curl", `https://a.example/${at}`], (at) => ["web.fetch", `https://a.example/${at}`]],
	[
		// Beside a program that no table knows: the values of both may be paths that are written.
		"a tool of a server",
		"allow",
		(at) => ["copy-thing", `--from=src/a${at}`, `--to=src/b${at}`],
		(at) => ["mcp.tiny.read_thing", `--from=src/a${at}`, `--to=src/b${at}`],
	],
];

/** Answers `[{ name, command, call }]`: times of one decision in milliseconds. */
export async function measureCalls({ engine, rounds, say }) {
	const { decide, loadText, realWorld } = await import(pathToFileURL(engine));
	const { tree } = loadText("policy.rules", policy);
	const world = realWorld(process.cwd());
	let number = 0;
	const ways = pairs.flatMap(([name, effect, command, call]) =>
		[
			["command", (at) => ({ argv: command(at) })],
			["call", (at) => ({ call: call(at) })],
		].map(([way, request]) => ({
			name,
			way,
			sample: () => {
				const requests = Array.from({ length: many }, () => request(number++));
				const taken = stopwatch();
				const answers = requests.map((one) => decide(tree, one, world).effect);
				const time = taken() / many;
				const wrong = answers.find((one) => one !== effect);
				if (wrong !== undefined) throw new Error(`${name} by a ${way} is ${wrong}`);
				return time;
			},
		})),
	);
	for (let round = 0; round < 10; round++) for (const { sample } of ways) sample();
	await inRounds(ways, rounds, 5_000, (round) => say(`calls: round ${round} of ${rounds}`));
	return pairs.map(([name]) => {
		const [command, call] = ["command", "call"].map((way) =>
			summary(ways.find((one) => one.name === name && one.way === way).samples),
		);
		return { name, command, call };
	});
}

/** Decisions of one sample. */
const many = 300;

const micro = ({ median, least }) => `${(median * 1000).toFixed(1)} µs (least ${(least * 1000).toFixed(1)})`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const found = await withEngine(({ engine }) => measureCalls({ engine, rounds: 15, say: () => {} }));
	for (const { name, command, call } of found)
		console.log(
			`${name}: command ${micro(command)}, call ${micro(call)}, ratio ${(call.median / command.median).toFixed(2)} (of the least ${(call.least / command.least).toFixed(2)})`,
		);
}
