/**
 * Commands that a program runs, as far as its arguments show them: in an option's value, behind an option, or among its operands.
 */
import type { Runs } from "../knowledge/program.js";
import type { Inner } from "./arguments.js";
import type { Draft, Slot } from "./draft.js";
import { usagesOf } from "./draft.js";
import { parallelLines } from "./parallel-lines.js";
import type { Word } from "./request.js";

/** More commands than this in one command are not told apart. */
const mostCommands = 100;

/** The words up to `;` or `{} +`, or the end, are a command of their own; the place behind them. */
export function runRest(draft: Draft, at: number): number {
	const { args } = draft;
	if (draft.inner.length > mostCommands) {
		draft.doubtful = true;
		if (!draft.inner.includes(anything)) draft.inner.push(anything);
		return at;
	}
	let end = at;
	while (end < args.length && !endsCommand(args, end)) {
		// It may be the `;` itself: then what follows is no longer the command's.
		if (mayEndCommand(args[end] as Word)) {
			const words = [...filledIn(args.slice(at, end), ["{}"]), anyWords];
			draft.inner.push({ kind: "argv", words, ...elsewhere(args[at - 1]) });
			draft.doubtful = true;
			return end;
		}
		end++;
	}
	draft.inner.push({ kind: "argv", words: filledIn(args.slice(at, end), ["{}"]), ...elsewhere(args[at - 1]) });
	return end + 1;
}

/** `find -execdir` runs its command in the folder of what it found. */
function elsewhere(option: Word | undefined): { readonly elsewhere?: true } {
	return option?.kind === "known" && /^-(?:exec|ok)dir$/.test(option.text) ? { elsewhere: true } : {};
}

function endsCommand(args: readonly Word[], at: number): boolean {
	const word = args[at];
	const before = args[at - 1];
	if (word?.kind !== "known") return false;
	return word.text === ";" || (word.text === "+" && before?.kind === "known" && before.text === "{}");
}

function mayEndCommand(word: Word): boolean {
	return word.kind === "unknown" || (word.kind === "globbed" && /^[*?[{\\;+]/.test(word.pattern));
}

/** Finds the commands in values and among the operands, once all words are read. */
export function findInner(draft: Draft): void {
	const { options, inner, open } = draft;
	const usages = usagesOf(draft);
	// Most programs run nothing.
	if (!open && !usages.some((usage) => usage.runs) && !options.some((option) => option.fact?.runs)) return;
	const own = draft.operands.filter((slot) => slot.canonical === undefined);
	const begins = own[0]?.kind === "sure" ? own[0].word : undefined;
	// A shell takes one script, however often it is told so.
	const takesLine = options.filter((option) => option.fact?.runs === "operand");
	if (takesLine.length > 0)
		inner.push(begins && takesLine.some((option) => option.sure) ? { kind: "line", word: begins } : anything);
	for (const { fact, value } of options) {
		switch (fact?.runs) {
			case "word":
			case "line":
				if (value) inner.push({ kind: fact.runs, word: value });
				break;
			case "operand":
			case "argv":
			case undefined:
				break;
		}
	}
	// Any option may be given, one that runs a command among them.
	if (open && [...usages, draft.program].some((usage) => usage.options.some(({ runs }) => runs !== undefined)))
		inner.push(anything);
	if (usages.length > 1) {
		if (usages.some((usage) => usage.runs !== undefined)) inner.push(anything);
	} else if (draft.usage.runs) findAmong(draft, own, draft.usage.runs);
}

/** The command among the operands. Where it begins must be certain. */
function findAmong({ program, args, options, inner }: Draft, own: readonly Slot[], runs: Runs): void {
	let first = runs.skip;
	while (runs.assignments && isAssignment(own[first]?.word)) first++;
	if (own.slice(0, first + 1).some((slot) => slot.kind !== "sure")) {
		inner.push(anything);
		return;
	}
	const start = own[first]?.index;
	if (start === undefined) return;
	const lines = program.name === "parallel" ? parallelLines(args.slice(start), args, options) : undefined;
	if (lines !== undefined) {
		inner.push(...lines.map((text): Inner => ({ kind: "line", word: { kind: "known", text } })));
		return;
	}
	// `xargs -I MARK`, `--replace[=MARK]`, `-i[MARK]`, and BSD's `-J MARK`
	const marks = options
		.filter(({ fact }) => fact?.names.some((name) => marking.has(name)))
		.flatMap(({ value }) => value ?? []);
	const texts = marks.flatMap((mark) => (mark.kind === "known" ? [mark.text] : []));
	const tail = args.slice(start);
	// A mark that can't be known may stand in any word.
	const filled = texts.length < marks.length ? [] : filledIn(tail, ["{}", ...texts]);
	const words = runs.more ? [...filled, anyWords] : tail;
	inner.push(runs.joined ? { kind: "line", word: joined(words) } : { kind: "argv", words });
}

const marking: ReadonlySet<string> = new Set(["-I", "-i", "--replace", "-J"]);

const anyWords: Word = { kind: "unknown", source: "…", words: "any" };
const anything = { kind: "argv", words: [anyWords] } as const;

/** The words with names put in where a mark stands: which, nobody knows. `find` and `xargs` put in whole paths where the mark is the whole word. */
function filledIn(words: readonly Word[], marks: readonly string[]): readonly Word[] {
	return words.map((word, index) => {
		if (word.kind !== "known" || !marks.some((mark) => mark !== "" && word.text.includes(mark))) return word;
		// A path that `find` names begins where it was told to look, not with a dash.
		if (word.text === "{}" && index > 0) return { kind: "unknown", source: "{}", words: "any", plain: true };
		return { kind: "unknown", source: word.text, words: "one" };
	});
}

function isAssignment(word: Word | undefined): boolean {
	return word?.kind === "known" && word.text.includes("=");
}

function joined(words: readonly Word[]): Word {
	const texts = words.map((word) => (word.kind === "known" ? word.text : undefined));
	return texts.every((text): text is string => text !== undefined)
		? { kind: "known", text: texts.join(" ") }
		: { kind: "unknown", source: "the command line", words: "one" };
}
