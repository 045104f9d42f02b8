/**
 * A slip is an error, never a word: finds the bare words of patterns that read as a misspelt or foreign clause word (`deny * toching ~/.ssh`). As a word of the command such a word would make a rule that fits nothing, and protects nothing.
 */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program } from "../../../engine/knowledge/program.js";
import type { Fix } from "../../diagnostic/diagnostic.js";
import { edits } from "../../diagnostic/suggest.js";
import type { Span } from "../../source/span.js";
import { type MeantClause, meantClauses } from "../../syntax/clause-words.js";
import { wordText } from "../../syntax/dsl/part-text.js";
import {
	type ClauseKeyword,
	type Notation,
	type Pattern,
	type PatternWord,
	type PolicyFile,
	powers,
	type RuleKeyword,
	type Statement,
} from "../../syntax/statements.js";
import { clauses, clausesOn, isClauseKeyword } from "../clauses.js";
import type { Faults } from "../faults.js";

/** Where a pattern stands. */
interface PatternPosition {
	/** The kind of its rule; absent in claims and sets. */
	readonly keyword?: RuleKeyword;
	/** It is not the first of its list. */
	readonly goesOn?: true;
	/** A clause may stand behind it. */
	readonly takesClauses: boolean;
	readonly notation: Notation;
}

/** Looks at every pattern of a file. */
export class ClauseSlips {
	/** Most words of a policy stand in it many times. */
	private readonly meanings = new Map<string, readonly MeantClause[]>();

	constructor(
		private readonly faults: Faults,
		/** Called with each word that is told. */
		private readonly onSlip: (word: PatternWord) => void = () => {},
	) {}

	check({ statements, notation }: PolicyFile): void {
		for (const statement of statements) this.statement(statement, notation);
	}

	private statement(statement: Statement, notation: Notation): void {
		switch (statement.kind) {
			case "agent":
			case "group":
				for (const inner of statement.body) this.statement(inner, notation);
				return;
			case "set":
				this.patterns(statement.patterns, { takesClauses: false, notation });
				return;
			case "rule":
			case "claim": {
				const place = {
					takesClauses: true,
					notation,
					...(statement.kind === "rule" ? { keyword: statement.keyword } : {}),
				};
				if (statement.kind === "rule" && statement.keyword === "constrain" && statement.access === undefined)
					this.access(statement.patterns[0], notation);
				if (statement.kind === "rule" && statement.keyword === "ask" && statement.people === undefined)
					if (this.people(statement.patterns, notation)) return;
				this.patterns(statement.patterns, place);
				for (const clause of statement.clauses) if (clause.keyword === "except") this.patterns(clause.patterns, place);
			}
		}
	}

	patterns(patterns: readonly Pattern[], place: PatternPosition): void {
		for (const [index, pattern] of patterns.entries())
			this.pattern(pattern, index === 0 ? place : { ...place, goesOn: true });
	}

	private pattern(pattern: Pattern, place: PatternPosition): void {
		let at = -1;
		for (const word of pattern.words) {
			at++;
			if (word.kind !== "plain" || word.text.startsWith("-")) continue;
			const told = at === 0 ? this.first(pattern, word, place) : this.further(pattern, at, word, place);
			if (told) return;
		}
	}

	/** The word where the program is named. */
	private first(pattern: Pattern, word: PatternWord, place: PatternPosition): boolean {
		if (pattern.words.length === 1) return false;
		if (programNamed(word.text) !== undefined) return this.beforeText(pattern, 0, word, place);
		if (!pattern.exactly && isExactly(word.text) && pattern.words[1]?.kind !== "quoted") {
			this.report(word, "exactly", "misspelt", pattern.words.slice(1), place);
			return true;
		}
		// Behind a comma that should not be there: `deny git, npm, becuase "…"`.
		if (!place.goesOn || !place.takesClauses) return false;
		const rest = pattern.words.slice(1);
		const meant = this.meantBy(word.text).find((one) => isValueOf(one.clause, rest, word, pattern, place));
		if (meant === undefined) return this.beforeText(pattern, 0, word, place);
		this.report(word, meant.clause, meant.how, rest, place, true);
		return true;
	}

