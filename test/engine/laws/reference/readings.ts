/**
 * Every way in which a program can read its arguments. One reading is certain in all its parts: which words are options, what their values are,
 * which are operands. Where the program is not known, or an option is in no table, an option may be a flag or take a value, and each is a reading.
 */
import type { OptionFact, Program, Style, Usage } from "../../../../src/engine/knowledge/program.js";

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
	/** A unique beginning of a long option may stand for it. */
	readonly abbreviates: boolean;
	readonly program?: Program;
	/** The facts that hold: the subcommand's, or the program's. Absent for an unknown program. */
	readonly usage?: Usage;
	/** There are subcommands, and the first operand is none of them. */
	readonly strangeSubcommand: boolean;
	/** Places of the operands among the words. */
	readonly places: readonly number[];
	/** Words behind an option that runs them (`find -exec`). */
	readonly inner: readonly (readonly string[])[];
	/** Names of options that no table lists and of which this reading says nothing. */
	readonly undecided: readonly string[];
	/** What this reading takes the options to be that no table lists. */
	readonly guess: Guess;
}

/** How options outside of every table are read: do bundles exist, and which names take a value. */
export interface Guess {
	readonly bundles: boolean;
	readonly takesValue: ReadonlyMap<string, boolean>;
}

/** More readings than these take a brute too long: such a command is no example for a law. */
const mostReadings = 64;
export class TooManyReadings extends Error {}

/** Every reading of the words: each option that no table lists is taken to be a flag, and to take a value. */
export function readings(program: Program | undefined, words: readonly string[]): readonly Reading[] {
	const waiting: Guess[] = (program === undefined ? [true, false] : [true]).map((bundles) => ({
		bundles,
		takesValue: new Map(),
	}));
	const found: Reading[] = [];
	for (let guess = waiting.pop(); guess !== undefined; guess = waiting.pop()) {
		const reading = readOnce(program, words, guess);
		const [undecided] = reading.undecided;
		if (undecided === undefined) found.push(reading);
		else
			for (const takes of [true, false])
				waiting.push({ ...guess, takesValue: new Map([...guess.takesValue, [undecided, takes]]) });
		if (found.length + waiting.length > mostReadings) throw new TooManyReadings();
	}
	return found;
}

