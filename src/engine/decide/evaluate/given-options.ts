/** Are options given that a pattern asks for? By the program's table where there is one, and by all that a word may mean where there is none. */
import type { WordPattern } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { OptionFact } from "../../knowledge/program.js";
import type { FoundOption } from "../../request/arguments/arguments.js";
import { oppositeOf } from "../../request/arguments/option-names.js";
import { optionsNamed } from "../../request/arguments/read-arguments.js";
import type { EvaluationContext } from "./evaluation-context.js";
import { wordMatches } from "./operands.js";
import { every, negate, some, someOf, type Truth } from "./truth.js";

export function optionGiven(name: string, value: WordPattern | undefined, subject: EvaluationContext): Truth {
	const { args } = subject;
	if (isPairName(name) && args.style !== "pairs") return pairGiven(name, value, subject);
	if (args.options.length === 0) return open(subject);
	if (args.program === undefined) return strangeOptionGiven(name, value, subject);
	const facts = optionsNamed(args, name);
	const numbers = value === undefined ? numbersNamed(name, subject) : [];
	if (facts.length > 0 || numbers.length > 0) {
		const given = occurrences(args.options, (option) => {
			const number = numberIs(option, name, numbers);
			if (number.same !== "no") return number;
			const same = isOneOf(option, facts);
			return same === "no" ? isNone : { same: both(same, surelyOn(option, value)), fits: valueFits(option, value) };
		});
		const elsewhere = unlessElsewhere(given, value, open(subject));
		return elsewhere === "yes" && isTakenBack(facts, subject, value) ? "unknown" : elsewhere;
	}
	const letters = bundled(name, subject);
	if (letters !== undefined)
		return every(letters.map((letter) => optionGiven(letter.name, letter.value ?? value, subject)));
	// No table lists it: it is given when it is written so.
	const written = args.options.filter((option) => option.fact === undefined && option.name === name);
	const given = occurrences(written, (option) => ({
		same: surelyOn(option, value),
		fits: valueFits(option, value),
	}));
	// It may be abbreviated as well; nobody knows its namesakes.
	const begun = args.options.some(
		(option) =>
			option.fact === undefined && /^--./.test(option.name) && option.name !== name && name.startsWith(option.name),
	);
	const abbreviated: Truth = args.program.abbreviates && begun ? "unknown" : "no";
	return unlessTakenBack(unlessElsewhere(given, value, some([abbreviated, open(subject)])), name, value, subject);
}

/** Of an option that no table lists. */
function unlessTakenBack(
	given: Truth,
	name: string,
	value: WordPattern | undefined,
	subject: EvaluationContext,
): Truth {
	const flag = { names: [name], powers: [] };
	return given === "yes" && value === undefined && isTakenBack([flag], subject) ? "unknown" : given;
}

/**
 * Is a flag that is given taken back, or may it be: `--dry-run --no-dry-run`, `--ignore-scripts=false`, `--ignore-scripts false`? Which of them counts, and whether
 * the program reads the word so, differs.
 */
function isTakenBack(
	facts: readonly OptionFact[],
	subject: EvaluationContext,
	value: WordPattern | undefined = undefined,
): boolean {
	return mayTakeBack(subject) && areTakenBack(facts, subject, value);
}

function areTakenBack(
	facts: readonly OptionFact[],
	{ command, args }: EvaluationContext,
	value: WordPattern | undefined,
): boolean {
	const flags = facts.filter((fact) => fact.value !== "required" && !fact.names.includes("-NUM"));
	if (flags.length === 0) return false;
	const names = new Set(flags.flatMap((fact) => fact.names));
	const given = args.options.filter(({ fact, name }) => (fact?.names ?? [name]).some((one) => names.has(one)));
	const plain = given.filter((option) => !isSetOtherwise(option));
	// Where the rule says a value, that is what is compared.
	if (plain.length === 0) return value === undefined && given.some(({ fact }) => fact?.value === "optional");
	if (plain.length < given.length) return true;
	const long = [...names, ...given.map((option) => typedName(option, command))].filter((name) => name.startsWith("--"));
	const opposites = new Set(long.map(oppositeOf));
	const isOpposite = (option: FoundOption): boolean =>
		opposites.has(typedName(option, command)) ||
		(option.fact?.names ?? [option.name]).some((one) => opposites.has(one));
	if (args.options.some(isOpposite)) return true;
	const behind = new Set(plain.map(({ index }) => index + 1));
	return args.operands.some(({ index, word }) => behind.has(index) && word.kind === "known" && isFalse.test(word.text));
}

