/** Does a work again whenever a file changes that it was read from. What editors do to files, by renaming or rewriting, is a change; a mere event is none. */
import { type FSWatcher, readdirSync, realpathSync, type Stats, statSync, watch as watchFolder } from "node:fs";
import { dirname } from "node:path";
import { systemError, WrongQuestion } from "./exit.js";

export interface Watched<T> {
	/** Reads what is worked on, and says from which files and folders. Those need not exist. */
	readonly read: () => { readonly value: T; readonly places: readonly string[] };
	/** Works; the value is the code that it would end with. */
	readonly run: (value: T) => Promise<number>;
	/** Told after each run: how many there were, how the last one ended, and how many files are watched. */
	readonly told: (count: number, code: number, files: number) => Promise<void>;
	/** Fulfilled when it shall end. */
	readonly stopped: Promise<void>;
	/** Which names in a folder matter. */
	readonly isOfInterest: (name: string) => boolean;
}

/** Milliseconds without a further event after which a change is taken as complete, and the most that is waited for that. */
const settling = 100;
const longestSettling = 1000;

/** Works until it is stopped; the value is the code of the last run, or nothing if none was done. */
export async function watch<T>({ read, run, told, stopped, isOfInterest }: Watched<T>): Promise<number | undefined> {
	const stop = stopped.then(() => "stopped" as const);
	const events = new Events();
	let code: number | undefined;
	let places: readonly string[] = [];
	try {
		for (let count = 1; ; count++) {
			let now: ReturnType<typeof read>;
			let state: string;
			do {
				// The state is from before the reading: what is written while it is read is a change, and is read once more.
				state = stateOf(places, isOfInterest);
				now = read();
				places = now.places;
			} while (events.watch(places) || stateOf(places, isOfInterest) !== state);
			const ended = await Promise.race([run(now.value), stop]);
			if (ended === "stopped") return code;
			code = ended;
			await told(count, code, places.filter(isFile).length);
			while (stateOf(places, isOfInterest) === state)
				if ((await Promise.race([events.next(), stop])) === "stopped") return code;
			if ((await Promise.race([settled(() => stateOf(places, isOfInterest)), stop])) === "stopped") return code;
		}
	} finally {
		events.end();
	}
}

/** Done when nothing changes any more: the event that woke may have been of an earlier change, and a file that is being written may be empty for now. */
async function settled(state: () => string): Promise<void> {
	const latest = performance.now() + longestSettling;
	let last: string;
	do {
		last = state();
		await new Promise((resolve) => setTimeout(resolve, settling));
	} while (state() !== last && performance.now() < latest);
}

/** What files and folders are like: it differs when one of them was written, came, or went. */
function stateOf(places: readonly string[], isOfInterest: (name: string) => boolean): string {
	return JSON.stringify(
		places.map((place) => {
			const stats = statsOf(place);
			if (stats === undefined) return null;
			if (!stats.isDirectory()) return [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino];
			try {
				return readdirSync(place, { withFileTypes: true })
					.filter((entry) => entry.isDirectory() || isOfInterest(entry.name))
					.map(({ name }) => name)
					.sort();
			} catch {
				return null;
			}
		}),
	);
}

function statsOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		// A part of the path is no folder, or may not be looked at.
		return undefined;
	}
}

function isFile(path: string): boolean {
	return statsOf(path)?.isFile() === true;
}

/** Events in the folders of places. */
class Events {
	private readonly watchers = new Map<string, FSWatcher>();
	private first: number | undefined;
	private last: number | undefined;
	private wake: (() => void) | undefined;

	/** Watches the folders of these places and no others; true if one of them is new. */
	watch(places: readonly string[]): boolean {
		const folders = new Set(places.flatMap(foldersOf));
		for (const [folder, watcher] of this.watchers) {
			if (folders.has(folder)) continue;
			watcher.close();
			this.watchers.delete(folder);
		}
		let isNew = false;
		for (const folder of folders) {
			if (this.watchers.has(folder)) continue;
			this.add(folder);
			isNew = true;
		}
		return isNew;
	}

	private add(folder: string): void {
		try {
			const watcher = watchFolder(folder, () => this.happened());
			watcher.on("error", () => this.lost(folder));
			this.watchers.set(folder, watcher);
		} catch (error) {
			const code = systemError(error)?.code;
			// It went away in between: what it was watched for is missing, and its own folder tells when it comes back.
			if (code === "ENOENT" || code === "ENOTDIR") return;
			throw new WrongQuestion(
				`\`${folder}\` can't be watched: ${code ?? String(error)}`,
				"leave out `--watch`, or let the system watch more files",
			);
		}
	}

	private lost(folder: string): void {
		this.watchers.get(folder)?.close();
		this.watchers.delete(folder);
		this.happened();
	}

	private happened(): void {
		this.last = performance.now();
		this.first ??= this.last;
		this.wake?.();
	}

	/** Done when something has happened, and it has become quiet. */
	async next(): Promise<void> {
		while (this.last === undefined)
			await new Promise<void>((resolve) => {
				this.wake = resolve;
			});
		for (;;) {
			const now = performance.now();
			const quiet = this.last + settling;
			const latest = (this.first ?? this.last) + longestSettling;
			if (now >= Math.min(quiet, latest)) break;
			await new Promise((resolve) => setTimeout(resolve, Math.min(quiet, latest) - now));
		}
		this.first = undefined;
		this.last = undefined;
	}

	end(): void {
		for (const watcher of this.watchers.values()) watcher.close();
		this.watchers.clear();
	}
}

/** The folder of a place, and of what it leads to as a link: the nearest that there is. */
function foldersOf(place: string): readonly string[] {
	const paths = [place];
	try {
		const real = realpathSync(place);
		if (real !== place) paths.push(real);
	} catch {
		// It is not there yet.
	}
	return paths.map((path) => {
		let at = statsOf(path)?.isDirectory() === true ? path : dirname(path);
		while (statsOf(at)?.isDirectory() !== true && dirname(at) !== at) at = dirname(at);
		return at;
	});
}
