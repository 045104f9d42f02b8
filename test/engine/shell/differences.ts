/** Where the reader and a real shell differ: scripts that it calls understood, in which the shell ran a command that it did not find, or wrote a file, and those at which it throws. */
import { setImmediate } from "node:timers/promises";
import type { ReadCommand } from "../../../src/engine/effects/commands.js";
import { type Found, find, missed, missedFiles, show } from "./covers.js";
import { scriptOf } from "./generator.js";
import { runInBash, type Shell } from "./run-in-bash.js";

export interface Difference {
	readonly script: string;
	readonly shell: Shell;
	/** Commands that it ran and files that it wrote. */
	readonly missed: readonly string[];
	readonly found: readonly string[];
}

export interface Tally {
	readonly scripts: number;
	readonly understood: number;
	/** Commands that ran in the scripts that were understood. */
	readonly commands: number;
	/** Scripts that did not end in time. */
	readonly stopped: number;
	/** Why scripts were refused, each as often as it was. */
	readonly reasons: readonly string[];
	readonly differences: readonly Difference[];
}

/** So many are read while the same number before them runs. */
const batch = 400;

/** Tries the scripts of these seeds. */
export async function tryScripts(firstSeed: number, count: number, shell: Shell): Promise<Tally> {
	const tallies: Promise<Tally>[] = [];
	for (let from = 0; from < count; from += batch) {
		const scripts: string[] = [];
		for (let seed = from; seed < Math.min(from + batch, count); seed++) {
			scripts.push(scriptOf(firstSeed + seed, shell));
			if (seed % 20 === 0) await setImmediate(); // those that run have something to say in between
		}
		const read = await readAll(scripts, shell);
		await tallies.at(-1);
		tallies.push(runAll(read, shell));
	}
	return sum(await Promise.all(tallies));
}

/** What is refused is denied whatever it does: only what is understood is run. `time`: how long one script may take, in milliseconds. */
export async function compare(scripts: readonly string[], shell: Shell, time?: number): Promise<Tally> {
	return runAll(await readAll(scripts, shell), shell, time);
}

interface Understood {
	readonly script: string;
	readonly commands: readonly ReadCommand[];
}

async function readAll(scripts: readonly string[], shell: Shell) {
	const understood: Understood[] = [];
	const reasons: string[] = [];
	const faults: Difference[] = [];
	for (const [index, script] of scripts.entries()) {
		const found = findOrFault(script, shell);
		if (found instanceof Error) faults.push({ script, shell, missed: [`nothing: ${found.message}`], found: [] });
		else if (found.kind === "understood") understood.push({ script, commands: found.commands });
		else reasons.push(found.why);
		if (index % 20 === 0) await setImmediate();
	}
	return { understood, reasons, faults };
}

/** The reader throws nothing, whatever it is given; where it does, that is a difference, too. */
function findOrFault(script: string, shell: Shell): Found | Error {
	try {
		return find(script, shell);
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error));
	}
}

async function runAll(
	{ understood, reasons, faults }: Awaited<ReturnType<typeof readAll>>,
	shell: Shell,
	time?: number,
): Promise<Tally> {
	const scripts = understood.map(({ script }) => script);
	const ran = await runInBash(scripts, shell, time);
	const differences = understood.flatMap(({ script, commands }, index) => {
		const done = ran[index] ?? { commands: [], files: [] };
		const lines = [
			...missed(commands, done.commands).map((words) => `the command ${JSON.stringify(words)}`),
			...missedFiles(commands, done.files).map((file) => `the file ${JSON.stringify(file)}`),
		];
		const left = [...new Set(lines)];
		return left.length === 0 ? [] : [{ script, shell, missed: left, found: commands.map(show) }];
	});
	return {
		scripts: understood.length + reasons.length + faults.length,
		understood: understood.length,
		commands: ran.reduce((all, { commands }) => all + commands.length, 0),
		stopped: ran.filter(({ stopped }) => stopped).length,
		reasons,
		differences: [...faults, ...differences],
	};
}

function sum(tallies: readonly Tally[]): Tally {
	const total = (key: "scripts" | "understood" | "commands" | "stopped") =>
		tallies.reduce((all, tally) => all + tally[key], 0);
	return {
		scripts: total("scripts"),
		understood: total("understood"),
		commands: total("commands"),
		stopped: total("stopped"),
		reasons: tallies.flatMap(({ reasons }) => reasons),
		differences: tallies.flatMap(({ differences }) => differences),
	};
}