/** An option's name as it was typed, which may be abbreviated. */
function typedName({ index, name }: FoundOption, { args }: EvaluationContext["command"]): string {
	const word = args[index];
	if (word?.kind !== "known") return name;
	const end = word.text.indexOf("=");
	return end < 0 ? word.text : word.text.slice(0, end);
}

/** `--flag=false`, or any other value that a flag does not have. What may have a value is taken back by that of a flag, or by one that can't be known. */
function isSetOtherwise({ fact, value }: FoundOption): boolean {
	if (value === undefined) return false;
	if (value.kind !== "known") return true;
	return fact?.value === undefined ? !isTrue.test(value.text) : saysNo(value.text);
}

/** Does the command give a flag and take it back? What it means then is not known, whatever the flag is. */
export function takesBack(subject: EvaluationContext): boolean {
	if (!mayTakeBack(subject)) return false;
	const facts = new Set(subject.args.options.map(({ fact }) => fact));
	return [...facts].some(
		(fact) => fact !== undefined && fact.value === undefined && areTakenBack([fact], subject, undefined),
	);
}

/** Is there a word that takes anything back: a value of a flag, a `--no-…`, an operand that says no? Most commands have none. */
function mayTakeBack({ command, args }: EvaluationContext): boolean {
	return (
		args.options.some(
			(option) =>
				isSetOtherwise(option) ||
				typedName(option, command).startsWith("--no-") ||
				option.fact?.names.some((name) => name.startsWith("--no-")),
		) || args.operands.some(({ word }) => word.kind === "known" && isFalse.test(word.text))
	);
}

/** `--flag=false` */
const isOff = ({ fact, value }: FoundOption): boolean =>
	fact?.value === undefined && value?.kind === "known" && saysNo(value.text);

const isTrue = /^(?:true|1|yes|on)$/i;
const isFalse = /^(?:false|0|no|off|null|undefined)$/i;
/** As a value: Go's flags take `f`, and `kubectl --dry-run=none` does it. As a word of its own behind a flag that is more often a name. */
const saysNo = (value: string): boolean => isFalse.test(value) || /^(?:f|n|none)$/i.test(value);

/** Where the option may be given a second time, nobody knows whether its value fits there. `elsewhere`: may it be? */
function unlessElsewhere(given: Truth, value: WordPattern | undefined, elsewhere: Truth): Truth {
	return given === "yes" && value !== undefined && elsewhere !== "no" ? "unknown" : some([given, elsewhere]);
}

/** Whether an option is the one that is asked for, and whether its value is. */
interface Occurrence {
	readonly same: Truth;
	readonly fits: Truth;
}
const isNone: Occurrence = { same: "no", fits: "no" };

/**
 * Is the option given, with a value that fits? Of one that is given several times some programs take the first, some the last and some all: where only some of its
 * values fit, nobody knows.
 */
function occurrences(options: readonly FoundOption[], judge: (option: FoundOption) => Occurrence): Truth {
	const judged = options.map(judge);
	const given = someOf(judged, ({ same, fits }) => both(same, fits));
	if (given !== "yes") return given;
	return someOf(judged, ({ same, fits }) => both(same, negate(fits))) === "no" ? "yes" : "unknown";
}

function valueFits(option: FoundOption, value: WordPattern | undefined): Truth {
	if (value === undefined) return "yes";
	return option.value === undefined ? "no" : wordMatches(option.value, value);
}

const sure = (option: FoundOption): Truth => (option.sure ? "yes" : "unknown");

/** `--flag=false` gives a flag and takes it back in one word, unless a rule asks for that value. Whether it is a flag, and whether the program reads the word so, differs. */
function surelyOn(option: FoundOption, value: WordPattern | undefined): Truth {
	return value === undefined && isOff(option) ? "unknown" : sure(option);
}

