/**
 * Turns a rule statement into tests and an effect. The clauses are lowered once for all kinds; the kind says how they make a rule.
 */
import { didYouMean, respelling } from "../diagnostic/suggest.js";
import { eventsText, patternText } from "../syntax/dsl/part-text.js";
import {
	powers as allPowers,
	type ClaimKeyword,
	type ClaimStatement,
	type Clause,
	type EventList,
	type EventsClause,
	eventListsOf,
	type LimitClause,
	type PathWord,
	type PatternWord,
	type PeopleAsked,
	type Power,
	type RuleStatement,
	type Text,
} from "../syntax/statements.js";
import type { ClauseForm, ClauseRecord, ClauseValues, Contribution, WrittenWord } from "./clauses/clause.js";
import { clauseKeywords, clauses, clausesOn } from "./clauses.js";
import type { Faults } from "./faults.js";
import { kinds } from "./kinds.js";
import { hostPatterns } from "./patterns/host-patterns.js";
import { namedWords, nameIn } from "./patterns/named-words.js";
import { type FlatPattern, fits, hasOption, type OptionPattern, type Sense } from "./patterns/pattern-tests.js";
import { flattenPattern, optionPattern, pathPatterns, type Sets, wordPattern } from "./patterns/patterns.js";
import { spanOfTime } from "./spans-of-time.js";
import {
	type Access,
	allOf,
	anyOf,
	type EventTest,
	type Exceeded,
	fates,
	type Happened,
	likenesses,
	never,
	not,
	type Test,
	type WordPattern,
} from "./test.js";

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
	/** What is too much, whichever rule grants it. */
	readonly exceeds?: Test;
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
	const consent = statement.people === undefined ? never : consentOf(statement, statement.people, faults);
	if (faults.errors > before) return undefined;
	const { grants, restricts } = kind.lower({
		granting: () => matching(flat, read, "granting", true),
		restricting: () => matching(flat, read, "restricting", false),
		inside,
		consent,
		use,
	});
	const carves = statement.keyword === "constrain" ? matching(flat, read, "granting", false) : grants;
	// Without spreads: there may be a hundred thousand of them.
	const lowered: { -readonly [Key in keyof Lowered]: Lowered[Key] } = { use };
	checkNamedWords(statement, flat, told, faults);
	const limit = told.find((one) => one.limit !== undefined)?.limit;
	if (limit !== undefined) lowered.exceeds = exceeding(statement, flat, read, limit);
	if (faults.errors > before) return undefined;
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

/** `2 of release for this session` */
function consentOf({ keyword }: RuleStatement, { count, group, holds, span }: PeopleAsked, faults: Faults): Test {
	if (!kinds[keyword].people)
		faults.error(
			"misplaced-clause",
			span,
			`\`of\` does not belong on ${article(keyword)} rule`,
			"`ask` alone names people: `ask 2 of release npm publish`; a program of this name stands in double quotes",
		);
	const people = count === undefined ? 1 : Number(count.text);
	if (people < 1 || people > mostPeople)
		faults.error(
			"bad-people",
			count?.span ?? span,
			`\`${count?.text}\` people can't say yes`,
			`a number from 1 to ${mostPeople} stands there`,
		);
	if (group.text.trim() === "")
		faults.error("bad-people", group.span, "a group has a name", "for example `ask 2 of release npm publish`");
	const time = holds?.text.replace(/^this /, "") ?? "call";
	const good =
		time === "call" || time === "session" ? time : holds === undefined ? undefined : spanOfTime(holds, faults);
	return { kind: "past", asks: { kind: "consent", group: group.text, people, holds: good ?? "call" } };
}

