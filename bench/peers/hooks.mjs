/**
 * Hooks as a harness sees them: from its call, the line that it is told to run with the question on standard input, to the answer. And the answer of a
 * resident alone, over connections that are kept: one, eight at once, and how many a second of one core.
 *
 *	node bench/peers/hooks.mjs    this alone; nothing is written
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withEngine } from "./engine.mjs";
import {
	emptyServer,
	environmentIn,
	projectIn,
	registeredLine,
	startedResident,
	usageOf,
} from "./hooks/registered.mjs";
import { keptFolder } from "./kept-folder.mjs";
import { startProcess } from "./other-process.mjs";
import { inRounds, summary } from "./rounds.mjs";
import { table } from "./table.mjs";

const otherHook = fileURLToPath(new URL("../node_modules/cc-safety-net/dist/bin/hook.js", import.meta.url));

/** Sessions that ask at once, and workspaces that are held. */
const sessions = 8;
const workspaces = 64;
/** Questions of a sample of one session, of all of them, and before the memory is looked at. */
const oneByOne = 400;
const eachAtOnce = 100;
const many = 10_000;

/**
 * Answers `{ calls: [{ name, time }], alone, atOnce, perProcessorSecond, memory }`: `time` of a whole call, `alone` and `atOnce` with median and p99
 * of one answer, in milliseconds; memory in MiB. Or `{ leftOut }`.
 */
export async function measureHooks({ commandLine, rounds, say }) {
	if (process.platform !== "linux") return { leftOut: "only Linux tells which process asks" };
	const base = keptFolder("hooks");
	const home = join(base, "home");
	mkdirSync(home, { mode: 0o700 });
	let resident;
	let empty;
	let client;
	try {
		const project = projectIn(base, "work");
		const plain = registeredLine(commandLine, project, home, false);
		const line = registeredLine(commandLine, project, home, true);
		const log = ["--audit", join(base, "log.jsonl")];
		const logged = {
			plain: registeredLine(commandLine, project, home, false, log),
			line: registeredLine(commandLine, project, home, true, log),
		};
		resident = await startedResident(commandLine, home);
		empty = await emptyServer(join(base, "empty"));
		const calls = callsIn({ project, home, line, plain, logged, socket: join(base, "empty") });
		for (const { sample } of calls) for (let at = 0; at < 3; at++) await sample();
		await inRounds(calls, rounds * 2, 60_000, (round) => say(`hooks: round ${round} of ${rounds * 2}`));
		client = startProcess("hooks/session-process.mjs", []);
		const places = Array.from({ length: workspaces }, (_, at) => projectIn(base, `w${at}`));
		const words = [process.execPath, commandLine, "hook", "--harness", "claude-code"];
		const opened = (count) =>
			client.ask({ kind: "open", socket: resident.socket, words, places: places.slice(0, count) }, 30_000);
		const sampled = async (each, atOnce) => (await client.ask({ kind: "sample", each, atOnce }, 120_000)).times;
		const ways = [
			{ name: "alone", count: 1, each: oneByOne, atOnce: false },
			{ name: "atOnce", count: sessions, each: eachAtOnce, atOnce: true },
		].map((way) => ({
			...way,
			sample: async () => {
				await opened(way.count);
				return quantiles(await sampled(way.each, way.atOnce));
			},
		}));
		for (let round = 0; round < 5; round++) for (const { sample } of ways) await sample();
		await inRounds(ways, rounds, 20_000, (round) => say(`hooks, answers alone: round ${round} of ${rounds}`));
		await opened(sessions);
		const speeds = [];
		for (let round = 0; round < 3; round++) {
			const before = usageOf(resident.child.pid).processor;
			await sampled(many / sessions, true);
			speeds.push((many / (usageOf(resident.child.pid).processor - before)) * 1_000);
		}
		await opened(workspaces);
		await sampled(Math.ceil(many / workspaces), true);
		return {
			calls: calls.map(({ name, samples }) => ({ name, time: summary(samples) })),
			...Object.fromEntries(ways.map(({ name, samples }) => [name, bestOf(samples)])),
			perProcessorSecond: Math.max(...speeds),
			memory: usageOf(resident.child.pid).memory,
		};
	} finally {
		await client?.stop();
		empty?.close();
		empty?.closeAllConnections();
		await endedOf(resident?.child);
		rmSync(base, { recursive: true, force: true });
	}
}

