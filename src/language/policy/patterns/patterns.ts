/**
 * Patterns as statements have them, turned into word patterns: sets are put in, options told from operands.
 */
import { isRegexWord } from "../../../../grammar/tokens.js";
import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Style } from "../../../engine/knowledge/program.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { didYouMean, nearest } from "../../diagnostic/suggest.js";
import type { PathWord, Pattern, PatternWord } from "../../syntax/statements.js";
import { Faults, respelt } from "../faults.js";
import { engineFile } from "../self-protection/self-protection.js";
import type { PathPattern, WordPattern } from "../test.js";
import { literalOfGlob, mayBeGlob, readGlob } from "../word-language/read-glob.js";
import { readRegex } from "../word-language/read-regex.js";
import { nameIn } from "./named-words.js";
import type { FlatPattern, OptionPattern } from "./pattern-tests.js";

/** The sets that are visible in a file: their patterns, other sets put in already. */
export type Sets = ReadonlyMap<string, readonly Pattern[]>;

/** More alternatives than this out of one pattern's sets are a mistake. */
const mostAlternatives = 4096;

/** A longer pattern has lost its commas. */
const mostWords = 1000;

/** The patterns that one pattern stands for when its sets are put in. Lints read a rule again and again without one of its parts: what sets make of it is read once, if it is sound. */
export function flattenPattern(pattern: Pattern, sets: Sets, faults: Faults): readonly FlatPattern[] {
	if (!hasSet(pattern)) return flattened(pattern, sets, faults);
	const known = sound.get(sets) ?? new WeakMap<Pattern, readonly FlatPattern[]>();
	sound.set(sets, known);
	const found = known.get(pattern) ?? flattened(pattern, sets, faults);
	// A fault is told to everyone who asks.
	if (faults.diagnostics.length === 0) known.set(pattern, found);
	return found;
}

const sound = new WeakMap<Sets, WeakMap<Pattern, readonly FlatPattern[]>>();

function flattened(pattern: Pattern, sets: Sets, faults: Faults): readonly FlatPattern[] {
	return expandSets(pattern, sets, faults).flatMap(({ exactly, words }) => {
		const first = words[0];
		if (first === undefined) return [];
		const rest = words.slice(1);
		const program = wordPattern(first, faults);
		if (program?.kind === "rest")
			faults.error(
				"bad-pattern",
				first.span,
				"`**` stands for operands, not for a program",
				"write `*` for any program",
			);
		if (first.text.startsWith("-") && first.kind !== "regex") {
			faults.error(
				"bad-pattern",
				first.span,
				`\`${first.text}\` is an option where the program should be`,
				"a pattern begins with a program; write `*` for any: `* -rf`",
			);
		}
		if (first.kind === "quoted" && /\s/.test(first.text)) {
			faults.error(
				"bad-pattern",
				first.span,
				`no program is called \`${first.text}\``,
				`write the words without quotes: \`${first.text}\``,
			);
		}
		const plain = sortWords(rest, isOption, faults);
		if (program === undefined || program.kind === "rest") return [];
		const asWritten = { exactly, program, ...plain };
		const style = styleOf(program);
		if (style === "pairs") checkNames(rest, first, faults);
		const otherwise = isOptionTo(style);
		if (rest.every((word) => otherwise(word) === isOption(word))) return [asWritten];
		// Both, since a policy may teach a program of that name. What is wrong with the words is said above.
		return [{ ...asWritten, ...sortWords(rest, otherwise, new Faults()) }, asWritten];
	});
}

/** Which words of a pattern are options, and which are operands. */
function sortWords(
	words: readonly PatternWord[],
	isOne: (word: PatternWord) => boolean,
	faults: Faults,
): Pick<FlatPattern, "operands" | "options"> {
	const operands: WordPattern[] = [];
	const options: OptionPattern[] = [];
	for (const word of words) {
		if (isOne(word)) {
			const option = optionPattern(word, faults);
			if (option) options.push(option);
		} else {
			const operand = wordPattern(word, faults);
			if (operand) operands.push(operand);
		}
	}
	return { operands, options };
}

/** How the program tells options from operands, as far as the knowledge base has it. Of a glob nobody knows which programs it meets. */
function styleOf(program: WordPattern): Style | "any" | undefined {
	if (program.kind !== "literal") return "any";
	return programNamed(program.text.slice(program.text.lastIndexOf("/") + 1))?.style;
}

/** Which words are options to programs that read them in a way of their own: dd takes `of=x` for one, test takes `-f` for none. */
function isOptionTo(style: Style | "any" | undefined): (word: PatternWord) => boolean {
	if (style === "none") return () => false;
	return style === "pairs" || style === "any" ? (word) => isOption(word) || isPair(word) : isOption;
}

/** `of=/dev/*`: such a word is an option to some programs, an operand to all others. */
function isPair(word: PatternWord): boolean {
	return (word.kind === "plain" || word.kind === "quoted") && /^[A-Za-z_][\w-]*=/.test(word.text);
}

