/**
 * Runs what a permit stands for: finds the program, builds its environment, starts it without a shell.
 */
import { statSync } from "node:fs";
import { type Permit, redeem } from "../decide/permit.js";
import { buildEnvironment } from "./environment.js";
import { findProgram } from "./find-program.js";
import { launch } from "./launch.js";
import type { Outcome, RunOptions } from "./outcome.js";

export interface RunSettings extends RunOptions {
	/** The environment that kept variables come from; the process's own when absent. */
	readonly baseEnvironment?: Readonly<Record<string, string | undefined>>;
}

/** Runs a permitted command. Throws a TypeError for anything that is no permit; what a program does is in the outcome. */
export async function run(permission: Permit, settings: RunSettings = {}): Promise<Outcome> {
	const { argv, cwd, env, environment, limits } = redeem(permission);
	const { baseEnvironment = process.env, ...options } = settings;
	const base = buildEnvironment(baseEnvironment, environment);
	const [name, ...args] = argv;
	if (!isFolder(cwd)) return failed(`there is no folder \`${cwd}\` to run in`);
	const file = findProgram(name, { path: environment.set.PATH ?? baseEnvironment.PATH ?? "", cwd });
	if (file === undefined)
		return failed(`there is no program \`${name}\`${name.includes("/") ? " here" : " on the PATH"}`);
	return launch({ file, argv0: name, args, cwd, env: { ...base, ...env }, limits }, options);
}

function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}

function failed(failure: string): Outcome {
	return { failure, timedOut: false, cancelled: false, duration: 0, warnings: [] };
}
