/** Secrets that people tell each other in sentences: `the password is …`, `log in as ops with …`, `-p …`. They are known by the words around them and by how they look. */
import { type FoundSecret, isPlaceholder } from "./secrets-in-text.js";

/** Those in a text, line by line. Sentences that speak of secrets without telling one are none: `the token is in the vault`. */
export function secretsToldIn(text: string): readonly FoundSecret[] {
	return tellings.flatMap(({ what, told, linked, next, later, upTo, digits }) =>
		[...text.matchAll(told)].flatMap(({ 0: whole, index }): readonly FoundSecret[] => {
			const from = index + whole.length;
			const [line = ""] = text.slice(from).split("\n", 1);
			const found = wordsOf(line, upTo).find(
				({ word, isLinked }, at) =>
					strength(word) >= (isLinked ? linked : at === 0 ? next : later) ||
					(digits === true && at === 0 && /^\d[\d-]{2,}\d$/.test(word)),
			);
			return found === undefined
				? []
				: [{ what, start: from + found.start, end: from + found.start + found.word.length }];
		}),
	);
}

/** How much like a secret a word looks. */
const mixed = 1; // letters and digits
const cased = 2; // both cases, and digits
const marked = 3; // and a mark that names hardly have
const never = 4;

interface Telling {
	readonly what: string;
	/** What stands before it. */
	readonly told: RegExp;
	/** How much like a secret it must look behind `:`, `=` or `is`, where it follows at once, and some words later. */
	readonly linked: number;
	readonly next: number;
	readonly later: number;
	/** What ends it besides blanks. */
	readonly upTo?: string;
	/** Digits alone are one. */
	readonly digits?: true;
}

const tellings: readonly Telling[] = [
	{
		what: "a password",
		told: /(?<![\w-])(?:--?|[\w-]*[_-])?(?:password|passwd|passphrase|passcode|pass|pwd|pw)["'`]?(?=[\s:=])/gi,
		linked: mixed,
		next: mixed,
		later: marked,
	},
	{
		what: "a PIN",
		told: /\b(?:PIN|TAN|PUK)s?(?: code)?["'`]?(?=[\s:=])/g,
		linked: never,
		next: never,
		later: never,
		digits: true,
	},
	{
		what: "a key or a token",
		told: /(?<![\w-])(?:--?|[\w-]*[_-])?(?:token|secret|key|api-?key|credentials?|creds)["'`]?(?=[\s:=])/gi,
		linked: cased,
		next: marked,
		later: marked,
	},
	{
		what: "a password",
		told: /\b(?:log(?:s|ged|ging)?[ -]?(?:in|on)|sign(?:s|ed)?[ -]?in|accounts?|users?|admin)\b(?=[\s:=])/gi,
		linked: marked,
		next: marked,
		later: marked,
	},
	{ what: "a password", told: /(?<![\w-])-p(?=\s?\S)/g, linked: marked, next: marked, later: never },
	{
		what: "a password",
		told: /(?<![\w-])(?:-u|--user)[\s=]?[\w.-]+:(?=\S)/g,
		linked: mixed,
		next: mixed,
		later: never,
	},
	{
		what: "a password",
		told: /(?<![\w:/.@-])[\w.-]+:(?=[^\s:@/]+@(?!sha\d)[\w-])/g,
		linked: cased,
		next: cased,
		later: never,
		upTo: "@",
	},
];

interface SentenceWord {
	readonly word: string;
	readonly start: number;
	/** `:`, `=` or `is` stands before it. */
	readonly isLinked: boolean;
}

/** A sentence says so many words between the two. */
const farthest = 7;

/** The next words of a sentence up to its end, without the marks around them. */
function wordsOf(line: string, upTo?: string): readonly SentenceWord[] {
	const found: SentenceWord[] = [];
	let isLinked = false;
	for (const { 0: whole, index } of line.matchAll(/[:=](?=\s|$)|(?<=^)[:=]|\S+/g)) {
		if (found.length >= farthest) break;
		const [before = ""] = /^["'`([{]*/.exec(whole) ?? [];
		const inner = whole.slice(before.length).replace(/["'`)\]}.,;:?]+$/, "");
		const word = upTo === undefined ? inner : inner.slice(0, Math.max(0, inner.lastIndexOf(upTo)));
		if (!/^(?:[:=]|->|is|was|reads)$/i.test(whole)) found.push({ word, start: index + before.length, isLinked });
		if (/[.;]["'`)\]}]*$/.test(whole)) break;
		isLinked = /^(?:[:=]|->|is|was|reads)$|:$/i.test(whole);
	}
	return found;
}

function strength(word: string): number {
	if (word.length < shortest || !/[a-z]/i.test(word) || !/\d/.test(word) || isName(word) || isPlaceholder(word))
		return 0;
	if (/[!&#%^+?@~$]/.test(word)) return marked;
	// A word with a number behind it is as often a name.
	if (/^[a-z]+[-_]?v?\d+$/i.test(word)) return word.length > shortest + 1 ? mixed : 0;
	const isCased = /[a-z]/.test(word) && /[A-Z]/.test(word);
	// Nobody calls anything so: `sk_live_9hQ2vTrZ41kPzNw8`.
	if (isCased && word.length >= longest && /\d.*[a-z].*\d/i.test(word)) return marked;
	return isCased && word.length > shortest ? cased : mixed;
}

const shortest = 6;
const longest = 16;

/** What has letters and digits and is no secret. */
function isName(word: string): boolean {
	return names.some((name) => name.test(word));
}

const names: readonly RegExp[] = [
	// Paths, variables, options, globs, expressions, assignments.
	/^[/~.$@<{%-]|[/\\*<>(){}|=]|\$[A-Z_{(]/,
	// Files, hosts, addresses, packages with their versions, versions, dates, numbers with their units.
	/\.[a-z]{2,10}(?::\d+)?$/i,
	/^[\w.-]+@v?\d+(?:\.\d+)*$/,
	/^v?\d+(?:[.:_-]\d+)*[a-z-]*$/i,
	// Tickets, names of variables, keys to press.
	/^[\w-]*#\d+$/,
	/^[A-Z][A-Z0-9_-]*$/,
	/^(?:ctrl|alt|shift|cmd|meta|super|fn)[+-]/i,
	// What names a secret, and ways to make one.
	/token|secret|passw|passphrase|(?:^|[_-])key|key(?:s|$)/i,
	/sha-?\d|md5|25519|argon|base-?\d\d|oauth|\baes|\brsa|hmac|x\.?509|secp|pkcs|blake|chacha|ecdsa|utf-?\d|k8s|ec2|i18n|ipv\d|http\d/i,
];
