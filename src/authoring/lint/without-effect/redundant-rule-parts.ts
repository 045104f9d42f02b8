/**
 * Parts of a rule that change nothing about it: patterns, exceptions, conditions and powers without which it would mean the same.
 * They are looked for one after the other, each in the rule without those that were found before: all of them together can be taken out.
 */

import type { Program } from "../../../engine/knowledge/program.js";
import { clauses as records } from "../../../language/policy/clauses.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { Span } from "../../../language/source/span.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import {
	type Clause,
	type OptionsClause,
	type Pattern,
	type PatternsClause,
	type PowersClause,
	powers,
	type RuleStatement,
} from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { isEquivalentRule, lowerVariant, programsIn } from "../meaning/lower-variant.js";
import { programCalled } from "../reading/words/known-words.js";
import { isWholeRuleReported } from "./rule-already-reported.js";

/** One element of a list, at this place, or a whole clause. */
export type RedundantPart =
	/** Other patterns of the rule speak of all that this one does; `by`: one that does so alone, if there is one. */
	| { readonly kind: "pattern"; readonly at: number; readonly span: Span; readonly by?: Pattern }
	| { readonly kind: "exception"; readonly clause: PatternsClause; readonly at: number; readonly span: Span }
	/** `at`: of a list whose other elements change something. */
	| { readonly kind: "condition"; readonly clause: Clause; readonly at?: number; readonly span: Span }
	| { readonly kind: "power"; readonly clause: PowersClause; readonly at: number; readonly span: Span };

const known = new WeakMap<RuleStatement, readonly RedundantPart[]>();

export function redundantParts(stated: StatedRule, subject: ValidPolicyContext): readonly RedundantPart[] {
	const { statement } = stated;
	const found = known.get(statement) ?? (mayHaveSome(statement) ? search(stated, subject) : []);
	known.set(statement, found);
	return found;
}

/** Most rules have one pattern and no condition. */
function mayHaveSome({ patterns, clauses }: RuleStatement): boolean {
	return patterns.length > 1 || clauses.some(({ keyword }) => records[keyword].chooses);
}

function search(stated: StatedRule, subject: ValidPolicyContext): readonly RedundantPart[] {
	if (stated.agents.length === 0) return [];
	const found: RedundantPart[] = [];
	let left = stated.statement;
	for (const { part, without, about } of candidates(stated.statement)) {
		const shorter = without(left);
		if (shorter === undefined) continue;
		const idle =
			part.kind === "pattern" && about !== undefined
				? isCovered(about, shorter, stated, subject)
				: isIdle(left, shorter, about, stated, subject);
		if (!idle) continue;
		found.push(part.kind === "pattern" ? coveredBy(part, stated, subject) : part);
		left = shorter;
	}
	if (found.length === 0) return found;
	// A rule that nothing fits is told as such; each of its parts would change nothing.
	if (subject.fateOf(stated).kind === "empty") return [];
	// Patterns go with a rule that goes.
	return isWholeRuleReported(stated, subject) ? found.filter(({ kind }) => kind !== "pattern") : found;
}

interface Candidate {
	readonly part: RedundantPart;
	/** The rule without it; undefined where nothing of a list would be left. */
	readonly without: (rule: RuleStatement) => RuleStatement | undefined;
	/** The pattern of the commands for which it can make a difference; absent: all of the rule's. */
	readonly about?: Pattern;
}

/** Later patterns first: of two that say the same the second one goes. */
function candidates({ patterns, clauses: own }: RuleStatement): readonly Candidate[] {
	const found: Candidate[] = [];
	for (const [at, pattern] of [...patterns.entries()].reverse()) {
		if (patterns.length === 1 || patterns.length > mostPatterns) break;
		const without = (rule: RuleStatement): RuleStatement | undefined => {
			const rest = rule.patterns.filter((one) => one !== pattern);
			return rest.length === 0 ? undefined : { ...rule, patterns: rest };
		};
		found.push({ part: { kind: "pattern", at, span: pattern.span }, without, about: pattern });
	}
	for (const clause of own) {
		const whole = {
			part: { kind: "condition", clause, span: clause.span },
			without: withoutClause(clause.keyword),
		} as const;
		switch (clause.form) {
			case "patterns":
				for (const [at, pattern] of [...clause.patterns.entries()].reverse()) {
					if (clause.patterns.length > mostPatterns) break;
					const part: RedundantPart = { kind: "exception", clause, at, span: pattern.span };
					found.push({ part, without: (rule) => withoutException(rule, pattern), about: pattern });
				}
				break;
			case "options":
				// Each of them is a condition of its own; of the others one is enough.
				if (clause.keyword !== "without" || clause.options.length === 1) found.push(whole);
				else
					for (const [at, options] of clause.options.entries()) {
						const [first, last] = [options[0], options.at(-1)];
						if (first === undefined || last === undefined) continue;
						const span = { ...first.span, end: last.span.end };
						found.push({
							part: { kind: "condition", clause, at, span },
							without: (rule) => withoutOption(rule, options),
						});
					}
				break;
			case "paths":
				if (records[clause.keyword].chooses) found.push(whole);
				break;
			case "powers":
				if (clause.keyword === "using") found.push(whole);
				else
					for (const [at, power] of clause.powers.entries())
						found.push({
							part: { kind: "power", clause, at, span: power.span },
							without: (rule) => withoutPower(rule, power.text),
						});
				break;
			case "facts":
				found.push(whole);
				break;
			// It is one until it ends.
			case "date":
			case "names":
			case "text":
			case "name":
			case "events":
			case "limit":
				break;
		}
	}
	return found;
}

