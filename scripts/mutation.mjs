/**
 * Breaks the files that decide, one place at a time, and asks whether the tests notice. Each mutant is tried by the tests that come to its place, until one
 * fails. Prints the score of each file (noticed, of all) and what nobody noticed.
 *
 *	npm run mutation -- src/engine/decide     these files or folders; without: what `decides` says below
 *	--survivors FILE   writes what nobody noticed there, a line each
 *	--least 85         fails where a file is below this score, in percent
 *	--sample 5         tries every fifth mutant
 *	--patience 10      seconds of tests that a mutant is worth
 *	--tests FOLDER     other tests than `asked` says below
 *	--again            tries those too that were noticed in an earlier run, when their file was the same
 *	--times            says how long each file of tests takes
 */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { instrument } from "./mutation/instrument.mjs";
import { hashOf, openKept } from "./mutation/kept.mjs";
import { timeOf } from "./mutation/thread-time.mjs";
import { root } from "./root.mjs";

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		survivors: { type: "string" },
		least: { type: "string" },
		tests: { type: "string", multiple: true },
		sample: { type: "string", default: "1" },
		patience: { type: "string", default: "10" },
		again: { type: "boolean", default: false },
		times: { type: "boolean", default: false },
	},
});

/** The files that decide. */
const decides = [
	"src/engine/decide",
	"src/language/policy/resolve.ts",
	"src/language/policy/lower.ts",
	"src/language/policy/exclusion.ts",
];
/** Their tests that need no process of their own. */
const asked = options.tests ?? [
	"test/cases",
	"test/engine/decide",
	"test/engine/history",
	"test/engine/laws",
	"test/engine/request",
	"test/language/policy/apart.test.ts",
	"test/language/policy/built-in-sets.test.ts",
	"test/language/policy/clause-slips.test.ts",
	"test/language/policy/clauses",
	"test/language/policy/lower.test.ts",
	"test/language/policy/resolve.test.ts",
	"test/language/policy/self-protection.test.ts",
	"test/language/policy/self-setting.test.ts",
	"test/language/syntax/faults.test.ts",
	"test/corpora",
	"test/packs",
	"test/runtime/history/account.test.ts",
	"test/runtime/history/forgetting.test.ts",
	"test/runtime/execute/sandbox/bounds.test.ts",
];
/** Cases of lints decide nothing. */
const leftOut = /^test\/cases\/lints\//;
/** A test that takes longer is not asked again for each mutant. Milliseconds. */
const longest = 10_000;

const sources = (places) => [
	...new Set(places.flatMap((one) => filesIn(one, (name) => name.endsWith(".ts") && !name.includes(".generated.")))),
];
const files = sources(positionals.length > 0 ? positionals : decides);
/** All of them have their mutants, so that what tests come to is looked at once for all. */
const broken = sources([...decides, ...positionals]);
const testFiles = asked.flatMap((one) => filesIn(one, (name) => name.endsWith(".test.ts")));

const mutants = [];
const texts = new Map();
for (const file of broken) {
	const source = readFileSync(join(root, file), "utf8");
	const made = instrument(file, source, mutants.length + 1);
	const hash = hashOf(source, readFileSync(join(root, "scripts/mutation/instrument.mjs"), "utf8"));
	mutants.push(...made.mutants.map((mutant, place) => ({ ...mutant, key: `${hash} ${place}` })));
	texts.set(join(root, file), made.text);
}

const cache = join(root, "node_modules/.cache/bylaw");
const kept = openKept(join(cache, "mutation.json"));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "mutation-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
/** Where tests make their temporary folders. */
const scratch = join(folder, "scratch");
mkdirSync(scratch);

