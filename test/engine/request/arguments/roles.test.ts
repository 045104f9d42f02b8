/** What an operand is where others beside it may be no word, or many: what it is in some way to read them, and nothing else. */
import { expect, test } from "@jest/globals";
import { programNamed } from "../../../../src/engine/knowledge/lookup.js";
import type { OperandFacts, Role } from "../../../../src/engine/knowledge/program.js";
import type { Slot } from "../../../../src/engine/request/arguments/draft.js";
import { readArguments } from "../../../../src/engine/request/arguments/read-arguments.js";
import { countsOf, roleAt, rolesFrom } from "../../../../src/engine/request/arguments/roles.js";
import { readScript } from "../../../../src/engine/request/read-script.js";

const kinds = ["sure", "maybe", "many"] as const;
type Kind = (typeof kinds)[number];

const tables: readonly OperandFacts[] = [
	{ first: [], last: [] },
	{ first: [], rest: "read", last: [] },
	{ first: ["code"], rest: "read", last: [] },
	{ first: ["code", "value"], rest: "read", last: [] },
	{ first: [], rest: "read", last: ["write"] },
	{ first: ["code"], rest: "both", last: ["read", "write"] },
	{ first: ["value"], last: ["write"] },
];

/** Every list of so many kinds at most. */
function listsOf(most: number): readonly (readonly Kind[])[] {
	if (most === 0) return [[]];
	const shorter = listsOf(most - 1);
	return [
		...shorter,
		...shorter.filter((one) => one.length === most - 1).flatMap((one) => kinds.map((kind) => [...one, kind])),
	];
}

/** So many words may stand in each slot, in every way. */
function waysOf(slots: readonly Kind[]): readonly (readonly number[])[] {
	return slots.reduce<readonly (readonly number[])[]>(
		(ways, kind) =>
			ways.flatMap((way) =>
				(kind === "sure" ? [1] : kind === "maybe" ? [0, 1] : [0, 1, 2, 3, 4]).map((count) => [...way, count]),
			),
		[[]],
	);
}

test.each(tables.flatMap((facts) => [0, 1].map((skip) => [JSON.stringify(facts), skip, facts] as const)))(
	"%s, skipping %i",
	(_, skip, facts) => {
		for (const list of listsOf(4)) {
			const slots = list.map((kind, index): Slot => ({ kind, word: { kind: "known", text: "x" }, index }));
			const seen = list.map(() => new Set<Role>());
			for (const way of waysOf(list)) {
				const count = way.reduce((sum, one) => sum + one, 0);
				let at = 0;
				for (const [slot, words] of way.entries())
					for (let word = 0; word < words; word++) seen[slot]?.add(roleAt(at++, count, facts, skip));
			}
			for (const [index, roles] of seen.entries())
				expect([list, index, [...rolesFrom(index, countsOf(slots), facts, skip)].sort()]).toEqual([
					list,
					index,
					[...roles].sort(),
				]);
		}
	},
);

test("in a command, one word that may be several leaves what follows in doubt", () => {
	const rolesIn = (script: string, place: number): readonly Role[] | undefined => {
		const reading = readScript(script);
		if (reading.kind !== "understood") throw new Error(reading.why);
		return readArguments(programNamed("grep"), reading.commands[0]?.args ?? []).operands[place]?.roles;
	};
	expect(rolesIn("grep x a", 1)).toEqual(["read"]);
	// Where it is no word, `a` is what is looked for.
	expect([...(rolesIn("grep $X a", 1) ?? [])].sort()).toEqual(["read", "value"]);
});
