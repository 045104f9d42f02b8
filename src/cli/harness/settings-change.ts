/** Files of other programs' settings: read as texts, changed as a whole or not at all. */
import { isUtf8 } from "node:buffer";
import { chmodSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { FileChange } from "../../runtime/harnesses/install/plan.js";
import { checkWritable, createFile, replaceFile } from "../policy/write-file.js";
import { refusedBySystem, systemError, WrongQuestion } from "../terminal/exit.js";

/** Larger ones are no settings. Bytes. */
const largest = 16 * 1024 * 1024;

/** What a file holds; undefined where there is none. */
export function settingsText(path: string): string | undefined {
	try {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return undefined;
		if (!stats.isFile()) throw new WrongQuestion(`\`${path}\` is no regular file`, "nothing was changed");
		if (stats.size > largest) throw new WrongQuestion(`\`${path}\` is too large for settings`, "nothing was changed");
		const bytes = readFileSync(path);
		if (!isUtf8(bytes)) throw new WrongQuestion(`\`${path}\` is not UTF-8 text`, "nothing was changed");
		return bytes.toString("utf8");
	} catch (error) {
		if (systemError(error)?.code === "ENOTDIR") return undefined;
		throw refusedBySystem(error, path, "read");
	}
}

/** The same of a file that is to be written: a link to what is not there says nothing, and nothing can be put in its place. */
export function settingsToWrite(path: string): string | undefined {
	const text = settingsText(path);
	if (text === undefined && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
		throw new WrongQuestion(
			`\`${path}\` is a link to \`${readlinkSync(path)}\`, which is not there`,
			"nothing was changed: make that file, or take the link away",
		);
	return text;
}

/** Writes what has to change. Before the first is written, all are looked at. */
export function applyChanges(changes: readonly FileChange[]): void {
	for (const { path, before } of changes) {
		if (settingsText(path) !== before)
			throw new WrongQuestion(`\`${path}\` was changed in the meantime`, "nothing was changed: run it again");
		if (before !== undefined) checkWritable(path);
	}
	for (const change of changes) applyChange(change);
}

function applyChange({ path, before, after, mode, isForAll }: FileChange): void {
	try {
		if (after === undefined) {
			// What a link leads to goes, and the link with it.
			rmSync(realpathSync(path));
			rmSync(path, { force: true });
			return;
		}
		if (before === undefined) {
			makeFolder(dirname(path), isForAll === true);
			if (!createFile(path, after))
				throw new WrongQuestion(`\`${path}\` was made in the meantime`, "look at it, and run it again");
		} else replaceFile(path, after);
		if (mode !== undefined) chmodSync(path, mode);
	} catch (error) {
		throw refusedBySystem(error, path, after === undefined ? "taken away" : "written");
	}
}

function makeFolder(path: string, isForAll: boolean): void {
	const first = mkdirSync(path, { recursive: true });
	if (first === undefined || !isForAll) return;
	for (let folder = path; folder.length >= first.length; folder = dirname(folder)) chmodSync(folder, 0o755);
}