function isBundling(style: Style): boolean {
	return style === "gnu" || style === "posix" || style === "pairs";
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
	const undecided: string[] = [];
	const guessed = (name: string): boolean => {
		const takes = guess.takesValue.get(name);
		if (takes === undefined) undecided.push(name);
		return takes === true;
	};
	let ended = style === "none";
	const queue = words.map((text, place) => ({ text, place }));
	const hasSubcommands = program !== undefined && Object.keys(program.subcommands).length > 0;
	const behindStranger = () => hasSubcommands && subcommand === undefined && operands.length > 0;
	// What the program's own options mean to a subcommand that no table lists can't be known.
	const tables = () =>
		behindStranger() && !guessed("its own options")
			? []
			: [...new Set([usage, program])].flatMap((one) => one?.options ?? []);
	const take = (name: string, glued: string | undefined): void => {
		const fact = factOf(tables(), name, program?.abbreviates === true, style, guessed);
		const names = fact?.names ?? [name];
		const wants =
			glued !== undefined
				? false
				: fact === undefined
					? queue.length > 0 && guessed(name)
					: fact.value === "required" && fact.runs !== "argv";
		const value = glued ?? (wants ? queue.shift()?.text : undefined);
		for (const _ of fact?.further ?? []) queue.shift();
		options.push({ names, ...(fact ? { fact } : {}), ...(value === undefined ? {} : { value }) });
		if (fact?.runs === "argv") {
			const end = queue.findIndex((one, at) => one.text === ";" || (one.text === "+" && queue[at - 1]?.text === "{}"));
			inner.push(queue.splice(0, end < 0 ? queue.length : end).map((one) => one.text));
			queue.shift();
		}
	};
	const takeBundle = (letters: string): void => {
		const whole = `-${letters}`;
		if (letters.length > 1 && tables().some((option) => option.names.includes(whole))) {
			take(whole, undefined);
			return;
		}
		for (const [at, letter] of [...letters].entries()) {
			const name = `-${letter}`;
			const fact = tables().find((option) => option.names.includes(name));
			const rest = letters.slice(at + 1);
			// What is neither letter nor digit is no option: the letter before it has a value.
			const takes = rest !== "" && (fact ? fact.value !== undefined : /^\W/.test(rest) || guessed(name));
			take(name, takes ? rest : undefined);
			if (takes) return;
		}
	};
	for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
		const { text, place } = next;
		const pair = style === "pairs" ? /^([A-Za-z_][\w-]*=)(.*)$/s.exec(text) : null;
		if (pair) take(pair[1] as string, pair[2]);
		else if (ended || !/^-./.test(text)) {
			// Behind `--` some programs look for a subcommand still.
			const named = subcommandOf(program, operands, text);
			const found = named !== undefined && ended && !guessed("a subcommand behind --") ? undefined : named;
			if (found !== undefined && program !== undefined) {
				subcommand = found;
				usage = program.subcommands[found] ?? usage;
				style = program.subcommands[found]?.style ?? program.style;
				operands.push({ text });
				const full = found.split(" ");
				operands.forEach((one, index) => {
					operands[index] = { text: one.text, canonical: full[index] ?? found };
				});
			} else {
				operands.push({ text });
				// Behind a subcommand that no table lists, its own options may follow.
				if ((style === "posix" || style === "go") && !behindStranger()) ended = true;
			}
			places.push(place);
		} else if (text === "--" && style !== "find") {
			// To a subcommand that no table lists it may be a word like any other.
			if (behindStranger() && guessed("-- as a word")) {
				operands.push({ text });
				places.push(place);
			} else ended = true;
		} else if (text.startsWith("--") || !guess.bundles || !isBundling(style)) {
			const equals = style === "find" ? -1 : text.indexOf("=");
			take(equals < 0 ? text : text.slice(0, equals), equals < 0 ? undefined : text.slice(equals + 1));
		} else takeBundle(text.slice(1));
	}
	const base = {
		abbreviates: program?.abbreviates ?? true,
		options,
		operands,
		undecided,
		style,
		strangeSubcommand: behindStranger(),
		places,
		inner,
		guess,
	};
	return {
		...base,
		...(program === undefined ? {} : { program }),
		...(subcommand === undefined ? {} : { subcommand }),
		...(usage === undefined ? {} : { usage }),
	};
}

/** The option that a name stands for: its own, or, where the program abbreviates, one that begins so. Of several, which one is a guess. */
function factOf(
	options: readonly OptionFact[],
	name: string,
	abbreviates: boolean,
	style: Style,
	guessed: (what: string) => boolean,
): OptionFact | undefined {
	const bare = (one: string) => (style === "long" || style === "go" ? one.replace(/^--?/, "") : one);
	const exact = options.find((option) => option.names.some((one) => bare(one) === bare(name)));
	if (exact !== undefined || !abbreviates || !name.startsWith("--")) return exact;
	const begun = options.filter((option) => option.names.some((one) => one.startsWith(name)));
	return begun.find((option, place) => place === begun.length - 1 || guessed(`${name} for ${option.names[0]}`));
}

/** The full name of the subcommand that this operand completes: one word, or a further one behind another. */
function subcommandOf(program: Program | undefined, before: readonly ReadOperand[], text: string): string | undefined {
	if (
		program === undefined ||
		before.length > 1 ||
		before.some((one, index) => index > 0 && one.canonical === undefined)
	)
		return undefined;
	const spelled = [...before.map((one) => one.canonical ?? one.text), text].join(" ");
	return Object.entries(program.subcommands).find(
		([name, one]) => name === spelled || one.aliases.includes(spelled),
	)?.[0];
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
