/** `printf %d WORD`: zsh's own `printf` evaluates the word as arithmetic, with what runs in an index (`a[$(rm x)]`). Found by running zsh 5.9; bash takes it for text. */
import type { Inner } from "../request/arguments/arguments.js";
import type { Command, Word } from "../request/request.js";

/** The lines that a shell which evaluates its words reads here. Words that nobody knows are taken for numbers. */
export function evaluatedNumbers({ program, args }: Command): readonly Inner[] {
	if (program.kind !== "known" || program.text !== "printf" || !args.some(isEvaluated)) return none;
	const [format, ...words] = formatAndWords(args);
	const takes = format?.kind === "known" ? numbersOf(format.text) : undefined;
	const isNumber = (at: number): boolean =>
		takes === undefined || words.some(isSeveral) || takes[at % takes.length] === true;
	return words.flatMap((word, at) =>
		word.kind === "known" && isEvaluated(word) && isNumber(at)
			? [{ kind: "line", word: { kind: "known", text: `: $((${word.text}))` } }]
			: [],
	);
}

const none: readonly Inner[] = [];

/** Neither a number, nor a sign whose code is printed (`'a`). */
const isEvaluated = (word: Word): boolean =>
	word.kind === "known" && !/^(?:[-+]?(?:0[xX][\da-fA-F]+|\d*\.?\d*(?:[eE][-+]?\d+)?)|['"].*)$/s.test(word.text);

const isSeveral = (word: Word): boolean => word.kind !== "known" && !(word.kind === "unknown" && word.words === "one");

function formatAndWords(args: readonly Word[]): readonly Word[] {
	const [first] = args;
	if (first?.kind !== "known") return args;
	if (first.text === "-v") return args.slice(2);
	return args.slice(first.text === "--" || first.text.startsWith("-v") ? 1 : 0);
}

/** Which of the words that a format takes are numbers; undefined where it names them by their places. */
function numbersOf(format: string): readonly boolean[] | undefined {
	const takes: boolean[] = [];
	for (const [whole, letter = ""] of format.replaceAll("%%", "").matchAll(/%[^A-Za-z]*([A-Za-z]?)/g)) {
		if (whole.includes("$")) return undefined;
		for (const _ of whole.replace(/[^*]/g, "")) takes.push(true);
		takes.push(!/[sbqc]/.test(letter));
	}
	return takes.length === 0 ? [false] : takes;
}
