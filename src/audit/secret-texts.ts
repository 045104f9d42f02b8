/** The secrets in a text, by what stands around them or by their shape: texts may be shell strings, words of commands, or messages. */
import { namesSecret, shapedSecretsIn } from "../lint/secrets.js";

/** Where a secret stands. */
export interface SecretPlace {
	readonly start: number;
	readonly end: number;
}

/** The secrets in a text, in their order. What a shell fills in later is none. */
export function secretsInText(text: string): readonly SecretPlace[] {
	const found = [
		...shapedSecretsIn(text),
		...forms.flatMap(({ form, isSecret }) =>
			[...text.matchAll(form)].flatMap(({ index, 0: whole, groups = {} }): readonly SecretPlace[] => {
				const { name, secret } = groups;
				if (secret === undefined || isFilledIn(secret)) return [];
				if (isSecret !== undefined && !isSecret(name ?? "")) return [];
				const start = index + whole.length - secret.length - (groups.behind?.length ?? 0);
				return [{ start, end: start + secret.length }];
			}),
		),
	];
	return joinedPlaces(found);
}

/** Does a name of an option, a variable, a header or a setting say that what it holds is a secret? */
export function isSecretName(name: string): boolean {
	const words = name
		.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
		.replaceAll(/[^A-Za-z0-9]+/g, "_")
		.replaceAll(/^_+|_+$/g, "")
		.toUpperCase();
	return namesSecret(words) || /(?:^|_)(?:PASSCODE|BEARER|JWT|AUTHTOKEN)$/.test(words);
}

interface Form {
	/** With the group `secret` at its end, but for what the group `behind` holds. */
	readonly form: RegExp;
	/** Of the group `name`. */
	readonly isSecret?: (name: string) => boolean;
}

/** A value as shells read it, pieces in quotes and without, up to one of these. */
const valueTo = (ends: string): string =>
	String.raw`(?<secret>(?:'[^']{0,9999}'|"(?:\\.|[^"\\]){0,9999}"|\\.|[^\s'"\\;&|()<>\x60${ends}]){1,9999})`;
const forms: readonly Form[] = [
	// FOO_TOKEN=… before a command
	{ form: new RegExp(String.raw`(?<=^|[\s;&|(])(?<name>\w{1,99})=${valueTo("")}`, "g"), isSecret: isSecretName },
	// a=b,password=…; ?access_token=…
	{ form: new RegExp(String.raw`(?<![\w.-])(?<name>[\w.-]{1,99})=${valueTo(",")}`, "g"), isSecret: isSecretName },
	// "password": "…"
	{
		form: /(?<name>[\w.-]{1,99})(?:\\?["'])?\s{0,9}:\s{0,9}\\?(?<quote>["'])(?<secret>(?:(?!\\?\k<quote>).){1,9999})/g,
		isSecret: isSecretName,
	},
	{
		form: /\b(?:proxy-)?authorization\s{0,9}[:=]\s{0,9}(?:(?:basic|bearer|token|digest|negotiate|aws4-hmac-sha256)\s{1,9})?(?<secret>[^\s'"]{1,9999})/gi,
	},
	{ form: /\b(?:set-)?cookie\s{0,9}:\s{0,9}(?<secret>[^\s'"][^'"\r\n]{0,9999})/gi },
	// X-Api-Key: …
	{ form: /(?<![\w-])(?<name>[\w-]{1,99})\s{0,9}:\s{0,9}(?<secret>[^\s'"]{1,9999})/g, isSecret: isSecretHeader },
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
		form: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<secret>[\s\S]{1,99999}?)(?<behind>-----END|$)/g,
	},
];

/** Headers say what they are: `name: value` alone says little, as in a message or in `key: value`. */
function isSecretHeader(name: string): boolean {
	return name.includes("-") && isSecretName(name);
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
