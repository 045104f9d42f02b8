/**
 * Every way in which a program can read its arguments. One reading is certain in all its parts: which words are options, what their values are,
 * which are operands. Where the program is not known, or an option is in no table, an option may be a flag or take a value, and each is a reading.
 */
import type { OptionFact, Program, Style, Usage } from "../../../src/knowledge/program.js";

export interface ReadOption {
	/** As the table names it (all its spellings), or as written. */
	readonly names: readonly string[];
	readonly fact?: OptionFact;
	readonly value?: string;
}

export interface ReadOperand {
	readonly text: string;
	/** The word of a subcommand, by its full name. */
	readonly canonical?: string;
}

export interface Reading {
	readonly options: readonly ReadOption[];
	readonly operands: readonly ReadOperand[];
	readonly subcommand?: string;
	readonly style: Style;
	/** The facts that hold: the subcommand's, or the program's. Absent for an unknown program. */
	readonly usage?: Usage;
	/** An option is given that no table lists. */
	readonly strange: boolean;
	/** Places of the operands among the words. */
	readonly places: readonly number[];
	/** Words behind an option that runs them (`find -exec`). */
	readonly inner: readonly (readonly string[])[];
	/** What this reading takes the options to be that no table lists. */
	readonly guess: Guess;
}

/** How options outside of every table are read: do bundles exist, and which names take a value. */
export interface Guess {
	readonly bundles: boolean;
	readonly takesValue: ReadonlySet<string>;
}

/** More options that no table lists than this, and a brute reading takes too long: such a command is no example for a law. */
const mostGuesses = 4;
export class TooManyReadings extends Error {}

/** Every reading of the words. */
export function readings(program: Program | undefined, words: readonly string[]): readonly Reading[] {
	const styles = program === undefined ? [true, false] : [true];
	const found = styles.flatMap((bundles) => {
		const names = doubtfulNames(program, words, bundles);
		if (names.length > mostGuesses) throw new TooManyReadings();
		return subsets(names).map((takesValue) => readOnce(program, words, { bundles, takesValue: new Set(takesValue) }));
	});
	return found;
}

/** Every name that may be an option which no table lists. */
function doubtfulNames(program: Program | undefined, words: readonly string[], bundles: boolean): string[] {
	const names = new Set<string>();
	const listed = (name: string) =>
		program !== undefined && everyOption(program).some((option) => option.names.includes(name));
	for (const word of words) {
		if (!/^-./.test(word) || word === "--") continue;
		if (word.startsWith("--") || !bundles || (program !== undefined && !isBundling(program.style))) {
			if (!word.includes("=") && !listed(word)) names.add(word);
		} else for (const letter of [...word.slice(1)]) if (!listed(`-${letter}`)) names.add(`-${letter}`);
	}
	return [...names];
}

function everyOption(program: Program): readonly OptionFact[] {
	return [...program.options, ...Object.values(program.subcommands).flatMap((one) => one.options)];
}

function isBundling(style: Style): boolean {
	return style === "gnu" || style === "posix";
}

function subsets(names: readonly string[]): string[][] {
	const [first, ...rest] = names;
	if (first === undefined) return [[]];
	return subsets(rest).flatMap((one) => [one, [first, ...one]]);
}

