/** One story asks for the same commands again and again: each is looked for once. */
import type { Test } from "../../../language/policy/test.js";
import type { Effect } from "../../../language/syntax/statements.js";
import type { AgentModel } from "../agent-model.js";
import { reach, reachAny } from "../reach.js";
import type { SearchResult } from "../search/find.js";

/** A command for which the test surely holds, with this answer, or with any. */
export function reachOnce(setting: AgentModel, test: Test, effect: Effect | "any"): SearchResult {
	const known = found.get(setting) ?? new Map<string, SearchResult>();
	found.set(setting, known);
	const key = `${effect} ${JSON.stringify(test)}`;
	let result = known.get(key);
	if (result === undefined) {
		result = effect === "any" ? reachAny(setting, test) : reach(setting, test, effect);
		known.set(key, result);
	}
	return result;
}
const found = new WeakMap<AgentModel, Map<string, SearchResult>>();
