/** A small file that a harness keeps, as a text. */
import { readFileSync, statSync } from "node:fs";

const most = 1024 * 1024;

/** Undefined for what is no file, is larger than any such file, or can't be read. */
export function smallFile(path: string): string | undefined {
	try {
		const about = statSync(path);
		return about.isFile() && about.size <= most ? readFileSync(path, "utf8") : undefined;
	} catch {
		return undefined;
	}
}
