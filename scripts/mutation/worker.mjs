/**
 * Runs tests in a thread, for one order after the other: with a mutant or without. Modules are loaded without, so that many mutants take turns in one thread;
 * where a mutant matters while files load, or before their tests, the thread is told `from the start` and tries that one alone.
 */
import { parentPort, workerData } from "node:worker_threads";
import { mutantSwitch } from "./switch.mjs";
import { ownThread, timeOf } from "./thread-time.mjs";

const thread = ownThread();
parentPort.postMessage({ thread });
let mutant = workerData.mutant;
let reached = new Set();
let turn = 0;
globalThis.bylawMutant = mutantSwitch({
	looking: workerData.looking === true,
	isTried: (id) => id === mutant,
	reach: (id) => reached.add(id),
});
/** What tests and sources keep beside an object is forgotten with each turn, so that nothing made with one mutant is met by the next. */
globalThis.ForgetfulWeakMap = class {
	#turn = turn;
	#map = new WeakMap();
	constructor(entries) {
		for (const [key, value] of entries ?? []) this.set(key, value);
	}
	get #now() {
		if (this.#turn !== turn) this.#map = new WeakMap();
		this.#turn = turn;
		return this.#map;
	}
	get = (key) => this.#now.get(key);
	has = (key) => this.#now.has(key);
	delete = (key) => this.#now.delete(key);
	set = (key, value) => {
		this.#now.set(key, value);
		return this;
	};
};

const { collect, prepare, runTest, finish } = await import(workerData.jest);
const files = new Map();

/** The tests of a file, loaded once. */
async function testsOf({ name, bundle }) {
	if (!files.has(name)) files.set(name, await collect(() => import(bundle)));
	return files.get(name);
}

async function failureOf(test) {
	try {
		await runTest(test);
		return undefined;
	} catch (error) {
		return String(error?.message ?? error).slice(0, 200);
	}
}

/** Tells of each test of a file how long it takes, and which mutants it comes to. */
async function look(file) {
	const tests = await testsOf(file);
	const loading = [...reached];
	const before = new Map();
	for (const [index, test] of tests.entries()) {
		if (workerData.leftOut.test(test.title)) continue;
		reached = new Set();
		let failed;
		try {
			turn++;
			await prepare(test);
		} catch (error) {
			failed = String(error?.message ?? error).slice(0, 200);
		}
		const own = before.get(test.within) ?? [...reached];
		before.set(test.within, own);
		reached = new Set();
		turn++;
		const began = timeOf(thread);
		failed ??= await failureOf(test);
		const { title } = test;
		parentPort.postMessage({
			index,
			title,
			failed,
			loading: [...loading, ...own],
			reached: [...reached],
			time: timeOf(thread) - began,
		});
	}
	await finish(tests);
}

/** Runs tests with a mutant until one fails, and tells which. `began` counts the tests that began, for whoever waits. */
async function attempt({ mutant: tried, tests }) {
	const fromTheStart = workerData.mutant !== undefined;
	turn++;
	for (const { file, index } of tests) {
		if (!fromTheStart) mutant = undefined;
		const isNew = !files.has(file.name);
		const test = (await testsOf(file))[index];
		const isPrepared = await prepare(test);
		if (isNew || isPrepared) turn++;
		if (!fromTheStart) mutant = tried;
		Atomics.add(workerData.began, 0, 1);
		const failed = await failureOf(test);
		if (failed !== undefined) return { file: file.name, index, failed };
	}
	return {};
}

parentPort.on("message", async (order) => {
	try {
		if (order.look !== undefined) await look(order.look);
		parentPort.postMessage({ done: order.look === undefined ? await attempt(order) : {} });
	} catch (error) {
		parentPort.postMessage({ done: { failed: `does not load: ${error?.message ?? error}` } });
	}
});
