/** What tests take from Jest, in one process and without its machinery: they are collected, and run by whoever asks. */
import { expect } from "expect";

/** A `describe`: what runs before and after its tests. The first one is the file. */
const scope = (around, title) => ({
	around,
	title,
	before: [],
	beforeEach: [],
	afterEach: [],
	after: [],
	ready: false,
});

let here = scope();
let tests = [];

/** The tests of the file that is loaded. */
export async function collect(load) {
	here = scope();
	tests = [];
	await load();
	return tests;
}

/** Runs what must run before a test and did not yet: `beforeAll` of what it stands in. Whether there was anything. */
export async function prepare({ within }) {
	let ran = false;
	for (const one of around(within)) {
		if (one.ready) continue;
		one.ready = true;
		for (const run of one.before) await run();
		ran ||= one.before.length > 0;
	}
	return ran;
}

export async function runTest({ within, run }) {
	for (const one of around(within)) for (const before of one.beforeEach) await before();
	try {
		await run();
	} finally {
		for (const one of around(within).reverse()) for (const after of one.afterEach) await after();
	}
}

/** Runs what must run after tests, of all that began. */
export async function finish(tests) {
	const began = new Set(tests.flatMap(({ within }) => around(within).reverse()));
	for (const one of began) if (one.ready) for (const run of one.after) await run();
}

function around(within) {
	return within === undefined ? [] : [...around(within.around), within];
}

function given(table, take) {
	return (title, run) => {
		for (const row of table) {
			const values = Array.isArray(row) ? row : [row];
			take(
				title.replace(/\$(\w+)/g, (_, key) => String(values[0]?.[key])).replace(/%[sdjio#]/g, () => String(values[0])),
				() => run(...values),
			);
		}
	};
}

export function describe(title, run) {
	here = scope(here, title);
	run();
	here = here.around;
}
describe.each = (table) => given(table, describe);
describe.skip = () => {};

export function test(title, run) {
	const titles = around(here).flatMap((one) => one.title ?? []);
	tests.push({ title: [...titles, title].join(" › "), within: here, run });
}
test.each = (table) => given(table, test);
test.skip = Object.assign(() => {}, { each: () => () => {} });
test.failing = () => {};
export const it = test;
export const beforeAll = (run) => here.before.push(run);
export const afterAll = (run) => here.after.push(run);
export const beforeEach = (run) => here.beforeEach.push(run);
export const afterEach = (run) => here.afterEach.push(run);
export const jest = { setTimeout: () => {} };
export { expect };
