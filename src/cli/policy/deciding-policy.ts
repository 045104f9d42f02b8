/** What decides, for verbs that decide: a compiled policy, one that was kept from the last time, or the source, which is then compiled and kept. */
import type { Decisions } from "../../engine/decide/tree.js";
import { cachePolicy } from "../../runtime/load/cache.js";
import { compiledAmong, readyDecisions } from "../../runtime/load/decisions.js";
import type { Loaded } from "../../runtime/load/load.js";
import { WrongQuestion } from "../terminal/exit.js";

/** What decides, or a policy with errors, which decides nothing. */
export type Deciding = { readonly decisions: Decisions } | { readonly broken: Loaded };

export interface DecidingOptions {
	/** False for requests that come later and name folders of their own, in which what is kept may lie. */
	readonly isKept?: boolean;
	/** Folders in which what is decided works. */
	readonly work?: readonly string[];
}

/** What decides, by the names of a policy. Throws WrongQuestion. */
export async function decidingPolicy(
	names: readonly string[],
	{ isKept = true, work = [] }: DecidingOptions = {},
): Promise<Deciding> {
	const cwd = process.cwd();
	const ready = names.includes("") ? undefined : isKept ? readyDecisions(names, cwd, work) : compiledAmong(names);
	if (ready !== undefined) {
		if ("fault" in ready) throw new WrongQuestion(`\`${ready.file}\`: ${ready.fault}`, ready.help);
		return { decisions: ready };
	}
	// What reads policies is slow to start.
	const [{ loadPolicy }, { realDisk }, { recording }] = await Promise.all([
		import("./load-policy.js"),
		import("../../runtime/load/disk.js"),
		import("../../runtime/load/disk-answers.js"),
	]);
	const { disk, answers } = recording(realDisk);
	const loaded = loadPolicy(names, disk);
	if (loaded.tree === undefined) return { broken: loaded };
	if (isKept) cachePolicy(names, cwd, answers, loaded.tree, { work });
	return { decisions: loaded.tree };
}