/** More are no question any more. */
const mostPeople = 99;

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
	if (statement.clauses.length === 0 && kind.required.length === 0) return;
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
		if (seen.has(clause.keyword) && !("repeats" in clauses[clause.keyword])) {
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
	if (own.length === 0) return [];
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
		case "events":
			return lowered(clauses[clause.keyword], eventsValue(clause, sets, faults), [], faults);
		case "limit": {
			const limit = limitValue(clause, faults);
			return limit === undefined ? () => ({}) : lowered(clauses[clause.keyword], limit, [], faults);
		}
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
	const past = added.flatMap((one) => one.past ?? []);
	// What an option brings is granted where it is given as it is said here: the command may have another of the alternatives, and this one with any value.
	if (covered && powers !== "everything" && options.length > 1) common.push(...asSaid(options.flat()));
	// What all of them have in common stands once: exceptions may be as many as the patterns.
	return allOf([
		anyOf(
			flat.map((pattern) => {
				const own = pattern.options.map((option) => option.name);
				const tests: Test[] = [fits(pattern, sense)];
				for (const names of only) tests.push({ kind: "only-options", names: [...names, ...own, ...optionNames] });
				if (covered && powers !== "everything")
					tests.push({ kind: "powers-within", powers, options: [...own, ...optionNames] });
				for (const one of past) tests.push(one(namedWords(pattern)));
				return allOf(tests);
			}),
		),
		...common,
	]);
}

