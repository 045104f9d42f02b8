/**
 * Compiled policies, kept in the user's own cache folder, so that a process that decides one command need not read and compile the policy.
 *
 * An entry holds what loading asked the disk, with the answers, and the compiled policy. It is used only while the disk gives the same answers:
 * a policy that changed, a file that came to a folder, or a pack of another build is never overlooked. A cache never decides against
 * the source, and never stops a decision ([0012](../../docs/decisions/0012-compiled-policies.md)).
 */
import { createHash } from "node:crypto";
import { compiledText, readCompiled } from "../decide/compiled-text.js";
import type { Decisions, Tree } from "../decide/tree.js";
import { engine } from "../source/engine.js";
import { type Disk, type DiskAnswer, isUnchanged, realDisk } from "./disk.js";
import { policyPaths } from "./policy-paths.js";
import { keepSigned, signedFile } from "./signed-files.js";

/** What an entry says of itself, in its first line. */
interface Entry {
	readonly engine: string;
	readonly cwd: string;
	readonly names: readonly string[];
	readonly answers: readonly DiskAnswer[];
}

/** The compiled policy of these names, if it was kept and nothing changed since. `cwd`: the folder that names and places are relative to. `disk`: who is asked whether it has. */
export function cachedPolicy(names: readonly string[], cwd: string, disk: Disk = realDisk): Decisions | undefined {
	const bytes = signedFile(entryName(names, cwd));
	if (bytes === undefined) return undefined;
	try {
		const end = bytes.indexOf(10);
		const entry = JSON.parse(bytes.toString("utf8", 0, end)) as Entry;
		if (entry.engine !== engine || entry.cwd !== cwd || JSON.stringify(entry.names) !== JSON.stringify(names))
			return undefined;
		if (!isUnchanged(entry.answers, disk)) return undefined;
		const decisions = readCompiled(bytes.subarray(end + 1), { isSigned: true });
		return "fault" in decisions ? undefined : { ...decisions, policyPaths: policyPaths(decisions.files, cwd) };
	} catch {
		return undefined;
	}
}

/** Keeps a compiled policy for later. Where that is not possible nothing happens. `answers`: what loading it asked. */
export function cachePolicy(names: readonly string[], cwd: string, answers: readonly DiskAnswer[], tree: Tree): void {
	// Sources that run as they are have no build that could be told from another.
	if (engine === "source") return;
	const entry: Entry = { engine, cwd, names, answers };
	keepSigned(entryName(names, cwd), Buffer.from(`${JSON.stringify(entry)}\n${compiledText(tree)}`));
}

function entryName(names: readonly string[], cwd: string): string {
	const digest = createHash("sha256")
		.update(JSON.stringify([engine, cwd, names]))
		.digest("hex");
	return `policy-${digest.slice(0, 32)}`;
}
