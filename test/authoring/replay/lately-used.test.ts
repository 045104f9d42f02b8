import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { latelyUsed } from "../../../src/authoring/replay/lately-used.js";

describe("a table that forgets what was not asked for lately", () => {
	it("keeps what is asked for again, however many others come", () => {
		const table = latelyUsed<string>(10);
		table.set("often", "kept");
		for (let at = 0; at < 1000; at++) {
			table.set(`once ${at}`, "seen");
			if (at % 5 === 0) expect(table.get("often")).toBe("kept");
		}
		expect(table.get("once 0")).toBeUndefined();
	});

	it("counts how large values are, and how they grow", () => {
		const table = latelyUsed<number>(10, (size) => size);
		table.set("large", 10);
		table.set("next", 1);
		expect(table.get("large")).toBe(10);
		table.set("third", 1);
		table.grew(20);
		for (const name of ["fourth", "fifth"]) {
			table.set(name, 10);
		}
		expect(table.get("third")).toBeUndefined();
	});

	it("gives what was set last or nothing, holds twice its bound at most, and what it was asked for within the bound", () => {
		const key = fc.integer({ min: 0, max: 30 }).map(String);
		const step = fc.record({ key, isSet: fc.boolean() });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 200 }), (most, steps) => {
				const table = latelyUsed<{ readonly at: number }>(most);
				const plain = new Map<string, { readonly at: number }>();
				/** Younger ones first. */
				let recent: string[] = [];
				steps.forEach(({ key, isSet }, at) => {
					const before = table.get(key);
					if (before !== undefined) expect(before).toBe(plain.get(key));
					if (recent.slice(0, most).includes(key)) expect(before).toBeDefined();
					if (before === undefined && isSet) {
						plain.set(key, { at });
						table.set(key, plain.get(key) as { readonly at: number });
					}
					if (before !== undefined || isSet) recent = [key, ...recent.filter((one) => one !== key)];
				});
				const held = [...plain].filter(([key, value]) => table.get(key) === value);
				expect(held.length).toBeLessThanOrEqual(2 * most);
			}),
		);
	});
});
