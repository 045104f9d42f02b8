/** `partly-unreachable`: a pattern or a path of a rule that grants, of which stricter rules refuse every command. */

import { specialise } from "../../../engine/decide/compile/specialise.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Test } from "../../../language/policy/test.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import { holding } from "../../analysis/outcomes.js";
import { isNever } from "../../analysis/rule-index.js";
import { rulesNear } from "../../analysis/rules-near.js";
import { followingFrom } from "../../analysis/search/by-text.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { factsNamed } from "../meaning/grants.js";
import { lowerVariant, programsIn } from "../meaning/lower-variant.js";
import { isCarvedFor } from "../without-effect/carved.js";
import { plainlyRefusedBy, type Refusal } from "../without-effect/plainly-refused.js";
import { refusedPaths } from "../without-effect/refused-paths.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";

export const partlyUnreachable: PolicyLint = {
	name: "partly-unreachable",
	family: "anomalies",
	severity: "info",
	summary: "a rule names a command or a path among others that a stricter rule refuses altogether",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => [...patternsRefused(stated, subject), ...pathsRefused(stated, subject)]),
};

function patternsRefused(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { statement } = stated;
	const { patterns } = statement;
	if (statement.keyword === "deny" || statement.keyword === "constrain") return [];
	if (patterns.length > mostPatterns || stated.agents.length === 0) return [];
	const refused = patterns.map((pattern) => refusedBy(pattern, stated, subject));
	if (refused.every((found) => found === undefined) || isWholeRuleReported(stated, subject)) return [];
	return refused.flatMap((found, at) => {
		const pattern = patterns[at];
		if (found === undefined || pattern === undefined) return [];
		const { by, wholly } = found;
		const said = `\`${patternText(pattern)}\``;
		return [
			{
				message: wholly
					? `this rule does nothing for ${said}: \`${by.id}\` ${by.keyword === "ask" ? "asks about" : "refuses"} all of it`
					: `this rule does next to nothing for ${said}: \`${by.id}\` refuses every usual call of it`,
				span: pattern.span,
				labels: [{ span: by.span, message: `this \`${by.keyword}\`` }],
				help: `take ${said} out here, or leave out of the other rule what is to be granted: \`except …\``,
			},
		];
	});
}

/** Paths that a grant is confined to, and that a denial closes. */
function pathsRefused(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const refused = refusedPaths(stated, subject);
	if (refused.length === 0 || isWholeRuleReported(stated, subject)) return [];
	return refused.flatMap(({ by, wholly, paths }) => {
		const [first] = paths;
		if (first === undefined) return [];
		const named = joinWords(paths.map(({ text }) => text));
		return [
			{
				message: wholly
					? `this rule grants nothing inside of ${named}: \`${by.id}\` refuses all of it`
					: `this rule grants next to nothing inside of ${named}: \`${by.id}\` refuses every usual call of it`,
				span: first.span,
				labels: [{ span: by.span, message: `this \`${by.keyword}\`` }],
				help: "leave out of the other rule what is to be granted, or take the path out here",
			},
		];
	});
}

const mostPatterns = 64;
/** Patterns of a rule that are each tried with all of their options. */
const mostTried = 8;

/** A denial that holds of whatever fits the pattern, as its text alone says or as its plainest commands show, for every agent that has the rule. */
function refusedBy(pattern: Pattern, stated: StatedRule, subject: ValidPolicyContext): Refusal | undefined {
	// To take one out of many that a set has is what a denial is for.
	if (pattern.words.some(({ kind, text }) => kind === "set" || text === "*")) return undefined;
	const own = lowerVariant({ ...stated.statement, patterns: [pattern] }, stated, subject);
	const programs = own && programsIn(own);
	const grants = own?.grants;
	if (grants === undefined || programs === undefined) return undefined;
	const { clauses, patterns } = stated.statement;
	// Below which of its folders nothing is left is told by these.
	const isTried = patterns.length <= mostTried && !clauses.some(({ keyword }) => keyword === "within");
	let first: Refusal | undefined;
	let wholly = true;
	for (const { agent, rule } of stated.agents) {
		const setting = subject.settingOf(agent);
		for (const name of programs) {
			if (isCarvedFor(name, rule)) return undefined;
			const tests = [grants, own?.restricts].flatMap((one) => (one === undefined ? [] : [specialise(one, name)]));
			if (tests.every(isNever)) return undefined;
			const isInside = insideOf(tests);
			const inside = rulesNear(specialise(grants, name), name, setting).find(
				(other) =>
					other.rule !== rule &&
					(other.rule.effect === "deny" || (rule.effect === "allow" && other.rule.effect === "ask")) &&
					isInside(other.restricts),
			)?.rule;
			const plainly = (): Refusal | undefined =>
				isTried ? plainlyRefusedBy({ grants }, name, rule, setting, factsNamed(name, subject)) : undefined;
			const found = inside === undefined ? plainly() : { by: inside, wholly: true };
			if (found === undefined) return undefined;
			first ??= found;
			wholly &&= found.wholly;
		}
	}
	return first && { by: first.by, wholly };
}

/** Does a test hold wherever one of these does, as their texts say? They are taken apart once for all rules that are held against them. */
function insideOf(tests: readonly Test[]): (restricts: Test | undefined) => boolean {
	const following = tests.filter((test) => !isNever(test)).map((test) => followingFrom(holding(test, "perhaps")));
	return (restricts) => restricts !== undefined && following.every((follows) => follows({ test: restricts, side: 0 }));
}