/** Where words are options by their names, a word whose name is not written out would fit none of them. */
function checkNames(words: readonly PatternWord[], program: PatternWord, faults: Faults): void {
	for (const word of words) {
		const isOpen = word.kind === "regex" || (word.kind === "plain" && literalOfGlob(word.text) === undefined);
		if (!isOpen || isPair(word) || isOption(word) || word.text === "*" || word.text === "**") continue;
		faults.error(
			"bad-pattern",
			word.span,
			`the words of \`${program.text}\` are options by their names, and \`${word.text}\` writes no name out`,
			"name each option; only a value can be a glob: `of=/dev/*`",
		);
	}
}

function isOption(word: PatternWord): boolean {
	return (
		(word.kind === "plain" || word.kind === "quoted") &&
		word.text.length > 1 &&
		word.text.startsWith("-") &&
		word.text !== "--"
	);
}

/** `--force`, `-rf`, `--output=x*` */
export function optionPattern(word: PatternWord, faults: Faults): OptionPattern | undefined {
	if (word.kind === "regex" || word.kind === "set") {
		faults.error("bad-pattern", word.span, "an option is written out", "for example `--force` or `-o`");
		return undefined;
	}
	const equals = word.text.indexOf("=");
	// `of=` of dd and its like is an option's name with its sign.
	const dashed = word.text.startsWith("-");
	const name = equals < 0 ? word.text : word.text.slice(0, dashed ? equals : equals + 1);
	if (word.kind === "plain" && literalOfGlob(name) === undefined) {
		faults.error(
			"bad-pattern",
			word.span,
			`\`${name}\` has glob characters in an option's name`,
			"name each option; only a value can be a glob: `--output=*.log`",
		);
		return undefined;
	}
	const plainName = word.kind === "plain" ? (literalOfGlob(name) as string) : name;
	if (equals < 0 || (!dashed && equals === word.text.length - 1)) return { name: plainName };
	const text = word.text.slice(equals + 1);
	// Slashes around a value make a regular expression of it, as they do around a word: `/etc/cron.d/` has one inside, and is a path.
	const isRegex = word.kind === "plain" && isRegexWord(text);
	const value = wordPattern(isRegex ? { ...word, kind: "regex", text: text.slice(1, -1) } : { ...word, text }, faults);
	if (value === undefined) return undefined;
	// A value is one word: there is no number of words that `**` could stand for.
	return { name: plainName, value: value.kind === "rest" ? { kind: "any" } : value };
}

/** Words with something open in them, as they were read: an element of a set is read wherever the set stands. */
const openWords = new WeakMap<PatternWord, WordPattern>();

/** One word of a pattern; undefined when it is faulty. */
export function wordPattern(word: PatternWord, faults: Faults): WordPattern | undefined {
	if (word.kind === "plain" && !mayBeGlob(word.text)) return { kind: "literal", text: word.text };
	const known = openWords.get(word);
	if (known !== undefined) return known;
	const read = readWord(word, faults);
	if (read?.kind === "glob" || read?.kind === "regex") openWords.set(word, read);
	return read;
}

