/**
 * Turns a rule statement into tests and an effect. The clauses are lowered once for all kinds; the kind says how they make a rule.
 */
import { didYouMean, respelling } from "../diagnostic/suggest.js";
import type { Span } from "../source/span.js";
import {
	powers as allPowers,
	type ClaimKeyword,
	type ClaimStatement,
	type Clause,
	type PathWord,
	type PatternWord,
	type Power,
	type RuleStatement,
	type Text,
} from "../syntax/statements.js";
import type { ClauseForm, ClauseRecord, ClauseValues, Contribution, WrittenWord } from "./clauses/clause.js";
import { clauseKeywords, clauses, clausesOn } from "./clauses.js";
import type { Faults } from "./faults.js";
import { kinds } from "./kinds.js";
import { hostPatterns } from "./patterns/host-patterns.js";
import { type FlatPattern, fits, hasOption, type OptionPattern, type Sense } from "./patterns/pattern-tests.js";
import { flattenPattern, optionPattern, pathPatterns, type Sets, wordPattern } from "./patterns/patterns.js";
import { type Access, allOf, anyOf, not, type Test, type WordPattern } from "./test.js";

/** What a rule statement says, without its owner and its place in the inheritance. */
export interface Lowered {
	readonly grants?: Test;
	readonly restricts?: Test;
	/** What an overriding rule takes out of inherited ones; absent where it takes out nothing. */
	readonly carves?: Test;
	readonly id?: string;
	readonly message?: string;
	readonly note?: string;
	readonly use: readonly string[];
}

/** More patterns than this in one rule are a mistake. */
const mostPatterns = 20_000;

/** Lowers a rule; undefined when a fault leaves nothing of it that could be trusted. */
export function lowerRule(statement: RuleStatement, sets: Sets, faults: Faults): Lowered | undefined {
	const before = faults.errors;
	const kind = kinds[statement.keyword];
	checkClauses(statement, faults);
	const read = readClauses(statement.clauses, sets, faults, statement.access === "network");
	const flat = statement.patterns.flatMap((pattern) => flattenPattern(pattern, sets, faults));
	if (flat.length > mostPatterns)
		faults.error(
			"bad-pattern",
			statement.span,
			`this rule speaks of more than ${mostPatterns} commands`,
			"split it into several rules",
		);
	if (statement.locked && !kind.lockable) {
		faults.error(
			"misplaced-modifier",
			statement.span,
			`\`locked\` does not belong on \`${statement.keyword}\``,
			"`locked` goes with `deny` and `constrain`",
		);
	}
	if (statement.locked && statement.override) {
		faults.error(
			"misplaced-modifier",
			statement.span,
			"a rule is `locked` or an `override`, not both",
			"state it as two rules",
		);
	}
	const access = accessOf(statement);
	// What a clause tells does not depend on the sense.
	const told = read.map((clause) => clause("restricting"));
	const inside: Test =
		statement.access === "network"
			? { kind: "hosts-within", hosts: told.flatMap((one) => one.insideHosts ?? []) }
			: { kind: "paths-within", access, paths: told.flatMap((one) => one.inside ?? []) };
	const use = told.flatMap((one) => one.use ?? []);
	if (faults.errors > before) return undefined;
	const { grants, restricts } = kind.lower({
		// Most kinds ask for one of the two.
		get granting() {
			return matching(flat, read, "granting", true);
		},
		get restricting() {
			return matching(flat, read, "restricting", false);
		},
		inside,
		use,
	});
	const carves = statement.keyword === "constrain" ? matching(flat, read, "granting", false) : grants;
	// Without spreads: there may be a hundred thousand of them.
	const lowered: { -readonly [Key in keyof Lowered]: Lowered[Key] } = { use };
	if (grants !== undefined) lowered.grants = grants;
	if (restricts !== undefined) lowered.restricts = restricts;
	if (carves !== undefined) lowered.carves = carves;
	for (const { id, message, note } of told) {
		if (id !== undefined) lowered.id = id;
		if (message !== undefined) lowered.message = message;
		if (note !== undefined) lowered.note = note;
	}
	return lowered;
}

/** The paths that a constraint speaks of. */
export function accessOf(statement: RuleStatement): Access {
	return statement.access === "reads" ? "read" : statement.access === "writes" ? "write" : "any";
}

/**
 * Lowers the subject of a claim: the commands that it speaks of. What must not happen must not happen wherever the program lies;
 * what is promised (`always allow git`, `always nudge grep`) is promised for the bare name, as a rule that grants would.
 */
