/** A rule as people find it: its id, its file and its line. */

import type { Rule } from "../../language/policy/policy.js";
import { positionAt } from "../../language/source/source-file.js";
import type { RuleRef } from "./decision.js";
import type { Decisions } from "./tree.js";

export function ruleRef(tree: Decisions, rule: Rule): RuleRef {
	let ref = refs.get(rule);
	if (ref === undefined) {
		ref = makeRef(tree, rule);
		refs.set(rule, ref);
	}
	return ref;
}

/** A rule belongs to one tree. */
const refs = new WeakMap<Rule, RuleRef>();

function makeRef(tree: Decisions, rule: Rule): RuleRef {
	const lineStarts = tree.lines[rule.span.file] ?? [0];
	const { line } = positionAt({ name: rule.span.file, text: "", lineStarts }, rule.span.start);
	return Object.freeze({ id: rule.id, file: rule.span.file, line });
}
