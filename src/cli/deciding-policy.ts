/** What decides, for verbs that decide: a compiled policy, one that was kept from the last time, or the source, which is then compiled and kept. */
import type { Decisions } from "../decide/tree.js";
import { cachePolicy } from "../load/cache.js";
import { readyDecisions } from "../load/decisions.js";
import type { Loaded } from "../load/load.js";
import { WrongQuestion } from "./exit.js";

/** What decides, or a policy with errors, which decides nothing. */
export type Deciding = { readonly decisions: Decisions } | { readonly broken: Loaded };

export async function decidingPolicy(names: readonly string[]): Promise<Deciding> {
	const ready = names.includes("") ? undefined : readyDecisions(names, process.cwd());
	if (ready !== undefined) {
		if ("fault" in ready) throw new WrongQuestion(`\`${ready.file}\`: ${ready.fault}`, ready.help);
		return { decisions: ready };
	}
	// What reads policies is slow to start.
	const [{ loadPolicy }, { realDisk, recording }] = await Promise.all([
		import("./load-policy.js"),
		import("../load/disk.js"),
	]);
	const { disk, answers } = recording(realDisk);
	const loaded = loadPolicy(names, disk);
	if (loaded.tree === undefined) return { broken: loaded };
	cachePolicy(names, process.cwd(), answers, loaded.tree);
	return { decisions: loaded.tree };
}
