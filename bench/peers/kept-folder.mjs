/** Where whole programs are measured: in the user's cache folder. In a folder for temporary files, to which others may write, Bylaw keeps nothing for the next time. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** A new folder, the user's alone. Whoever made it takes it away. */
export function keptFolder(name) {
	const above = join(homedir(), ".cache", "bylaw-bench");
	mkdirSync(above, { recursive: true, mode: 0o700 });
	return mkdtempSync(join(above, `${name}-`));
}
