/** What tests take from Jest, in one process and without its machinery: they are collected, and run one after the other by whoever asks. */
import { expect } from "expect";

/** Tests of the file that is loaded, with what runs before and after. */
export const collected = { tests: [], before: [], after: [] };
const path = [];

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
	path.push(title);
	run();
	path.pop();
}
describe.each = (table) => given(table, describe);
describe.skip = () => {};

export function test(title, run) {
	collected.tests.push({ title: [...path, title].join(" › "), run });
}
test.each = (table) => given(table, test);
test.skip = Object.assign(() => {}, { each: () => () => {} });
test.failing = () => {};
export const it = test;
export const beforeAll = (run) => collected.before.push(run);
export const afterAll = (run) => collected.after.push(run);
export const beforeEach = (run) => collected.tests.push({ title: "before each", run, always: true });
export const afterEach = () => {};
export const jest = { setTimeout: () => {} };
export { expect };
