/**
 * Keeps paths from coming to be while sandboxes run. A mount needs something to stand on, so each such path becomes an empty folder for that time:
 * git does not see it, and it is gone when the last run that needs it has ended.
 *
 * Many runs, of many processes, may need one placeholder. Each puts an empty folder of its own into it, and takes that out again: the system removes
 * no folder that holds something, so the last one removes the placeholder, and nobody has to agree with anybody. Runs are shown an empty
 * folder in its place.
 *
 * Git reads `commondir` and `config.worktree` wherever it finds them, and a folder of such a name ends every git. So a file stands for these, which says
 * what git takes for granted without it. It has a folder beside it for the runs' own, and is removed by who has put a sign of the end into that folder: the system does that only
 * where no run is in it, and who comes later waits for the end.
 *
 * Should we be killed, the sandbox's tether removes what we can't; and whoever comes next removes what dead processes have left.
 */
import {
	linkSync,
	lstatSync,
	mkdirSync,
	opendirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmdirSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../error-code.js";
import { tether } from "./tether.js";

export interface Placeholders {
	readonly held: readonly string[];
	/** Something has come to be there. What is in neither list can't be made, by us or by what runs as us. */
	readonly taken: readonly string[];
	/** Call when the sandbox is gone. */
	readonly release: () => void;
}

const isHold = /^\.bylaw-run-(\d+)-(\d+)-(\d+)-\d+(?:-end)?$/;
let count = 0;

/** What stands for missing files, by their name: texts that change nothing, as nobody else writes them. */
const harmless: ReadonlyMap<string, string> = new Map([
	["commondir", "./././\n"],
	["config.worktree", "# stands here for the time of a run by bylaw\n"],
]);

/** Is this a placeholder of a run that still goes on, or of one that was killed? */
export function isPlaceholder(path: string): boolean {
	if (isFilesPlace(path)) return isHarmless(path);
	return holdsOnly(path, (name) => isHold.test(name)) === true;
}

/** Are all names in a folder such? Undefined where there is none. It is not read any further than to the first other one: folders may be large, and are asked often. */
function holdsOnly(folder: string, isSuch: (name: string) => boolean): boolean | undefined {
	try {
		const entries = opendirSync(folder);
		try {
			let isAny = false;
			for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
				if (!isSuch(entry.name)) return false;
				isAny = true;
			}
			return isAny ? true : undefined;
		} finally {
			entries.closeSync();
		}
	} catch {
		return false;
	}
}

/** Does a file stand for it? It is shown as it is. */
export function isFilesPlace(path: string): boolean {
	return harmless.has(basename(path));
}

function isHarmless(path: string): boolean {
	try {
		return lstatSync(path).isFile() && readFileSync(path, "utf8") === harmless.get(basename(path));
	} catch {
		return false;
	}
}

/** The folder for the runs that need the file. */
function besides(file: string): string {
	return join(dirname(file), `.bylaw-${basename(file)}`);
}

/** Makes placeholders, or has a part in those that are there. `mark`: of the run that they are for. */
export function holdPlaces(paths: readonly string[], mark: string): Placeholders {
	const name = `.bylaw-run-${namespaceOfIds()}-${process.pid}-${startOf(process.pid)}-${++count}`;
	const held: string[] = [];
	const taken: string[] = [];
	// Before anything is made, and before the sandbox.
	const untie = tether(
		mark,
		paths.map((path) => (isFilesPlace(path) ? besides(path) : path)).flatMap((path) => [join(path, name), path]),
	);
	for (const path of paths) {
		const came = isFilesPlace(path) ? holdFile(path, name) : hold(path, name);
		if (came === "held") held.push(path, ...(isFilesPlace(path) ? [besides(path)] : []));
		else if (came === "taken") taken.push(path);
	}
	return {
		held,
		taken,
		release: () => {
			for (const path of held)
				if (isFilesPlace(path)) letFileGo(path, name);
				else letGo(path, name);
			untie();
		},
	};
}

/** The last one may remove the folder between our two steps. */
const mostTries = 100;

function hold(path: string, name: string): "held" | "taken" | "impossible" {
	for (let tries = 0; tries < mostTries; tries++) {
		try {
			mkdirSync(path, { mode: 0o755 });
		} catch (error) {
			if (errorCode(error) !== "EEXIST") return "impossible";
			if (!isPlaceholder(path) && !isEmpty(path)) return "taken";
		}
		try {
			mkdirSync(join(path, name), { mode: 0o700 });
		} catch (error) {
			if (errorCode(error) === "ENOENT") continue;
			remove(path);
			return "taken";
		}
		sweep(path);
		return "held";
	}
	return "taken";
}

function isEmpty(path: string): boolean {
	return holdsOnly(path, () => false) === undefined;
}

/** Milliseconds between two looks at whether another run's end is over. */
const pause = new Int32Array(new SharedArrayBuffer(4));

function holdFile(file: string, name: string): "held" | "taken" | "impossible" {
	const folder = besides(file);
	for (let tries = 0; tries < mostTries; tries++) {
		const came = hold(folder, name);
		if (came !== "held") return came;
		if (entriesIn(folder).some((entry) => entry.endsWith("-end"))) {
			letGo(folder, name);
			Atomics.wait(pause, 0, 0, 2);
			continue;
		}
		if (isStanding(file, join(folder, name, "text"))) return "held";
		letGo(folder, name);
		return "taken";
	}
	return "taken";
}

/** Whole from its first moment: git may read it in any. */
function isStanding(file: string, draft: string): boolean {
	try {
		writeFileSync(draft, harmless.get(basename(file)) ?? "", { mode: 0o644, flag: "wx" });
		try {
			linkSync(draft, file);
		} finally {
			unlinkSync(draft);
		}
		return true;
	} catch (error) {
		return errorCode(error) === "EEXIST" && isHarmless(file);
	}
}

function letFileGo(file: string, name: string): void {
	const folder = besides(file);
	remove(join(folder, name));
	const ending = `${folder}-${name}`;
	const sign = `${name}-end`;
	try {
		mkdirSync(join(ending, sign), { recursive: true, mode: 0o700 });
		// Only where nobody is in it.
		renameSync(ending, folder);
		if (isHarmless(file)) unlinkSync(file);
	} catch {
		remove(join(ending, sign));
		remove(ending);
		return; // others still need it
	}
	letGo(folder, sign);
}

function entriesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function letGo(path: string, name: string): void {
	remove(join(path, name));
	remove(path);
}

function remove(folder: string): void {
	try {
		rmdirSync(folder);
	} catch {
		// Gone already, or others still need it.
	}
}

/** Takes out what dead processes have left. Of processes that can't be seen from here nothing is known. */
function sweep(path: string): void {
	const own = namespaceOfIds();
	for (const entry of readdirSync(path)) {
		const [, namespace, pid, start] = isHold.exec(entry) ?? [];
		if (pid === undefined || namespace !== own) continue;
		if (startOf(Number(pid)) === start) continue;
		try {
			unlinkSync(join(path, entry, "text"));
		} catch {
			// It was killed at another moment.
		}
		remove(join(path, entry));
	}
}

/** Process ids mean something only among those that share them. */
function namespaceOfIds(): string {
	try {
		return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
	} catch {
		return "0";
	}
}

/** When a process began, in ticks since the machine did; 0 for one that is not there. */
function startOf(pid: number): string {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "latin1");
		return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
	} catch {
		return "0";
	}
}
