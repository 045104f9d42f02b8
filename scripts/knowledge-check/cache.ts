/** The folder for what is fetched and what programs said. */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export function cacheFolder(...parts: readonly string[]): string {
	const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "bylaw-knowledge-check", ...parts);
	mkdirSync(folder, { recursive: true });
	return folder;
}