	private further(pattern: Pattern, at: number, word: PatternWord, place: PatternPosition): boolean {
		if (this.limit(pattern, at, place)) return true;
		const all = this.belonging(this.meantBy(word.text), place);
		if (all.length > 0 && !isKnownWord(word.text, pattern, at)) {
			const rest = pattern.words.slice(at + 1);
			const meant =
				all.find(({ clause }) => isValueOf(clause, rest, word, pattern, place)) ?? all.find(({ tells }) => tells);
			if (meant !== undefined) {
				this.report(word, meant.clause, meant.how, rest, place);
				return true;
			}
		}
		return this.beforeText(pattern, at, word, place);
	}

	/** `at mots 5 per 1h`: a clause of two words. What stands behind it is hardly ever anything else. */
	private limit({ words }: Pattern, at: number, { notation }: PatternPosition): boolean {
		// A number, `per` and a time stand behind it.
		if (words.length < at + 4) return false;
		const length = [2, 1].find((count) => isLimit(words.slice(at, at + count), words.slice(at + count)));
		const [first, last] = [words[at], words[at + (length ?? 1) - 1]];
		if (length === undefined || first === undefined || last === undefined) return false;
		const span = { ...first.span, end: last.span.end };
		const value = words.slice(at + length).map(wordText);
		this.onSlip(first);
		this.faults.error(
			"misspelt-clause",
			span,
			`\`${words
				.slice(at, at + length)
				.map(({ text }) => text)
				.join(" ")}\` reads as \`at most\`, misspelt; as it stands it is words of the command`,
			notation === "yaml"
				? `write \`at most: ${value.join(" ")}\` as a key of its own`
				: "write `at most`; where it is meant as words of the command, write them in double quotes",
			notation === "yaml" ? {} : { fix: { title: "write `at most`", safe: false, edits: [{ span, text: "at most" }] } },
		);
		return true;
	}

	/** A text behind a word that is none of the program's, and a sentence behind any: words of commands are no texts. */
	private beforeText(pattern: Pattern, at: number, word: PatternWord, place: PatternPosition): boolean {
		const text = pattern.words[at + 1];
		if (text?.kind !== "quoted" || pattern.words.length > at + 2 || !/\s/.test(text.text)) return false;
		const sentence = isSentence(text.text);
		const isKnown = at === 0 || isKnownWord(word.text, pattern, at);
		if (!sentence && (isKnown || programOf(pattern)?.style === "none")) return false;
		const written = wordText(text);
		const behind = place.notation === "yaml" ? `\`because: ${written}\` as a key of its own` : `\`because ${written}\``;
		const fix = { title: "write `because`", safe: false };
		this.onSlip(isKnown ? text : word);
		if (isKnown) {
			this.faults.error(
				"misspelt-clause",
				text.span,
				"a text stands where a word of the command should, and no clause before it",
				`write ${behind}; a word of the command with blanks in it is written with a backslash before each`,
				place.notation === "yaml" || !place.takesClauses
					? {}
					: { fix: { ...fix, edits: [{ span: { ...text.span, end: text.span.start }, text: "because " }] } },
			);
			return true;
		}
		this.faults.error(
			"misspelt-clause",
			word.span,
			`\`${word.text}\` stands before a text, and no clause is called so; as it stands, both are words of the command`,
			`write ${behind}; ${asWord(word, place.notation)}`,
			place.notation === "yaml" || !place.takesClauses
				? {}
				: { fix: { ...fix, edits: [{ span: word.span, text: "because" }] } },
		);
		return true;
	}

