/**
 * Keeps paths from coming to be while sandboxes run. A mount needs something to stand on, so each such path becomes a folder for that time: git does not
 * see it, and it is gone when the last run that needs it has ended. Git reads `commondir` and `config.worktree` wherever it finds them, and a folder of such a
 * name ends every git. So a file stands for these, which says what git takes for granted without it.
 *
 * Many runs, of many processes, may need one placeholder. So a folder beside the placeholders holds an entry for each run that needs some in the same
 * folder. Who ends first marks its entry as ending and only then looks for others; who begins first puts its entry there and only then looks for marks. So
 * of two that meet, one sees the other: who begins waits, and who ends leaves the placeholders to who needs them. Nobody takes a lock, and no
 * agreement is needed with anybody who can't see that folder.
 *
 * Should we be killed, the sandbox's tether removes what we can't; and whoever comes next removes what dead processes have left.
 */
import {
	linkSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmdirSync,
	rmSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../error-code.js";
import { namesIn } from "../look-at.js";
import { isAlive, startOf } from "../processes/process-table.js";
import { isOurs, type SpareFolders, spareFolders } from "./spare-folders.js";
import { tether } from "./tether.js";

export interface Placeholders {
	/** With the folders of the runs' entries. */
	readonly held: readonly string[];
	/** Something has come to be there. What is in neither list can't be made, by us or by what runs as us. */
	readonly taken: readonly string[];
	/** Call when the sandbox is gone. */
	readonly release: () => void;
}

/** Beside placeholders. */
const entriesName = ".bylaw-places";
const isEntry = /^\.bylaw-run-(\d+)-(\d+)-(\d+)-\d+(-end)?$/;
/** Among the entries: a run has ended and left placeholders that the others may not know of. */
const leftName = ".bylaw-left";
let count = 0;

/** What stands for missing files, by their name: texts that change nothing, as nobody else writes them. */
const harmless: ReadonlyMap<string, string> = new Map([
	["commondir", "./././\n"],
	["config.worktree", "# stands here for the time of a run by bylaw\n"],
]);

/** Is this a placeholder of a run that still goes on, or of one that was killed? */
export function isPlaceholder(path: string): boolean {
	return isFilesPlace(path) ? isHarmless(path) : isOurs(path);
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

/** Makes placeholders, or has a part in those that are there. `mark`: of the run that they are for. Throws what the system says where it can't have any. */
export function holdPlaces(paths: readonly string[], mark: string): Placeholders {
	const entry = `.bylaw-run-${namespaceOfIds()}-${process.pid}-${startOf(process.pid)}-${++count}`;
	const groups = new Map<string, string[]>();
	for (const path of paths) groups.set(dirname(path), [...(groups.get(dirname(path)) ?? []), path]);
	// Before anything is made, and before the sandbox.
	const untie = tether(
		mark,
		[...groups.keys()].map((folder) => join(folder, entriesName, entry)),
	);
	if (groups.size === 0) return { held: [], taken: [], release: untie };
	const spare = spareFolders();
	const held: string[] = [];
	const taken: string[] = [];
	const parts: Part[] = [];
	for (const [folder, wanted] of groups) {
		const part: Part = { entries: join(folder, entriesName), entry, paths: [] };
		const came = begin(part, spare);
		if (came === "impossible") continue;
		if (came === "busy") {
			taken.push(...wanted);
			continue;
		}
		parts.push(part);
		for (const path of wanted) {
			const stood = stand(path, part, spare);
			if (stood === "stands") part.paths.push(path);
			else if (stood === "taken") taken.push(path);
		}
		held.push(part.entries, ...part.paths);
	}
	return {
		held,
		taken,
		release: () => {
			for (const part of parts) end(part, spare);
			untie();
		},
	};
}

/** What a run needs in one folder. */
interface Part {
	/** The folder of the entries. */
	readonly entries: string;
	/** The name of the run's own. */
	readonly entry: string;
	/** Placeholders that stand for it, by whoever they were made. */
	readonly paths: string[];
}

/** So often others may come or go between two steps, or be in the middle of their end. */
const mostTries = 100;
/** Milliseconds between two looks at whether another run's end is over. */
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Puts the run's entry there. From then on nobody takes placeholders away. */
function begin({ entries, entry }: Part, spare: SpareFolders): "begun" | "busy" | "impossible" {
	const own = join(entries, entry);
	for (let tries = 0; tries < mostTries; tries++) {
		try {
			mkdirSync(entries, { mode: 0o755 });
		} catch (error) {
			if (errorCode(error) !== "EEXIST") return "impossible";
		}
		try {
			spare.put(own);
		} catch (error) {
			// The last one has just removed the folder.
			if (errorCode(error) === "ENOENT") continue;
			return "impossible";
		}
		if (sweep(entries).every((name) => !name.endsWith(ending))) return "begun";
		spare.take(own);
		Atomics.wait(pause, 0, 0, 2);
	}
	return "busy";
}

const ending = "-end";

function stand(path: string, { entries, entry }: Part, spare: SpareFolders): "stands" | "taken" | "impossible" {
	const nursery = join(entries, entry);
	try {
		const isMade = isFilesPlace(path) ? isWritten(path, join(nursery, "text")) : spare.put(path, nursery);
		return isMade || isPlaceholder(path) ? "stands" : "taken";
	} catch {
		return "impossible";
	}
}

/** Whole from its first moment: git may read it in any. False where there is something. */
function isWritten(file: string, draft: string): boolean {
	writeFileSync(draft, harmless.get(basename(file)) ?? "", { mode: 0o644 });
	try {
		linkSync(draft, file);
		return true;
	} catch (error) {
		if (errorCode(error) === "EEXIST") return false;
		throw error;
	} finally {
		unlinkSync(draft);
	}
}

/** Takes the run's entry away, and the placeholders where no other run needs any. */
function end({ entries, entry, paths }: Part, spare: SpareFolders): void {
	const mark = join(entries, `${entry}${ending}`);
	// Where somebody has removed it, the placeholders are nobody's any more.
	if (!done(() => renameSync(join(entries, entry), mark))) return;
	const names = sweep(entries);
	if (names.some((name) => isEntry.test(name) && !name.endsWith(ending))) {
		if (!done(() => renameSync(mark, join(entries, leftName)))) spare.take(mark);
		return;
	}
	const isLeft = names.includes(leftName);
	for (const path of isLeft ? new Set([...paths, ...placeholdersIn(dirname(entries))]) : paths) {
		if (!isFilesPlace(path)) spare.take(path);
		else if (isHarmless(path)) done(() => unlinkSync(path));
	}
	if (isLeft) spare.take(join(entries, leftName));
	spare.take(mark);
	// It stays where another run is at its end as well.
	done(() => rmdirSync(entries));
}

function placeholdersIn(folder: string): readonly string[] {
	return namesIn(folder)
		.map((name) => join(folder, name))
		.filter(isPlaceholder);
}

/** Milliseconds after which nobody goes on with the end that a dead process had begun. */
const patience = 3000;

/** What is among the entries when those of dead processes are none any more. Of processes that can't be seen from here nothing is known. */
function sweep(entries: string): readonly string[] {
	const own = namespaceOfIds();
	return namesIn(entries).map((name) => {
		const [, namespace, pid, start, isEnding] = isEntry.exec(name) ?? [];
		if (pid === undefined || namespace !== own || isAlive({ pid: Number(pid), start: Number(start) })) return name;
		const path = join(entries, name);
		// A tether may be about it.
		if (isEnding !== undefined && Date.now() - changedAt(path) < patience) return name;
		if (!done(() => renameSync(path, join(entries, leftName)))) rmSync(path, { recursive: true, force: true });
		return leftName;
	});
}

function changedAt(path: string): number {
	return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

/** Did it work? Where it did not, somebody else was quicker. */
function done(work: () => void): boolean {
	try {
		work();
		return true;
	} catch {
		return false;
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
