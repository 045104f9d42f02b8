/**
 * How long it takes to read a shell string and to decide it, and how that grows with its length.
 *
 *	npm run bench:shell                         everything; writes RESULTS.md and shell.svg beside this file
 *	npm run bench:shell -- --only folders       the shapes with that in their name, printed; nothing is written
 *	npm run bench:shell -- --rounds 5           fewer rounds than 15; nothing is written
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadEngine } from "./shell/engine.mjs";
import { everydayScript, pipeline, statusLine } from "./shell/everyday.mjs";
import { growth, measure } from "./shell/measure.mjs";
import { plot } from "./shell/plot.mjs";
import { report } from "./shell/report.mjs";
import { largest, repeated, shapeOf, shapes } from "./shell/shapes.mjs";

const { values: options } = parseArgs({ options: { only: { type: "string" }, rounds: { type: "string" } } });
const rounds = Number(options.rounds ?? 15);
const kibibytes = [1, 2, 4, 8, 16, 32, 64, 128].map((size) => size * 1024);
const kilobytes = [1, 2, 5, 10, 20, 40].map((size) => size * 1000);

const engine = await loadEngine();
const chosen = shapes.filter((name) => options.only === undefined || name.includes(options.only));
const scripts = [
	{ group: "everyday", name: "`git status`", script: statusLine },
	{ group: "everyday", name: "a pipeline", script: pipeline },
	...kilobytes.map((size) => ({ group: "everyday", name: `a script of ${size / 1000} kB`, script: everydayScript(size) })),
	...chosen.flatMap((name) =>
		[...kibibytes.map((size) => shapeOf(name, size)), ...longestUnderstood(name)].map((script) => ({
			group: name,
			name,
			script,
		})),
	),
];
const cases = scripts.flatMap(({ group, name, script }) => {
	const base = { group, name, length: script.length, answer: engine.read(script), effect: engine.decide(script) };
	return [
		{ ...base, does: "read", run: () => engine.read(script) },
		{ ...base, does: "decide", run: () => engine.decide(script) },
	];
});
const measured = measure(cases, rounds, (round) => process.stderr.write(`\rround ${round} of ${rounds} `));
process.stderr.write("\n");

const found = {
	rounds,
	everyday: rowsOf("everyday"),
	shapes: chosen.map((name) => shapeRow(name, rowsOf(name))),
};
const text = report(found);
console.log(text);
if (options.only === undefined && options.rounds === undefined) {
	writeFileSync(new URL("RESULTS.md", import.meta.url), text);
	writeFileSync(new URL("shell.svg", import.meta.url), plot(found));
}

/** Between the lengths that are tried may lie one that is just within the bounds: that is where an attacker would go. */
function longestUnderstood(name) {
	const longest = kibibytes[kibibytes.length - 1];
	const fits = (times) => repeated(name, times).length <= longest;
	const understood = (times) => engine.read(repeated(name, times)) === undefined;
	const most = largest(longest, fits);
	if (understood(most) || !understood(1)) return [];
	return [repeated(name, largest(most, understood))];
}

/** Both times of each script of a group, in the order of their lengths. */
function rowsOf(group) {
	const rows = new Map();
	for (const one of measured)
		if (one.group === group) {
			const { name, length, answer, effect } = one;
			const row = rows.get(`${name} ${length}`) ?? { name, length, answer, effect };
			rows.set(`${name} ${length}`, { ...row, [one.does]: { median: one.median, least: one.least } });
		}
	return [...rows.values()].sort((a, b) => a.length - b.length);
}

function shapeRow(name, rows) {
	const understood = rows.filter((row) => row.answer === undefined);
	const last = rows[rows.length - 1];
	const slowest = rows.reduce((worst, row) => (row.decide.least > worst.decide.least ? row : worst));
	return {
		name,
		rows,
		last,
		slowest,
		understood: understood[understood.length - 1],
		growth: { read: larger(understood, "read"), decide: larger(understood, "decide") },
		refusing: larger(
			rows.filter((row) => row.answer !== undefined && row.answer === last.answer),
			"decide",
		),
	};
}

/** Growth over the larger half of the lengths: below, what every script costs flattens the line. Least times: they are hit least by other work. */
function larger(rows, does) {
	const half = rows.filter((row) => row.length >= 900).slice(-Math.max(3, Math.ceil(rows.length / 2)));
	return growth(half.map((row) => ({ length: row.length, time: row[does].least })));
}