	/** `constrain reed of *` */
	private access(pattern: Pattern | undefined, notation: Notation): void {
		const [first, second] = pattern?.words ?? [];
		if (first?.kind !== "plain" || second?.kind !== "plain" || second.text !== "of" || pattern === undefined) return;
		const key = (word: string): string =>
			notation === "yaml" ? `\`of: ${word}\` as a key of its own` : `\`${word} of\``;
		const meant = ["reads", "writes", "network"].find((one) => edits(first.text.toLowerCase(), one) <= 2);
		if (meant === undefined) return;
		this.faults.error(
			"misspelt-clause",
			first.span,
			`\`${first.text} of\` reads as \`${meant} of\`, misspelt; as it stands, \`${first.text}\` is a program`,
			`write ${key(meant)}; a program of this name stands in double quotes: ${quoted(first.text, notation)}`,
			notation === "yaml" ? {} : { fix: fixOf(first.span, meant) },
		);
	}

	/** `ask two of release npm publish`, `ask npm publish of release`: no word of a command. */
	private people(patterns: readonly Pattern[], notation: Notation): boolean {
		const [first, last] = [patterns[0]?.words ?? [], patterns.at(-1)?.words ?? []];
		const isOf = (word: PatternWord | undefined): boolean => word?.kind === "plain" && word.text === "of";
		const [number, group] =
			isOf(first[1]) && first[0]?.kind === "plain" && first.length > 3
				? [first[0], first[2]]
				: [undefined, last.at(-1)];
		const of = number !== undefined ? first[1] : last.length > 2 && isOf(last.at(-2)) ? last.at(-2) : undefined;
		if (of === undefined || group?.kind !== "plain" || isKnownWord("of", patterns.at(-1) as Pattern, 1)) return false;
		this.onSlip(of);
		const name = group.text;
		this.faults.error(
			"misspelt-clause",
			number === undefined ? { ...of.span, end: group.span.end } : { ...number.span, end: of.span.end },
			`\`${number === undefined ? `of ${name}` : `${number.text} of`}\` reads as the people who are asked; as it stands it is words of the command`,
			notation === "yaml"
				? `write \`of: { group: ${name}, n: 2 }\` as a key of its own, the number as digits`
				: `people stand before the command, their number as digits: \`ask 2 of ${name} …\`, \`ask of ${name} …\`; a word of the command stands in double quotes`,
		);
		return true;
	}

	private report(
		word: PatternWord,
		meant: ClauseKeyword | "exactly",
		how: MeantClause["how"],
		rest: readonly PatternWord[],
		place: PatternPosition,
		behindComma = false,
	): void {
		this.onSlip(word);
		const { notation, keyword } = place;
		const plain = asWord(word, notation);
		const what = behindComma ? "a program" : "a word of the command";
		const value = rest.map(wordText).join(" ");
		const belongs = meant === "exactly" || keyword === undefined || clausesOn(keyword).includes(meant);
		const fitting = belongs ? meant : (likeOn(keyword, meant) ?? meant);
		const clause = `${fitting}${value === "" ? "" : ` ${value}`}`;
		const written =
			notation === "yaml" && meant !== "exactly"
				? `\`${fitting}: ${value || "…"}\` as a key of its own`
				: `\`${clause}\``;
		const misplaced = belongs ? "" : `, which does not belong on \`${keyword}\``;
		const message =
			how === "foreign"
				? `\`${word.text}\` is no clause of this language, and reads as \`${meant}\`${misplaced}; as it stands it is ${what}`
				: `\`${word.text}\` reads as \`${meant}\`, misspelt${misplaced}; as it stands it is ${what}`;
		const fixable = belongs && place.takesClauses && notation === "rules" && !behindComma;
		this.faults.error("misspelt-clause", word.span, message, `write ${written}; ${plain}`, {
			...(fixable ? { fix: fixOf(word.span, meant) } : {}),
		});
	}

	/** Of two clauses that a word may stand for, the one that belongs on the rule comes first. */
	private belonging(all: readonly MeantClause[], { keyword }: PatternPosition): readonly MeantClause[] {
		if (keyword === undefined || all.length < 2) return all;
		const fits = ({ clause }: MeantClause): boolean => clausesOn(keyword).includes(clause);
		return [...all.filter(fits), ...all.filter((one) => !fits(one))];
	}