await build({
	absWorkingDir: root,
	entryPoints: Object.fromEntries([
		...testFiles.map((file) => [file.replace(/\.ts$/, ""), file]),
		["jest", "scripts/mutation/fake-jest.mjs"],
	]),
	outdir: folder,
	bundle: true,
	splitting: true,
	platform: "node",
	format: "esm",
	target: "node20.19",
	packages: "external",
	logLevel: "error",
	outExtension: { ".js": ".mjs" },
	alias: {
		"@jest/globals": join(root, "scripts/mutation/fake-jest.mjs"),
		"fast-check": join(root, "test/fast-check.mjs"),
	},
	plugins: [
		{
			name: "mutants",
			setup({ onLoad }) {
				onLoad({ filter: /\.ts$/ }, ({ path }) => {
					const text = texts.get(path) ?? readFileSync(path, "utf8");
					return {
						contents: (remembers(path) ? text : text.replaceAll("new WeakMap", "new ForgetfulWeakMap"))
							.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
							.replaceAll("import.meta.dirname", JSON.stringify(dirname(path))),
						loader: "ts",
					};
				});
			},
		},
	],
});
/** Tables of what programs are do not change with a mutant, unless it is they that are broken. */
function remembers(path) {
	const tables = /src\/engine\/(?:knowledge|request|effects)\//;
	return tables.test(path) && !broken.some((file) => tables.test(file));
}
const bundleOf = (file) => pathToFileURL(join(folder, file.replace(/\.ts$/, ".mjs"))).href;
const fileOf = (name) => ({ name, bundle: bundleOf(name) });

const own = mutants.filter(({ file }) => files.includes(file));
console.log(`${own.length} mutants in ${files.length} files, ${testFiles.length} files of tests`);
for (const signal of ["SIGINT", "SIGTERM"])
	process.on(signal, () => {
		kept.write();
		report();
		process.exit(130);
	});

/** Tests that come to a mutant: while they run, and while their file is loaded or made ready. */
const reaching = new Map(mutants.map(({ id }) => [id, { running: [], loading: [] }]));
let tests = 0;
const everySource = filesIn("src", (name) => name.endsWith(".ts")).map((file) =>
	readFileSync(join(root, file), "utf8"),
);
await inParallel(testFiles, lookAt);
kept.write();
process.stderr.write("\n");

const outcomes = new Map();
/** For each file the tests that noticed something last. */
const lately = new Map();
/** Tests that fail by themselves when no other ran before them. */
const dependent = new Set();
const wanted = own.filter(({ equivalent }, index) => !equivalent && index % Number(options.sample) === 0);
await inParallel(wanted, async (one, place) => {
	const before = options.again ? undefined : kept.get(one.key);
	outcomes.set(one.id, before ?? (await outcomeOf(one, place)));
	if (outcomes.get(one.id) === "noticed") kept.set(one.key, "noticed");
	if (outcomes.size % 50 === 0) kept.write();
	if (options.survivors !== undefined && outcomes.size % 10 === 0) writeSurvivors();
	const alive = [...outcomes.values()].filter((outcome) => outcome !== "noticed").length;
	process.stderr.write(`\r${outcomes.size} of ${wanted.length} tried, ${alive} not noticed  `);
});
process.stderr.write("\n");

kept.write();
report();
process.exit();

/** Takes from a list in as many places as there are processors. A place keeps its thread for the next one. */
async function inParallel(list, take) {
	const waiting = [...list];
	const one = async () => {
		const place = {};
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await take(next, place);
		await place.thread?.worker.terminate();
	};
	await Promise.all(Array.from({ length: availableParallelism() }, one));
}

async function lookAt(name) {
	const around = filesIn(dirname(name), (one) => statSync(join(root, dirname(name), one)).isFile());
	const key = `look ${hashOf(name, ...everySource, ...around.map((one) => readFileSync(join(root, one), "utf8")), broken.join())}`;
	const found = kept.get(key) ?? (await looked(name));
	kept.set(key, found);
	let time = 0;
	for (const told of found) {
		tests++;
		time += told.time;
		if (told.failed !== undefined)
			console.log(`left out, fails by itself: ${name}: ${told.title}: ${told.failed.split("\n")[0]}`);
		else if (told.time > longest) console.log(`left out, takes too long: ${name}: ${told.title}`);
		else {
			const scene = `${name} ${told.title.split(" (line ")[0]}`;
			const test = { name, index: told.index, time: told.time, scene };
			const loading = new Set(told.loading);
			for (const id of loading) reaching.get(id)?.loading.push(test);
			for (const id of told.reached) if (!loading.has(id)) reaching.get(id)?.running.push(test);
		}
	}
	if (options.times) console.log(`${Math.round(time)} ms: ${name}`);
	else process.stderr.write(`\r${tests} tests looked at  `);
}

