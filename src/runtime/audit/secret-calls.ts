/**
 * The secrets among the words of a call: its arguments are options (`--auth.token=x`), and what a value is may be said by any part of its name, by the value beside it
 * (`{"name": "api_key", "value": "x"}`), or by the words of a command in it.
 */

import { namesSecretHowever } from "../../engine/knowledge/secrets/secret-names.js";
import { isSecretThing } from "../../engine/knowledge/secrets/secrets.js";
import { joinedPlaces, type SecretPlace } from "./secret-texts.js";
import { placeIn, tolerantCommands } from "./tolerant-tokenizer.js";

/** The secrets of a command's words, which are all known. */
export type SecretsInCommand = (words: readonly string[]) => readonly (readonly SecretPlace[])[];

/** For each word of the call the places in it that hold a secret. `inCommand`: how the words of a command are read. */
export function secretsInCall(
	words: readonly (string | null)[],
	inCommand: SecretsInCommand,
): readonly (readonly SecretPlace[])[] {
	const known = words.map((word) => word ?? "");
	const found: SecretPlace[][] = inCommand(known).map((places, at) => (words[at] === null ? [] : [...places]));
	const options = words.flatMap((word, at) => optionOf(word, at));
	const whole = ({ at, start, value }: Option): void => {
		if (value !== "") found[at]?.push({ start, end: start + value.length });
	};
	for (const option of options)
		if (isNamedSecret(option)) whole(option);
		else
			for (const { start, end } of inText(option.value, inCommand)) found[option.at]?.push(shifted(option, start, end));
	for (const item of itemsOf(options)) if (item.some(saysSecret)) item.filter(isValue).forEach(whole);
	for (const list of listsOf(options)) {
		list.forEach((one, place) => {
			const before = list[place - 1];
			if (before !== undefined && announces(before.value) && !/^[a-z_]+$/.test(one.value)) whole(one);
		});
		if (!/^(?:args|argv|arguments)$/i.test(list[0]?.last ?? "")) continue;
		const program = options.find(
			({ parent, last }) => parent === list[0]?.parent && /^(?:command|cmd|program)$/i.test(last),
		);
		const places = inCommand([program?.value ?? "", ...list.map(({ value }) => value)]);
		list.forEach((one, place) => {
			for (const { start, end } of places[place + 1] ?? []) found[one.at]?.push(shifted(one, start, end));
		});
	}
	return found.map(joinedPlaces);
}

/** `--parent.last=value`. */
interface Option {
	/** Which word it is. */
	readonly at: number;
	/** Where the value begins in it. */
	readonly start: number;
	readonly parent: string;
	readonly last: string;
	readonly value: string;
}

function optionOf(word: string | null, at: number): readonly Option[] {
	const [glued, name] = /^--([^=\s]*)=/.exec(word ?? "") ?? [];
	if (word === null || glued === undefined || name === undefined) return [];
	const dot = name.lastIndexOf(".");
	return [
		{
			at,
			start: glued.length,
			parent: name.slice(0, dot + 1),
			last: name.slice(dot + 1),
			value: word.slice(glued.length),
		},
	];
}

function shifted({ start: by }: Option, start: number, end: number): SecretPlace {
	return { start: by + start, end: by + end };
}

/** Does any part of its name say so? What stands below such a name is secret, too, but for numbers: `max_tokens`. */
function isNamedSecret({ parent, last, value }: Option): boolean {
	const name = plain(last);
	if (namesSecret(name)) return true;
	if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(value)) return false;
	return [...parent.split("."), last].map(plain).some((part) => namesSecret(part) || isSecretThing(part));
}

/** Of variables, options, settings and headers. */
function namesSecret(name: string): boolean {
	return namesSecretHowever(name) || /^(?:(?:proxy-)?authorization|(?:set-?)?cookies?)$/i.test(name);
}

/** A part of a name as it was before signs in it got their codes. */
function plain(part: string): string {
	try {
		return decodeURIComponent(part).trim();
	} catch {
		return part;
	}
}

/** Options that stand together in one object: those of a list have the same names again and again. */
function itemsOf(options: readonly Option[]): readonly (readonly Option[])[] {
	const items: Option[][] = [];
	for (const option of options) {
		const item = items.at(-1);
		const goesOn = item?.[0]?.parent === option.parent && !item.some(({ last }) => last === option.last);
		if (item !== undefined && goesOn) item.push(option);
		else items.push([option]);
	}
	return items.filter((item) => item.length > 1);
}

/** `name: "api_key"`, `selector: "#password"`, `secret: true`. */
function saysSecret({ parent, last, value }: Option): boolean {
	if (namesSecret(plain(last))) return value === "true";
	if (!/^(?:name|key|field|header|variable|var|selector|element|label|ref|type|id)$/i.test(last)) return false;
	if (/^cookies?\.$/i.test(parent)) return true;
	return value.length < longestName && value.split(/[^\w.-]+/).some(namesSecret);
}

function isValue({ last }: Option): boolean {
	return /^(?:value|val|text|secret|data|default)$/i.test(last);
}

/** Characters of what says what a value is. */
const longestName = 80;

/** The values of one list each. */
function listsOf(options: readonly Option[]): readonly (readonly Option[])[] {
	const lists = new Map<string, Option[]>();
	for (const option of options) {
		const name = option.parent + option.last;
		const list = lists.get(name);
		if (list === undefined) lists.set(name, [option]);
		else list.push(option);
	}
	return [...lists.values()].filter((list) => list.length > 1);
}

function announces(value: string): boolean {
	return /^[\w.-]{2,80}$/.test(value) && namesSecret(value);
}

/** Secrets in a text, which may be a line for a shell. */
function inText(text: string, inCommand: SecretsInCommand): readonly SecretPlace[] {
	const own = (inCommand(["", text])[1] ?? []).slice();
	if (!/\s/.test(text)) return own;
	for (const words of tolerantCommands(text)) {
		const places = inCommand(words.map((word) => word.text));
		words.forEach((word, at) => {
			for (const { start, end } of places[at] ?? []) own.push(placeIn(word, start, end));
		});
	}
	return own;
}
