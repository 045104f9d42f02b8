/** Where the files of a policy lie, so that no command that it decides may change them. */
import { resolve } from "node:path";

/** Absolute paths of files by the names that people know them by, relative to a folder. Packs are left out: they lie with the program. */
export function policyPaths(files: readonly string[], folder: string): readonly string[] {
	return files.filter((name) => !name.startsWith("pack:")).map((name) => resolve(folder, name));
}
