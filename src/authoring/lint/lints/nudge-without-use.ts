/** `nudge-without-use`: a nudge that says neither what to use instead nor what to do. */
import type { Pattern } from "../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { isVague } from "../meaning/vague.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const nudgeWithoutUse: PolicyLint = {
	name: "nudge-without-use",
	family: "nudges",
	severity: "warning",
	summary: "a nudge does not say what to use instead",
	looksAt: "policy",
	check: (subject) => {
		const programs = namesOf(subject);
		return subject.rules().flatMap(({ statement: { keyword, clauses, patterns, span } }) => {
			if (keyword !== "nudge" || clauses.some((one) => one.keyword === "use")) return [];
			// A message may name the better way in its own words.
			if (
				clauses.some(
					(one) =>
						one.keyword === "because" &&
						!isVague(one.text.text) &&
						namesWay(one.text.text, without(programs, patterns)),
				)
			)
				return [];
			return [
				{
					message: "this nudge does not say what to use instead: an agent can do nothing but force it",
					span,
					help: "write `use NAME` with the better tool or program, or say in `because` what to do; or make it an `ask` or a `deny`",
				},
			];
		});
	},
};

/** The programs that rules and sets name. */
function namesOf(subject: ValidPolicyContext): ReadonlySet<string> {
	return new Set(writtenPatterns(subject).flatMap(({ pattern: { words } }) => words[0]?.text ?? []));
}

/** What the nudge turns away is no better way. */
function without(programs: ReadonlySet<string>, patterns: readonly Pattern[]): ReadonlySet<string> {
	return new Set([...programs].filter((name) => !patterns.some(({ words }) => words[0]?.text === name)));
}

/** It tells what to do, or names what there is instead. Why a program is not wanted leaves an agent with nothing. */
function namesWay(text: string, programs: ReadonlySet<string>): boolean {
	const words = text.trim().split(/[\s,;:.!?()"']+/);
	return (
		words.length > 2 &&
		(/`[^`]*[a-z][^`]*`/i.test(text) || asks.test(text) || words.some((word, at) => at > 0 && programs.has(word)))
	);
}

/** An imperative that begins a sentence or follows another word of advice; or what is better, and where it is. */
const asks =
	/(?:^|[.:;,–—-]\s*|\b(?:please|then|but|and|or|better|first|to|should|must|can|may|just|always|only)\s+)(?:use|run|call|try|prefer|ask|see|read|write|let|put|pass|add|set|name|look|take|pick|choose|open|go|do|give|make|search|list|edit|send|check|wait|keep|leave|replace|limit|type|say|tell|find|get|switch)\b|\b(?:instead|rather|better|quicker|faster|easier|there is|there are|is for|are for|does that|does this|does it)\b/i;