/** Each starts what a harness starts, and waits for the answer. */
function callsIn({ project, home, line, plain, logged, socket }) {
	const input = JSON.stringify({
		session_id: "bench",
		transcript_path: "/nowhere",
		cwd: project,
		permission_mode: "default",
		hook_event_name: "PreToolUse",
		tool_name: "Bash",
		tool_input: { command: "git status", description: "what an agent says of it" },
		tool_use_id: "toolu_1",
	});
	const isAllowed = (said) => said.includes('"permissionDecision":"allow"');
	const isNothing = (said) => said === "";
	const curl = `exec /usr/bin/curl -q -s -f -m 3 --noproxy "*" --unix-socket '${socket}' -H expect: --data-binary @- http://rules/`;
	return [
		{ name: "sh -c true", line: "true", wanted: isNothing },
		{ name: "a bare curl, to an answer of nothing", line: curl, wanted: isNothing },
		{ name: "rules install --resident", line, wanted: isAllowed },
		{ name: "node -e 0", line: `exec '${process.execPath}' -e 0`, wanted: isNothing },
		{ name: "rules install", line: plain, wanted: isAllowed },
		{ name: "rules install --resident --audit", line: logged.line, wanted: isAllowed },
		{ name: "rules install --audit", line: logged.plain, wanted: isAllowed },
		...(existsSync(otherHook)
			? [
					{
						name: "cc-safety-net's hook",
						line: `exec '${process.execPath}' '${otherHook}' --claude-code`,
						wanted: (said) => !said.includes("deny"),
						other: true,
					},
				]
			: []),
	].map((one) => ({ ...one, sample: () => called(one, { input, cwd: project, env: environmentIn(home) }) }));
}

/** Milliseconds from the call to the end of the answer. */
function called({ name, line, wanted }, { input, cwd, env }) {
	return new Promise((resolve, reject) => {
		const start = process.hrtime.bigint();
		const child = spawn(line, { shell: "/bin/sh", cwd, env, stdio: ["pipe", "pipe", "pipe"] });
		const said = { out: "", err: "" };
		child.stdout.setEncoding("utf8").on("data", (text) => {
			said.out += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text) => {
			said.err += text;
		});
		child.stdin.on("error", () => {}); // it need not read all of it
		child.on("error", reject);
		child.on("close", (code) => {
			const time = Number(process.hrtime.bigint() - start) / 1e6;
			if (code === 0 && wanted(said.out)) resolve(time);
			else reject(new Error(`${name} ends with ${code}: ${said.out.slice(0, 300)} ${said.err.slice(0, 300)}`));
		});
		child.stdin.end(input);
	});
}

function quantiles(times) {
	const sorted = [...times].sort((a, b) => a - b);
	return { median: sorted[sorted.length >> 1], p99: sorted[Math.floor(sorted.length * 0.99)] };
}

/** Other work on the machine makes a round slower, and none faster: the least of each, beside the median of all rounds. */
function bestOf(samples) {
	return {
		median: summary(samples.map(({ median }) => median)),
		p99: summary(samples.map(({ p99 }) => p99)),
	};
}

function endedOf(child) {
	if (child === undefined || child.exitCode !== null || child.signalCode !== null) return undefined;
	return new Promise((resolve) => {
		child.removeAllListeners("exit").once("exit", resolve);
		child.kill("SIGTERM");
	});
}

/** What was found, as rows of texts. */
export function hookRows({ calls }, both, ratio) {
	const least = (name) => calls.find((one) => one.name === name).time.least;
	return calls.map(({ name, time }) => [
		name,
		both(time),
		ratio(time.least / least("a bare curl, to an answer of nothing")),
		ratio(time.least / least("node -e 0")),
	]);
}

export const hookHead = ["", "from the call to the answer", "to a bare curl", "to `node -e 0`"];

async function alone() {
	const { both, ratio, count } = await import("./report.mjs");
	const found = await withEngine(({ commandLine }) => measureHooks({ commandLine, rounds: 15, say: () => {} }));
	console.log(table(hookHead, "r", hookRows(found, both, ratio)));
	for (const way of ["alone", "atOnce"])
		console.log(`${way}: median ${both(found[way].median)}, p99 ${both(found[way].p99)}`);
	console.log(`${count(found.perProcessorSecond)} a second of one core, ${found.memory.toFixed(0)} MiB`);
}

// Not awaited: the report imports this module.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) void alone();