export function lowerClaim(statement: ClaimStatement, sets: Sets, faults: Faults): Test {
	checkClaimClauses(statement, faults);
	const read = readClauses(statement.clauses, sets, faults);
	const flat = statement.patterns.flatMap((pattern) => flattenPattern(pattern, sets, faults));
	const sense = holdsBack(statement.keyword, statement.effect.text) ? "restricting" : "granting";
	return matching(flat, read, sense, false);
}

function checkClaimClauses({ keyword, effect, clauses: own }: ClaimStatement, faults: Faults): void {
	for (const clause of own) {
		const { claims } = clauses[clause.keyword];
		// What a clause says that a rule does, a claim, which does nothing, can't say.
		if (claims !== true)
			faults.error(
				"misplaced-clause",
				clause.span,
				`\`${clause.keyword}\` does not belong on \`${keyword} ${effect.text}\``,
				claims.instead,
			);
	}
}

/** Does a claim hold something back (`never allow`, `never ask`, `always deny`), or promise something? */
export function holdsBack(keyword: ClaimKeyword, effect: string): boolean {
	return keyword === "never" ? effect === "allow" || effect === "ask" : effect === "deny";
}

function checkClauses(statement: RuleStatement, faults: Faults): void {
	const kind = kinds[statement.keyword];
	const belonging = clausesOn(statement.keyword);
	const seen = new Set<string>();
	for (const clause of statement.clauses) {
		if (!belonging.includes(clause.keyword)) {
			faults.error(
				"misplaced-clause",
				clause.span,
				`\`${clause.keyword}\` does not belong on ${article(statement.keyword)} rule`,
				`the clauses of \`${statement.keyword}\` are ${belonging.map((one) => `\`${one}\``).join(", ")}`,
			);
		}
		if (seen.has(clause.keyword)) {
			faults.error(
				"duplicate-clause",
				clause.span,
				`\`${clause.keyword}\` stands twice on one rule`,
				"put both lists into one clause, or write two rules",
			);
		}
		seen.add(clause.keyword);
	}
	for (const keyword of kind.required) {
		if (!seen.has(keyword))
			faults.error(
				"missing-clause",
				statement.span,
				`\`${statement.keyword}\` needs \`${keyword}\``,
				`for example \`${kind.example}\``,
			);
	}
}

function article(keyword: string): string {
	return `${/^[aeiou]/.test(keyword) ? "an" : "a"} \`${keyword}\``;
}

/** What a clause adds, in a granting or a restricting rule. */
type ReadClause = (sense: Sense) => Contribution;

/** In the order of the records: how an author orders clauses changes nothing. */
function readClauses(own: readonly Clause[], sets: Sets, faults: Faults, ofHosts = false): readonly ReadClause[] {
	const rank = (clause: Clause): number => clauseKeywords.indexOf(clause.keyword);
	return own
		.toSorted((a, b) => rank(a) - rank(b))
		.map((clause) =>
			ofHosts && clause.keyword === "to" ? placesOfHosts(clause.paths, sets, faults) : readClause(clause, sets, faults),
		);
}

/** The `to` of a `constrain network of`: hosts, not paths. */
function placesOfHosts(words: readonly PathWord[], sets: Sets, faults: Faults): ReadClause {
	const insideHosts = hostPatterns(words, sets, faults);
	return () => ({ insideHosts });
}

/** Reads the value of a clause once; its record says what it means. */
function readClause(clause: Clause, sets: Sets, faults: Faults): ReadClause {
	switch (clause.form) {
		case "patterns":
			return lowered(
				clauses[clause.keyword],
				clause.patterns.flatMap((pattern) => flattenPattern(pattern, sets, faults)),
				clause.patterns.map(({ words }) => words),
				faults,
			);
		case "paths":
			return lowered(
				clauses[clause.keyword],
				pathPatterns(clause.paths, sets, faults),
				clause.paths.map((path) => [path]),
				faults,
			);
		case "hosts":
			return lowered(
				clauses[clause.keyword],
				hostPatterns(clause.hosts, sets, faults),
				clause.hosts.map((host) => [host]),
				faults,
			);
		case "options":
			return lowered(clauses[clause.keyword], alternatives(clause.options, faults), clause.options, faults);
		case "powers": {
			const record: ClauseRecord<"powers"> = clauses[clause.keyword];
			const everything = record.everything ? clause.powers.some((power) => power.text === "everything") : false;
			const named = record.everything ? clause.powers.filter((power) => power.text !== "everything") : clause.powers;
			const known = readPowers(named, faults, record.everything ? ["everything"] : []);
			return lowered(record, everything ? "everything" : known, [clause.powers], faults);
		}
		case "names":
			return lowered(
				clauses[clause.keyword],
				clause.names.map((name) => name.text),
				[clause.names],
				faults,
			);
		case "facts":
			return lowered(
				clauses[clause.keyword],
				clause.conditions.map(({ fact, values }) => ({
					fact: fact.text,
					values: values.flatMap((value) => factValue(value, faults) ?? []),
				})),
				clause.conditions.map(({ fact, values }) => [fact, ...values]),
				faults,
			);
		case "text":
		case "name":
		case "date": {
			const record: ClauseRecord<"text" | "name" | "date"> = clauses[clause.keyword];
			return lowered(record, clause.text.text, [[clause.text]], faults);
		}
	}
}

