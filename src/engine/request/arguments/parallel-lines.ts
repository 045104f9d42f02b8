/**
 * The lines that GNU parallel makes for a shell of a command and the inputs behind `:::`. Undefined where they can't be known: inputs from
 * elsewhere, options that change how lines are made, marks that stand for parts of an input.
 */

import type { Word } from "../request.js";
import type { FoundOption } from "./arguments.js";

/** `words`: the command and what follows it; `args`: all words of the program. */
export function parallelLines(
	words: readonly Word[],
	args: readonly Word[],
	options: readonly FoundOption[],
): readonly string[] | undefined {
	if (!options.every(changesNoLine)) return undefined;
	const texts = words.map((word) => (word.kind === "known" ? word.text : undefined));
	if (!texts.every((text): text is string => text !== undefined)) return undefined;
	// Another program of this name has its inputs behind `--`.
	if (args.some((word) => word.kind === "known" && /^(?:--|:::\+|::::\+?)$/.test(word.text))) return undefined;
	const [command = [], ...sources] = split(texts);
	if (sources.length === 0) return undefined;
	// Without a command the inputs are lines themselves.
	if (command.length === 0) return sources.length === 1 ? sources[0] : undefined;
	const line = command.join(" ");
	const marks = line.match(/\{[^{}]*\}/g) ?? [];
	if (!marks.every((mark) => (mark === "{}" ? sources.length === 1 : isPlace(mark, sources.length)))) return undefined;
	// Inside of quotes an input would be quoted otherwise.
	if (marks.length > 0 && /['"\\`$]/.test(line)) return undefined;
	const rounds = product(sources);
	return rounds === undefined ? undefined : [...new Set(rounds.map((round) => filled(line, marks.length > 0, round)))];
}

function isPlace(mark: string, places: number): boolean {
	return /^\{[1-9]\}$/.test(mark) && Number(mark.charAt(1)) <= places;
}

const harmless: ReadonlySet<string> = new Set(
	"-j -P --jobs -k --keep-order -v -t --verbose -r --no-run-if-empty --timeout --delay --halt --bar --eta --progress --dry-run --tag --line-buffer -u --ungroup --will-cite --joblog".split(
		" ",
	),
);

function changesNoLine({ fact, sure }: FoundOption): boolean {
	return sure && fact?.names.some((name) => harmless.has(name)) === true;
}

/** The words before the first `:::`, and those behind each. */
function split(texts: readonly string[]): readonly (readonly string[])[] {
	const parts: string[][] = [[]];
	for (const text of texts) {
		if (text === ":::") parts.push([]);
		else parts.at(-1)?.push(text);
	}
	return parts;
}

/** More lines than this nobody looks at. */
const mostLines = 100;

/** Each input of the first source with each of the second, and so on. */
function product(sources: readonly (readonly string[])[]): readonly (readonly string[])[] | undefined {
	let rounds: readonly (readonly string[])[] = [[]];
	for (const source of sources) {
		if (rounds.length * source.length > mostLines) return undefined;
		rounds = rounds.flatMap((round) => source.map((input) => [...round, input]));
	}
	return rounds;
}

function filled(line: string, isMarked: boolean, inputs: readonly string[]): string {
	const all = inputs.map(quoted).join(" ");
	if (!isMarked) return `${line} ${all}`;
	return line.replaceAll(/\{([1-9]?)\}/g, (_, place: string) =>
		place === "" ? all : quoted(inputs[Number(place) - 1] ?? ""),
	);
}

function quoted(text: string): string {
	return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
