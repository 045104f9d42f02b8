/**
 * Takes secrets out of what is recorded, before anything is hashed or handed on. Only the secrets are taken: the words around them stay, so that the
 * decision can be made again.
 */
import { shownCommand } from "../decide/messages.js";
import type { WordPattern } from "../policy/test.js";
import { matcherOf } from "../policy/word-language/matcher.js";
import { readGlob } from "../policy/word-language/read-glob.js";
import { readRegex } from "../policy/word-language/read-regex.js";
import type { CommandFields, DecisionFields, OutcomeFields } from "./record.js";
import { joinedPlaces, type SecretPlace, secretsInText } from "./secret-texts.js";
import { secretsInWords, type Words } from "./secret-words.js";

/** What stands where a secret was: a plain word, for shells and for rules. */
export const masked = "MASKED";

/** Takes the secrets out of what is recorded. */
export interface Mask {
	readonly decision: (fields: DecisionFields, spans?: readonly CommandSpan[]) => DecisionFields;
	readonly outcome: (fields: OutcomeFields) => OutcomeFields;
}

/** Where a command stands in the script. */
export interface CommandSpan {
	readonly start: number;
	readonly end: number;
}

/**
 * A mask. `patterns`: what is masked beyond what is known to be secret: words as in a policy (`ACME-*`, `/[0-9]{16}/`), and options, whose values
 * are masked (`--pin`). Throws a `TypeError` for a pattern that is none.
 */
export function maskOf(patterns: readonly string[] = []): Mask {
	const options = patterns.filter((pattern) => pattern.startsWith("-"));
	const words = patterns.filter((pattern) => !pattern.startsWith("-")).map(wordMatcher);
	const own = (text: string): readonly SecretPlace[] =>
		words.some((matches) => matches(text)) ? [{ start: 0, end: text.length }] : [];
	const secretsOf = (argv: Words): readonly (readonly SecretPlace[])[] => {
		const found = secretsInWords(argv, options);
		return argv.map((word, at) => {
			if (word === null) return [];
			const whole = own(word);
			if (whole.length > 0) return whole;
			const value = word.indexOf("=") + 1;
			return value > 0 && own(word.slice(value)).length > 0 ? [{ start: value, end: word.length }] : (found[at] ?? []);
		});
	};
	return {
		decision: (fields, spans = []) => {
			const found = foundIn(fields, spans, secretsOf);
			const text = (said: string): string => textWithout(said, found);
			const { argv, script, commands } = fields;
			const without: DecisionFields = {
				...fields,
				...(argv === undefined ? {} : { argv: argv.map((word, at) => wordWithout(word, found, found.argv[at] ?? [])) }),
				...(script === undefined ? {} : { script: scriptWithout(script, found) }),
				message: text(messageWithout(fields, found)),
				...(commands === undefined
					? {}
					: {
							commands: commands.map(
								(command, at): CommandFields => ({
									...command,
									argv: command.argv.map((word, place) =>
										word === null ? null : wordWithout(word, found, found.commands[at]?.[place] ?? []),
									),
								}),
							),
						}),
			};
			return JSON.stringify(without) === JSON.stringify(fields) ? fields : { ...without, masked: true };
		},
		outcome: (fields) =>
			fields.failure === undefined
				? fields
				: { ...fields, failure: withoutPlaces(fields.failure, secretsInText(fields.failure)) },
	};
}

/** The secrets of a request. */
interface Found {
	readonly argv: readonly (readonly SecretPlace[])[];
	readonly commands: readonly (readonly (readonly SecretPlace[])[])[];
	/** Words that hold secrets, and what they are without them. */
	readonly words: ReadonlyMap<string, string>;
	/** The secrets themselves, longest first. */
	readonly secrets: readonly string[];
	/** Parts of the script that hold a secret nobody can point at. */
	readonly spans: readonly CommandSpan[];
}

function foundIn(
	{ argv, script, commands = [] }: DecisionFields,
	spans: readonly CommandSpan[],
	secretsOf: (argv: Words) => readonly (readonly SecretPlace[])[],
): Found {
	const words = new Map<string, string>();
	const secrets = new Set<string>();
	const spoken = (said: Words): readonly (readonly SecretPlace[])[] => {
		const places = secretsOf(said);
		for (const [at, some] of places.entries()) {
			const word = said[at];
			if (typeof word !== "string" || some.length === 0) continue;
			words.set(word, withoutPlaces(word, some));
			for (const { start, end } of some) secrets.add(word.slice(start, end));
		}
		return places;
	};
	const ofArgv = argv === undefined ? [] : spoken(argv);
	const ofCommands = commands.map((command) => spoken(command.argv));
	// What can't be read is taken apart as well as can be.
	if (script !== undefined && commands.length === 0) for (const rough of roughCommands(script)) spoken(rough);
	const longest = [...secrets].sort((a, b) => b.length - a.length);
	const hidden =
		script === undefined
			? []
			: spans.filter((_, at) =>
					(ofCommands[at] ?? []).some((places, place) => {
						const word = commands[at]?.argv[place];
						return typeof word === "string" && places.length > 0 && !isShown(word, places, script);
					}),
				);
	return { argv: ofArgv, commands: ofCommands, words, secrets: longest, spans: hidden };
}

