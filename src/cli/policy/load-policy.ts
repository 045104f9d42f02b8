/** Reads policies from their source: for verbs that say more of a policy than what it decides. */
import { isBundleName } from "../../runtime/load/bundle-settings.js";
import type { Disk } from "../../runtime/load/disk.js";
import { type Loaded, load } from "../../runtime/load/load.js";
import { refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { chosenPolicy, type PolicyOptions } from "./policy-choice.js";

/** Loads policies by their names, as one policy. */
export function loadPolicy(names: readonly string[], disk?: Disk): Loaded {
	if (names.includes(""))
		throw new WrongQuestion("the name of a policy is empty", "name a file, a folder or a shipped pack");
	if (names.some(isBundleName))
		throw new WrongQuestion(
			"a bundle is active compiled: what its policy says can't be read from it, only decided by it",
			"name the files that it was built from; `rules bundle status` says which release is active",
		);
	try {
		return load(names, disk === undefined ? {} : { disk });
	} catch (error) {
		throw refusedBySystem(error, names.join("`, `"), "read");
	}
}

/** The policies that files, folders and packs are, each by itself; without any, the chosen one. */
export function loadEach(names: readonly string[], options: PolicyOptions): readonly Loaded[] {
	if (names.length === 0) return [loadPolicy(chosenPolicy(options))];
	if (options.rules === undefined) return names.map((name) => loadPolicy([name]));
	throw new WrongQuestion(
		"policies are named both by `--rules` and without it",
		"use one of the two: `--rules` makes one policy of several files",
	);
}