/** Each pattern of a longer list would be held against all others: such lists are made by programs. */
const mostPatterns = 64;

function withoutException(rule: RuleStatement, pattern: Pattern): RuleStatement {
	return withClause(rule, "except", (clause) => {
		const patterns = (clause as PatternsClause).patterns.filter((one) => one !== pattern);
		return patterns.length === 0 ? undefined : { ...(clause as PatternsClause), patterns };
	});
}

function withoutOption(rule: RuleStatement, options: OptionsClause["options"][number]): RuleStatement {
	return withClause(rule, "without", (clause) => {
		const left = (clause as OptionsClause).options.filter((one) => one !== options);
		return left.length === 0 ? undefined : { ...(clause as OptionsClause), options: left };
	});
}

function withoutPower(rule: RuleStatement, power: string): RuleStatement {
	return withClause(rule, "granting", (clause) => {
		const powers = (clause as PowersClause).powers.filter(({ text }) => text !== power);
		return powers.length === 0 ? undefined : { ...(clause as PowersClause), powers };
	});
}

function withoutClause(keyword: Clause["keyword"]): (rule: RuleStatement) => RuleStatement {
	return (rule) => withClause(rule, keyword, () => undefined);
}

function withClause(
	rule: RuleStatement,
	keyword: Clause["keyword"],
	change: (clause: Clause) => Clause | undefined,
): RuleStatement {
	return { ...rule, clauses: rule.clauses.flatMap((one) => (one.keyword === keyword ? (change(one) ?? []) : [one])) };
}

/** The rule means the same with the part and without it. */
function isIdle(
	rule: RuleStatement,
	shorter: RuleStatement,
	about: Pattern | undefined,
	stated: StatedRule,
	subject: ValidPolicyContext,
): boolean {
	const [own, other] =
		about === undefined
			? [lowerVariant(rule, stated, subject), lowerVariant(shorter, stated, subject)]
			: [rule, shorter].map((one) => lowerVariant(narrowedTo(about, one, subject), stated, subject));
	if (own === undefined || other === undefined) return false;
	const only =
		about &&
		lowerVariant({ ...rule, keyword: "deny", override: false, patterns: [about], clauses: [] }, stated, subject);
	// Where a part speaks of some programs, it changes nothing for others.
	const all = programsIn(only ?? own) ?? programsIn(own);
	if (all === undefined) return false;
	const programs = thoseFirstThatKnow(optionsLeftOut(rule, shorter), all, subject);
	if (asksPaths(rule) > asksPaths(shorter) && [...programs].some((name) => mayNamePaths(name, subject))) return false;
	const taken = powersIn(rule).filter((power) => !powersIn(shorter).includes(power));
	if (taken.some((power) => [...programs].some((name) => mayUse(power, name, subject)))) return false;
	return taken.length === 0
		? isEquivalentRule(other, own, programs, stated, subject)
		: isEquivalentRule(own, other, programs, stated, subject);
}

/** Most options make a difference for the programs that have them, and one is enough. */
function thoseFirstThatKnow(
	options: readonly string[],
	programs: ReadonlySet<string>,
	subject: ValidPolicyContext,
): ReadonlySet<string> {
	if (options.length === 0 || programs.size < 2) return programs;
	const knows = (name: string): boolean => {
		const facts = factsOf(name, subject);
		return facts !== undefined && options.some((option) => facts.includes(`"${option}"`));
	};
	return new Set([...[...programs].filter(knows), ...programs]);
}

/** The options that the one rule names in its conditions, and the other does not. */
function optionsLeftOut(rule: RuleStatement, shorter: RuleStatement): readonly string[] {
	const named = ({ clauses }: RuleStatement): readonly string[] =>
		clauses.flatMap((one) => (one.form === "options" ? one.options.flat().map(({ text }) => text) : []));
	const left = named(shorter);
	return named(rule).filter((option) => !left.includes(option));
}

/** The rule as far as it may speak of commands that fit the pattern: what can't be shared with it needs not be read. */
function narrowedTo(about: Pattern, rule: RuleStatement, subject: ValidPolicyContext): RuleStatement {
	const related = (patterns: readonly Pattern[]): readonly Pattern[] =>
		patterns.filter((one) => mayShare(about, one, subject));
	const patterns = related(rule.patterns);
	return {
		...rule,
		patterns: patterns.length === 0 ? rule.patterns : patterns,
		clauses: rule.clauses.flatMap((clause): readonly Clause[] => {
			if (clause.keyword !== "except") return [clause];
			const left = related(clause.patterns);
			return left.length === 0 ? [] : [{ ...clause, patterns: left }];
		}),
	};
}

