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
	type ClauseKeyword,
	type Pattern,
	type Power,
	type RuleStatement,
	type Text,
} from "../syntax/statements.js";
import type { Faults } from "./faults.js";
import { kinds } from "./kinds.js";
import {
	type FlatPattern,
	flattenPattern,
	type OptionPattern,
	optionPattern,
	pathPatterns,
	type Sets,
} from "./patterns.js";
import { type Access, allOf, anyOf, not, type Test } from "./test.js";

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

type Sense = "granting" | "restricting";

/** More patterns than this in one rule are a mistake. */
const mostPatterns = 20_000;

/** Lowers a rule; undefined when a fault leaves nothing of it that could be trusted. */
export function lowerRule(statement: RuleStatement, sets: Sets, faults: Faults): Lowered | undefined {
	const before = faults.errors;
	const kind = kinds[statement.keyword];
	checkClauses(statement, faults);
	const read = readClauses(statement.clauses, sets, faults);
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
	const inside: Test = { kind: "paths-within", access, paths: read.to };
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
		use: read.use,
	});
	const carves = statement.keyword === "constrain" ? matching(flat, read, "granting", false) : grants;
	// Without spreads: there may be a hundred thousand of them.
	const lowered: { -readonly [Key in keyof Lowered]: Lowered[Key] } = { use: read.use };
	if (grants !== undefined) lowered.grants = grants;
	if (restricts !== undefined) lowered.restricts = restricts;
	if (carves !== undefined) lowered.carves = carves;
	if (read.id !== undefined) lowered.id = read.id;
	if (read.because !== undefined) lowered.message = read.because;
	if (read.note !== undefined) lowered.note = read.note;
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

/** Clauses that say what a rule does say nothing of a claim, which does nothing. */
const notOfClaims: Partial<Record<ClauseKeyword, string>> = {
	granting: "a claim grants nothing: `using …` speaks of commands that use a power",
	to: "`within …` speaks of commands whose paths all lie inside, `touching …` of those with one that does",
	use: "a claim sends nobody elsewhere: leave it out",
};

function checkClaimClauses({ keyword, effect, clauses }: ClaimStatement, faults: Faults): void {
	for (const clause of clauses) {
		const help = notOfClaims[clause.keyword];
		if (help !== undefined)
			faults.error(
				"misplaced-clause",
				clause.span,
				`\`${clause.keyword}\` does not belong on \`${keyword} ${effect.text}\``,
				help,
			);
	}
}

/** Does a claim hold something back (`never allow`, `never ask`, `always deny`), or promise something? */
export function holdsBack(keyword: ClaimKeyword, effect: string): boolean {
	return keyword === "never" ? effect === "allow" || effect === "ask" : effect === "deny";
}

