/** The secrets in a text, by what stands around them or by their shape: texts may be shell strings, words of commands, or messages. */
import { namesSecretHowever } from "../../engine/knowledge/secrets/secret-names.js";
import { shapedSecretsIn } from "../../engine/knowledge/secrets/secrets-in-text.js";

/** Where a secret stands. */
export interface SecretPlace {
	readonly start: number;
	readonly end: number;
}

/** The secrets in a text, in their order. What a shell fills in later is none. */
export function secretsInText(text: string): readonly SecretPlace[] {
	// Most words are short and plain.
	if (text.length < shortestShape && !/[=:]/.test(text)) return [];
	return joinedPlaces([...shapedSecretsIn(text), ...assigned(text), ...forms.flatMap((form) => formed(text, form))]);
}

/** Characters: what is known by its shape alone is no shorter. */
const shortestShape = 20;

/** `FOO_TOKEN=…`, `a=b,password=…`, `?access_token=…` */
function* assigned(text: string): Generator<SecretPlace> {
	for (const name = /(?<![\w.-])[\w.-]{1,99}=/g; ; ) {
		const found = name.exec(text);
		if (found === null) return;
		if (!namesSecretHowever(found[0].slice(0, -1))) continue;
		// Before a command, the whole word is the value; elsewhere, another may follow behind a comma.
		const isWord = found.index === 0 || /[\s;&|(]/.test(text[found.index - 1] as string);
		const value = isWord ? wordValue : listedValue;
		value.lastIndex = name.lastIndex;
		const secret = value.exec(text)?.[0];
		if (secret === undefined || isFilledIn(secret)) continue;
		yield { start: name.lastIndex, end: value.lastIndex };
		name.lastIndex = value.lastIndex;
	}
}

/** A value as shells read it, pieces in quotes and without, up to one of these. */
const valueTo = (ends: string): RegExp =>
	new RegExp(String.raw`(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\;&|()<>\x60${ends}])+`, "gy");
const wordValue = valueTo("");
const listedValue = valueTo(",");

function formed(text: string, { form, isSecret }: Form): readonly SecretPlace[] {
	return [...text.matchAll(form)].flatMap(({ index, 0: whole, groups = {} }): readonly SecretPlace[] => {
		const { name, secret, behind } = groups;
		if (secret === undefined || isFilledIn(secret) || (isSecret !== undefined && !isSecret(name ?? ""))) return [];
		const end = index + whole.length - (behind?.length ?? 0);
		return [{ start: end - secret.length, end }];
	});
}

interface Form {
	/** With the group `secret` at its end, but for what the group `behind` holds. */
	readonly form: RegExp;
	/** Of the group `name`. */
	readonly isSecret?: (name: string) => boolean;
}

const forms: readonly Form[] = [
	// "password": "…"
	{
		form: /(?<![\w.-])(?<name>[\w.-]{1,99})(?:\\?["'])?\s{0,9}:\s{0,9}\\?(?<quote>["'])(?<secret>(?:(?!\\?\k<quote>).){1,9999})/g,
		isSecret: namesSecretHowever,
	},
	{
		form: /\b(?:proxy-)?authorization\s{0,9}[:=]\s{0,9}(?:(?:basic|bearer|token|digest|negotiate|aws4-hmac-sha256)\s{1,9})?(?<secret>[^\s'"]{1,9999})/gi,
	},
	{ form: /\b(?:set-)?cookie\s{0,9}:\s{0,9}(?<secret>[^\s'"][^'"\r\n]{0,9999})/gi },
	// X-Api-Key: …
	{ form: /(?<![\w-])(?<name>[\w-]{1,99})\s{0,9}:\s{0,9}(?<secret>[^\s'"]{1,9999})/g, isSecret: isSecretHeader },
	// A line of settings: password: …
	{
		form: /(?:^|\n)[ \t-]{0,99}(?<name>[\w-]{1,99}):[ \t]{1,9}(?<secret>(?=[^\s]{0,99}\d)[^\s'"#{}[\],&*!|>]{6,9999})(?=\s|$)/g,
		isSecret: namesSecretHowever,
	},
	// SQL: ALTER USER x PASSWORD '…'
	{
		form: /\b(?:password|identified\s{1,9}(?:with\s{1,9}\S{1,99}\s{1,9})?by)\s{1,9}(?:=\s{0,9})?'(?<secret>[^']{1,999})/gi,
	},
	{ form: /\b(?:bearer|basic)\s{1,9}(?<secret>[\w+/=.~-]{16,9999})/gi },
	// https://user:…@host
	{
		form: /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@'"<>]{0,99}:(?<secret>[^\s/@'"<>]{1,999})(?<behind>@)/gi,
	},
	// https://…@host
	{
		form: /\b[a-z][a-z0-9+.-]{0,20}:\/\/(?<secret>(?=[^@]{0,99}\d)[\w-]{20,999})(?<behind>@)/gi,
	},
	{
		form: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<secret>[\s\S]+?)(?<behind>-----END|$)/g,
	},
];

/** Headers say what they are: `name: value` alone says little, as in a message or in `key: value`. */
function isSecretHeader(name: string): boolean {
	return name.includes("-") && namesSecretHowever(name);
}

/** `$TOKEN`, `"$(cat file)"`, `%s`: what stands there is not the secret itself. */
function isFilledIn(secret: string): boolean {
	return /^["']?(?:\$[\w{(@*]|`|%\w?$|<|\{\{)/.test(secret) && !secret.startsWith("'$");
}

/** Places in their order, those that overlap as one. */
export function joinedPlaces(places: readonly SecretPlace[]): readonly SecretPlace[] {
	const found: SecretPlace[] = [];
	for (const place of places.toSorted((a, b) => a.start - b.start)) {
		const last = found.at(-1);
		if (last !== undefined && place.start < last.end)
			found[found.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
		else found.push(place);
	}
	return found;
}
