/**
 * The programs that a script makes: what a command writes may be, for the others, whatever that command reads, under another name, so that `cp /bin/rm x && ./x -rf y` is known to run `rm`.
 * What it reads and can't be known is left out, and so are programs that another request has made.
 */
import { remembered } from "../../records/remembered.js";
import type { ReadCommand } from "../commands.js";
import type { Effects, PlacedPath } from "../effects.js";

/** What a command reads, and what it gets from the one before it in a pipe. */
interface Source {
	readonly paths: readonly string[];
	readonly before: Source | undefined;
}

/** More than these are not told apart: each of them is put to every rule. */
const mostCopied = 64;

/** Tells what paths may be copies of; undefined where that is too much. Nothing is looked at before somebody asks. */
export function copiesIn(
	all: readonly ReadCommand[],
	effectsOf: (read: ReadCommand) => Effects,
): (paths: readonly string[]) => readonly string[] | undefined {
	let written: ReadonlyMap<string, readonly Source[]> | undefined;
	return (paths) => {
		written ??= sourcesOf(all, effectsOf);
		const found = new Set(paths);
		for (const path of found)
			for (const source of written.get(path) ?? [])
				for (let one: Source | undefined = source; one !== undefined; one = one.before)
					for (const from of one.paths) if (found.add(from).size > mostCopied) return undefined;
		return [...found];
	};
}

function sourcesOf(all: readonly ReadCommand[], effectsOf: (read: ReadCommand) => Effects): Map<string, Source[]> {
	const written = new Map<string, Source[]>();
	const made = new Map<unknown, Source>();
	for (const read of all) {
		const effects = effectsOf(read);
		const source = { paths: placesIn(effects.pathsRead()), before: made.get(read.command.from) };
		made.set(read.command, source);
		for (const path of placesIn(effects.pathsWritten())) remembered(written, path, () => [] as Source[]).push(source);
	}
	return written;
}

function placesIn(paths: readonly PlacedPath[]): readonly string[] {
	return paths.flatMap(({ place }) => (place === undefined ? [] : [...place.literal, ...(place.resolved ?? [])]));
}