/** Does the script show the word, or the secrets in it, as they are? Quotes and escapes may stand within. */
function isShown(word: string, places: readonly SecretPlace[], script: string): boolean {
	return (
		aloneIn(script, word) ||
		places.every(({ start, end }) => end - start >= shortest && script.includes(word.slice(start, end)))
	);
}

/** Characters of a secret that is looked for wherever it may stand; shorter ones are found as words alone. */
const shortest = 6;

function scriptWithout(script: string, found: Found): string {
	return textWithout(withoutPlaces(script, joinedPlaces(found.spans)), found);
}

function wordWithout(word: string, found: Found, places: readonly SecretPlace[]): string {
	return textWithout(places.length === 0 ? word : withoutPlaces(word, places), found);
}

/** A message shows commands in its own spelling, the beginning of long ones: they are shown again without their secrets. */
function messageWithout({ message, argv, commands = [] }: DecisionFields, found: Found): string {
	const all: readonly (readonly [Words | undefined, readonly (readonly SecretPlace[])[] | undefined])[] = [
		[argv, found.argv],
		...commands.map((command, at) => [command.argv, found.commands[at]] as const),
	];
	return all.reduce((text, [words = [], places = []]) => {
		if (!words.every((word) => word !== null) || places.every((some) => some.length === 0)) return text;
		const without = words.map((word, at) => withoutPlaces(word, places[at] ?? []));
		return text.replaceAll(shownCommand(words), () => shownCommand(without));
	}, message);
}

/** A text without the secrets of a request, and without what looks like one. */
function textWithout(said: string, { words, secrets }: Found): string {
	let text = said;
	for (const [word, without] of words) text = replacedAlone(text, word, without);
	for (const secret of secrets) {
		if (secret.length < shortest) continue;
		text = text.replaceAll(secret, masked);
		text = withoutBeginnings(text, secret);
	}
	return withoutPlaces(
		text,
		secretsInText(text).filter(({ start, end }) => text.slice(start, end) !== masked),
	);
}

/** A message shows no more than the beginning of a long command: what is cut off there may be a secret. */
function withoutBeginnings(text: string, secret: string): string {
	if (!text.includes("…")) return text;
	for (let length = secret.length - 1; length >= 3; length--) {
		const cut = `${secret.slice(0, length)}…`;
		if (text.includes(cut)) return text.replaceAll(cut, `${masked}…`);
	}
	return text;
}

function withoutPlaces(text: string, places: readonly SecretPlace[]): string {
	let done = 0;
	let out = "";
	for (const { start, end } of places) {
		out += text.slice(done, start) + masked;
		done = end;
	}
	return out + text.slice(done);
}

function aloneIn(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
		if (isAlone(text, at, word.length)) return true;
	return false;
}

function replacedAlone(text: string, word: string, without: string): string {
	let out = "";
	let done = 0;
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at)) {
		if (!isAlone(text, at, word.length)) {
			at++;
			continue;
		}
		out += text.slice(done, at) + without;
		at += word.length;
		done = at;
	}
	return out + text.slice(done);
}

function isAlone(text: string, start: number, length: number): boolean {
	return isEdge(text[start - 1]) && isEdge(text[start + length]);
}

function isEdge(character: string | undefined): boolean {
	return character === undefined || /[\s'"`;|&()<>=,:…]/.test(character);
}

/** The words of a script that can't be read, roughly: what stands between blanks, quotes taken off. */
function roughCommands(script: string): readonly Words[] {
	return script
		.split(/[;|&\n()`]+/)
		.map((line) => [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(([whole, a, b]) => a ?? b ?? whole))
		.filter((words) => words.length > 0);
}

/** `ACME-*`, `/[0-9]{16}/`. */
function wordMatcher(pattern: string): (text: string) => boolean {
	const isRegex = pattern.length > 2 && pattern.startsWith("/") && pattern.endsWith("/");
	const language = isRegex ? readRegex(pattern.slice(1, -1)) : readGlob(pattern);
	if (language.kind === "fault" || pattern === "") throw new TypeError(`\`${pattern}\` is no pattern of a word`);
	const word: WordPattern = isRegex ? { kind: "regex", text: pattern.slice(1, -1) } : { kind: "glob", text: pattern };
	return matcherOf(word);
}
