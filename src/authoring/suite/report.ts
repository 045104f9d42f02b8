/** What was tested, check by check: what the renderings for other programs are made of. */
import type { RuleRef } from "../../engine/decide/decision.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { Span } from "../../language/source/span.js";
import type { AgentCoverage, UntriedConditions } from "./coverage.js";

/** A policy with its expectations and claims, or a suite with its cases. */
export interface TestedGroup {
	/** The names of the files. */
	readonly name: string;
	readonly checks: readonly TestedCheck[];
	/** Of a policy, where it was asked for. */
	readonly coverage?: readonly AgentCoverage[];
}

export interface TestedCheck {
	/** `deny: git push` */
	readonly title: string;
	/** Those that it holds for. */
	readonly agents: string;
	readonly span: Span;
	readonly outcome: Outcome;
}

export type Outcome =
	| { readonly kind: "passed" }
	| { readonly kind: "failed"; readonly fault: Diagnostic }
	/** It was read, and not checked. */
	| { readonly kind: "skipped"; readonly remark: Diagnostic };

/** How many ended how. */
export function countOutcomes(checks: readonly TestedCheck[]): Readonly<Record<Outcome["kind"], number>> {
	const count = (kind: Outcome["kind"]): number => checks.filter(({ outcome }) => outcome.kind === kind).length;
	return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/**
 * An agent's coverage in lines:
 *
 *	default: 3 of 4 rules decided something (75 %), 5 of 7 conditions were tried
 *	  policy.rules:4 (no-git) decided nothing
 *	  policy.rules:5: never tried: `cat`, `wc`, except `wc -c`
 */
export function coverageLines(one: AgentCoverage): readonly string[] {
	const { agent, rules, decided, percent, conditions, tried } = one;
	const ofConditions =
		conditions === 0
			? ""
			: `, ${tried} of ${conditions} ${conditions === 1 ? "condition was" : "conditions were"} tried`;
	return [
		`${agent}: ${decided} of ${rules} ${rules === 1 ? "rule" : "rules"} decided something (${percent} %)${ofConditions}`,
		...one.undecided.map((rule) => `  ${ruleName(rule)} decided nothing`),
		...one.untried.map((of) => `  ${ruleName(of.rule)}: never tried: ${untriedText(of)}`),
	].map(visible);
}

function untriedText({ alternatives, exceptions }: UntriedConditions): string {
	const all = [...alternatives, ...exceptions.map((text) => `except ${text}`)];
	const more = all.length - mostShown;
	return more > 1 ? `${all.slice(0, mostShown).join(", ")} and ${more} more` : all.join(", ");
}

/** A set may have hundreds of names; JSON has them all. */
const mostShown = 8;

/** `policy.rules:12 (no-git)`; the place alone where the rule has no other name. */
function ruleName({ id, file, line }: RuleRef): string {
	const place = `${file}:${line}`;
	return id === place ? place : `${place} (${id})`;
}