function readWord(word: PatternWord, faults: Faults): WordPattern | undefined {
	switch (word.kind) {
		case "quoted":
			if (/[*?[]/.test(word.text) && !/\s/.test(word.text)) {
				faults.warning(
					"quoted-glob",
					word.span,
					`in quotes, the glob characters of \`${word.text}\` stand for themselves`,
					`leave out the quotes to make them glob: \`${word.text}\``,
				);
			}
			return { kind: "literal", text: word.text };
		case "regex": {
			if (faults.soundRegexes.has(word.text)) return { kind: "regex", text: word.text };
			const language = readRegex(word.text);
			if ("message" in language) {
				faults.error("bad-regex", word.span, language.message, language.help);
				return undefined;
			}
			faults.soundRegexes.add(word.text);
			return { kind: "regex", text: word.text };
		}
		case "plain": {
			if (word.text === "*") return { kind: "any" };
			if (word.text === "**") return { kind: "rest" };
			const named = nameIn(word.text);
			if (named !== undefined) return { kind: "any", named };
			const literal = literalOfGlob(word.text);
			if (literal !== undefined) return { kind: "literal", text: literal };
			if (faults.soundGlobs.has(word.text)) return { kind: "glob", text: word.text };
			const language = readGlob(word.text);
			if ("message" in language) {
				faults.error("bad-glob", word.span, language.message, "write fewer alternatives, or several patterns");
				return undefined;
			}
			faults.soundGlobs.add(word.text);
			return { kind: "glob", text: word.text };
		}
		case "set":
			throw new Error("a set is put in before its words are read: this is a fault of Bylaw");
	}
}

function hasSet({ words }: Pattern): boolean {
	for (const { kind } of words) if (kind === "set") return true;
	return false;
}

/** Puts the elements of sets in, wherever a set stands. */
function expandSets(pattern: Pattern, sets: Sets, faults: Faults): readonly Pick<Pattern, "exactly" | "words">[] {
	if (pattern.words.length > mostWords) {
		faults.error(
			"bad-pattern",
			pattern.span,
			`this pattern has more than ${mostWords} words`,
			"patterns are parted by commas",
		);
		return [];
	}
	if (!hasSet(pattern)) return [pattern];
	let partial: { exactly: boolean; words: readonly PatternWord[] }[] = [{ exactly: pattern.exactly, words: [] }];
	for (const [index, word] of pattern.words.entries()) {
		if (word.kind !== "set") {
			partial = partial.map(({ exactly, words }) => ({ exactly, words: [...words, word] }));
			continue;
		}
		const elements = elementsOf(word, sets, faults);
		partial = partial.flatMap((left) =>
			elements.flatMap((element) => {
				if (index > 0 && element.words.length > 1) {
					faults.error(
						"bad-pattern",
						word.span,
						`\`@${word.text}\` holds \`${element.words.map((one) => one.text).join(" ")}\`, which is more than the one word that fits here`,
						"only the program of a pattern can be a set of several words",
					);
					return [];
				}
				return [{ exactly: left.exactly || element.exactly, words: [...left.words, ...element.words] }];
			}),
		);
		if (partial.length > mostAlternatives) {
			faults.error(
				"bad-pattern",
				pattern.span,
				`this pattern stands for more than ${mostAlternatives} commands`,
				"use fewer sets in one pattern",
			);
			return [];
		}
	}
	return partial;
}

/** The elements of a set by its name; a fault where there is none. */
export function elementsOf(
	word: { readonly text: string; readonly span: Pattern["span"] },
	sets: Sets,
	faults: Faults,
): readonly Pattern[] {
	const elements = sets.get(word.text);
	if (elements === undefined) {
		faults.error(
			"unknown-set",
			word.span,
			`no set is called \`${word.text}\``,
			helpForSet(word.text, sets) ?? `define it: \`set ${word.text} = …\``,
			{
				...respelt({ ...word.span, start: word.span.end - word.text.length }, nearest(word.text, sets.keys())),
				...placeOfSet(nearest(word.text, sets.keys()), sets),
			},
		);
		return [];
	}
	return elements;
}

/** Where the set of nearly this name stands: the slip may be there. */
function placeOfSet(name: string | undefined, sets: Sets): Pick<Diagnostic, "labels"> {
	const [first] = (name !== undefined && sets.get(name)) || [];
	if (first === undefined || first.span.file === engineFile) return {};
	return { labels: [{ span: first.span, message: `\`${name}\` is defined here` }] };
}

/** A set of nearly this name, or those that authors defined. */
function helpForSet(name: string, sets: Sets): string | undefined {
	const near = nearest(name, sets.keys());
	if (near !== undefined) return `did you mean \`${near}\`?`;
	const defined = [...sets].filter(([, elements]) => elements[0]?.span.file !== engineFile).map(([one]) => one);
	return didYouMean(name, defined);
}

/** The paths of a list, sets put in. */
export function pathPatterns(words: readonly PathWord[], sets: Sets, faults: Faults): readonly PathPattern[] {
	return words.flatMap((word) => {
		if (word.kind !== "set") {
			if (word.kind === "quoted" && /[*?[]/.test(word.text)) {
				faults.warning(
					"quoted-glob",
					word.span,
					`in quotes, the glob characters of \`${word.text}\` stand for themselves`,
					"leave out the quotes to make them glob; a blank is written `\\ `",
				);
			}
			return pathPattern(word.text, word.kind === "quoted", word.negated, word.span, faults);
		}
		return elementsOf(word, sets, faults).flatMap((element) => {
			const [only, ...more] = element.words;
			if (only === undefined || more.length > 0 || only.kind === "regex") {
				faults.error(
					"bad-path",
					word.span,
					`\`@${word.text}\` holds something that is no path`,
					"a set of paths has one path an element",
				);
				return [];
			}
			return pathPattern(only.text, only.kind === "quoted", word.negated, word.span, faults);
		});
	});
}

/** Braces multiply; minimatch spells each combination out. */
const mostBraces = 4;

function pathPattern(
	text: string,
	literal: boolean,
	negated: boolean,
	span: Pattern["span"],
	faults: Faults,
): PathPattern[] {
	if (text === "") {
		faults.error("bad-path", span, "an empty path", "write `.` for the workspace");
		return [];
	}
	if (!literal && (text.match(/\{/g)?.length ?? 0) > mostBraces) {
		faults.error("bad-path", span, `\`${text}\` has more than ${mostBraces} braces`, "write several paths");
		return [];
	}
	if (text.startsWith("~") && !/^~(\/|$)/.test(text)) {
		faults.error(
			"bad-path",
			span,
			`\`${text}\` names another user's home folder, which is not known here`,
			"write the folder's absolute path",
		);
		return [];
	}
	return [{ text, literal, negated }];
}