/** `of=`: an option's name with its sign, as dd has them. */
const isPairName = (name: string): boolean => /^[^-].*=$/.test(name);

/** To a program with facts that is none of dd's kind, `of=x` is an operand; what it is to one without facts, nobody knows. */
function pairGiven(name: string, value: WordPattern | undefined, { args }: EvaluationContext): Truth {
	if (args.program !== undefined) return "no";
	const mayBe = args.operands.some(({ word }) => {
		if (word.kind === "globbed") return true;
		const begins = word.kind === "known" ? word.text : word.begins;
		if (begins === undefined) return true;
		if (word.kind === "unknown") return begins.startsWith(name) || name.startsWith(begins);
		if (!begins.startsWith(name)) return false;
		return value === undefined || matcherOf(value)(begins.slice(name.length));
	});
	return mayBe ? "unknown" : "no";
}

/** `-9` names the option `-NUM` with the value 9, where the program has that option. */
export function numbersNamed(name: string, { args }: EvaluationContext): readonly OptionFact[] {
	return isNumber(name) ? optionsNamed(args, "-NUM") : [];
}

const isNumber = (name: string): boolean => /^-\d+$/.test(name);

/** Is the option a number, and this one? */
function numberIs(option: FoundOption, name: string, numbers: readonly OptionFact[]): Occurrence {
	if (numbers.length === 0) return isNone;
	const same = isOneOf(option, numbers);
	if (same !== "no") {
		const { value } = option;
		const fits = value?.kind === "known" ? numbersAlike(`-${value.text}`, name) : "unknown";
		return { same: both(same, sure(option)), fits };
	}
	if (option.fact !== undefined) return isNone;
	// `-12k`: a number among letters, one digit after the other.
	const rest = option.value?.kind === "known" ? option.value.text : "";
	const digits = /^-\d+/.exec(option.name + rest);
	return digits !== null && numbersAlike(digits[0], name) !== "no" ? { same: "unknown", fits: "yes" } : isNone;
}

/** `-09` may be the same number as `-9`: most programs read it so. */
function numbersAlike(one: string, other: string): Truth {
	if (one === other) return "yes";
	return isNumber(one) && isNumber(other) && trimmed(one) === trimmed(other) ? "unknown" : "no";
}

/** Without the zeros at its head. Numbers may be longer than any that can be counted with. */
const trimmed = (number: string): string => number.replace(/^-0+(?=\d)/, "-");

/** Is it one of these? What only has a name in common stands before the subcommand that has such an option: what it means there is not known. */
function isOneOf({ fact, name }: FoundOption, facts: readonly OptionFact[]): Truth {
	if (fact !== undefined && facts.includes(fact)) return "yes";
	const names = fact?.names ?? [name];
	if (fact !== undefined && facts.some((one) => sameNames(one.names, names))) return "yes";
	return facts.some((one) => one.names.some((other) => names.includes(other))) ? "unknown" : "no";
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
	return some.length === others.length && some.every((name, place) => name === others[place]);
}

/** `-rf` asks for `-r` and `-f` where the program reads bundles, `-ofile` for `-o` with that value. */
function bundled(name: string, subject: EvaluationContext): { name: string; value?: WordPattern }[] | undefined {
	const style = subject.args.style;
	if ((style !== "gnu" && style !== "posix") || name.startsWith("--") || !name.startsWith("-") || name.length < 3)
		return undefined;
	const letters: { name: string; value?: WordPattern }[] = [];
	const numbers = optionsNamed(subject.args, "-NUM").length > 0;
	for (let at = 1; at < name.length; at++) {
		const letter = `-${/^\d+/.exec(numbers ? name.slice(at) : "")?.[0] ?? name[at]}`;
		at += letter.length - 2;
		const [fact] = optionsNamed(subject.args, letter);
		const rest = name.slice(at + 1);
		if (fact?.value !== undefined && !fact.apart && rest !== "") {
			letters.push({ name: letter, value: { kind: "literal", text: rest } });
			return letters;
		}
		letters.push({ name: letter });
	}
	return letters;
}

const both = (a: Truth, b: Truth): Truth => every([a, b]);

