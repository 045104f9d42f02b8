/** A variable that an agent's programs get or a request may set is one slip away from one that everybody knows. */
import { variableBeginnings, variableNames } from "../../../../engine/knowledge/vocabulary/common-names.js";
import type { Finding, TextLint } from "../../lint-record.js";
import { slipOf } from "../../reading/words/typing-slips.js";

export const mistypedVariable: Pick<TextLint, "check"> = {
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "setting" || statement.form !== "variables") return [];
			return statement.names.flatMap(({ text, span }): readonly Finding[] => {
				const name = text.replace(/=.*$/s, "");
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

function nameMeant(name: string): string | undefined {
	return variableNames.has(name) ? undefined : near(name, variableNames);
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
