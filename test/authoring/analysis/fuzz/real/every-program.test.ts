/**
 * A few policies and claims of one shape about each of many programs: what is proved is held against commands that people wrote, against every option of the
 * program's table, and against code and modules. Those whose words say what they do are always among them; others are chosen by ANALYSIS_SEED, and ANALYSIS_RUNS
 * asks of more.
 */
import { expect, test } from "@jest/globals";
import { programs } from "../../../../../src/engine/knowledge/programs.generated.js";
import { emptyTally } from "../faults/fault.js";
import { loadedText } from "../small-policies.js";
import { equalFaults, provedFaults } from "./real-answers.js";

const always = [
	"python3",
	"node",
	"perl",
	"sqlite3",
	"awk",
	"sed",
	"set",
	"export",
	"date",
	"pulumi",
	"railway",
	"tar",
];
const more = 12 * Number(process.env.ANALYSIS_RUNS ?? 1);
const seed = Number(process.env.ANALYSIS_SEED ?? 1);

const powers = ["exec", "code", "write", "delete", "network", "privilege", "persistence", "secrets"];

/** Rules about a program, and claims that some of them break. */
const shapes: readonly (readonly [rules: string, claims: readonly string[]])[] = [
	["allow P", ["never allow P", ...powers.map((power) => `never allow P using ${power}`)]],
	["allow P\nask P within zz", ["never allow P"]],
	["allow P granting everything\ndeny P using write, delete, code", ["never allow P", "never allow P using network"]],
	["allow exactly P *", ["never allow P", "never allow P using delete"]],
];

/** Rules that differ for some programs, and for others not. */
const pairs: readonly (readonly [before: string, after: string])[] = [
	["allow P\ndeny P using write", "allow P"],
	["allow P", "allow P granting network, secrets"],
	["allow P", "allow P granting write"],
	["allow exactly P", "allow exactly P\nallow exactly P *"],
];

function chosen(): readonly string[] {
	const names = Object.keys(programs)
		.filter((name) => /^[a-z][\w-]*$/.test(name))
		.sort();
	return [
		...always,
		...Array.from({ length: more }, (_, at) => names[(seed * 7919 + at * 104_729) % names.length] ?? ""),
	];
}

test("what is proved of a program holds for its commands", () => {
	const tally = emptyTally();
	const faults = chosen().flatMap((name) => {
		const told = (text: string) => loadedText(`default deny\n${text.replaceAll(/\bP\b/g, name)}\n`);
		return [
			...shapes.flatMap(([rules, claims]) => provedFaults([name], told(`${rules}\n${claims.join("\n")}`), seed, tally)),
			...pairs.flatMap(([before, after]) => equalFaults([name], told(before), told(after), seed, tally)),
		].map(({ text }) => `${name}: ${text}`);
	});
	expect(faults).toEqual([]);
}, 300_000);
