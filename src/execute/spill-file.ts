/**
 * Private files for output that is too long to hand back.
 */
import { randomBytes } from "node:crypto";
import { closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface Spill {
	readonly write: (bytes: Buffer) => void;
	/** The file's path, when all of the output is in it. */
	readonly close: () => string | undefined;
	readonly warnings: readonly string[];
}

/** Opens a new file that only its owner can read, in the folder asked for or, where that can't be written, among the system's temporary files. */
export function openSpill(folder: string | undefined): Spill {
	const warnings: string[] = [];
	const folders = [...(folder === undefined ? [] : [resolve(folder)]), tmpdir()];
	let file: { path: string; descriptor: number } | undefined;
	for (const [index, place] of folders.entries()) {
		file = open(place);
		if (file) {
			if (index > 0) warnings.push(`the folder ${folders[0]} can't be written, so the log went to ${place}`);
			break;
		}
	}
	if (!file) warnings.push(`no folder can be written (${folders.join(", ")}), so the middle of the output is lost`);
	return {
		warnings,
		write: (bytes) => {
			if (!file) return;
			try {
				for (let at = 0; at < bytes.length; ) at += writeSync(file.descriptor, bytes, at);
			} catch (error) {
				warnings.push(`the log ${file.path} is not complete: ${(error as NodeJS.ErrnoException).code ?? "it can't be written"}`);
				closeSync(file.descriptor);
				file = undefined;
			}
		},
		close: () => {
			if (!file) return undefined;
			closeSync(file.descriptor);
			return file.path;
		},
	};
}

function open(folder: string): { path: string; descriptor: number } | undefined {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const path = join(folder, `bylaw-output-${randomBytes(8).toString("hex")}.log`);
		return { path, descriptor: openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600) };
	} catch {
		return undefined;
	}
}
