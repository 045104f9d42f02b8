/**
 * How long it takes to read a shell string and to decide it, and how that grows with its length.
 *
 *	npm run bench:shell                         everything; writes RESULTS.md and shell.svg beside this file
 *	npm run bench:shell -- --only folders       everyday scripts, and the shapes with that in their name; nothing is written
 *	npm run bench:shell -- --rounds 5           fewer rounds than 15; nothing is written
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadEngine } from "./shell/engine.mjs";
import { everydayScript, pipeline, statusLine } from "./shell/everyday.mjs";
import { growth, measure, once } from "./shell/measure.mjs";
import { plot } from "./shell/plot.mjs";
import { report } from "./shell/report.mjs";
import { largest, repeated, shapeOf, shapes } from "./shell/shapes.mjs";

const { values: options } = parseArgs({ options: { only: { type: "string" }, rounds: { type: "string" } } });
const rounds = Number(options.rounds ?? 15);
const kibibytes = [1, 2, 4, 8, 16, 32, 64, 128].map((size) => size * 1024);
const kilobytes = [1, 2, 5, 10, 20, 40].map((size) => size * 1000);
/** Where one answer takes longer than this, in milliseconds, longer scripts of the shape are left alone. */
const patience = 1_000;

const engine = await loadEngine();
const everyday = [
	{ name: "`git status`", script: statusLine },
	{ name: "a pipeline", script: pipeline },
	...kilobytes.map((length) => ({ name: `a script of ${length / 1000} kB`, script: everydayScript(length) })),
].map((one) => scriptOf(one.name, one.script));
for (let round = 0; round < 30; round++) for (const { script } of everyday.slice(0, -2)) engine.decide(script);

const chosen = shapes.filter((name) => options.only === undefined || name.includes(options.only));
const tried = chosen.map(scriptsOfShape);
const all = [...everyday, ...tried.flatMap((one) => one.scripts)];
measure(
	all.flatMap((script) => Object.values(script.times)),
	rounds,
	(round) => process.stderr.write(`\rround ${round} of ${rounds} `),
);
process.stderr.write("\n");

const found = { rounds, everyday, shapes: tried.map(shapeRow) };
const page = report(found);
console.log(page);
if (options.only === undefined && options.rounds === undefined) {
	const results = new URL("RESULTS.md", import.meta.url);
	const before = existsSync(results) ? readFileSync(results, "utf8") : "";
	// What stands behind is the other benchmark's.
	const others = before.indexOf("<!-- written by bench/analysis.mjs");
	writeFileSync(results, others < 0 ? page : `${page.trimEnd()}\n\n${before.slice(others)}`);
	writeFileSync(new URL("shell.svg", import.meta.url), picture(found));
}

/** A script, what is answered, and two times yet to be measured. */
function scriptOf(name, script) {
	return {
		name,
		script,
		length: script.length,
		refused: engine.read(script),
		effect: engine.decide(script),
		times: { read: { run: () => engine.read(script) }, decide: { run: () => engine.decide(script) } },
	};
}

/** The shape at each length, for as long as answers come in time; and at the greatest length that is understood. */
function scriptsOfShape(name) {
	const scripts = [];
	for (const length of kibibytes) {
		const one = scriptOf(name, shapeOf(name, length));
		scripts.push(one);
		if (once(one.times.decide.run) > patience) return { name, scripts, given: true };
	}
	const longest = longestUnderstood(name);
	if (longest !== undefined) scripts.push(scriptOf(name, longest));
	return { name, scripts: scripts.sort((a, b) => a.length - b.length), given: false };
}

/** Between the lengths that are tried may lie one that is just within the bounds: that is where an attacker would go. */
function longestUnderstood(name) {
	const longest = kibibytes.at(-1);
	const understood = (times) => engine.read(repeated(name, times)) === undefined;
	const most = largest(longest, (times) => repeated(name, times).length <= longest);
	return understood(most) || !understood(1) ? undefined : repeated(name, largest(most, understood));
}

function shapeRow({ name, scripts, given }) {
	const understood = scripts.filter((one) => one.refused === undefined);
	const last = scripts.at(-1);
	return {
		name,
		scripts,
		given,
		last,
		slowest: scripts.reduce((worst, one) => (one.times.decide.least > worst.times.decide.least ? one : worst)),
		understood: understood.at(-1),
		growth: { read: growthOf(understood, "read"), decide: growthOf(understood, "decide") },
		refusing: growthOf(
			scripts.filter((one) => one.refused !== undefined && one.refused === last.refused),
			"decide",
		),
	};
}

/** Over the greater half of the lengths: below, what every script costs flattens the line. Least times are hit least by other work. */
function growthOf(scripts, does) {
	const greater = scripts.slice(-Math.max(3, Math.ceil(scripts.length / 2)));
	return growth(greater.map(({ length, times }) => ({ length, time: times[does].least })));
}

function picture({ everyday, shapes }) {
	const points = (scripts, does) =>
		scripts.map(({ length, refused, times }) => ({ length, time: times[does].least, refused: refused !== undefined }));
	const slowest = [...shapes].sort((a, b) => b.slowest.times.decide.least - a.slowest.times.decide.least).slice(0, 5);
	return plot("Reading and deciding a shell string", [
		{ name: "everyday scripts, decided", points: points(everyday, "decide") },
		{ name: "everyday scripts, read", points: points(everyday, "read") },
		...slowest.map(({ name, scripts }) => ({ name, points: points(scripts, "decide") })),
	]);
}