/** More of the rule's own commands than it lets through, as far as it speaks of commands and not of what happened before. */
function exceeding(
	{ patterns, clauses: own }: RuleStatement,
	flat: readonly FlatPattern[],
	read: readonly ReadClause[],
	limit: NonNullable<Contribution["limit"]>,
): Test {
	const added = read.map((clause) => clause("restricting"));
	const common = added.flatMap((one) => one.tests ?? []);
	const text = patterns.map(patternText).join(", ");
	const effects = own.some(({ keyword }) => speakOfEffects.has(keyword));
	const events = flat.map((pattern): EventTest => {
		const fitting = allOf([fits(pattern, "restricting"), ...common]);
		return { text, fits: fitting, effects, words: namedWords(pattern) };
	});
	const asks: Exceeded = { kind: "exceeded", events, ...limit };
	return allOf([anyOf(events.map((event) => event.fits)), { kind: "past", asks }]);
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

const speakOfEffects: ReadonlySet<string> = new Set(["touching", "using", "reaching"]);

/** What `after` and `before` speak of. */
function eventsValue(clause: EventsClause, sets: Sets, faults: Faults): ClauseValues["events"] {
	const events = eventTests(clause.events, sets, faults);
	const since = clause.since.map((list) => eventTests(list, sets, faults));
	const same = clause.same.flatMap((name): readonly Happened["same"][number][] => {
		const found = likenesses.find((one) => one === name.text);
		if (found !== undefined) return [found];
		faults.error(
			"bad-event",
			name.span,
			`\`same ${name.text}\` says nothing`,
			`an event and a command may have in common: ${likenesses.map((one) => `\`${one}\``).join(", ")}`,
		);
		return [];
	});
	const times = clause.times === undefined ? 1 : Number(clause.times.text);
	if (clause.times !== undefined && (!Number.isSafeInteger(times) || times < 1 || times > mostTimes))
		faults.error(
			"bad-event",
			clause.times.span,
			`\`${clause.times.text} times\` is never and always`,
			`a number from 1 to ${mostTimes} stands there; what must not have happened stands behind \`before\``,
		);
	const last = clause.last === undefined ? undefined : spanOfTime(clause.last, faults);
	return {
		events,
		since: (sense) => since.flatMap((list) => list(sense)),
		times,
		...(last === undefined ? {} : { last }),
		same,
	};
}

/** More of one kind are counted nowhere. */
const mostTimes = 1000;

/** The patterns of a list, with what is said of all of them. */
function eventTests(list: EventList, sets: Sets, faults: Faults): (sense: Sense) => readonly EventTest[] {
	const isCreating = ({ text }: Text): boolean => text === "create";
	const creates = list.clauses.some((clause) => clause.form === "powers" && clause.powers.some(isCreating));
	const conditions = list.clauses.flatMap((clause): readonly Clause[] => {
		if (clause.form !== "powers" || !clause.powers.some(isCreating)) return [clause];
		const [other] = clause.powers.filter((power) => !isCreating(power));
		if (other !== undefined)
			faults.error(
				"bad-event",
				other.span,
				`\`create\` and \`${other.text}\` don't stand in one list`,
				"`using create` speaks of a write to a path that was not there: write two rules",
			);
		return [];
	});
	for (const clause of list.clauses)
		if (!("ofEvents" in clauses[clause.keyword]))
			faults.error(
				"misplaced-clause",
				clause.span,
				`\`${clause.keyword}\` says nothing of an event`,
				"write it before `after` and `before`, where it speaks of the rule's own commands",
			);
	const read = readClauses(conditions, sets, faults);
	const flat = list.patterns.map((pattern) => ({ pattern, flat: flattenPattern(pattern, sets, faults) }));
	const effects = creates || list.clauses.some(({ keyword }) => speakOfEffects.has(keyword));
	return (sense) => {
		const common = read.map((clause) => clause(sense)).flatMap((one) => one.tests ?? []);
		return flat.flatMap(({ pattern, flat: alternatives }) =>
			alternatives.map((one): EventTest => {
				const fate = fates.find((known) => known === pattern.fate?.text);
				return {
					text: eventsText({ patterns: [pattern], clauses: list.clauses, span: list.span }),
					...(fate === undefined ? {} : { fate }),
					fits: allOf([fits(one, sense), ...common]),
					...(creates ? { creates } : {}),
					effects,
					words: namedWords(one),
				};
			}),
		);
	};
}

/** `5 per 1h` */
function limitValue({ most, of, word, per }: LimitClause, faults: Faults): ClauseValues["limit"] | undefined {
	const number = /^\d{1,15}(\.\d{1,9})?$/.test(most.text) ? Number(most.text) : undefined;
	if (number === undefined)
		faults.error("bad-limit", most.span, `\`${most.text}\` is no number`, "for example `at most 5 per 1h`");
	const name = word === undefined ? undefined : /^\{([A-Za-z_][\w-]*)\}$/.exec(word.text)?.[1];
	if (word !== undefined && name === undefined)
		faults.error(
			"bad-limit",
			word.span,
			`\`${word.text}\` is no word with a name`,
			"the numbers that are added have a name in the pattern: `refund --amount={n} at most 300 total {n} per 24h`",
		);
	const span = per === undefined ? undefined : per.text === "session" ? ("session" as const) : spanOfTime(per, faults);
	if (number === undefined || span === undefined || (word !== undefined && name === undefined)) return undefined;
	const counted = of === undefined ? "events" : (of.text as "paths" | "hosts" | "total");
	return { most: number, of: counted, ...(name === undefined ? {} : { word: name }), per: span };
}

/** A name that nothing binds means nothing; a rule that gives words no names may say what it likes. */
function checkNamedWords(
	{ clauses: own, patterns }: RuleStatement,
	flat: readonly FlatPattern[],
	told: readonly Contribution[],
	faults: Faults,
): void {
	if (own.length === 0) return;
	const inPatterns = new Set(flat.flatMap(namedWords).map(({ name }) => name));
	const events = own.flatMap((clause) => (clause.form === "events" ? eventListsOf(clause) : []));
	const written = events.flatMap(({ patterns: of }) => of).flatMap(({ words }) => words);
	const bound = new Set([...inPatterns, ...written.flatMap(({ text }) => nameIn(text) ?? [])]);
	const limit = own.find((clause) => clause.form === "limit");
	const total = told.find((one) => one.limit?.word !== undefined)?.limit?.word;
	if (limit?.form === "limit" && total !== undefined && !inPatterns.has(total))
		faults.error(
			"unbound-word",
			limit.word?.span ?? limit.span,
			`no word of the rule's pattern is called \`{${total}}\``,
			`write it where the number stands: \`${patterns[0] === undefined ? "" : patternText(patterns[0])} {${total}}\``,
		);
	if (bound.size === 0 && !own.some(({ form }) => form === "events" || form === "limit")) return;
	for (const clause of own) {
		if (clause.keyword !== "because") continue;
		for (const [whole, name = ""] of clause.text.text.matchAll(/\{([A-Za-z_][\w-]*)\}/g))
			if (!inPatterns.has(name) && !["program", "command", "path"].includes(name))
				faults.error(
					"unbound-word",
					clause.text.span,
					`no word of the rule's pattern is called \`${whole}\``,
					bound.has(name)
						? "a word that only an event has can't be told: give the rule's own word the name"
						: "name the word where it stands in the pattern: `gh pr merge {pr}`",
				);
	}
}
