/**
 * Asks a command line that stands ready. To start a process and to load the command line costs ten times what most answers do; tests that ask about answers,
 * and not about the process, share one, which lives as long as the worker of Jest. It runs the very bundle that a process of its own runs.
 *
 *	TESTS_APART=1   every question is asked in a process of its own
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Ended } from "../cli.js";

/** `all`: both streams, as they came. */
export interface Stood extends Ended {
	readonly all: string;
}

export interface Question {
	readonly program: string;
	readonly words: readonly string[];
	readonly cwd: string;
	readonly input: string | Uint8Array;
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Verbs that answer and end. Others stay, run something, or are asked about the process that they are. */
const ready: ReadonlySet<string> = new Set([
	...["audit", "bundle", "can", "check", "compile", "completion", "convert", "diff", "explain", "export", "fleet"],
	...["fmt", "import", "init", "install", "learn", "lint", "prove", "render", "replay", "report", "session", "show"],
	...["test", "tree", "uninstall"],
]);

/** Verbs of which another bundle may answer, which their process tries first. */
const quick: ReadonlySet<string> = new Set(["hook", "run"]);

/** With these words a verb goes on for as long as somebody wants it, or ends its process when its time is up. */
const staying: ReadonlySet<string> = new Set(["--watch", "--follow", "--every", "beat", "refresh", "serve"]);

export function canStand([verb = "", ...words]: readonly string[]): boolean {
	if (process.env.TESTS_APART === "1") return false;
	// What stands between a harness and the verb is a process with a clock.
	if (verb === "hook" && words.includes("--watched")) return true;
	// To show its help, a verb neither stays nor runs anything.
	if (words.length === 1 && words[0] === "--help") return /^[a-z]+$/.test(verb) && !quick.has(verb);
	// A log is read from the descriptor itself.
	if ((verb === "audit" || verb === "learn") && words.includes("-")) return false;
	return ready.has(verb) && !words.some((word) => staying.has(word));
}

/** Milliseconds in which even a busy machine has an answer. */
const patience = 300_000;

/** The answer; undefined where the process ended without one. */
export function askStanding(question: Question): Stood | undefined {
	const flag = new Int32Array(new SharedArrayBuffer(4));
	const { port1, port2 } = new MessageChannel();
	standing().postMessage({ port: port2, flag, question }, [port2]);
	// As `spawnSync` waits: nothing else goes on meanwhile.
	if (Atomics.wait(flag, 0, 0, patience) === "timed-out") throw new Error(`no answer: ${question.words.join(" ")}`);
	const answer = receiveMessageOnPort(port1)?.message as Stood | undefined;
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
