/** Nodes as numbers: equal ones have one place, and each is told as what it is. */
import { describe, expect, test } from "@jest/globals";
import { nodeAt, nodeCount } from "../../../../src/engine/decide/compiled/node-record.js";
import { Cells, isDefault, isGrant, isRaise, isSwitch } from "../../../../src/engine/decide/compiled/node-table.js";

describe("nodes", () => {
	/** So many that both of its arrays grow, more than once; told apart by one number each. */
	const many = Array.from({ length: 4_000 }, (_, at): [number, number, number, number] => {
		const numbers: [number, number, number, number] = [7, 7, 7, 7];
		numbers[at % 4] = 1_000 + at;
		return numbers;
	});

	test.each([undefined, 0, 1, 256, 257, 10_000])(
		"have places in the order in which they come, with room for %s",
		(room) => {
			const cells = new Cells(room);
			expect(many.map((one) => cells.add(...one))).toEqual(many.map((_, at) => at));
			expect(cells.length).toBe(many.length);
			expect([...cells.all()]).toEqual(many.flat());
		},
	);

	test("that are equal have one place, before and after there are many", () => {
		const cells = new Cells();
		for (let times = 0; times < 3; times++)
			for (const [at, one] of many.entries()) expect([one, cells.add(...one)]).toEqual([one, at]);
		expect(cells.length).toBe(many.length);
	});
});

test("a node is told as what it is", () => {
	const cells = new Cells();
	const end = cells.add(isDefault, 0, 0, 0);
	const grant = cells.add(isGrant, 5, 0, 0);
	const raise = cells.add(isRaise, 6, 1, grant);
	const doubt = cells.add(isRaise, 6, 0, grant);
	const branch = cells.add(3, raise, end, doubt);
	const choice = cells.add(isSwitch, 0, 0, 0);
	const choices = [{ place: 0, words: {}, others: end, unsure: branch }];
	const all = cells.all();
	const tree = { cells: all, choices };
	expect([end, grant, raise, doubt, branch, choice].map((id) => nodeAt(tree, id))).toEqual([
		{ kind: "default" },
		{ kind: "grant", rule: 5 },
		{ kind: "raise", rule: 6, sure: true, next: grant },
		{ kind: "raise", rule: 6, sure: false, next: grant },
		{ kind: "branch", test: 3, yes: raise, no: end, unknown: doubt },
		{ kind: "switch", choice: choices[0] },
	]);
	expect(nodeCount({ cells: all })).toBe(6);
});
