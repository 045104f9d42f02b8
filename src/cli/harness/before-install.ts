/**
 * What `rules install` found in a file of settings, so that `rules uninstall` leaves just that: of each file the piece that the edit took the place of, and which
 * lists and folders came with it. Who has no such note, such as somebody else who shares the settings, takes out what is ours and what is empty then.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
	type AddedParts,
	addedParts,
	type FileChange,
	isRegistered,
	type PlannedFile,
} from "../../runtime/harnesses/install/plan.js";
import { stateFolder } from "../../runtime/load/cache-place.js";
import { makeFolders } from "../../runtime/load/make-folders.js";

interface Note {
	readonly path: string;
	/** The digest of the file as it was left; empty where others have edited it between two installations. */
	readonly left: string;
	/** What stood there in place of all but so many first and last letters; null: there was no file. */
	readonly was: string | null;
	readonly first: number;
	readonly last: number;
	readonly added: readonly string[];
	/** The folders that were made for it, the outermost first. */
	readonly folders: readonly string[];
}

/** Before the changes are made: what has to be noted of them. */
export function notesOf(
	harness: string,
	files: readonly PlannedFile[],
	changes: readonly FileChange[],
): readonly Note[] {
	return changes.flatMap(({ path, before, after }): readonly Note[] => {
		const lists = files.filter((one) => one.path === path);
		if (lists.length === 0 || after === undefined || before === after) return [];
		const known = noteOf(harness, path);
		const isOurs = before !== undefined && lists.some(({ file }) => isRegistered(before, file, harness));
		// What was there before an older version registered it, nobody knows.
		if (isOurs && known === undefined) return [];
		const folders = [...(known?.folders ?? []), ...missingFolders(path)];
		const was = isOurs && known !== undefined ? restored(known, before) : { text: before };
		if (known !== undefined && was === undefined)
			return [{ ...known, left: "", added: [...known.added, ...addedParts(before, lists)], folders }];
		return [noteFrom(path, was?.text, after, addedParts(was?.text, lists), folders)];
	});
}

/** When they are made. Without a place to keep them nothing is noted. */
export function keepNotes(harness: string, notes: readonly Note[]): void {
	for (const note of notes) {
		try {
			const file = fileOf(harness, note.path);
			if (file === undefined) return;
			makeFolders(dirname(file));
			clear(dirname(file));
			writeFileSync(file, JSON.stringify(note), { mode: 0o600 });
		} catch {
			// The settings are written all the same.
		}
	}
}

/** For `planUninstall`. */
export function addedTo(harness: string, path: string): AddedParts | undefined {
	const note = noteOf(harness, path);
	return note && { parts: new Set(note.added), restored: (text) => restored(note, text) };
}

/** When it was taken out: folders that were made for it go where nothing else lies in them. */
export function forgetNotes(harness: string, files: readonly PlannedFile[]): void {
	for (const { path } of files) {
		const note = noteOf(harness, path);
		if (note === undefined) continue;
		rmSync(fileOf(harness, path) as string, { force: true });
		try {
			for (const folder of [...note.folders].reverse()) rmdirSync(folder);
		} catch {
			// Somebody keeps something in it, or it is gone.
		}
	}
}

function noteFrom(
	path: string,
	before: string | undefined,
	after: string,
	added: readonly string[],
	folders: readonly string[],
): Note {
	const whole = { path, left: digest(after), added, folders };
	if (before === undefined) return { ...whole, was: null, first: 0, last: 0 };
	const most = Math.min(before.length, after.length);
	let first = 0;
	while (first < most && before[first] === after[first]) first++;
	let last = 0;
	while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++;
	return { ...whole, was: before.slice(first, before.length - last), first, last };
}

function restored(
	{ left, was, first, last }: Note,
	text: string | undefined,
): { readonly text: string | undefined } | undefined {
	if (text === undefined || digest(text) !== left) return undefined;
	return { text: was === null ? undefined : text.slice(0, first) + was + text.slice(text.length - last) };
}

function noteOf(harness: string, path: string): Note | undefined {
	try {
		const note = JSON.parse(readFileSync(fileOf(harness, path) ?? "", "utf8")) as Note;
		return note.path === path && Array.isArray(note.added) && Array.isArray(note.folders) ? note : undefined;
	} catch {
		return undefined;
	}
}

function fileOf(harness: string, path: string): string | undefined {
	const folder = stateFolder();
	return folder && join(folder, "installed", `${digest(`${harness}\n${path}`).slice(0, 32)}.json`);
}

/** Notes of files that are gone are of no use. */
function clear(folder: string): void {
	for (const name of readdirSync(folder)) {
		const file = join(folder, name);
		const { path } = JSON.parse(readFileSync(file, "utf8")) as Note;
		if (!existsSync(path)) rmSync(file);
	}
}

function missingFolders(path: string): readonly string[] {
	const folders: string[] = [];
	for (let at = dirname(path); statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
		folders.unshift(at);
	return folders;
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}
