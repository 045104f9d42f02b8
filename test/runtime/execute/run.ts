/** What the tests of this folder share: a run with few words, and a look at processes. */
import { readdirSync, readFileSync } from "node:fs";
import { launch, type Plan } from "../../../src/runtime/execute/launch.js";
import type { Outcome, RunOptions } from "../../../src/runtime/execute/outcome.js";

type Settings = RunOptions & Partial<Plan>;

/** Runs a program of /usr/bin, or one by its path. */
export function run(name: string, args: readonly string[] = [], settings: Settings = {}): Promise<Outcome> {
	const { file, argv0, cwd = "/", env = { PATH: "/usr/bin:/bin" }, limits = {}, ...options } = settings;
	const program = file ?? (name.startsWith("/") ? name : `/usr/bin/${name}`);
	return launch({ file: program, args, cwd, env, limits, ...(argv0 === undefined ? {} : { argv0 }) }, options);
}

/** A shell as the program under test: to have children, streams and signals at hand. */
export function shell(script: string, settings: Settings = {}): Promise<Outcome> {
	return run("/bin/sh", ["-c", script], settings);
}

/** Runs this Node with a script. */
export function node(script: string, settings: Settings = {}): Promise<Outcome> {
	return run(process.execPath, ["-e", script], settings);
}

/** The processes that have this text among their arguments and are alive. */
export function processesWith(text: string): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => {
			try {
				const state = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.[0];
				return state !== "Z" && readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").includes(text);
			} catch {
				return false;
			}
		});
}

/** An odd number of seconds for `sleep`, by which a test finds its own processes again. */
export function oddSeconds(): string {
	return `${1000 + Math.floor(Math.random() * 1e9)}.5`;
}
