/** A file that is whole or is not believed: its first line is the hash of the rest, and it belongs to this user alone. */
import { hash, randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** `none`: there is none. `broken`: it is torn, somebody else's, or no such file. `known`: what is whole, as this process wrote it. */
export function readChecked(path: string, known?: string): string | "none" | "broken" {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "broken";
	}
	try {
		const stats = fstatSync(descriptor);
		const isOwn = stats.isFile() && stats.uid === (process.geteuid?.() ?? stats.uid) && (stats.mode & 0o077) === 0;
		if (!isOwn || stats.size > largest) return "broken";
		const text = readFileSync(descriptor, "utf8");
		const rest = text.slice(hashLength + 1);
		if (known !== undefined && rest === known) return known;
		return text[hashLength] === "\n" && text.slice(0, hashLength) === hashOf(rest) ? rest : "broken";
	} catch {
		return "broken";
	} finally {
		closeSync(descriptor);
	}
}

/** Puts the file in its place as a whole, or not at all. */
export function writeChecked(path: string, text: string): void {
	const draft = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.draft`;
	try {
		writeFileSync(draft, `${hashOf(text)}\n${text}`, { flag: "wx", mode: 0o600 });
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

/** Bytes. */
const largest = 4 * 1024 * 1024;
const hashLength = 32;

function hashOf(text: string): string {
	return hash("sha256", text, "hex").slice(0, hashLength);
}