/** Words that can't be known may hold any option. */
const open = ({ args }: EvaluationContext): Truth => (args.open ? "unknown" : "no");

/** Without facts: surely given when it stands there as written, possibly when a word could be read so. */
function strangeOptionGiven(name: string, value: WordPattern | undefined, subject: EvaluationContext): Truth {
	const letters = /^-[^-]{2,}$/.test(name) ? [...name.slice(1)] : [];
	const all = subject.args.options;
	// `-of` may be `-o` and `-f`, or `-o` with the value `f`.
	const isGiven = (letter: string) => all.some((option) => /^-[^-]/.test(option.name) && option.name.includes(letter));
	const words = [...subject.args.operands.map((slot) => slot.word), ...all.flatMap((option) => option.value ?? [])];
	const isValue = (text: string) => words.some((word) => word.kind === "known" && word.text === text);
	const mayBe = letters.some(
		(_, at) =>
			letters.slice(0, at + 1).every(isGiven) && (at === letters.length - 1 || isValue(letters.slice(at + 1).join(""))),
	);
	const spread: Truth = mayBe ? "unknown" : "no";
	const given = occurrences(all, (option) => ({
		same: both(strangeOptionIs(option, name), surelyOn(option, value)),
		fits: value === undefined ? "yes" : strangeValueFits(option, value, subject),
	}));
	return unlessTakenBack(unlessElsewhere(given, value, some([spread, open(subject)])), name, value, subject);
}

/** What is not glued is the next word, or there is no value: nobody knows. */
function strangeValueFits(option: FoundOption, value: WordPattern, { command }: EvaluationContext): Truth {
	const word = option.value ?? command.args[option.index + 1];
	const fits = word === undefined ? "no" : wordMatches(word, value);
	return fits === "yes" && option.value === undefined ? "unknown" : fits;
}

/** Is an option of a program without facts the one of this name? */
function strangeOptionIs(option: FoundOption, name: string): Truth {
	if (option.name === name) return sure(option);
	if (numbersAlike(option.name, name) !== "no") return "unknown";
	if (/^-[^-]$/.test(name) && /^-[^-]/.test(option.name) && option.name.includes(name.slice(1))) return "unknown";
	const abbreviated =
		name.startsWith("--") && option.name.startsWith("--") && option.name.length > 2 && name.startsWith(option.name);
	const dashed = option.name.replace(/^--?/, "") === name.replace(/^--?/, "");
	return abbreviated || dashed || isLetterOf(option.name, name) || isLetterOf(name, option.name) ? "unknown" : "no";
}

/** `-f` may be short for `--force`, alone or in a bundle: letters are mostly the first ones of the long names that they stand for. */
function isLetterOf(short: string, long: string): boolean {
	return /^-[^-]/.test(short) && /^--./.test(long) && short.includes(long[2] as string, 1);
}

export function onlyOptions(names: readonly string[], subject: EvaluationContext): Truth {
	const { args } = subject;
	const facts = new Set(names.flatMap((name) => factsNamed(name, subject)));
	const numbers = names.filter((name) => numbersNamed(name, subject).length > 0);
	const listed = args.options.map((option): Truth => {
		if (option.fact !== undefined && facts.has(option.fact)) return "yes";
		const asGiven = { ...option, sure: true };
		const number = someOf(numbers, (name) => {
			const { same, fits } = numberIs(asGiven, name, numbersNamed(name, subject));
			return both(same, fits);
		});
		if (number !== "no") return number;
		if (option.fact === undefined && names.includes(option.name)) return "yes";
		if (!option.sure) return "unknown";
		// Without facts it may be another spelling of one that is listed.
		if (args.program !== undefined) return "no";
		const spelled = some(names.map((name) => strangeOptionIs(option, name)));
		return spelled === "no" ? "no" : "unknown";
	});
	return every([...listed, args.open ? "unknown" : "yes"]);
}

/** The facts of an option named in a pattern; of each letter when it is a bundle. */
export function factsNamed(name: string, subject: EvaluationContext): readonly OptionFact[] {
	const facts = optionsNamed(subject.args, name);
	if (facts.length > 0) return facts;
	return (bundled(name, subject) ?? []).flatMap((letter) => optionsNamed(subject.args, letter.name));
}
