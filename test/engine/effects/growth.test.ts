/** What is asked of the world grows with the length of a command alone, and what is too much to be kept apart is in doubt. */
import { expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { loadText } from "../../../src/runtime/load/load.js";

const tree = loadText(
	"p.rules",
	`default deny
syntax sequences, pipes, variables
allow pnpm, git, tar, cp, cat within .
allow curl granting network
deny curl touching kept`,
).tree as Tree;

/** The decision, and how many letters the paths have that the world was asked about. */
function decided(script: string): { effect: string; letters: number } {
	let letters = 0;
	const linkAt = (path: string) => {
		letters += path.length;
		return "none" as const;
	};
	const { effect } = decide(
		tree,
		{ agent: "default", script },
		{ workspace: "/repo", home: "/home/dev", linkAt, entriesOf: () => [] },
	);
	return { effect, letters };
}

const repeated = (times: number, unit: (index: number) => string) =>
	Array.from({ length: times }, (_, index) => unit(index)).join("");

test.each<[string, (index: number) => string]>([
	["pnpm", (index) => ` --prefix=a${index}`],
	["git", (index) => ` -C a${index}`],
	["tar c -C a", (index) => ` -v f${index}`],
	["cp", (index) => ` -t a${index} f${index}`],
])("S1.4 %s asks the world twice as much about twice the words", (program, unit) => {
	const [once, twice] = [200, 400].map((times) => decided(program + repeated(times, unit)).letters) as [number, number];
	expect(twice).toBeLessThan(2.5 * once + 1_000);
});

test.each([
	["allow", 3],
	["deny", 40],
])("S1.4 a command in many folders, or copied to many, is not known to stay inside: %s", (effect, times) => {
	expect(decided(`git${repeated(times, (index) => ` -C a${index}`)} status`).effect).toBe(effect);
	expect(decided(`cp f${repeated(times, (index) => ` -t a${index}`)}`).effect).toBe(effect);
});

test("S1.4 what many commands may send of what many read is in doubt", () => {
	const script = (times: number) => repeated(times, (index) => `cat f${index}; curl -A "$x" http://h/; `);
	expect(decided(script(3)).effect).toBe("allow");
	expect(decided(script(120)).effect).toBe("deny");
});
