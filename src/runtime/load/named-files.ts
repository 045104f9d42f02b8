/** Which files the name of a policy means: those of a folder, a shipped pack, or a file. */
import { resolve } from "node:path";
import type { Disk } from "./disk.js";
import { isPolicyName } from "./find-policy.js";

export type NamedFiles =
	| { readonly kind: "folder"; readonly path: string; readonly files: readonly string[] }
	| { readonly kind: "pack"; readonly path: string }
	/** There may be none. */
	| { readonly kind: "file"; readonly path: string };

/** What a name means that the user gave. `cwd`: the folder that it is relative to. */
export function namedFiles(name: string, cwd: string, disk: Disk): NamedFiles {
	const path = resolve(cwd, name);
	if (disk.isFolder(path)) return { kind: "folder", path, files: disk.policiesIn(path) };
	const pack = name.includes("/") || isPolicyName(name) ? undefined : disk.packFile(name);
	return pack === undefined ? { kind: "file", path } : { kind: "pack", path: pack };
}
