/**
 * What a rule says of a command: does it grant it, does it restrict it. Patterns and clauses are conditions, each one asked of every reading:
 * what all readings agree in is known, all else is unknown; conditions are put together as Kleene does.
 */

import type { Program } from "../../../../src/engine/knowledge/program.js";
import type {
	Clause,
	PathWord,
	Pattern,
	PatternWord,
	RuleStatement,
} from "../../../../src/language/syntax/statements.js";
import { governingPlaces } from "../../../../src/runtime/harnesses/places/governing-places.js";
import {
	type Form,
	formFits,
	liesWithin,
	listedForms,
	type Meanings,
	meaningsOf,
	type Surroundings,
	touches,
	upwards,
	wherever,
} from "./paths.js";
import { meantOptions, type Reading, type ReadOption, readings } from "./readings.js";
import { agreed, all, any, fromBoolean, not, type Truth } from "./truth.js";
import { isUnclear, plainPowers, powersBeyond, type UsedPath, usedPaths } from "./uses.js";
import { globFits, operandsFit, wordFits } from "./words.js";

/** How a bare name is meant: where a rule grants, and where it restricts. */
export type Sense = "granting" | "restricting";

/** One command, and what surrounds it. */
export interface Asked {
	readonly program: string;
	readonly words: readonly string[];
	readonly facts: Program | undefined;
	readonly readings: readonly Reading[];
	readonly cwd: string;
	readonly around: Surroundings;
	readonly trust: readonly string[];
	readonly forced: boolean;
	readonly tools: readonly string[] | undefined;
	readonly sets: ReadonlyMap<string, readonly Pattern[]>;
}

export function asked(base: Omit<Asked, "readings">): Asked {
	return { ...base, readings: readings(base.facts, base.words) };
}

/** "If some granting rule surely matches (yes, its paths and powers covered)". */
export function grants(rule: RuleStatement, command: Asked): Truth {
	if (rule.keyword === "deny" || rule.keyword === "constrain") return "no";
	return matches(rule, command, "granting", (pattern) => powersCovered(rule, pattern, command));
}

/** "Then every restricting rule that matches or may match raises it." */
export function restricts(rule: RuleStatement, command: Asked): Truth {
	if (rule.keyword === "allow") return "no";
	const fits = matches(rule, command, "restricting");
	if (rule.keyword === "constrain") return all([fits, not(inside(rule, command))]);
	if (rule.keyword !== "nudge") return fits;
	const use = rule.clauses.flatMap((clause) => (clause.keyword === "use" ? clause.names.map((name) => name.text) : []));
	const tool = use.length === 0 || command.tools === undefined || use.some((name) => command.tools?.includes(name));
	return all([fits, fromBoolean(!command.forced && tool)]);
}

/** The subject and every clause; exceptions are read the other way, so that a doubt about them helps nobody. */
export function matches(
	rule: RuleStatement,
	command: Asked,
	sense: Sense,
	further?: (pattern: Pattern) => Truth,
): Truth {
	const other = sense === "granting" ? "restricting" : "granting";
	const patterns = rule.patterns.flatMap((pattern) => expanded(pattern, command));
	const listed = rule.clauses.flatMap((clause) => (clause.keyword === "only" ? [clause.options.flat()] : []));
	const alone = (pattern: Pattern) =>
		listed.map((words) =>
			onlyOptions([...words, ...pattern.words.slice(1).filter(isOption), ...withOptions(rule)], command),
		);
	const excepted = rule.clauses.flatMap((clause) => (clause.keyword === "except" ? clause.patterns : []));
	return all([
		any(
			patterns.map((pattern) =>
				all([patternFits(pattern, command, sense), ...alone(pattern), further ? further(pattern) : "yes"]),
			),
		),
		...rule.clauses.map((clause) => clauseHolds(clause, command)),
		not(
			any(
				excepted
					.flatMap((pattern) => expanded(pattern, command))
					.map((pattern) => patternFits(pattern, command, other)),
			),
		),
	]);
}

