/**
 * Puts a sandbox around a program that is about to be started: bubblewrap makes it, and becomes what we start. What the sandbox lets through was decided
 * before; nothing here widens it.
 */
import { realpathSync, statSync } from "node:fs";
import type { Bounds } from "../../../engine/decide/bounds/bounds.js";
import { errorCode } from "../error-code.js";
import { markName } from "../processes/process-tree.js";
import { type Bubblewrap, walls } from "./find-bubblewrap.js";
import { keepLinks } from "./keep-links.js";
import { type Mounts, mountsFor, type Showing } from "./mounts.js";
import { channelVariables, type Door, doorTo } from "./network/one-door.js";
import type { Ways } from "./network/way-out.js";
import { holdPlaces, isFilesPlace, type Placeholders } from "./placeholders.js";

/** What is to run, and where. */
export interface Inmate {
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Words that hold the program to its limits, and then become it. */
	readonly limits: readonly string[];
}

/** A sandbox that was made ready. */
export interface Sandbox {
	readonly file: string;
	readonly args: readonly string[];
	/** What it reads from further files, from number 3 on. */
	readonly inputs: readonly Uint8Array[];
	readonly warnings: readonly string[];
	/** Its only way to the network, where the policy lists hosts. */
	readonly door?: Door;
	/** Call when everything in it has ended. Answers warnings. */
	readonly release: () => readonly string[];
}

/** Where bubblewrap reads its options: the environment of a program is nobody's business, and command lines are everybody's. */
const optionsFile = 3;
const filterFile = 4;
const answerFile = 5;
/** By which the open door comes out to us. */
const channel = 6;

/** Makes a sandbox ready; or says why it can't be as the policy wants it. */
export function confine(
	{ file, filter }: Bubblewrap & { readonly kind: "usable" },
	bounds: Bounds,
	governing: readonly string[],
	ways: Ways,
	inmate: Inmate,
): Sandbox | { readonly failure: string } {
	const door = bounds.hosts === undefined ? undefined : doorTo(bounds.hosts, ways, channel, inmate.env);
	if (door !== undefined && "failure" in door) return door;
	const planned = planAndHold(bounds, governing, inmate);
	if ("failure" in planned) return planned;
	const { mounts, release } = planned;
	const env = { ...inmate.env, ...door?.env };
	const words = [inmate.file, ...inmate.args];
	const options = [
		...walls,
		...(bounds.network && door === undefined ? [] : ["--unshare-net"]),
		...mountOptions(mounts),
		"--chdir",
		realFolder(inmate.cwd),
		...(door === undefined ? [] : channelVariables.flatMap((name) => ["--unsetenv", name])),
		...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
		"--seccomp",
		String(filterFile),
	];
	return {
		...started(file, inmate.limits, words, door),
		inputs: [Buffer.from(options.map((option) => `${option}\0`).join("")), filter],
		warnings: mounts.warnings,
		...(door === undefined ? { release } : { door, release: () => [...door.close(), ...release()] }),
	};
}

/** Limits hold for the program, and for what makes the sandbox; not for what opens its door, which may need more than they allow. */
function started(
	bubblewrap: string,
	limits: readonly string[],
	words: readonly string[],
	door: Door | undefined,
): Pick<Sandbox, "file" | "args"> {
	const inside = door === undefined ? words : [...door.words, ...limits, ...words];
	const made = [bubblewrap, "--args", String(optionsFile), "--json-status-fd", String(answerFile), "--", ...inside];
	const [file, ...args] = door === undefined ? [...limits, ...made] : made;
	return { file: file as string, args };
}

/** Links that lead to it may lie where the sandbox has a folder of its own. */
function realFolder(folder: string): string {
	try {
		return realpathSync.native(folder);
	} catch {
		return folder; // bubblewrap says so, too
	}
}

/** Files come to be while we look at them: then we look again. */
const mostTries = 5;

function planAndHold(
	bounds: Bounds,
	governing: readonly string[],
	{ cwd, file, env }: Inmate,
): { readonly mounts: Mounts; readonly release: Sandbox["release"] } | { readonly failure: string } {
	for (let tries = 0; ; tries++) {
		const mounts = mountsFor(bounds, { cwd, file, temporary: env.TMPDIR, governing, tools: toolsFor(bounds) });
		const [fault] = mounts.faults;
		if (fault !== undefined) return { failure: fault };
		let places: Placeholders;
		try {
			places = holdPlaces(mounts.missing, markIn(env));
		} catch (error) {
			return { failure: `there is no folder for its own files: ${errorCode(error)}` };
		}
		const { held, taken, release } = places;
		const [lost] = taken;
		if (lost === undefined) {
			const putBack = keepLinks(mounts.links);
			return {
				mounts: { ...mounts, missing: held },
				release: () => {
					release();
					return putBack();
				},
			};
		}
		release();
		if (tries === mostTries) return { failure: `\`${lost}\` could not be kept from coming to be` };
	}
}

/** What runs in it beside the program: what opens the door. */
function toolsFor({ hosts }: Bounds): readonly string[] {
	return hosts === undefined ? [] : [process.execPath];
}

/** Of the run itself; before it stand those of runs around it. */
function markIn(env: Inmate["env"]): string {
	return env[markName]?.split(" ").at(-1) ?? "";
}

/** The whole disk to be read, and on it what is shown otherwise; the folders of the kernel are the sandbox's own. */
function mountOptions({ shown, missing }: Mounts): readonly string[] {
	const root = shown.find(({ path }) => path === "/");
	return [
		...(root?.as === "written" ? ["--bind", "/", "/"] : ["--ro-bind", "/", "/"]),
		"--dev",
		"/dev",
		"--proc",
		"/proc",
		// Who runs as root owns the kernel's settings: though it has no rights left, it could set which program is started when another one crashes.
		...(process.geteuid?.() === 0 ? ["--remount-ro", "/proc"] : []),
		...shown.flatMap(({ path, as }) => (path === "/" ? [] : mountOption(path, as))),
		// At last: bubblewrap reads the whole list of mounts for each that shows something of the disk.
		...missing.flatMap((path) => (isFilesPlace(path) ? ["--ro-bind", path, path] : emptyFolder(path))),
	];
}

function mountOption(path: string, as: Showing): readonly string[] {
	switch (as) {
		case "written":
			return ["--bind", path, path];
		case "read":
			return ["--ro-bind", path, path];
		case "hidden":
			return isFolder(path) ? emptyFolder(path) : ["--ro-bind", "/dev/null", path];
		case "fresh":
			return ["--tmpfs", path];
	}
}

/** One of the sandbox's own, which is gone with it. Of all that can stand in a place it is by far the quickest to be made. */
function emptyFolder(path: string): readonly string[] {
	return ["--perms", "0555", "--tmpfs", path];
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
