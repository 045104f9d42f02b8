/**
 * Compiled policies, kept in the user's own cache folder, so that a process that decides one command need not read and compile the policy.
 *
 * An entry holds what loading asked the disk, with the answers, and the compiled policy. It is used only while the disk gives the same answers:
 * a policy that changed, a file that came to a folder, or a pack of another build is never overlooked. A cache never decides against
 * the source, and never stops a decision ([0012](../../docs/decisions/0012-compiled-policies.md)). It stands in only for a policy that the user
 * could have written: an entry says of itself what its writer likes ([0018](../../docs/decisions/0018-what-a-cache-may-stand-for.md)).
 */
import { createHash } from "node:crypto";
import { readCompiled } from "../../engine/decide/compiled/compiled-text.js";
import { compiledText } from "../../engine/decide/compiled/write-compiled.js";
import type { Decisions, Tree } from "../../engine/decide/tree.js";
import { engine } from "../../language/source/engine.js";
import { type Disk, realDisk } from "./disk.js";
import { type DiskAnswer, isUnchanged } from "./disk-answers.js";
import { namedFiles } from "./named-files.js";
import { policyPaths } from "./policy-paths.js";
import { couldHaveWritten } from "./rights.js";
import { keepSigned, signedFile } from "./signed-files.js";

/** What an entry says of itself, in its first line. */
interface Entry {
	readonly engine: string;
	readonly cwd: string;
	readonly names: readonly string[];
	readonly answers: readonly DiskAnswer[];
}

/** Who is asked about files, and in which folders what is decided works. */
export interface CacheSurroundings {
	/** The real disk when absent. */
	readonly disk?: Disk;
	/** None but those that the process itself knows of when absent. */
	readonly work?: readonly string[];
}

/** The compiled policy of these names, if it was kept and nothing changed since. `cwd`: the folder that names and places are relative to. */
export function cachedPolicy(
	names: readonly string[],
	cwd: string,
	surroundings: CacheSurroundings = {},
): Decisions | undefined {
	const kept = keptText(names, cwd, surroundings);
	if (kept === undefined) return undefined;
	try {
		const decisions = readCompiled(kept, { isSigned: true });
		return "fault" in decisions ? undefined : { ...decisions, policyPaths: policyPaths(decisions.files, cwd) };
	} catch {
		return undefined;
	}
}

/** The text of a compiled policy that was kept and holds today, as it would be believed; undefined where there is none. */
export function keptText(
	names: readonly string[],
	cwd: string,
	{ disk = realDisk, work = [] }: CacheSurroundings = {},
): Buffer | undefined {
	try {
		if (foreignSource(names, cwd, disk) !== undefined) return undefined;
		const bytes = signedFile(entryName(names, cwd), work);
		if (bytes === undefined) return undefined;
		const end = bytes.indexOf(10);
		const entry = JSON.parse(bytes.toString("utf8", 0, end)) as Entry;
		if (entry.engine !== engine || entry.cwd !== cwd || JSON.stringify(entry.names) !== JSON.stringify(names))
			return undefined;
		return isUnchanged(entry.answers, disk) ? bytes.subarray(end + 1) : undefined;
	} catch {
		return undefined;
	}
}

/** Keeps a compiled policy for later. Where that is not possible nothing happens. `answers`: what loading it asked. */
export function cachePolicy(
	names: readonly string[],
	cwd: string,
	answers: readonly DiskAnswer[],
	tree: Tree,
	{ disk = realDisk, work = [] }: CacheSurroundings = {},
): void {
	// Sources that run as they are have no build that could be told from another.
	if (engine === "source" || foreignSource(names, cwd, disk) !== undefined) return;
	const entry: Entry = { engine, cwd, names, answers };
	keepSigned(entryName(names, cwd), Buffer.from(`${JSON.stringify(entry)}\n${compiledText(tree)}`), work);
}

/**
 * The first of the files that are named which this user could not have written: no cache of the user's stands in for it. Asked of the names, for what an
 * entry says of its sources is its writer's word. What they import is not asked: whoever writes a file can leave out its imports.
 */
export function foreignSource(names: readonly string[], cwd: string, disk: Disk = realDisk): string | undefined {
	for (const name of names) {
		const named = namedFiles(name, cwd, disk);
		const paths = named.kind === "folder" ? [named.path, ...named.files] : [named.path];
		const foreign = paths.find((path) => !couldHaveWritten(path));
		if (foreign !== undefined) return foreign;
	}
	return undefined;
}

function entryName(names: readonly string[], cwd: string): string {
	const digest = createHash("sha256")
		.update(JSON.stringify([engine, cwd, names]))
		.digest("hex");
	return `policy-${digest.slice(0, 32)}`;
}
