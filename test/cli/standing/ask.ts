/**
 * Asks a command line that stands ready. To start a process and to load the command line costs ten times what most answers do; tests that ask about answers,
 * and not about the process, share one, which lives as long as the worker of Jest. It runs the very bundle that a process of its own runs.
 *
 *	TESTS_APART=1   every question is asked in a process of its own
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Ended } from "../cli.js";

export interface Question {
	readonly program: string;
	readonly words: readonly string[];
	readonly cwd: string;
	readonly input: string | Uint8Array;
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Verbs that answer and end. Others stay, run something, or are asked about the process that they are. */
const ready: ReadonlySet<string> = new Set([
	...["can", "check", "compile", "convert", "diff", "explain", "export", "fmt", "import", "init", "install", "lint"],
	...["prove", "render", "replay", "report", "show", "test", "tree", "uninstall"],
]);

export function canStand([verb = "", ...words]: readonly string[]): boolean {
	if (process.env.TESTS_APART === "1") return false;
	// What stands between a harness and the verb is a process with a clock.
	return verb === "hook" ? words.includes("--watched") : ready.has(verb) && !words.includes("--watch");
}

/** Milliseconds in which even a busy machine has an answer. */
const patience = 300_000;

/** The answer; undefined where the process ended without one. */
export function askStanding(question: Question): Ended | undefined {
	const flag = new Int32Array(new SharedArrayBuffer(4));
	const { port1, port2 } = new MessageChannel();
	standing().postMessage({ port: port2, flag, question }, [port2]);
	// As `spawnSync` waits: nothing else goes on meanwhile.
	if (Atomics.wait(flag, 0, 0, patience) === "timed-out") throw new Error(`no answer: ${question.words.join(" ")}`);
	const answer = receiveMessageOnPort(port1)?.message as Ended | undefined;
	port1.close();
	return answer;
}

/** One for all files of tests of a worker, which load this file each for themselves. */
const key = Symbol.for("bylaw.tests.standing");

function standing(): Worker {
	const holder = globalThis as { [key]?: Worker };
	if (holder[key] === undefined) {
		holder[key] = new Worker(new URL("thread.mjs", import.meta.url), { execArgv: [] });
		holder[key].unref();
	}
	return holder[key];
}
