/**
 * Takes secrets out of what is recorded, before anything is hashed or handed on. Only the secrets are taken: the words around them stay, so that the
 * decision can be made again.
 */
import { shown } from "../../engine/decide/explain/messages.js";
import { isCallName } from "../../language/policy/hands.js";
import type { WordPattern } from "../../language/policy/test.js";
import { matcherOf } from "../../language/policy/word-language/matcher.js";
import { readGlob } from "../../language/policy/word-language/read-glob.js";
import { readRegex } from "../../language/policy/word-language/read-regex.js";
import type { CommandFields, DecisionFields, OutcomeFields } from "./record.js";
import { type Search, searchFor, type Wanted } from "./search-texts.js";
import { type SecretsInCommand, secretsInCall } from "./secret-calls.js";
import { joinedPlaces, type SecretPlace, secretsInText } from "./secret-texts.js";
import { secretsInWords, type Words } from "./secret-words.js";
import { placeIn, type TolerantWord, tolerantCommands, tolerantLines } from "./tolerant-tokenizer.js";

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
		const inCommand: SecretsInCommand = (said) => secretsInWords(said, options);
		const found = isCallName(argv[0] ?? "") ? secretsInCall(argv, inCommand) : secretsInWords(argv, options);
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
			const { argv, script, call, commands } = fields;
			const without: DecisionFields = {
				...fields,
				...(argv === undefined ? {} : { argv: argv.map((word, at) => wordWithout(word, found, found.argv[at] ?? [])) }),
				...(script === undefined ? {} : { script: textWithout(script, found, [...found.script, ...found.spans]) }),
				...(call === undefined
					? {}
					: {
							call: call.map((words, at) =>
								words.map((word, place) => wordWithout(word, found, found.call[at]?.[place] ?? [])),
							),
						}),
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
			fields.failure === undefined ? fields : { ...fields, failure: failureWithout(fields.failure, secretsOf) },
	};
}

/** The secrets among the words of a command. */
type SecretsOf = (argv: Words) => readonly (readonly SecretPlace[])[];

/** The secrets of a request. */
interface FoundSecrets {
	readonly argv: readonly (readonly SecretPlace[])[];
	readonly call: readonly (readonly (readonly SecretPlace[])[])[];
	readonly commands: readonly (readonly (readonly SecretPlace[])[])[];
	/** Finds them wherever else they stand. */
	readonly search: Search;
	/** Where they stand in the script. */
	readonly script: readonly SecretPlace[];
	/** Parts of the script that hold a secret nobody can point at. */
	readonly spans: readonly CommandSpan[];
}

function foundIn(
	{ argv, script, call = [], commands = [] }: DecisionFields,
	spans: readonly CommandSpan[],
	secretsOf: SecretsOf,
): FoundSecrets {
	const wanted = new Map<string, Wanted[]>();
	const spoken = (said: Words): readonly (readonly SecretPlace[])[] => {
		const places = secretsOf(said);
		for (const [at, some] of places.entries()) {
			const word = said[at];
			if (typeof word !== "string" || some.length === 0) continue;
			want(wanted, word, { places: some, alone: true, cut: false });
			for (const { start, end } of some) wantSecret(wanted, word.slice(start, end));
		}
		return places;
	};
	const ofArgv = argv === undefined ? [] : spoken(argv);
	const ofCall = call.map(spoken);
	const ofCommands = commands.map((command) => spoken(command.argv));
	const inScript: SecretPlace[] = [];
	for (const { word, place } of script === undefined ? [] : secretsAmong(tolerantCommands(script), secretsOf)) {
		const { start, end } = placeIn(word, place.start, place.end);
		inScript.push({ start, end });
		wantSecret(wanted, script?.slice(start, end) ?? "");
		wantSecret(wanted, word.text.slice(place.start, place.end));
		// What a shell fills in stands between them.
		for (const part of knownParts(word, place)) wantSecret(wanted, part);
	}
	for (const { start, end } of script === undefined ? [] : secretsInText(script))
		wantSecret(wanted, script?.slice(start, end) ?? "");
	const hidden =
		script === undefined
			? []
			: spans.filter((_, at) =>
					(ofCommands[at] ?? []).some((places, place) => {
						const word = commands[at]?.argv[place];
						return typeof word === "string" && places.length > 0 && !isShown(word, places, script);
					}),
				);
	return {
		argv: ofArgv,
		call: ofCall,
		commands: ofCommands,
		search: searchFor(wanted),
		script: inScript,
		spans: hidden,
	};
}

