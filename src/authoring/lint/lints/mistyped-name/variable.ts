/** A variable that an agent's programs get or a request may set is one slip away from one that everybody knows. */
import { variableBeginnings, variableNames } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { nearest } from "../../../../language/diagnostic/suggest.js";
import type { Span } from "../../../../language/source/span.js";
import type { Finding, TextLint } from "../../lint-record.js";
import { slipOf } from "../../reading/words/typing-slips.js";

export const mistypedVariable: Pick<TextLint, "check"> = {
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "setting" || statement.form !== "variables") return [];
			return statement.names.flatMap(({ text, span }): readonly Finding[] => {
				const name = text.replace(/=.*$/s, "");
				if (name === "TZ" && text !== name) return zoneFindings(text.slice(name.length + 1), span);
				const meant = name.endsWith("*") ? beginningMeant(name) : nameMeant(name);
				if (meant === undefined) return [];
				return [
					{
						message: `\`${name}\` reads as \`${meant}\`, misspelt`,
						span: { ...span, end: Math.min(span.end, span.start + name.length) },
						help: `did you mean \`${meant}\`?`,
					},
				];
			});
		}),
};

/** `TZ=Europe/Berln`: the C library takes it for UTC, and says nothing. */
function zoneFindings(zone: string, span: Span): readonly Finding[] {
	// `CET-1CEST` is a rule and no name.
	if (!/^[A-Za-z_]+(?:\/[A-Za-z_+-]+)+$/.test(zone) || isZone(zone)) return [];
	const meant = nearest(zone, Intl.supportedValuesOf("timeZone"));
	return [
		{
			message: `no time zone is called \`${zone}\`, and programs take it for UTC without a word`,
			span,
			help: meant === undefined ? "zones are called as in `Europe/Berlin`" : `did you mean \`TZ=${meant}\`?`,
		},
	];
}

function isZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

function nameMeant(name: string): string | undefined {
	if (variableNames.has(name)) return undefined;
	return near(name, variableNames) ?? americanName(name) ?? wordMeant(name);
}

/** `MIX_EVN`: no variable that is known has the first word, and the last is one that many have with two letters in each other's place. */
function wordMeant(name: string): string | undefined {
	const words = name.split("_");
	const at = words.findIndex((word) => !variableWords.has(word) && mixed.has(sortedLetters(word)));
	if (words.length < 2 || at < 0) return undefined;
	return words.with(at, mixed.get(sortedLetters(words[at] ?? "")) as string).join("_");
}

function sortedLetters(word: string): string {
	return `${word[0]}${[...word].sort().join("")}`;
}

/** How often the words of known variables stand in their names. */
const variableWords: ReadonlyMap<string, number> = [...variableNames]
	.flatMap((name) => name.split("_"))
	.reduce((times, word) => times.set(word, (times.get(word) ?? 0) + 1), new Map<string, number>());
const oftenWords = [...variableWords].filter(([word, times]) => word.length > 2 && times > 2).map(([word]) => word);
/** By their letters in order, and the first of them: what is mixed up otherwise. */
const mixed: ReadonlyMap<string, string> = new Map(oftenWords.map((word) => [sortedLetters(word), word]));

/** `CARGO_TERM_COLOUR`: variables have American names. */
function americanName(name: string): string | undefined {
	const meant = name.replace(/(^|_)COLOUR(?=_|$)/, "$1COLOR");
	return meant !== name && variableNames.has(meant) ? meant : undefined;
}

function beginningMeant(name: string): string | undefined {
	const begun = name.replace(/_?\*$/, "");
	const known = variableBeginnings.map((one) => one.replace(/_$/, ""));
	if (known.includes(begun) || [...variableNames].some((one) => one.startsWith(name.slice(0, -1)))) return undefined;
	const found = near(begun, known);
	return found === undefined ? undefined : `${found}_*`;
}

/** Words of a name are parted by `_`: one of them is misspelt. */
function near(name: string, known: Iterable<string>): string | undefined {
	const words = name.split("_");
	for (const one of known) {
		const others = one.split("_");
		if (others.length !== words.length) continue;
		const differing = words.flatMap((word, at) => (word === others[at] ? [] : [at]));
		const [at] = differing;
		if (differing.length !== 1 || at === undefined) continue;
		const [own, other] = [(words[at] ?? "").toLowerCase(), (others[at] ?? "").toLowerCase()];
		// Plurals and short words are names of their own; a letter cut off is none where the name has other words, too.
		if (slipOf(own, [other]) !== undefined || (words.length > 1 && other.length >= 3 && isCut(own, other))) return one;
	}
	return undefined;
}

function isCut(own: string, other: string): boolean {
	return Math.abs(own.length - other.length) === 1 && (other.startsWith(own) || own === `${other}s`);
}