	private meantBy(text: string): readonly MeantClause[] {
		let known = this.meanings.get(text);
		if (known === undefined) {
			known = meantClauses(text);
			this.meanings.set(text, known);
		}
		return known;
	}
}

/** The clause about paths that a rule of this kind has: `within` for `touching` on an `allow`. Powers that are granted and those that are asked for differ. */
function likeOn(kind: RuleKeyword, meant: ClauseKeyword): ClauseKeyword | undefined {
	return clauses[meant].form === "paths" ? clausesOn(kind).find((one) => clauses[one].form === "paths") : undefined;
}

function fixOf(span: Span, meant: string): Fix {
	return { title: `write \`${meant}\``, edits: [{ span, text: meant }], safe: false };
}

function asWord({ text }: PatternWord, notation: Notation): string {
	return `where it is meant as a word of the command, write it in double quotes: ${quoted(text, notation)}`;
}

function quoted(text: string, notation: Notation): string {
	return notation === "yaml" ? `\`'"${text}"'\`` : `\`"${text}"\``;
}

/** Could what stands behind a word be the value of that clause, and hardly anything else? */
function isValueOf(
	clause: ClauseKeyword,
	rest: readonly PatternWord[],
	word: PatternWord,
	pattern: Pattern,
	{ keyword }: PatternPosition,
): boolean {
	const [first, second, third] = rest;
	if (first === undefined) return false;
	const plain = first.kind === "plain" ? first.text : undefined;
	if (isClauseKeyword(clause)) {
		const record = clauses[clause];
		switch (record.form) {
			case "text":
				return first.kind === "quoted";
			case "facts":
				return [second, third].some((word) => word?.kind === "plain" && word.text === "is");
			case "date":
				return /^\d{4}-\d\d-\d\d/.test(plain ?? "");
			case "powers":
				return plain !== undefined && (plain === "everything" || (powers as readonly string[]).includes(plain));
			case "options":
				return plain?.startsWith("-") === true && plain.length > 1;
			case "paths":
				// The word of a clause that goes with one kind of rule says little on others: `git push origin to`.
				return (
					isPath(first) &&
					(record.kinds.length > 1 || keyword === record.kinds[0]) &&
					(!deeds.has(word.text) || isHardlyDone(first, pattern, keyword))
				);
			case "hosts":
				return talks(pattern) && !isProgramToRun(word, pattern) && isHost(plain ?? "");
			case "patterns":
			case "events":
				return first.kind === "set" || (plain !== undefined && isProgram(plain, pattern));
			case "limit":
				return false;
			case "names":
				return !isProgramToRun(word, pattern) && rest.every(isName) && (keyword === "nudge" || isToolName(plain ?? ""));
			case "name":
				return (
					rest.length === 1 &&
					!isProgramToRun(word, pattern) &&
					(first.kind === "quoted" || (isWellKnown(pattern) && /^[a-z_]\w*(?:[.-]\w+)+$/i.test(plain ?? "")))
				);
		}
	}
	return false;
}

/** What programs, subcommands and scripts are called as well. */
const deeds: ReadonlySet<string> = new Set(["touch", "write", "read", "access", "deleting", "changing"]);

/** `deny rm touch ./x`: nothing that the program is told to do, where it has no subcommands and runs nothing. A set is no operand of a deed. */
function isHardlyDone(path: PatternWord, pattern: Pattern, keyword: RuleKeyword | undefined): boolean {
	if (keyword !== "deny" && keyword !== "ask") return false;
	const program = programOf(pattern);
	const isAny = pattern.words[0]?.text === "*";
	if (path.kind === "set") return isAny || program?.runs === undefined;
	return (
		isAny || (program !== undefined && program.runs === undefined && Object.keys(program.subcommands).length === 0)
	);
}

