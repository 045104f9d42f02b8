/** Whole processes, as a harness starts them: each against `node -e 0` of the same round. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { policyText } from "../shell/policy.mjs";
import { keptFolder } from "./kept-folder.mjs";
import { realCommands } from "./real.mjs";
import { inRounds, summary } from "./rounds.mjs";

const otherHook = fileURLToPath(new URL("../node_modules/cc-safety-net/dist/bin/hook.js", import.meta.url));
const nothing = "node -e 0";

/** The requests of a stream: commands of every day, in turns. */
export const commands = [
	["git", "status"],
	["ls", "-la", "src"],
	["npm", "test"],
	["grep", "-n", "main", "src/index.ts"],
	["rm", "-rf", "/etc"],
];

/** Answers `{ programs: [{ name, wall, processor? }], streams: [{ name, perSecond }] }`. */
export async function measurePrograms({ commandLine, rounds, say }) {
	const base = keptFolder("programs");
	// The home lies beside the working folder: nothing is cached where what is decided works.
	const folder = join(base, "work");
	try {
		for (const one of [folder, homeOf(folder)]) mkdirSync(one, { mode: 0o700 });
		writeFileSync(join(folder, "policy.rules"), policyText);
		const lines = streamLength(commandLine, folder);
		const started = programsIn(commandLine, folder, lines);
		const cases = started.map((one) => ({ ...one, sample: () => timed(one, folder) }));
		// What they keep for the next time is kept then: what was compiled, and compiled code.
		for (const { sample, stream } of cases) for (let at = 0; at < (stream === undefined ? 3 : 1); at++) sample();
		await inRounds(cases, rounds, 10_000, (round) => say(`whole processes: round ${round} of ${rounds}`));
		return results(cases, lines);
	} finally {
		rmSync(base, { recursive: true, force: true });
	}
}

function homeOf(folder) {
	return join(folder, "../home");
}

/** So many lines that a stream of them takes about a second. */
function streamLength(commandLine, folder) {
	const few = 1_000;
	const [begin, some] = programsIn(commandLine, folder, few)
		.filter(({ name }) => name.endsWith("argv"))
		.map((one) => Math.min(...[1, 2].map(() => timed(one, folder).wall)));
	const most = few * Math.floor(1_000 / Math.max(some - begin, 1));
	return Math.min(200_000, Math.max(few, most));
}

function programsIn(commandLine, folder, lines) {
	const file = (name, text) => {
		writeFileSync(join(folder, name), text);
		return join(folder, name);
	};
	const stream = (count, request) =>
		Array.from(
			{ length: count },
			(_, id) => `${JSON.stringify({ id, ...request(commands[id % commands.length]) })}\n`,
		).join("");
	const real = realCommands();
	const [warming, measured] = [0, 1].map((part) => real.filter((_, at) => at % 2 === part));
	const asLines = (scripts) => scripts.map((script, id) => `${JSON.stringify({ id, script })}\n`).join("");
	const argv = (words) => ({ argv: words });
	const script = (words) => ({ script: words.join(" ") });
	const hookInput = JSON.stringify({
		session_id: "bench",
		cwd: folder,
		hook_event_name: "PreToolUse",
		tool_name: "Bash",
		tool_input: { command: "git status" },
	});
	return [
		{ name: nothing, args: ["-e", "0"] },
		{ name: "rules check -- git status", args: [commandLine, "check", "--", "git", "status"] },
		{ name: "rules run -- true", args: [commandLine, "run", "--", "true"] },
		{
			name: "cc-safety-net's hook, git status",
			args: [otherHook, "--claude-code"],
			input: file("hook.json", hookInput),
			other: true,
		},
		{
			name: "a line of argv",
			args: [commandLine, "check", "--jsonl"],
			input: file("argv-1", stream(1, argv)),
			stream: "begin",
		},
		{
			name: "lines of argv",
			args: [commandLine, "check", "--jsonl"],
			input: file("argv", stream(lines + 1, argv)),
			stream: "end",
		},
		{
			name: "a line of scripts",
			args: [commandLine, "check", "--jsonl"],
			input: file("script-1", stream(1, script)),
			stream: "begin",
		},
		{
			name: "lines of scripts",
			args: [commandLine, "check", "--jsonl"],
			input: file("script", stream(lines + 1, script)),
			stream: "end",
		},
		{
			name: "real commands that warm the code",
			args: [commandLine, "check", "--jsonl"],
			input: file("real-begin", asLines(warming)),
			stream: "begin",
		},
		{
			name: "lines of real commands, each once",
			args: [commandLine, "check", "--jsonl"],
			input: file("real", asLines([...warming, ...measured])),
			stream: "end",
			count: measured.length,
		},
	];
}

/** Wall and processor time of a run, in milliseconds. */
function timed({ name, args, input }, folder) {
	const stdin = input === undefined ? "ignore" : openSync(input, "r");
	try {
		// Certificates that a machine adds are read when Node starts, which takes longer than all else: not what is measured.
		const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
		const env = { ...own, HOME: homeOf(folder), XDG_CACHE_HOME: join(homeOf(folder), ".cache"), NO_COLOR: "1" };
		const before = childrensTime();
		const start = process.hrtime.bigint();
		const { status, error, stderr } = spawnSync(process.execPath, args, {
			cwd: folder,
			env,
			stdio: [stdin, "ignore", "pipe"],
		});
		const wall = Number(process.hrtime.bigint() - start) / 1e6;
		if (error !== undefined || status !== 0)
			throw new Error(`${name}: ${error?.message ?? `${stderr}`.slice(0, 300)} (${status})`);
		const after = childrensTime();
		return { wall, ...(before === undefined ? {} : { processor: after - before }) };
	} finally {
		if (stdin !== "ignore") closeSync(stdin);
	}
}

/** What children that have ended took of the processor, in milliseconds, where the system tells. Its clock ticks every ten: the mean of many runs is good. */
function childrensTime() {
	try {
		const fields = readFileSync("/proc/self/stat", "latin1").split(") ").at(-1).split(" ");
		return (Number(fields[13]) + Number(fields[14])) * 10;
	} catch {
		return undefined;
	}
}

function results(cases, lines) {
	const programs = cases
		.filter(({ stream }) => stream === undefined)
		.map(({ name, other, samples }) => ({
			name,
			other,
			wall: summary(samples.map(({ wall }) => wall)),
			processor: mean(samples),
		}));
	const streams = cases.flatMap(({ name, stream, samples, count = lines }, at) => {
		if (stream !== "end") return [];
		const begins = cases[at - 1].samples;
		const wall = summary(samples.map(({ wall }) => wall)).median - summary(begins.map(({ wall }) => wall)).median;
		const [all, begin] = [mean(samples), mean(begins)];
		return [
			{
				name,
				perSecond: (count / wall) * 1_000,
				perProcessorSecond: all === undefined ? undefined : (count / (all - begin)) * 1_000,
			},
		];
	});
	return { programs, streams, lines };
}

function mean(samples) {
	if (samples.some(({ processor }) => processor === undefined)) return undefined;
	return samples.reduce((sum, { processor }) => sum + processor, 0) / samples.length;
}
