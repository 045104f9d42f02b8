/**
 * Runs what a permit stands for: finds the program, builds its environment, starts it; a shell only where a script was decided.
 */

import { realpathSync } from "node:fs";
import { consumePermit, type Permit, type Permitted } from "../../engine/decide/permit.js";
import { checkOptions, type OptionNames } from "../../language/diagnostic/known-options.js";
import { bashOn } from "./bash.js";
import { buildEnvironment } from "./environment.js";
import { findProgram } from "./find-program.js";
import { launch, type Plan } from "./launch.js";
import { isFolder } from "./look-at.js";
import type { Outcome, RunOptions } from "./outcome.js";
import { type Identity, identify } from "./processes/identity.js";
import { findBubblewrap } from "./sandbox/find-bubblewrap.js";
import { systemWays, type Ways } from "./sandbox/network/way-out.js";
import { type Walls, wallsFor } from "./sandbox/sandbox.js";
import { searchPath } from "./search-path.js";

export interface RunSettings extends RunOptions {
	/** The environment that kept variables come from; the process's own when absent. */
	readonly baseEnvironment?: Readonly<Record<string, string | undefined>>;
	/**
	 * Files and folders that govern runs or keep them on record, beside those that lie in places of their own: a log and its head, settings, keys, tokens.
	 * A sandbox neither shows them nor lets them be written. Without a sandbox they mean nothing.
	 */
	readonly governing?: readonly string[];
}

export const runSettings: OptionNames<RunSettings> = {
	input: true,
	outputMode: true,
	timeout: true,
	signal: true,
	onOutput: true,
	spillFolder: true,
	baseEnvironment: true,
	governing: true,
};

/** Runs a permitted command. Throws a TypeError for anything that is no permit; what a program does is in the outcome. */
export function run(permission: Permit, settings: RunSettings = {}): Promise<Outcome> {
	return runThrough(permission, settings, systemWays);
}

/** The same, for a sandbox whose way out looks names up and connects so. */
export async function runThrough(permission: Permit, settings: RunSettings, ways: Ways): Promise<Outcome> {
	const permitted = consumePermit(permission);
	checkOptions("run", settings, runSettings);
	const { work, cwd, limits } = permitted;
	const { baseEnvironment = process.env, governing = [], ...options } = settings;
	if (!isFolder(cwd)) return failed(`there is no folder \`${cwd}\` to run in`);
	const path = searchPath(permitted, baseEnvironment.PATH);
	const env = environmentFor(permitted, baseEnvironment, path);
	const walls = await wallsFor(permitted, findBubblewrap, governing, ways);
	if (walls.kind === "refused") return { ...failed(walls.failure), sandbox: "denied" };
	const start = (plan: Plan): Promise<Outcome> => launchWithin(walls, plan, options);
	switch (work.kind) {
		case "argv": {
			const [name, ...args] = work.argv;
			const program = found(name, permitted, path);
			if ("failure" in program) return failed(program.failure);
			return start({ ...program, argv0: name, args, cwd, env, limits });
		}
		case "script": {
			const program = found("bash", permitted, path);
			if ("failure" in program) return failed("there is no `bash` here, which this script needs");
			// Without a PATH of its own it looks where it was built to look, which may be the current folder.
			const bash = bashOn(work.script, { PATH: path, ...env }, work.home);
			return start({ ...program, argv0: "bash", ...bash, cwd, limits });
		}
	}
}

/** Starts it in its sandbox, or without one where the policy can do without. */
async function launchWithin(
	walls: Exclude<Walls, { readonly kind: "refused" }>,
	plan: Plan,
	options: RunOptions,
): Promise<Outcome> {
	switch (walls.kind) {
		case "none":
			return launch(plan, options);
		case "missing": {
			const outcome = await launch(plan, options);
			return { ...outcome, sandbox: "none", warnings: [walls.warning, ...outcome.warnings] };
		}
		case "ready":
			return launchConfined(walls.confine, plan, options);
	}
}

async function launchConfined(
	confine: NonNullable<Plan["confine"]>,
	plan: Plan,
	options: RunOptions,
): Promise<Outcome> {
	let isDenied = false;
	const outcome = await launch(
		{
			...plan,
			confine: (inmate) => {
				const made = confine(inmate);
				isDenied = "failure" in made;
				return made;
			},
		},
		options,
	);
	return { ...outcome, sandbox: isDenied ? "denied" : "bubblewrap" };
}

/** Wrappers and scripts look programs up as we do, unless the policy accepts another PATH. */
function environmentFor(
	{ env, environment }: Permitted,
	base: NonNullable<RunSettings["baseEnvironment"]>,
	path: string,
): Record<string, string> {
	const built = buildEnvironment(base, environment);
	const isKept = built.PATH !== undefined && environment.set.PATH === undefined;
	return { ...built, ...(isKept ? { PATH: path } : {}), ...env };
}

/** The program: looked up once, and the same that it was when it was decided. */
function found(
	name: string,
	{ work, cwd, leadsTo }: Permitted,
	path: string,
): { readonly file: string; readonly identity: Identity } | { readonly failure: string } {
	const file = findProgram(name, { path, cwd });
	const identity = file === undefined ? undefined : identify(file);
	if (file === undefined || identity === undefined)
		return { failure: `there is no program \`${name}\`${name.includes("/") ? " here" : " on the PATH"}` };
	if (work.kind === "argv" && leadsTo !== undefined && realPath(file) !== leadsTo)
		return { failure: `\`${name}\` leads to another program than when it was decided` };
	return { file, identity };
}

function realPath(file: string): string | undefined {
	try {
		return realpathSync.native(file);
	} catch {
		return undefined;
	}
}

function failed(failure: string): Outcome {
	return { failure, timedOut: false, cancelled: false, duration: 0, warnings: [] };
}
