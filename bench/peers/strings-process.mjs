/** One that reads and decides shell strings: `node strings-process.mjs NAME`. */
import { answer } from "./other-process.mjs";
import { longScript, policy, shortScripts } from "./scripts.mjs";
import { stopwatch } from "./stopwatch.mjs";

const [name] = process.argv.slice(2);
let decide;
const repeats = new Map();

answer({ prepare, warm, sample: ({ at }) => timed(shortScripts[at], repeats.get(at)), once, again });

async function prepare() {
	const { prepare } = await import(`./strings/${name}.mjs`);
	({ decide } = await prepare(policy));
	return {};
}

/** Decides a short script until it is fast. */
async function warm({ at, milliseconds, sample }) {
	let [spent, size, time] = [0, 3, 0];
	while (spent < milliseconds) {
		({ time } = await timed(shortScripts[at], size));
		spent += time * size;
		size = Math.max(3, Math.ceil(Math.min(milliseconds / 4, sample) / time));
	}
	repeats.set(at, Math.max(3, Math.ceil(sample / time)));
	return {};
}

/** Milliseconds a decision, of so many. */
async function timed({ script, expected }, size) {
	const answers = new Array(size);
	const stop = stopwatch();
	const first = decide(script);
	if (first instanceof Promise) {
		answers[0] = await first;
		for (let at = 1; at < size; at++) answers[at] = await decide(script);
	} else {
		answers[0] = first;
		for (let at = 1; at < size; at++) answers[at] = decide(script);
	}
	const time = stop() / size;
	const wrong = answers.find((one) => one !== expected);
	if (wrong !== undefined) throw new Error(`\`${script}\` is \`${expected}\`, and \`${wrong}\` was the answer`);
	return { time };
}

/** A long script, decided once. An error counts as an answer: what a harness makes of it is its own affair. */
async function once({ shape, length }) {
	const script = longScript(shape, length);
	const stop = stopwatch();
	let answer;
	try {
		answer = await decide(script);
	} catch (error) {
		answer = `error: ${error instanceof Error ? error.message : String(error)}`.slice(0, 100);
	}
	return { time: stop(), answer, length: script.length };
}

/** The least of some more times, where there is time for them. */
async function again({ shape, length, times }) {
	let least = Number.POSITIVE_INFINITY;
	for (let round = 0; round < times; round++) least = Math.min(least, (await once({ shape, length })).time);
	return { time: least };
}
