/**
 * One that decides, with one set of rules: `node argv-process.mjs NAME RULES SORT`. Every answer is held against what the rules say, those that are timed included.
 */
import { answer } from "./other-process.mjs";
import { families, requestsFor, rulesOf } from "./rules.mjs";
import { stopwatch } from "./stopwatch.mjs";

const [name, count, sort] = process.argv.slice(2);
const rules = rulesOf(Number(count), sort);
const requests = new Map(families.map((family) => [family, requestsFor(Number(count), family, sort)]));
/** So many requests fit into a sample, by family. */
const sizes = new Map();
let decide;

answer({ prepare, warm, sample: ({ family }) => timed(family, sizes.get(family)) });

/** Takes the rules in. Loading the program itself is no part of the time. */
async function prepare() {
	const { prepare } = await import(`./argv/${name}.mjs`);
	const before = process.cpuUsage();
	const start = process.hrtime.bigint();
	({ decide } = await prepare(rules));
	const wall = Number(process.hrtime.bigint() - start) / 1e6;
	const { user, system } = process.cpuUsage(before);
	return { wall, processor: (user + system) / 1_000 };
}

/** Decides until it is fast: for so many milliseconds. */
async function warm({ family, milliseconds, sample }) {
	const begin = performance.now();
	let [spent, size, decided, time] = [0, 3, 0, 0];
	while (spent < milliseconds || decided < 10) {
		({ time } = await timed(family, size));
		// With the making of requests: of the fastest, that is the greater part.
		spent = performance.now() - begin;
		decided += size;
		size = sizeFor(Math.min(milliseconds / 4, sample), time);
	}
	sizes.set(family, sizeFor(sample, time));
	return { decided };
}

/** So many decisions last about so long. */
function sizeFor(milliseconds, time) {
	return Math.min(20_000, Math.max(3, Math.ceil(milliseconds / Math.max(time, 0.000_01))));
}

/** Milliseconds a decision, of so many. */
async function timed(family, size) {
	const batch = requests.get(family)(size);
	const answers = new Array(size);
	const stop = stopwatch();
	const first = decide(batch[0].argv);
	if (first instanceof Promise) {
		answers[0] = await first;
		for (let at = 1; at < size; at++) answers[at] = await decide(batch[at].argv);
	} else {
		answers[0] = first;
		for (let at = 1; at < size; at++) answers[at] = decide(batch[at].argv);
	}
	const time = stop() / size;
	for (let at = 0; at < size; at++) {
		const { argv, expected } = batch[at];
		if (answers[at] !== expected)
			throw new Error(`\`${argv.join(" ")}\` is \`${expected}\` by the rules, and \`${answers[at]}\` was the answer`);
	}
	return { time, size };
}
