/**
 * Runs what a permit stands for: finds the program, builds its environment, starts it; a shell only where a script was decided.
 */
import { statSync } from "node:fs";
import { type Permit, redeem } from "../decide/permit.js";
import { bashOn } from "./bash.js";
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
	const { work, cwd, env, environment, limits } = redeem(permission);
	const { baseEnvironment = process.env, ...options } = settings;
	const built = { ...buildEnvironment(baseEnvironment, environment), ...env };
	if (!isFolder(cwd)) return failed(`there is no folder \`${cwd}\` to run in`);
	const path = environment.set.PATH ?? baseEnvironment.PATH ?? "";
	switch (work.kind) {
		case "argv": {
			const [name, ...args] = work.argv;
			const file = findProgram(name, { path, cwd });
			if (file === undefined)
				return failed(`there is no program \`${name}\`${name.includes("/") ? " here" : " on the PATH"}`);
			return launch({ file, argv0: name, args, cwd, env: built, limits }, options);
		}
		case "script": {
			const file = findProgram("bash", { path: [...work.trust, path].join(":"), cwd });
			if (file === undefined) return failed("there is no `bash` here, which this script needs");
			return launch({ file, argv0: "bash", ...bashOn(work.script, built, work.home), cwd, limits }, options);
		}
	}
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