function withOptions(rule: RuleStatement): readonly PatternWord[] {
	return rule.clauses.flatMap((clause) => (clause.keyword === "with" ? clause.options.flat() : []));
}

/** The pattern with its sets taken apart. */
function expanded(pattern: Pattern, command: Asked): readonly Pattern[] {
	const at = pattern.words.findIndex((word) => word.kind === "set");
	if (at < 0) return [pattern];
	const members = command.sets.get(pattern.words[at]?.text ?? "") ?? [];
	return members.flatMap((member) => {
		const words = [...pattern.words.slice(0, at), ...member.words, ...pattern.words.slice(at + 1)];
		return expanded({ ...pattern, exactly: pattern.exactly || member.exactly, words }, command);
	});
}

const isOption = (word: PatternWord) =>
	(word.kind === "plain" || word.kind === "quoted") && /^-./.test(word.text) && word.text !== "--";

function patternFits(pattern: Pattern, command: Asked, sense: Sense): Truth {
	const [program, ...words] = pattern.words;
	const plain = words.filter((word) => !isOption(word));
	const wanted = words.filter(isOption);
	const operands = ask(command, (reading) =>
		fromBoolean(
			operandsFit(
				plain,
				reading.operands.map(({ text, canonical }) => (canonical ? [text, canonical] : [text])),
				pattern.exactly,
			),
		),
	);
	// `exactly git status` allows no further words, and an option is a word.
	const nothingElse = pattern.exactly ? onlyOptions(wanted, command) : "yes";
	return all([
		programFits(program as PatternWord, command, sense),
		operands,
		nothingElse,
		...wanted.map((word) => optionGiven(word, command)),
	]);
}

