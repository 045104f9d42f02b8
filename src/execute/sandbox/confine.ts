/**
 * Puts a sandbox around a program that is about to be started: bubblewrap makes it, and becomes what we start. What the sandbox lets through was decided
 * before; nothing here widens it.
 */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Bounds } from "../../decide/bounds.js";
import { errorCode } from "../error-code.js";
import { privateFolder } from "../private-folder.js";
import { type Bubblewrap, walls } from "./find-bubblewrap.js";
import { type Mounts, mountsFor, type Showing } from "./mounts.js";
import { holdPlaces } from "./placeholders.js";

/** What is to run, and where. */
export interface Inmate {
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
}

/** A sandbox that was made ready. */
export interface Sandbox {
	readonly file: string;
	readonly args: readonly string[];
	/** What is handed over on further files, from number 3 on, before anything starts in it. */
	readonly inputs: readonly Uint8Array[];
	readonly warnings: readonly string[];
	/** Call when everything in it has ended. */
	readonly release: () => void;
}

/** Where bubblewrap reads its options: the environment of a program is nobody's business, and command lines are everybody's. */
const optionsFile = 3;
const filterFile = 4;
const answerFile = 5;

/** Makes a sandbox ready; or says why it can't be as the policy wants it. */
export function confine(
	{ file, filter }: Bubblewrap & { readonly kind: "usable" },
	bounds: Bounds,
	inmate: Inmate,
): Sandbox | { readonly failure: string } {
	let empty: string;
	try {
		empty = emptyFolder();
	} catch (error) {
		return { failure: `there is no folder for its own files: ${errorCode(error)}` };
	}
	const planned = planAndHold(bounds, inmate);
	if ("failure" in planned) return planned;
	const { mounts, release } = planned;
	const options = [
		...walls,
		...(bounds.network ? [] : ["--unshare-net"]),
		...mountOptions(mounts, empty),
		"--chdir",
		inmate.cwd,
		...Object.entries(inmate.env).flatMap(([name, value]) => ["--setenv", name, value]),
		"--seccomp",
		String(filterFile),
	];
	return {
		file,
		args: ["--args", String(optionsFile), "--json-status-fd", String(answerFile), "--", inmate.file, ...inmate.args],
		inputs: [Buffer.from(options.map((option) => `${option}\0`).join("")), filter],
		warnings: mounts.warnings,
		release,
	};
}

/** Files come to be while we look at them: then we look again. */
const mostTries = 5;

function planAndHold(
	bounds: Bounds,
	{ cwd, file, env }: Inmate,
): { readonly mounts: Mounts; readonly release: () => void } | { readonly failure: string } {
	for (let tries = 0; ; tries++) {
		const mounts = mountsFor(bounds, { cwd, file, temporary: env.TMPDIR });
		const [fault] = mounts.faults;
		if (fault !== undefined) return { failure: fault };
		const { held, taken, release } = holdPlaces(mounts.missing);
		const [lost] = taken;
		if (lost === undefined) return { mounts: { ...mounts, missing: held }, release };
		release();
		if (tries === mostTries) return { failure: `\`${lost}\` could not be kept from coming to be` };
	}
}

/** The whole disk to be read, and on it what is shown otherwise; the folders of the kernel are the sandbox's own. */
function mountOptions({ shown, missing }: Mounts, empty: string): readonly string[] {
	const root = shown.find(({ path }) => path === "/");
	return [
		...(root?.as === "written" ? ["--bind", "/", "/"] : ["--ro-bind", "/", "/"]),
		"--dev",
		"/dev",
		"--proc",
		"/proc",
		...shown.flatMap(({ path, as }) => (path === "/" ? [] : mountOption(path, as, empty))),
		...missing.flatMap((path) => ["--ro-bind", empty, path]),
	];
}

function mountOption(path: string, as: Showing, empty: string): readonly string[] {
	switch (as) {
		case "written":
			return ["--bind", path, path];
		case "read":
			return ["--ro-bind", path, path];
		case "hidden":
			return isFolder(path) ? ["--ro-bind", empty, path] : ["--ro-bind", "/dev/null", path];
		case "fresh":
			return ["--tmpfs", path];
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Stands where nothing shall be. */
function emptyFolder(): string {
	const folder = join(privateFolder(), "empty");
	try {
		mkdirSync(folder, { mode: 0o500 });
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw error;
	}
	return folder;
}