/** The words, read with one guess: from the left to the right, as getopt does. */
function readOnce(program: Program | undefined, words: readonly string[], guess: Guess): Reading {
	const options: ReadOption[] = [];
	const operands: ReadOperand[] = [];
	const places: number[] = [];
	const inner: string[][] = [];
	let style: Style = program?.style ?? "gnu";
	let usage: Usage | undefined = program;
	let subcommand: string | undefined;
	let strange = false;
	let ended = style === "none" || style === "pairs";
	const queue = words.map((text, place) => ({ text, place }));
	const tables = () => [...new Set([usage, program])].flatMap((one) => one?.options ?? []);
	const take = (name: string, glued: string | undefined): void => {
		const fact = factOf(tables(), name, program?.abbreviates === true, style);
		if (fact === undefined) strange ||= program !== undefined;
		const names = fact?.names ?? [name];
		const wants = fact === undefined ? guess.takesValue.has(name) : fact.value === "required" && fact.runs !== "argv";
		const value = glued ?? (wants ? queue.shift()?.text : undefined);
		for (const _ of fact?.further ?? []) queue.shift();
		options.push({ names, ...(fact ? { fact } : {}), ...(value === undefined ? {} : { value }) });
		if (fact?.runs === "argv") {
			const end = queue.findIndex((one) => one.text === ";" || one.text === "+");
			inner.push(
				queue
					.splice(0, end < 0 ? queue.length : end + 1)
					.map((one) => one.text)
					.filter((text) => text !== ";" && text !== "+"),
			);
		}
	};
	const takeBundle = (letters: string): void => {
		for (let at = 0; at < letters.length; at++) {
			const name = `-${letters[at]}`;
			const fact = tables().find((option) => option.names.includes(name));
			const mayTake = fact ? fact.value !== undefined : guess.takesValue.has(name);
			const rest = letters.slice(at + 1);
			if (mayTake && rest !== "") return take(name, rest);
			take(name, undefined);
		}
	};
	for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
		const { text, place } = next;
		const pair = style === "pairs" ? /^([^=]+=)(.*)$/s.exec(text) : null;
		if (pair) take(pair[1] as string, pair[2]);
		else if (ended || !/^-./.test(text)) {
			const found = subcommandOf(program, subcommand, operands.length, text);
			if (found !== undefined && program !== undefined) {
				subcommand = found;
				usage = program.subcommands[found] ?? usage;
				style = program.subcommands[found]?.style ?? style;
				operands.push({ text, canonical: found.split(" ").at(-1) as string });
			} else {
				operands.push({ text });
				// Behind a subcommand that no table lists, its own options may follow.
				const open = program !== undefined && subcommand === undefined && Object.keys(program.subcommands).length > 0;
				if ((style === "posix" || style === "go") && !open) ended = true;
			}
			places.push(place);
		} else if (text === "--") ended = true;
		else if (text.startsWith("--") || !guess.bundles || !isBundling(style)) {
			const equals = style === "find" ? -1 : text.indexOf("=");
			take(equals < 0 ? text : text.slice(0, equals), equals < 0 ? undefined : text.slice(equals + 1));
		} else takeBundle(text.slice(1));
	}
	const base = { options, operands, style, strange, places, inner, guess };
	return { ...base, ...(subcommand === undefined ? {} : { subcommand }), ...(usage === undefined ? {} : { usage }) };
}

/** The option that a name stands for: its own, or, where the program abbreviates, the only one that begins so. */
function factOf(
	options: readonly OptionFact[],
	name: string,
	abbreviates: boolean,
	style: Style,
): OptionFact | undefined {
	const bare = (one: string) => (style === "long" || style === "go" ? one.replace(/^--?/, "") : one);
	const exact = options.find((option) => option.names.some((one) => bare(one) === bare(name)));
	if (exact !== undefined || !abbreviates || !name.startsWith("--")) return exact;
	const begun = options.filter((option) => option.names.some((one) => one.startsWith(name)));
	return begun.length === 1 ? begun[0] : undefined;
}

/** The full name of the subcommand that this operand completes. */
function subcommandOf(
	program: Program | undefined,
	before: string | undefined,
	count: number,
	text: string,
): string | undefined {
	const depth = before === undefined ? 0 : before.split(" ").length;
	if (program === undefined || depth !== count) return undefined;
	const spelled = before === undefined ? text : `${before} ${text}`;
	const entries = Object.entries(program.subcommands);
	return entries.find(([name, one]) => name === spelled || one.aliases.includes(spelled))?.[0];
}

/** The options that a word of a pattern means to this program, as this reading reads it: `-rf` may be `-r -f`. */
export function meantOptions(word: string, program: Program | undefined, reading: Reading): readonly ReadOption[] {
	const usage = reading.usage;
	const asProgram =
		program && usage
			? { ...program, ...usage, style: reading.style, subcommands: {}, options: [...usage.options, ...program.options] }
			: undefined;
	const { options } = readOnce(asProgram, [word], reading.guess);
	return options.length > 0 ? options : [{ names: [word] }];
}