/** A value of a fact: a word as patterns have it. */
function factValue(word: PatternWord, faults: Faults): WordPattern | undefined {
	if (word.kind !== "set") return wordPattern(word, faults);
	faults.error(
		"bad-fact",
		word.span,
		`\`@${word.text}\` is a set, and a fact is one value`,
		"write the values themselves",
	);
	return undefined;
}

function lowered<Form extends ClauseForm>(
	record: ClauseRecord<Form>,
	value: ClauseValues[Form],
	words: readonly (readonly WrittenWord[])[],
	faults: Faults,
): ReadClause {
	for (const { code, span, message, help } of record.check?.(value, words) ?? [])
		faults.error(code, span, message, help);
	return (sense) => record.lower(value, sense);
}

function alternatives(
	options: readonly (readonly import("../syntax/statements.js").PatternWord[])[],
	faults: Faults,
): OptionPattern[][] {
	return options.map((together) =>
		together.flatMap((word) => {
			const option = optionPattern(word, faults);
			if (option && !option.name.startsWith("-") && !option.name.endsWith("=")) {
				faults.error(
					"bad-option",
					word.span,
					`\`${word.text}\` is no option`,
					"options begin with `-`; operands belong into the pattern: `git push`",
				);
			}
			return option ? [option] : [];
		}),
	);
}

function readPowers(names: readonly Text[], faults: Faults, besides: readonly string[] = []): Power[] {
	return names.flatMap((name) => {
		if ((allPowers as readonly string[]).includes(name.text)) return [name.text as Power];
		faults.error(
			"unknown-power",
			name.span,
			`\`${name.text}\` is no power`,
			didYouMean(name.text, [...allPowers, ...besides]),
			respelling(name, [...allPowers, ...besides]),
		);
		return [];
	});
}

/** The command fits one of the patterns and all clauses. In the granting sense a bare name is only that name, and powers must be covered if that is asked. */
function matching(flat: readonly FlatPattern[], read: readonly ReadClause[], sense: Sense, covered: boolean): Test {
	const added = read.map((clause) => clause(sense));
	const options = added.flatMap((one) => one.options ?? []);
	const optionNames = options.flat().map((option) => option.name);
	const only = added.flatMap((one) => (one.only === undefined ? [] : [one.only]));
	const powers = added.flatMap((one) => (one.powers === undefined ? [] : [one.powers]))[0] ?? [];
	const common = added.flatMap((one) => one.tests ?? []);
	// What an option brings is granted where it is given as it is said here: the command may have another of the alternatives, and this one with any value.
	if (covered && powers !== "everything" && options.length > 1) common.push(...asSaid(options.flat()));
	return anyOf(
		flat.map((pattern) => {
			const own = pattern.options.map((option) => option.name);
			const tests: Test[] = [fits(pattern, sense)];
			for (const names of only) tests.push({ kind: "only-options", names: [...names, ...own, ...optionNames] });
			if (covered && powers !== "everything")
				tests.push({ kind: "powers-within", powers, options: [...own, ...optionNames] });
			return allOf([...tests, ...common]);
		}),
	);
}

/** Those that are said with values have one of these values, if they are given. */
function asSaid(options: readonly OptionPattern[]): readonly Test[] {
	const names = new Set(options.flatMap(({ name, value }) => (value === undefined ? [] : [name])));
	return [...names].flatMap((name) => {
		const said = options.filter((option) => option.name === name);
		return said.every(({ value }) => value !== undefined)
			? [anyOf([not({ kind: "option", name }), ...said.map(hasOption)])]
			: [];
	});
}

/** Where a span stands, as a rule's name when its author gave none: `policy.rules:12`. */
export type PlaceName = (span: Span) => string;