/** The rule's patterns speak of all that this one does. */
function isCovered(pattern: Pattern, rule: RuleStatement, stated: StatedRule, subject: ValidPolicyContext): boolean {
	const related = rule.patterns.filter((one) => mayShare(pattern, one, subject));
	if (related.length === 0) return false;
	if (related.some((one) => patternText(one) === patternText(pattern))) return true;
	const narrowed = narrowedTo(pattern, rule, subject);
	const own = lowerVariant({ ...narrowed, patterns: [pattern] }, stated, subject);
	const other = lowerVariant({ ...narrowed, patterns: related }, stated, subject);
	const programs = own && programsIn(own);
	if (own === undefined || other === undefined || programs === undefined) return false;
	return isEquivalentRule(own, other, programs, stated, subject);
}

/** They may speak of the same command, as far as the first words tell that differ. */
function mayShare(pattern: Pattern, other: Pattern, subject: ValidPolicyContext): boolean {
	const [own, names] = [operandsOf(pattern), operandsOf(other)];
	for (const [at, word] of own.entries()) {
		const second = names[at];
		if (word === undefined || second === undefined) return true;
		if (at === 0 ? baseName(word) === baseName(second) : word === second) continue;
		// A subcommand may go by several names.
		if (at === 0) return false;
		const meant = (text: string): readonly string[] => [
			text,
			...(namesOf(own[0] ?? "", subject).get(`${at} ${text}`) ?? []),
		];
		if (!meant(word).some((one) => meant(second).includes(one))) return false;
	}
	return true;
}

/** The program and its operands: undefined for a word that is not written out. */
function operandsOf({ words }: Pattern): readonly (string | undefined)[] {
	return words
		.filter(({ text }, at) => at === 0 || !text.startsWith("-"))
		.map(({ kind, text }) =>
			(kind === "plain" || kind === "quoted") && /^[\w./:@%+-]+$/.test(text) ? text : undefined,
		);
}

/** What a word of a subcommand's other name stands for, by its place. */
function namesOf(typed: string, subject: ValidPolicyContext): ReadonlyMap<string, readonly string[]> {
	const program = programCalled(baseName(typed), subject);
	if (program === undefined) return new Map();
	const known = otherNames.get(program);
	if (known !== undefined) return known;
	const found = new Map<string, string[]>();
	for (const [full, { aliases }] of Object.entries(program.subcommands)) {
		const words = full.split(" ");
		for (const alias of aliases)
			for (const [at, word] of alias.split(" ").entries()) {
				const key = `${at + 1} ${word}`;
				if (words[at] !== undefined && words[at] !== word) found.set(key, [...(found.get(key) ?? []), words[at]]);
			}
	}
	otherNames.set(program, found);
	return found;
}

const otherNames = new WeakMap<Program, ReadonlyMap<string, readonly string[]>>();

function powersIn({ clauses }: RuleStatement): readonly string[] {
	return clauses.flatMap((one) => (one.keyword === "granting" ? one.powers.map(({ text }) => text) : []));
}
function asksPaths({ clauses }: RuleStatement): number {
	return clauses.filter(({ keyword }) => keyword === "within" || keyword === "touching").length;
}

/** Does a program take paths anywhere, as far as that is known? */
function mayNamePaths(name: string, subject: ValidPolicyContext): boolean {
	const facts = factsOf(name, subject);
	return facts === undefined || ["read", "write", "both"].some((role) => facts.includes(`"${role}"`));
}

/** Do the facts of a program speak of a power, beside what its plain use has? What is not known may do anything. */
function mayUse(power: string, name: string, subject: ValidPolicyContext): boolean {
	const facts = factsOf(name, subject);
	if (facts === undefined) return true;
	return power === "everything" ? powers.some((one) => facts.includes(`"${one}"`)) : facts.includes(`"${power}"`);
}

const texts = new WeakMap<Program, string>();

function factsOf(name: string, subject: ValidPolicyContext): string | undefined {
	const program = programCalled(name, subject);
	if (program === undefined) return undefined;
	const text = texts.get(program) ?? JSON.stringify({ ...program, powers: [] });
	texts.set(program, text);
	return text;
}

function coveredBy(
	part: RedundantPart & { readonly kind: "pattern" },
	stated: StatedRule,
	subject: ValidPolicyContext,
): RedundantPart {
	const { statement } = stated;
	const own = statement.patterns[part.at] as Pattern;
	const by = statement.patterns.find((one, at) => {
		if (at === part.at) return false;
		return isCovered(own, { ...statement, patterns: [one] }, stated, subject);
	});
	return by === undefined ? part : { ...part, by };
}
