/**
 * The file that keeps a long output whole. Private, and new: never a file that somebody else could have put there.
 */
import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolders } from "../load/make-folders.js";
import { errorCode } from "./error-code.js";
import { removeOld } from "./old-files.js";
import { privateFolder } from "./private-folder.js";

export interface Spill {
	readonly path: string;
	/** Why the file does not hold everything. */
	readonly failure: () => string | undefined;
	readonly write: (bytes: Uint8Array) => void;
	readonly close: () => void;
	/** Removes the file. */
	readonly discard: () => void;
}

export interface Opened {
	readonly spill?: Spill;
	/** A folder that moved, or that there is no file at all. */
	readonly warnings: readonly string[];
}

/**
 * Opens a file for a stream in the folder, or else in a private one among the system's temporary files. It grows to `most` bytes and no further. Files
 * of earlier runs that lie there too long are removed.
 */
export function openSpill(folder: string | undefined, stream: string, most: number, temporary = tmpdir()): Opened {
	const faults: string[] = [];
	for (const place of folder === undefined ? [undefined] : [folder, undefined]) {
		try {
			const found = place ?? privateFolder(temporary);
			const spill = create(found, stream, most);
			removeOld(found, place === undefined ? "private" : "shared");
			return { spill, warnings: faults.map((fault) => `${fault}, so the full log is in \`${found}\``) };
		} catch (error) {
			faults.push(`\`${place ?? temporary}\` can't be written (${errorCode(error)})`);
		}
	}
	return { warnings: [`${faults.join(", ")}, so there is no full log`] };
}

function create(folder: string, stream: string, most: number): Spill {
	makeFolders(folder);
	const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
	const path = join(folder, `bylaw-${time}-${randomBytes(6).toString("hex")}-${stream}.log`);
	const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
	const file = openSync(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
	let open = true;
	let left = most;
	let failure: string | undefined;
	const close = (): void => {
		if (open) closeSync(file);
		open = false;
	};
	return {
		path,
		failure: () => failure,
		write: (bytes) => {
			if (!open) return;
			const piece = bytes.subarray(0, left);
			try {
				for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
				left -= piece.length;
				if (piece.length < bytes.length) failure = "it would have grown too large";
			} catch (error) {
				failure = errorCode(error);
			}
			if (failure !== undefined) close();
		},
		close,
		discard: () => {
			close();
			rmSync(path, { force: true });
		},
	};
}
