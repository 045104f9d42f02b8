/** The lists of hosts in a policy's files: what bounds a grant, and what a restriction speaks of. */
import { Faults } from "../../../language/policy/faults.js";
import { hostPatterns } from "../../../language/policy/patterns/host-patterns.js";
import type { HostPattern } from "../../../language/policy/test.js";
import type { Span } from "../../../language/source/span.js";
import type { PathWord } from "../../../language/syntax/statements.js";
import type { LintContext, StatedRule } from "../lint-context.js";
import { visibleSets } from "./visible-sets.js";

/** One host, where its list names it or the set that holds it. */
export interface WrittenHost extends HostPattern {
	readonly word: PathWord;
	/** Its place in the list's own words. */
	readonly place: number;
}

export interface WrittenHosts {
	readonly keyword: "at" | "reaching" | "to";
	readonly stated: StatedRule;
	readonly span: Span;
	readonly words: readonly PathWord[];
	/** The hosts in their normal form, sets put in. */
	readonly hosts: readonly WrittenHost[];
}

const known = new WeakMap<LintContext, readonly WrittenHosts[]>();

/** Those of rules, in their order. */
export function writtenHosts(subject: LintContext): readonly WrittenHosts[] {
	const found = known.get(subject) ?? subject.rules().flatMap((stated) => listsOf(stated, subject));
	known.set(subject, found);
	return found;
}

function listsOf(stated: StatedRule, subject: LintContext): readonly WrittenHosts[] {
	const { statement, file } = stated;
	const list = (keyword: WrittenHosts["keyword"], words: readonly PathWord[], span: Span): WrittenHosts => ({
		keyword,
		stated,
		span,
		words,
		hosts: words.flatMap((word, place) =>
			hostPatterns([word], visibleSets(file.file, subject), new Faults()).map((host) => ({ ...host, word, place })),
		),
	});
	return statement.clauses.flatMap((clause): readonly WrittenHosts[] => {
		if (clause.form === "hosts") return [list(clause.keyword, clause.hosts, clause.span)];
		const isBound = clause.keyword === "to" && statement.access === "network";
		return isBound && clause.form === "paths" ? [list("to", clause.paths, clause.span)] : [];
	});
}

/** Does the list say where something is let go? The others say what is refused, and `ask` what a person sees. */
export function boundsHosts({ keyword, stated }: WrittenHosts): boolean {
	return keyword === "to" || (keyword === "at" && stated.statement.keyword === "allow");
}
