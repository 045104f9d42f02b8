/**
 * What a program is given to read: a file that has no name any more, as with `program < file`. It ends exactly where the input
 * does, whatever is in it. A named pipe would not do: who opens `/dev/stdin` once everything is written would wait for ever.
 */
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "./private-folder.js";

/** The number of the file, open for reading and known to nobody else. Undefined where none can be made. */
export function openInput(input: string | Uint8Array): number | undefined {
	let folder: string | undefined;
	let file: number | undefined;
	try {
		folder = mkdtempSync(join(privateFolder(), "input-"));
		const path = join(folder, "input");
		writeFileSync(path, input, { mode: 0o600, flag: "wx" });
		file = openSync(path, "r");
		if (fstatSync(file).size === Buffer.byteLength(input)) return file;
		closeSync(file);
		return undefined;
	} catch {
		return undefined; // the disk is full, or can't be written
	} finally {
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
	}
}