/** What each test of a file comes to, told by a thread of its own. */
async function looked(name) {
	const thread = started({ looking: true });
	const found = [];
	const ended = await ordered(thread, { look: fileOf(name) }, [900_000], (told) => {
		found.push(told);
	});
	if (ended.failed !== undefined) console.log(`left out, ${ended.failed}: ${name}`);
	await thread.worker.terminate();
	return found;
}

async function outcomeOf(mutant, place) {
	const { running, loading } = reaching.get(mutant.id);
	if (running.length + loading.length === 0) return "not reached";
	if (await isNoticed(mutant, chosen(mutant, running), place)) return "noticed";
	if (loading.length === 0) return "not noticed";
	const alone = { mutant: mutant.id };
	const found = await isNoticed(mutant, chosen(mutant, loading), alone);
	await alone.thread?.worker.terminate();
	return found ? "noticed" : "not noticed";
}

/** The tests to ask, most promising first: those that noticed what stands near, those of the file itself and of its room, then one of each scene in turn, quick ones first. */
function chosen({ file }, tests) {
	const latest = lately.get(file) ?? [];
	const rank = (key) => (latest.includes(key) ? latest.length - latest.indexOf(key) : 0);
	const scenes = new Map();
	const sorted = tests
		.filter((one) => !dependent.has(keyOf(one)))
		.sort((a, b) => a.time - b.time)
		.map((one) => {
			const turn = scenes.get(one.scene) ?? 0;
			scenes.set(one.scene, turn + 1);
			return { ...one, turn, rank: rank(keyOf(one)), near: nearness(one.name, file) };
		})
		.sort((a, b) => b.rank - a.rank || b.near - a.near || a.turn - b.turn);
	let time = 0;
	return sorted.filter((one) => {
		time += one.time;
		return time <= Number(options.patience) * 1000 || time === one.time;
	});
}