/** `exactly`, with one slip at most: one half of it is as it should be. */
function isExactly(word: string): boolean {
	return word.length > 5 && word.length < 9 && /^exa|tly$/i.test(word) && edits(word.toLowerCase(), "exactly") <= 1;
}

/** Do these words read as `at most`, and those behind them as its value? */
function isLimit(words: readonly PatternWord[], behind: readonly PatternWord[]): boolean {
	if (!words.every(({ kind }) => kind === "plain") || !/^\d+$/.test(behind[0]?.text ?? "")) return false;
	const per = behind.findIndex(({ text }) => text === "per");
	if (per < 1 || per > 3 || behind.length !== per + 2) return false;
	const text = words
		.map((word) => word.text)
		.join(" ")
		.toLowerCase();
	return edits(text.replace(/[:=]$/, ""), "at most") <= 2;
}

function isPath({ kind, text }: PatternWord): boolean {
	return (
		kind === "set" || ((kind === "plain" || kind === "quoted") && (/^(?:[.~!/]|\*\*)/.test(text) || text.includes("/")))
	);
}

function isName({ kind, text }: PatternWord): boolean {
	return (kind === "plain" && !text.startsWith("-")) || kind === "quoted";
}

/** `file.search`, and no file: tools of agents have names with dots. */
function isToolName(text: string): boolean {
	return /^[a-z][\w-]*(?:\.[a-z][\w-]{3,})+$/i.test(text);
}

function isHost(text: string): boolean {
	return /^(?:localhost|(?:\*\.)?(?:[\w-]+\.)+[a-z]{2,}|\d+(?:\.\d+){3}(?:\/\d+)?)(?::\d+)?$/i.test(text);
}

/** "Commits are made by people here.": words of commands are no sentences. */
function isSentence(text: string): boolean {
	return /^\p{Lu}.*\s/su.test(text) && /[.!?]$/.test(text);
}

function isProgram(text: string, { words: [own] }: Pattern): boolean {
	return text === own?.text || text === "*" || programNamed(text) !== undefined;
}

/** Is it the name of a program, where the program of the pattern may run it? */
function isProgramToRun({ text }: PatternWord, pattern: Pattern): boolean {
	return (
		programNamed(text) !== undefined && (programOf(pattern)?.runs !== undefined || programOf(pattern) === undefined)
	);
}

/** Every program, or one whose subcommands are known. */
function isWellKnown(pattern: Pattern): boolean {
	return pattern.words[0]?.text === "*" || programOf(pattern) !== undefined;
}

/** May it be a program that talks to others? */
function talks(pattern: Pattern): boolean {
	const program = programOf(pattern);
	return program === undefined ? pattern.words[0]?.text === "*" : program.powers.includes("network");
}

function programOf({ words: [first] }: Pattern): Program | undefined {
	return first?.kind === "plain" || first?.kind === "quoted"
		? programNamed(first.text.slice(first.text.lastIndexOf("/") + 1))
		: undefined;
}

/** Is it a subcommand, or an operand that a table speaks of? Of the program, and of one that stands before it: `sudo git notes`. */
function isKnownWord(text: string, { words }: Pattern, at: number): boolean {
	return words.slice(0, at).some(({ kind, text: name }) => {
		const program =
			kind === "plain" || kind === "quoted" ? programNamed(name.slice(name.lastIndexOf("/") + 1)) : undefined;
		return program !== undefined && speaksOf(program, text);
	});
}

function speaksOf({ subcommands, operandForms = [] }: Program, text: string): boolean {
	return (
		Object.entries(subcommands).some(
			([name, usage]) =>
				[name, ...usage.aliases].some((one) => one.split(" ").includes(text)) || isForm(usage.operandForms ?? [], text),
		) || isForm(operandForms, text)
	);
}

/** Does a form name this word? One that fits any word at all names none. */
function isForm(forms: NonNullable<Program["operandForms"]>, text: string): boolean {
	return forms.some(({ form }) => {
		const expression = new RegExp(form, "u");
		return expression.test(text) && !expression.test("qzx");
	});
}