function checkClauses(statement: RuleStatement, faults: Faults): void {
	const kind = kinds[statement.keyword];
	const seen = new Set<string>();
	for (const clause of statement.clauses) {
		if (!kind.clauses.includes(clause.keyword)) {
			faults.error(
				"misplaced-clause",
				clause.span,
				`\`${clause.keyword}\` does not belong on ${article(statement.keyword)} rule`,
				`the clauses of \`${statement.keyword}\` are ${kind.clauses.map((one) => `\`${one}\``).join(", ")}`,
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

/** All clauses of a rule, read. */
interface Clauses {
	with: readonly (readonly OptionPattern[])[];
	without: readonly (readonly OptionPattern[])[];
	only?: readonly string[];
	within: readonly import("./test.js").PathPattern[] | undefined;
	touching: readonly import("./test.js").PathPattern[] | undefined;
	to: readonly import("./test.js").PathPattern[];
	granting: readonly Power[] | "everything";
	using: readonly Power[] | undefined;
	except: readonly FlatPattern[];
	use: readonly string[];
	because?: string;
	note?: string;
	id?: string;
}

function readClauses(clauses: readonly Clause[], sets: Sets, faults: Faults): Clauses {
	const read: Clauses = {
		with: [],
		without: [],
		within: undefined,
		touching: undefined,
		to: [],
		granting: [],
		using: undefined,
		except: [],
		use: [],
	};
	for (const clause of clauses) {
		switch (clause.keyword) {
			case "with":
				read.with = alternatives(clause.options, faults);
				break;
			case "without":
				read.without = alternatives(clause.options, faults);
				break;
			case "only": {
				const named = alternatives(clause.options, faults);
				for (const [index, options] of clause.options.entries()) {
					const first = options[0];
					if (options.length > 1 && first)
						faults.error(
							"bad-option",
							first.span,
							"`only` lists options; `&` says nothing here",
							"part them by commas",
						);
					if (named[index]?.some((option) => option.value !== undefined) && first)
						faults.error("bad-option", first.span, "`only` lists options without values", "leave out the value");
				}
				read.only = named.flat().map((option) => option.name);
				break;
			}
			case "within":
			case "touching":
			case "to":
				read[clause.keyword] = pathPatterns(clause.paths, sets, faults);
				break;
			case "granting": {
				const everything = clause.powers.some((power) => power.text === "everything");
				const named = clause.powers.filter((power) => power.text !== "everything");
				const known = readPowers(named, faults, ["everything"]);
				read.granting = everything ? "everything" : known;
				break;
			}
			case "using":
				read.using = readPowers(clause.powers, faults);
				break;
			case "except":
				read.except = clause.patterns.flatMap((pattern: Pattern) => flattenPattern(pattern, sets, faults));
				break;
			case "use":
				read.use = clause.names.map((name) => name.text);
				break;
			case "because":
			case "note":
				read[clause.keyword] = clause.text.text;
				break;
			case "id":
				if (!/^[A-Za-z_][\w.-]*$/.test(clause.text.text)) {
					faults.error(
						"bad-id",
						clause.text.span,
						`\`${clause.text.text}\` is no id`,
						"an id is letters, digits, `.`, `_` and `-`, and begins with a letter",
					);
				}
				read.id = clause.text.text;
				break;
		}
	}
	return read;
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
function matching(flat: readonly FlatPattern[], read: Clauses, sense: Sense, covered: boolean): Test {
	// What is left out of a grant is read widely, what is left out of a restriction narrowly: a doubt never opens the gate.
	const exceptSense: Sense = sense === "granting" ? "restricting" : "granting";
	const withNames = read.with.flat().map((option) => option.name);
	const clauses: Test[] = [];
	if (read.with.length > 0) clauses.push(anyOf(read.with.map((together) => allOf(together.map(hasOption)))));
	// What an option brings is granted where it is given as it is said here: the command may have another of the alternatives, and this one with any value.
	if (covered && read.granting !== "everything" && read.with.length > 1) clauses.push(...asSaid(read.with.flat()));
	for (const together of read.without) clauses.push(not(allOf(together.map(hasOption))));
	if (read.using) clauses.push({ kind: "uses-power", powers: read.using });
	if (read.except.length > 0) clauses.push(not(anyOf(read.except.map((pattern) => fits(pattern, exceptSense)))));
	if (read.touching) clauses.push({ kind: "paths-touching", access: "any", paths: read.touching });
	if (read.within) clauses.push({ kind: "paths-within", access: "any", paths: read.within });
	return anyOf(
		flat.map((pattern) => {
			const own = pattern.options.map((option) => option.name);
			const tests: Test[] = [fits(pattern, sense)];
			if (read.only) tests.push({ kind: "only-options", names: [...read.only, ...own, ...withNames] });
			if (covered && read.granting !== "everything")
				tests.push({ kind: "powers-within", powers: read.granting, options: [...own, ...withNames] });
			return allOf([...tests, ...clauses]);
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

function fits(pattern: FlatPattern, sense: Sense): Test {
	const tests: Test[] = [{ kind: "program", pattern: pattern.program, as: sense }];
	if (pattern.operands.length > 0 || pattern.exactly)
		tests.push({ kind: "operands", words: pattern.operands, exactly: pattern.exactly });
	// `exactly git status` allows no further words, options included.
	if (pattern.exactly) tests.push({ kind: "only-options", names: pattern.options.map((option) => option.name) });
	tests.push(...pattern.options.map(hasOption));
	return allOf(tests);
}

function hasOption(option: OptionPattern): Test {
	return { kind: "option", name: option.name, ...(option.value === undefined ? {} : { value: option.value }) };
}

/** Where a span stands, as a rule's name when its author gave none: `policy.rules:12`. */
export type PlaceName = (span: Span) => string;