function want(wanted: Map<string, Wanted[]>, text: string, how: Wanted): void {
	const known = wanted.get(text) ?? [];
	if (!known.some((one) => one.alone === how.alone && one.cut === how.cut)) wanted.set(text, [...known, how]);
}

/** Looks for a secret, for what a shell makes of it, and for how a message shows it. */
function wantSecret(wanted: Map<string, Wanted[]>, secret: string): void {
	const inMessage = shown(secret).replace(/^'(.*)'$/s, "$1");
	for (const text of new Set([secret, secret.replaceAll(/^(['"])([^'"]*)\1$/gs, "$2"), inMessage])) {
		if (!/[^\s'"\\]/.test(text) || text === masked) continue;
		const isLong = text.length >= shortest;
		want(wanted, text, { places: [{ start: 0, end: text.length }], alone: !isLong, cut: isLong });
	}
}

interface RoughSecret {
	readonly word: TolerantWord;
	/** In its text. */
	readonly place: SecretPlace;
}

/** The secrets among words that were read roughly. What a shell fills in is none, what it is glued to may be one. */
function secretsAmong(commands: readonly (readonly TolerantWord[])[], secretsOf: SecretsOf): readonly RoughSecret[] {
	return commands.flatMap((words) => {
		const places = secretsOf(words.map((word) => word.text));
		return words.flatMap((word, at) =>
			(places[at] ?? [])
				.filter((place) => knownParts(word, place).some((part) => /[\p{L}\p{N}]/u.test(part)))
				.map((place) => ({ word, place })),
		);
	});
}

/** What of a part of a word is not filled in by a shell. */
function knownParts({ text, characters }: TolerantWord, { start, end }: SecretPlace): readonly string[] {
	const parts: string[] = [];
	let begun = start;
	for (let at = start; at <= end; at++) {
		if (at < end && characters[at]?.known === true) continue;
		if (at > begun) parts.push(text.slice(begun, at));
		begun = at + 1;
	}
	return parts;
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

function wordWithout(word: string, found: FoundSecrets, places: readonly SecretPlace[]): string {
	return textWithout(word, found, places);
}

/** Why a program could not be started: a text, whose words may be any. */
function failureWithout(failure: string, secretsOf: SecretsOf): string {
	const places = secretsAmong(tolerantLines(failure), secretsOf).map(({ word, place }) =>
		placeIn(word, place.start, place.end),
	);
	return withoutPlaces(failure, joinedPlaces([...places, ...secretsInText(failure)]));
}

/** A message shows commands in its own spelling, the beginning of long ones: they are shown again without their secrets. */
function messageWithout({ message, argv, commands = [] }: DecisionFields, found: FoundSecrets): string {
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

/** A text without the secrets of a request, and without what looks like one. Where there is too much to look for, nothing is left of it. */
function textWithout(said: string, { search }: FoundSecrets, places: readonly SecretPlace[] = []): string {
	const found = search(said);
	if (found === undefined) return masked;
	const looks = secretsInText(said).filter(({ start, end }) => said.slice(start, end) !== masked);
	return withoutPlaces(said, joinedPlaces([...places, ...found, ...looks]));
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

function isAlone(text: string, start: number, length: number): boolean {
	return isEdge(text[start - 1]) && isEdge(text[start + length]);
}

function isEdge(character: string | undefined): boolean {
	return character === undefined || /[\s'"`;|&()<>=,:…]/.test(character);
}

/** `ACME-*`, `/[0-9]{16}/`. */
function wordMatcher(pattern: string): (text: string) => boolean {
	const isRegex = pattern.length > 2 && pattern.startsWith("/") && pattern.endsWith("/");
	const language = isRegex ? readRegex(pattern.slice(1, -1)) : readGlob(pattern);
	if (language.kind === "fault" || pattern === "") throw new TypeError(`\`${pattern}\` is no pattern of a word`);
	const word: WordPattern = isRegex ? { kind: "regex", text: pattern.slice(1, -1) } : { kind: "glob", text: pattern };
	return matcherOf(word);
}

/** A command of known words as messages show it. */
export function shownCommand(argv: readonly string[]): string {
	let text = shown(argv[0] as string);
	for (let at = 1; at < argv.length && text.length <= 200; at++) text += ` ${shown(argv[at] as string)}`;
	return text.length > 200 ? `${text.slice(0, 197)}…` : text;
}
