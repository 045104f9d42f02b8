/** The cases, as a shell found them to be true: see `truth.mjs`. */
import { readFileSync } from "node:fs";
import { groups } from "./groups.mjs";

export function casesOf(group) {
	const text = readFileSync(new URL(`cases/${group}.jsonl`, import.meta.url), "utf8");
	return text
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));
}

/** All groups with their cases. `only`: those that are wanted; `each`: every so-manieth case. */
export function wanted({ only = Object.keys(groups), each = 1 } = {}) {
	return only.map((name) => {
		if (!Object.hasOwn(groups, name))
			throw new Error(`there is no group ${name}: there are ${Object.keys(groups).join(", ")}`);
		return { name, group: groups[name], cases: casesOf(name).filter((_, at) => at % each === 0) };
	});
}
