/**
 * Puts a sandbox around a program that is about to be started: bubblewrap makes it, and becomes what we start. What the sandbox lets through was decided
 * before; nothing here widens it.
 */
import { mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Bounds } from "../../decide/bounds.js";
import { holdsPath } from "../../request/paths.js";
import { errorCode } from "../error-code.js";
import { markName } from "../members.js";
import { privateFolder } from "../private-folder.js";
import { type Bubblewrap, walls } from "./find-bubblewrap.js";
import { type Mounts, mountsFor, type Showing } from "./mounts.js";
import { holdPlaces, isFilesPlace } from "./placeholders.js";

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
		realFolder(inmate.cwd),
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
	{ cwd, file, env }: Inmate,
): { readonly mounts: Mounts; readonly release: () => void } | { readonly failure: string } {
	for (let tries = 0; ; tries++) {
		const mounts = mountsFor(bounds, { cwd, file, temporary: env.TMPDIR });
		const [fault] = mounts.faults;
		if (fault !== undefined) return { failure: fault };
		const { held, taken, release } = holdPlaces(mounts.missing, markIn(env));
		const [lost] = taken;
		if (lost === undefined) return { mounts: { ...mounts, missing: held }, release };
		release();
		if (tries === mostTries) return { failure: `\`${lost}\` could not be kept from coming to be` };
	}
}

/** Of the run itself; before it stand those of runs around it. */
function markIn(env: Inmate["env"]): string {
	return env[markName]?.split(" ").at(-1) ?? "";
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
		...kernelsOwn().flatMap((path) => ["--ro-bind-try", path, path]),
		...shown.flatMap(({ path, as }) => (path === "/" ? [] : mountOption(path, as, holdsShown(path, shown), empty))),
		...missing.flatMap((path) => ["--ro-bind", isFilesPlace(path) ? path : empty, path]),
		...shown.flatMap(({ path, as }) => (as === "hidden" && holdsShown(path, shown) ? ["--remount-ro", path] : [])),
	];
}

let settings: readonly string[] | undefined;

/**
 * Files of the kernel's own beside those of processes. Who runs as root owns them: though it has no rights left, it could set which program the
 * kernel starts when another one crashes.
 */
function kernelsOwn(): readonly string[] {
	settings ??= readdirSync("/proc", { withFileTypes: true }).flatMap((entry) => {
		if (/^\d+$/.test(entry.name) || entry.isSymbolicLink()) return [];
		const path = `/proc/${entry.name}`;
		const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
		return entry.isDirectory() || (mode & 0o222) !== 0 ? [path] : [];
	});
	return settings;
}

/** Is something shown below the path? It needs a folder to stand in, which an empty one of the disk's is not. */
function holdsShown(path: string, shown: Mounts["shown"]): boolean {
	return shown.some((other) => other.path !== path && holdsPath(path, other.path));
}

function mountOption(path: string, as: Showing, isHolding: boolean, empty: string): readonly string[] {
	switch (as) {
		case "written":
			return ["--bind", path, path];
		case "read":
			return ["--ro-bind", path, path];
		case "hidden":
			if (isHolding) return ["--perms", "0555", "--tmpfs", path];
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