/** What all readings agree in. */
function ask(command: Asked, condition: (reading: Reading) => Truth): Truth {
	return agreed(command.readings.map(condition));
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

/** "Where a rule restricts, a bare name means that program wherever it lies. Where it grants, only the bare name, or a path in the trusted folders." */
function programFits(word: PatternWord, command: Asked, sense: Sense): Truth {
	const { program } = command;
	const isPath = program.includes("/");
	const meanings = meaningsOf(program, command.cwd, command.around);
	if (word.kind === "plain" && (word.text === "*" || word.text === "**")) return "yes";
	if (word.kind !== "regex" && word.text.includes("/")) {
		if (isPath) return programPathFits(word, meanings, command, sense);
		// A bare name may be that of a program in a trusted folder.
		const found = command.trust.map((folder) => meaningsOf(`${folder}/${program}`, command.cwd, command.around));
		const mayBe = found.some((one) => programPathFits(word, one, command, "restricting") !== "no");
		return sense === "restricting" && mayBe ? "unknown" : "no";
	}
	if (!isPath) return fromBoolean(wordFits(word, program));
	if (sense === "granting") {
		const folder = program.slice(0, program.lastIndexOf("/")) || "/";
		return fromBoolean(command.trust.includes(folder) && wordFits(word, baseName(program)));
	}
	const names = [program, ...meanings.texts, ...(meanings.real ?? [])].map(baseName);
	if (names.some((name) => wordFits(word, name)) || (word.kind === "regex" && wordFits(word, program))) return "yes";
	return meanings.real === undefined ? "unknown" : "no";
}

/** A path in place of a name: where it grants, that very file, as written and where it leads; where it restricts, either. */
function programPathFits(word: PatternWord, meanings: Meanings, command: Asked, sense: Sense): Truth {
	if (command.around.home === undefined)
		return wherever(meanings, command.around, (around) =>
			programPathFits(word, meanings, { ...command, around }, sense),
		);
	const forms = listedForms(
		{ kind: word.kind as PathWord["kind"], text: word.text, negated: false },
		command.around,
		false,
	);
	const fits = (path: string) => forms.some((form) => formFits(form, path));
	const texts = meanings.texts.map(fits);
	const real = (meanings.real ?? []).map(fits);
	const unknown: Truth[] = meanings.real === undefined ? ["unknown"] : [];
	const truths = [...texts, ...real].map(fromBoolean);
	return sense === "granting" ? all([...truths, ...unknown]) : any([...truths, ...unknown]);
}

/** "Required options, wherever they stand, in every spelling the program accepts." */
function optionGiven(word: PatternWord, command: Asked): Truth {
	return ask(command, (reading) => {
		const meant = meantOptions(word.text, command.facts, reading);
		return all(meant.map((wanted) => any(reading.options.map((option) => sameOption(wanted, option, reading)))));
	});
}

/** "Has no option but these". */
function onlyOptions(words: readonly PatternWord[], command: Asked): Truth {
	return ask(command, (reading) => {
		const listed = words
			.flatMap((word) => meantOptions(word.text, command.facts, reading))
			.map(({ names, fact }) => ({ names, ...(fact ? { fact } : {}) }));
		return all(reading.options.map((option) => any(listed.map((one) => sameOption(one, option, reading)))));
	});
}

const bare = (name: string) => name.replace(/^--?/, "");

function sameOption(wanted: ReadOption, given: ReadOption, { guess, abbreviates, usage }: Reading): Truth {
	const loose = !guess.bundles;
	const same = wanted.names.some((name) =>
		given.names.some((other) => name === other || (loose && bare(name) === bare(other))),
	);
	// Two tables may have the same letter; before the subcommand it is the program's own, whatever the subcommand means by it.
	const elsewhere = wanted.fact !== undefined && wanted.fact.names.join() !== given.fact?.names.join();
	// An option outside of every table may be an abbreviation of another one.
	const begun =
		abbreviates &&
		given.fact === undefined &&
		wanted.fact === undefined &&
		/^--./.test(given.names[0] ?? "") &&
		wanted.names.some((name) => name.startsWith(given.names[0] as string));
	// A letter may be short for a long name that begins with it, where no table says what it is short for.
	const initial = (one: ReadOption) => (one.names[0] ?? "").replace(/^--?/, "")[0];
	const isShort = (one: ReadOption) => /^-[^-]/.test(one.names[0] ?? "");
	const isInitial = usage === undefined && isShort(wanted) !== isShort(given) && initial(wanted) === initial(given);
	const value =
		wanted.value === undefined ? "yes" : fromBoolean(given.value !== undefined && globFits(wanted.value, given.value));
	const meant = same && !elsewhere ? "yes" : same || begun || isInitial ? "unknown" : "no";
	return all([meant, value]);
}

function clauseHolds(clause: Clause, command: Asked): Truth {
	switch (clause.keyword) {
		case "with":
			return any(clause.options.map((together) => all(together.map((word) => optionGiven(word, command)))));
		case "without":
			return not(any(clause.options.map((together) => all(together.map((word) => optionGiven(word, command))))));
		case "only":
			return "yes"; // It goes with the pattern: see `onlyOptions`.
		case "within":
			return ask(command, (reading) =>
				all(
					places(usedPaths(reading), command).map((place) =>
						liesWithin(place, pathsOf(clause.paths, command), command.around),
					),
				),
			);
		case "touching":
			return ask(command, (reading) =>
				any(
					places(usedPaths(reading), command).map((place) =>
						touches(place, pathsOf(clause.paths, command), command.around),
					),
				),
			);
		case "using": {
			const named = clause.powers.map((power) => power.text);
			return ask(command, (reading) => {
				if (plainPowers(reading).some((power) => named.includes(power))) return "yes";
				const uses = powersBeyond(reading).filter((use) => named.includes(use.power));
				return any([
					...uses.map((use): Truth => (use.sure ? "yes" : "unknown")),
					isUnclear(reading) ? "unknown" : "no",
				]);
			});
		}
		default:
			return "yes";
	}
}

function places(paths: readonly UsedPath[], command: Asked): Meanings[] {
	return paths.map((path) => meaningsOf(path.text, command.cwd, command.around));
}

/** Sets of paths taken apart. */
function pathsOf(paths: readonly PathWord[], command: Asked): readonly PathWord[] {
	return paths.flatMap((path) =>
		path.kind === "set"
			? (command.sets.get(path.text) ?? []).flatMap((pattern) =>
					pattern.words.map((word) => ({ ...path, kind: word.kind as PathWord["kind"], text: word.text })),
				)
			: [path],
	);
}

/** `constrain … to PATHS`: every path of that access lies inside. */
function inside(rule: RuleStatement, command: Asked): Truth {
	const list = rule.clauses.flatMap((clause) => (clause.keyword === "to" ? pathsOf(clause.paths, command) : []));
	const concerned = (path: UsedPath) =>
		rule.access === undefined || path.access === "both" || path.access === (rule.access === "reads" ? "read" : "write");
	return ask(command, (reading) =>
		all(places(usedPaths(reading).filter(concerned), command).map((place) => liesWithin(place, list, command.around))),
	);
}

/** "A plain grant covers plain use and no more; `granting write` adds what is named; naming the option in the pattern grants what that option brings." */
function powersCovered(rule: RuleStatement, pattern: Pattern, command: Asked): Truth {
	const granted = rule.clauses.flatMap((clause) =>
		clause.keyword === "granting" ? clause.powers.map((power) => power.text) : [],
	);
	if (granted.includes("everything")) return "yes";
	return ask(command, (reading) => {
		const named = [...pattern.words.filter(isOption), ...withOptions(rule)].flatMap((word) =>
			meantOptions(word.text, command.facts, reading),
		);
		const isNamed = (option: ReadOption) => named.some((one) => one.names.some((name) => option.names.includes(name)));
		const uses = powersBeyond(reading).filter(
			(use) => !granted.includes(use.power) && !(use.option && isNamed(use.option)),
		);
		return all([
			...uses.map((use): Truth => (use.sure ? "no" : "unknown")),
			isUnclear(reading, isNamed) ? "unknown" : "yes",
		]);
	});
}

/** "Without being told, every policy denies what would change what governs the agent." "Keys and state are never readable either." */
export function changesWhatGoverns(command: Asked): Truth {
	const { written, hidden, folders, above } = governingPlaces();
	return ask(command, (reading) => {
		const touched = places(
			usedPaths(reading).filter(({ access }) => access !== "read"),
			command,
		);
		const deletes = any([
			plainPowers(reading).includes("delete") ? "yes" : "no",
			...powersBeyond(reading).map((use): Truth => (use.power !== "delete" ? "no" : use.sure ? "yes" : "unknown")),
			isUnclear(reading) ? "unknown" : "no",
		]);
		return any([
			any(touched.map((place) => isAmong(place, written, command, "below"))),
			any(touched.map((place) => isAmong(place, hidden, command, "below"))),
			any(touched.map((place) => isAmong(place, folders, command, "itself"))),
			all([deletes, any(touched.map((place) => isAmong(place, above, command, "itself")))]),
		]);
	});
}

/** "Keys and state are never readable either." */
export function namesState(command: Asked): Truth {
	return ask(command, (reading) =>
		any(places(usedPaths(reading), command).map((place) => isAmong(place, governingPlaces().hidden, command, "below"))),
	);
}

/** Is the place one of these, or below one? */
function isAmong(
	place: Meanings,
	list: readonly string[],
	{ around }: Pick<Asked, "around">,
	how: "itself" | "below",
): Truth {
	if (around.home === undefined) return wherever(place, around, (one) => isAmong(place, list, { around: one }, how));
	const paths = [...place.texts, ...(place.real ?? [])].flatMap((path) => (how === "below" ? upwards(path) : [path]));
	const forms = formsFor(list, around);
	if (paths.some((path) => forms.some((form) => formFits(form, path)))) return "yes";
	return place.real === undefined ? "unknown" : "no";
}

/** The lists are long, and stay the same. */
function formsFor(list: readonly string[], around: Surroundings): readonly Form[] {
	const known = forms.get(list) ?? new Map<Surroundings, readonly Form[]>();
	forms.set(list, known);
	const found =
		known.get(around) ??
		list.flatMap((text) =>
			listedForms({ kind: text.startsWith("**/") ? "plain" : "quoted", text, negated: false }, around, true),
		);
	known.set(around, found);
	return found;
}
const forms = new Map<readonly string[], Map<Surroundings, readonly Form[]>>();