/** How near a file of tests stands to a source: tests mirror the rooms. */
function nearness(test, source) {
	const own = source.replace(/^src\//, "test/").replace(/\.ts$/, "");
	if (test === `${own}.test.ts`) return 2;
	return test.startsWith(`${dirname(own)}/`) ? 1 : 0;
}

async function isNoticed(mutant, tests, place) {
	let left = tests;
	const leaking = new Set();
	while (left.length > 0) {
		if (place.thread === undefined || place.thread.end !== undefined) place.thread = started({ mutant: place.mutant });
		const order = { mutant: mutant.id, tests: left.map(({ name, index }) => ({ file: fileOf(name), index })) };
		const { index, file, failed, ended } = await ordered(place.thread, order, [
			120_000,
			...left.map(({ time }) => 5_000 + 10 * time),
		]);
		// What never ends is noticed by whoever waits.
		if (ended) {
			if (options.times) console.log(`${mutant.file}:${mutant.line}: ${mutant.what}: ends no more ${failed ?? ""}`);
			place.thread = undefined;
			return true;
		}
		if (failed === undefined) return false;
		if (file === undefined) return true;
		const key = keyOf({ name: file, index });
		const failing = left.find((one) => keyOf(one) === key);
		if (place.mutant === undefined && !leaking.has(key) && (await failsAnyway(failing, place))) {
			leaking.add(key);
			left = [failing, ...left.filter((one) => one !== failing)].filter((one) => !dependent.has(keyOf(one)));
			continue;
		}
		lately.set(mutant.file, [key, ...(lately.get(mutant.file) ?? []).filter((one) => one !== key)].slice(0, 30));
		return true;
	}
	return false;
}

/**
 * Whether a test that failed with a mutant fails without it too: the mutant left something behind in the thread, which is given up then, or the test
 * counts on others, and is asked no more.
 */
async function failsAnyway({ name, index }, place) {
	const tests = [{ file: fileOf(name), index }];
	const plain = async () => (await ordered(place.thread, { tests }, [120_000, 120_000])).failed !== undefined;
	if (!(await plain())) return false;
	await place.thread.worker.terminate();
	place.thread = started({});
	if (await plain()) dependent.add(keyOf({ name, index }));
	return true;
}

function keyOf({ name, index }) {
	return `${name} ${index}`;
}

/** A thread for tests, and the number of tests that began in it. */
function started(data) {
	const began = new Int32Array(new SharedArrayBuffer(4));
	const worker = new Worker(join(root, "scripts/mutation/worker.mjs"), {
		workerData: { ...data, began, leftOut, jest: bundleOf("jest.ts") },
		env: { ...process.env, TMPDIR: scratch, LAWS_RUNS: "0.05" },
		stdout: true,
		stderr: true,
	});
	const thread = { worker, began };
	worker.on("message", (told) => {
		if (told.thread !== undefined) thread.name = told.thread;
		else if (told.done !== undefined) thread.settle?.(told.done);
		else thread.hear?.(told);
	});
	const end = (why) => {
		thread.end ??= why;
		thread.settle?.({ ended: true, failed: thread.end });
	};
	worker.on("error", (error) => end(`ends the thread: ${error.message}`));
	worker.on("exit", () => end("ends the thread"));
	return thread;
}

/**
 * What a thread answers to an order; `ended` where a test takes longer than its limit and the thread had to be ended. `limits`: of what comes before the first
 * test begins, and of each test.
 */
function ordered(thread, order, limits, hear = () => {}) {
	const { worker, began } = thread;
	return new Promise((resolve) => {
		const first = Atomics.load(began, 0);
		let [count, since, asked] = [first, timeOf(thread.name), Date.now()];
		const clock = setInterval(() => {
			const now = Atomics.load(began, 0);
			const time = timeOf(thread.name);
			if (now !== count) [count, since, asked] = [now, time, Date.now()];
			const limit = limits[count - first];
			// One that waits for what never comes does not work.
			if (time - since > limit || Date.now() - asked > 60_000 + 20 * limit) settle({ ended: true });
		}, 200);
		const settle = (answer) => {
			clearInterval(clock);
			thread.settle = undefined;
			thread.hear = undefined;
			if (answer.ended) worker.terminate();
			resolve(answer);
		};
		thread.hear = hear;
		thread.settle = settle;
		if (thread.end !== undefined) settle({ ended: true, failed: thread.end });
		else worker.postMessage(order);
	});
}

function writeSurvivors() {
	writeFileSync(options.survivors, `${survivors().join("\n")}\n`);
}

function survivors() {
	return own
		.filter(({ id }) => outcomes.has(id) && outcomes.get(id) !== "noticed")
		.map(
			({ id, file, line, what, text }) =>
				`${file}:${line}: ${what}${outcomes.get(id) === "not reached" ? " (no test comes here)" : ""}: ${text}`,
		);
}

function report() {
	const rows = files.map((file) => {
		const tried = own.filter((one) => one.file === file && outcomes.has(one.id));
		const good = tried.filter(({ id }) => outcomes.get(id) === "noticed").length;
		return {
			file,
			all: tried.length,
			good,
			unreached: tried.filter(({ id }) => outcomes.get(id) === "not reached").length,
		};
	});
	const percent = (good, all) => (all === 0 ? 100 : Math.floor((1000 * good) / all) / 10);
	console.log("\n| file | mutants | noticed | never reached | score |\n| --- | --: | --: | --: | --: |");
	for (const { file, all, good, unreached } of rows.filter(({ all }) => all > 0))
		console.log(`| ${file} | ${all} | ${good} | ${unreached} | ${percent(good, all)} % |`);
	const all = rows.reduce((n, row) => n + row.all, 0);
	const good = rows.reduce((n, row) => n + row.good, 0);
	console.log(`| **all** | ${all} | ${good} | | **${percent(good, all)} %** |`);
	if (options.survivors !== undefined) writeSurvivors();
	else for (const line of survivors()) console.log(line);
	const least = Number(options.least ?? 0);
	if (rows.some((row) => percent(row.good, row.all) < least)) process.exitCode = 1;
}

function filesIn(path, fits) {
	const whole = join(root, path);
	if (!existsSync(whole)) throw new Error(`there is no \`${path}\``);
	if (!statSync(whole).isDirectory()) return [path];
	return readdirSync(whole, { recursive: true, encoding: "utf8" })
		.filter(fits)
		.map((name) => relative(root, join(whole, name)))
		.sort();
}
