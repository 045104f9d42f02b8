/**
 * What asking about the past costs, against the same policy without it.
 *
 *	npm run bench:history                  two or three minutes; writes its section of RESULTS.md beside this file
 *	npm run bench:history -- --rounds 3    fewer rounds than 15; nothing is written
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { kinds, requestAt, withoutPast, withPast } from "./history/policies.mjs";
import { report } from "./history/report.mjs";
import { withEngine } from "./peers/engine.mjs";
import { keptFolder } from "./peers/kept-folder.mjs";
import { inRounds } from "./peers/rounds.mjs";
import { showResults } from "./results.mjs";

const { values: options } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(options.rounds ?? 15);
/** Decisions of one sample. */
const decisions = 800;
const folder = keptFolder("history");
const work = join(folder, "work");
mkdirSync(work);
process.env.XDG_STATE_HOME = join(folder, "state");

try {
	const text = report({ rounds, inMemory: await inMemory(), onDisk: await onDisk(), hook: await hook() });
	showResults({ name: "history.mjs", command: "bench:history", text, keeps: options.rounds === undefined });
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function engine() {
	const outfile = join(folder, "engine.mjs");
	const entry = fileURLToPath(new URL("history/engine.ts", import.meta.url));
	const common = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" };
	await build({
		...common,
		entryPoints: [entry],
		outfile,
		banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
	});
	return await import(pathToFileURL(outfile));
}

/** One decision in microseconds: without a past, and with a history of 10 and of 10,000 events. */
async function inMemory() {
	const { decide, loadText, newHistory, realWorld } = await engine();
	const [plain, asking] = [withoutPast, withPast].map((text) => treeOf(loadText, text));
	const world = realWorld(work);
	let number = 0;
	let at = Date.now();
	const grown = ([events, files]) => {
		const history = newHistory();
		for (let one = 0; one < events; one++) {
			const id = number++;
			history.decide(asking, requestAt(id, files), world, { at: at++, session: "s", id });
			history.outcome({ id, at, code: 0 });
		}
		return history;
	};
	// Each sample goes on from what was kept, so that it does not grow by being measured.
	const [few, many, wide] = [
		[10, 40],
		[10_000, 40],
		[10_000, 10_000],
	].map((size) => grown(size).kept(asking));
	const over = (kept, files) => () => {
		const history = newHistory(kept);
		return timesOf(
			(id) => history.decide(asking, requestAt(id, files), world, { at: at++, session: "s", id }),
			(id) => history.outcome({ id, at, code: 0 }),
		);
	};
	/** `after` is not measured. */
	const timesOf = (decideOne, after = () => {}) => {
		const times = new Float64Array(decisions);
		const byKind = kinds.map(() => []);
		for (let one = 0; one < decisions; one++) {
			const id = number++;
			const start = process.hrtime.bigint();
			decideOne(id);
			times[one] = Number(process.hrtime.bigint() - start) / 1000;
			byKind[id % kinds.length].push(times[one]);
			after(id);
		}
		times.sort();
		return { median: times[decisions >> 1], p99: times[Math.floor(decisions * 0.99)], byKind: byKind.map(medianOf) };
	};
	const cases = [
		{ name: "without a past", sample: () => timesOf((id) => decide(plain, requestAt(id, 40), world)) },
		{ name: "10 events", sample: over(few, 40) },
		{ name: "10,000 events", sample: over(many, 40) },
		{ name: "10,000 events about 1,250 files", sample: over(wide, 10_000) },
	];
	for (let warm = 0; warm < 5; warm++) for (const { sample } of cases) sample();
	await inRounds(cases, rounds * 2, 30_000, (round) => say(`in memory: round ${round}`));
	return cases.map(({ name, samples }) => ({ name, ...leastOf(samples) }));
}

/**
 * One decision of a history on the disk, in milliseconds, and the bytes of its files after 10 and after 10,000 decisions: by a process that wrote last, and by
 * one that has to read.
 */
async function onDisk() {
	const { decide, diskHistory, loadText, realWorld } = await engine();
	const [plain, asking] = [withoutPast, withPast].map((text) => treeOf(loadText, text));
	const world = realWorld(work);
	let number = 0;
	const files = 40;
	const disk = (name) => diskHistory({ policy: [`/${name}.rules`], cwd: work, workspace: work });
	const decideOne = (history, id) =>
		history.decide(asking, requestAt(id, files), world, { session: "s", call: `c${id}` });
	const end = (history, id) => history.outcome({ session: "s", call: `c${id}`, code: 0 });
	const grown = (name, events) => {
		const history = disk(name);
		for (let one = 0; one < events; one++) {
			const id = number++;
			decideOne(history, id);
			end(history, id);
		}
		return history;
	};
	/** As few decisions as there are kinds, thrice: ten events are not many by being measured. */
	const timed = (once, after) => {
		let time = 0;
		for (let one = 0; one < 3 * kinds.length; one++) {
			const id = number++;
			const start = performance.now();
			once(id);
			time += performance.now() - start;
			after(id);
		}
		return time / (3 * kinds.length);
	};
	const sizes = [];
	const placeOfAll = join(process.env.XDG_STATE_HOME, "bylaw/history");
	let young = 0;
	const aged = [10, 10_000].map((events) => {
		say(`on the disk: ${events} events`);
		const name = `p${events}`;
		const history = grown(name, events);
		sizes.push({ events, bytes: sizeOf(placeOfAll) });
		// That with few of them is made anew each time.
		return events > 10
			? { name, events, one: () => ({ name, history }) }
			: {
					name,
					events,
					one: () => {
						const fresh = `p${events}-${young++}`;
						return { name: fresh, history: grown(fresh, events) };
					},
				};
	});
	const cases = [
		{
			name: "without a past",
			sample: () =>
				timed(
					(id) => decide(plain, requestAt(id, files), world),
					() => {},
				),
		},
		...aged.flatMap(({ events, one }) => [
			{
				name: `${events.toLocaleString("en")} events, on the disk`,
				sample: () => {
					const { history } = one();
					return timed(
						(id) => decideOne(history, id),
						(id) => end(history, id),
					);
				},
			},
			{
				name: `${events.toLocaleString("en")} events, on the disk, read anew`,
				sample: () => {
					const { name } = one();
					return timed(
						(id) => decideOne(disk(name), id),
						(id) => end(disk(name), id),
					);
				},
			},
		]),
	];
	for (const { sample } of cases) sample();
	await inRounds(cases, rounds * 6, 20_000, (round) => say(`on the disk: round ${round}`));
	return {
		sizes,
		rows: cases.map(({ name, samples }) => ({ name, least: Math.min(...samples), median: medianOf(samples) })),
	};
}

/** Bytes of the largest file of the youngest history: the ledger, which holds its latest session. */
function sizeOf(place) {
	const [youngest] = readdirSync(place)
		.map((name) => join(place, name))
		.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
	return Math.max(...readdirSync(youngest).map((name) => statSync(join(youngest, name)).size));
}

/** Whole processes of `rules hook`, in turns, in milliseconds. */
async function hook() {
	return await withEngine(async ({ commandLine }) => {
		const home = join(folder, "home");
		mkdirSync(home, { mode: 0o700 });
		let number = 0;
		const cases = [
			["without a past", withoutPast],
			["with a past", withPast],
		].map(([name, text]) => {
			const policy = join(folder, `${name.replaceAll(" ", "-")}.rules`);
			writeFileSync(policy, text);
			return {
				name,
				sample: () => {
					const input = JSON.stringify({
						session_id: "bench",
						cwd: work,
						hook_event_name: "PreToolUse",
						tool_name: "Bash",
						tool_use_id: `c${number++}`,
						tool_input: { command: "git status" },
					});
					const start = performance.now();
					const args = [commandLine, "hook", "--harness", "claude-code", "--rules", policy];
					const { status, stdout } = spawnSync(process.execPath, args, {
						input,
						encoding: "utf8",
						env: { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, ".cache"), NODE_EXTRA_CA_CERTS: "" },
					});
					const time = performance.now() - start;
					if (status !== 0 || /deny/.test(stdout)) throw new Error(`the hook answers ${status} ${stdout}`);
					return time;
				},
			};
		});
		for (let warm = 0; warm < 4; warm++) for (const { sample } of cases) sample();
		await inRounds(cases, rounds * 8, 120_000, (round) => say(`hook: round ${round}`));
		return cases.map(({ name, samples }) => ({ name, least: Math.min(...samples), median: medianOf(samples) }));
	});
}

function treeOf(loadText, text) {
	const { tree, diagnostics } = loadText("policy.rules", text);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return tree;
}

function leastOf(samples) {
	return {
		median: Math.min(...samples.map(({ median }) => median)),
		p99: Math.min(...samples.map(({ p99 }) => p99)),
		byKind: kinds.map((_, kind) => Math.min(...samples.map(({ byKind }) => byKind[kind]))),
	};
}

function medianOf(samples) {
	return [...samples].sort((one, other) => one - other)[samples.length >> 1];
}

function say(text) {
	process.stderr.write(`${text}\r`);
}
