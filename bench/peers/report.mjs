/** What was found, as a section of the page: tables of times and of ratios to ours, and what was wanted beside what came out. */
import { machine } from "../results.mjs";
import { deciders } from "./argv.mjs";
import { hookHead, hookRows } from "./hooks.mjs";
import { installed } from "./install.mjs";
import { realHead, realRows } from "./real.mjs";
import { families } from "./rules.mjs";
import { lengths, longShapes, shortScripts } from "./scripts.mjs";
import { stagesHead, stagesRows } from "./stages.mjs";
import { readers } from "./strings.mjs";
import { table } from "./table.mjs";
import { targets } from "./targets.mjs";

export function report(found) {
	return `# Beside others

${machine()} Medians of ${found.rounds} rounds, least times in parentheses: where the machine does much else, those are the better ones. Ratios are of medians of this run.
What is measured, and how, is in [README](README.md).

${targetTable(targets(found))}
${families.map((family) => argvTables(found.argv, family)).join("")}${argvTables(found.plain, "new words", true)}
${stringTables(found.strings)}
${loadingTable(found)}
${realTable(found.real)}
${stagesTable(found.stages)}
${callsTable(found.calls)}
${programTables(found)}

${hooksTable(found.hooks)}`;
}

function targetTable(all) {
	const rows = all.map(({ what, wanted, came, good }) => [
		what,
		wanted,
		came,
		good === undefined ? "not measured" : good ? "yes" : "**no**",
	]);
	return `## What is wanted, and what came out

${table(["", "wanted", "came out", "reached"], "", rows)}
`;
}

const kinds = {
	"new words": "words that no request had before",
	"new paths": "paths that no request had before",
};

function argvTables(rows, family, isPlain = false) {
	const sizes = [...new Set(rows.map(({ rules }) => rules))];
	const at = (name, rules) => rows.find((row) => row.name === name && row.rules === rules);
	const cell = (name, rules, show) => {
		const row = at(name, rules);
		const times = row?.times[family];
		return times === undefined ? "–" : show(times, at("ours", rules).times[family]);
	};
	const present = deciders.filter(({ name }) =>
		rows.some((row) => row.name === name && row.times[family] !== undefined),
	);
	const lines = (show) =>
		present.map(({ name, title, dependency }) => [
			titled(title, dependency),
			...sizes.map((rules) => cell(name, rules, show)),
		]);
	const heads = ["", ...sizes.map((rules) => `${rules} rules`)];
	const isFirst = family === families[0] && !isPlain;
	const [picture, left] = isFirst ? ["![cost against rules](rules.svg)\n\n", leftOut(rows)] : ["", ""];
	return `
## Deciding an argv${isPlain ? ", rules of program and first operand alone" : ""}: ${kinds[family]}

${picture}${table(heads, "r", lines(both))}

As ratios to ours:

${table(
	heads,
	"r",
	lines((times, ours) => ratio(times.median / ours.median)),
)}
${left}`;
}

function leftOut(rows) {
	const first = rows.filter(
		(row, at) =>
			row.leftOut !== undefined && rows.findIndex((one) => one.name === row.name && one.leftOut !== undefined) === at,
	);
	if (first.length === 0) return "";
	const said = first.map(({ name, rules, leftOut }) => `${name} from ${rules} rules on (${leftOut})`);
	return `\nLeft out: ${said.join("; ")}.\n`;
}

function stringTables({ short, long }) {
	const [ours] = short;
	const heads = ["", ...shortScripts.map(({ script }) => code(script))];
	const lines = (show) =>
		short.map(({ name, times }) => [readerTitle(name), ...times.map((one, at) => show(one, ours.times[at]))]);
	const shapes = longShapes.filter((shape) => long.some((row) => row.shape === shape));
	return `
## Reading and deciding a shell string

${table(heads, "r", lines(both))}

As ratios to ours:

${table(
	heads,
	"r",
	lines((times, own) => ratio(times.median / own.median)),
)}

## Shell strings that are made to be slow

The least of several times; where an answer took over half a second, of one. "stopped": no answer in time, or its process ended; longer ones of the shape were not tried.

![shell reading against length](lengths.svg)

${shapes.map((shape) => longTable(shape, long)).join("\n")}`;
}

function longTable(shape, long) {
	const rows = long.filter((row) => row.shape === shape);
	const measured = lengths.filter((_, at) => rows.some(({ points }) => at < points.length));
	const cells = ({ points }) =>
		measured.map((_, at) => {
			const point = points[at];
			if (point === undefined) return "–";
			return point.late ? `stopped: ${point.answer.replaceAll("|", " ")}` : `${time(point.time)}, ${point.answer}`;
		});
	return `${shape[0].toUpperCase()}${shape.slice(1)}:

${table(
	["", ...measured.map((length) => `${length} characters`)],
	"r",
	rows.map((row) => [readerTitle(row.name), ...cells(row)]),
)}
`;
}

