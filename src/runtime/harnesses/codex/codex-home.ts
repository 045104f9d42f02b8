/** Where Codex keeps a person's settings. */
import { join } from "node:path";
import { folderOf, type Places } from "../install/registration.js";

/** The folder that `CODEX_HOME` names, or the one in the home folder. */
export function codexHome(places: Places): string {
	return folderOf("CODEX_HOME", places, ".codex");
}

/** Its settings, with what Codex trusts. */
export function codexSettings(places: Places): string {
	return join(codexHome(places), "config.toml");
}

/** In a folder that its sandbox lets be written, these stay as they are. */
export const keptFolders: readonly string[] = [".git", ".codex", ".agents"];