function loadingTable({ loading, argv }) {
	const own = loading.map(({ rules, name, wall, processor }) => [
		`Bylaw, ${name}`,
		rules === "pack" ? "the largest pack" : rules,
		both(wall),
		both(processor),
	]);
	const others = argv
		.filter(
			({ name, prepared, rules }) =>
				name !== "ours" && prepared !== undefined && loading.some((one) => one.rules === rules),
		)
		.map(({ name, rules, prepared: { wall, processor } }) => [
			deciders.find((one) => one.name === name).title,
			rules,
			time(wall),
			time(processor),
		]);
	return `
## Taking rules in

Ours in a process that has done nothing before, ${loading.length > 0 ? "several times" : "never"}; the others once, when they were started to decide. Loading the programs themselves is not counted.

${table(["", "rules", "time", "of the processor"], "r", [...own, ...others])}`;
}

function realTable(found) {
	return `
## Real commands under shipped packs

Those of the open corpora, each by itself, after others warmed the code. The mean is that of the round with the least one.

${table(realHead, "r", realRows(found))}`;
}

function stagesTable(stages) {
	return `
## Where the time goes

The same commands without a disk, each stage by itself in one process, the mean of the round with the least one. Paths, hosts and powers are worked out where a test asks for them, so they count to the tests.

${table(stagesHead, "r", stagesRows(stages))}`;
}

function callsTable(calls) {
	return `
## Calls of other tools

A call beside a simple command that does the like, in one process. A tool of a server stands beside a program that no table knows: the values of both may be paths that are written.

${table(
	["", "a command", "a call", "ratio"],
	"r",
	calls.map(({ name, command, call }) => [name, both(command), both(call), ratio(call.median / command.median)]),
)}`;
}

function programTables({ programs: { programs, streams, lines }, serving, runs }) {
	const [node] = programs;
	const rows = programs.map(({ name, wall, processor }) => [
		code(name),
		both(wall),
		ratio(wall.median / node.wall.median),
		processor === undefined ? "–" : time(processor),
		processor === undefined ? "–" : ratio(processor / node.processor),
	]);
	const speeds = streams.map(({ name, perSecond, perProcessorSecond }) => [
		name,
		count(perSecond),
		perProcessorSecond === undefined ? "–" : count(perProcessorSecond),
	]);
	const floor = { "run, merged": "a bare terminal", "run, separate": "bare pipes" };
	const timeOf = (name) => runs.find((one) => one.name === name)?.time;
	const runRows = runs.map(({ name, time }) => {
		const below = timeOf(floor[name]);
		return [name, both(time), below === undefined ? "" : `${ratio(time.median / below.median)} of ${floor[name]}`];
	});
	return `
## Whole processes

${table(["", "time", "ratio", "of the processor, mean", "ratio"], "r", rows)}

A stream, \`rules check --jsonl\`: ${lines} lines against one, each as a process.

${table(["", "decisions a second", "a second of the processor"], "r", speeds)}

A resident decider, \`rules serve --socket\`, asked over its socket by another process:

${servingTable(serving)}

Running \`true\` by the library, decided each time, in one process:

${table(["", "time", "ratio"], "r", runRows)}`;
}

function hooksTable(hooks) {
	const head = `## Hooks, as a harness sees them

From the start of the line that a harness is told to run to the end of the answer. Ratios are of the least times.
`;
	if (hooks.leftOut !== undefined)
		return `${head}
Left out: ${hooks.leftOut}.`;
	const { alone, atOnce, perProcessorSecond, memory } = hooks;
	return `${head}
${table(hookHead, "r", hookRows(hooks, both, ratio))}

A resident's answer alone, over connections that are kept; ${count(perProcessorSecond)} answers a second of one core, and ${memory.toFixed(0)} MiB after 20,000 answers for 64 workspaces:

${table(["", "median", "p99"], "r", [
	["one session", both(alone.median), both(alone.p99)],
	["eight at once", both(atOnce.median), both(atOnce.p99)],
])}`;
}

function servingTable(serving) {
	if (serving.leftOut !== undefined) return `Left out: ${serving.leftOut}.`;
	return table(
		["", "a decision"],
		"r",
		serving.ways.map(({ name, time }) => [name, both(time)]),
	);
}

function readerTitle(name) {
	const { title, dependency } = readers.find((one) => one.name === name);
	return titled(title, dependency);
}

function titled(title, dependency) {
	return dependency === undefined ? title : `${title} ${installed(dependency)}`;
}

/** The first column stands left; the others where they are told to. */
export function both({ median, least }) {
	return `${time(median)} (${time(least)})`;
}

export function time(milliseconds) {
	const digits = (value) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(2)));
	if (milliseconds >= 1_000) return `${digits(milliseconds / 1_000)} s`;
	if (milliseconds >= 1) return `${digits(milliseconds)} ms`;
	return milliseconds >= 0.001 ? `${digits(milliseconds * 1_000)} µs` : `${digits(milliseconds * 1e6)} ns`;
}

export function ratio(value) {
	return value >= 100 ? count(value) : value >= 10 ? value.toFixed(0) : value.toFixed(2);
}

export function count(value) {
	return Math.round(value).toLocaleString("en-GB");
}

function code(text) {
	return `\`${text.replaceAll("|", "\\|")}\``;
}
