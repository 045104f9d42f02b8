/** `when`: a fact of the request or the world is one of these. Several on one rule must all hold. */
import { didYouMean, edits } from "../../diagnostic/suggest.js";
import { ruleKeywords } from "../terms.js";
import type { ClauseFault, ClauseRecord, WrittenWord } from "./clause.js";
import { knownFact, knownFactNames } from "./facts/fact-names.js";

export const whenClause = {
	keyword: "when",
	form: "facts",
	summary: "a fact of the request or the world is one of these; what can't be known neither grants nor lets through",
	example: "allow git push when branch is main, release/*",
	kinds: ruleKeywords,
	claims: true,
	chooses: true,
	behindWords: true,
	check: (_, words) => words.flatMap(([name, ...values]) => (name === undefined ? [] : faultsOf(name, values))),
	lower: (conditions) => ({ tests: conditions.map(({ fact, values }) => ({ kind: "fact", fact, values })) }),
} as const satisfies ClauseRecord<"facts">;

/** `name`: `branch`, or `env CI` as one. */
function faultsOf(name: WrittenWord, values: readonly WrittenWord[]): readonly ClauseFault[] {
	const { text, span } = name;
	if (text === "env" || (/\s/.test(text) && !/^env [A-Za-z_][A-Za-z0-9_]*$/.test(text)))
		return [
			{
				code: "bad-fact",
				span,
				message: `\`${text}\` names no fact`,
				help: "a fact is one word, and a variable stands behind `env`: `when env CI is true`",
			},
		];
	const known = knownFact(text);
	if (known?.shape !== undefined) {
		const { fits, name: shape } = known.shape;
		return values
			.filter((value) => !fits(value.text))
			.map((value) => ({
				code: "bad-fact",
				span: value.span,
				message: `\`${value.text}\` is no ${text}`,
				help: `\`when ${text} is\` takes ${shape}`,
			}));
	}
	if (known !== undefined || text.startsWith("env ")) return [];
	const near = knownFactNames.some((one) => text.length > 3 && edits(text.toLowerCase(), one) <= 1);
	if (near || !/^[A-Za-z_][\w.-]*$/.test(text))
		return [
			{
				code: "bad-fact",
				span,
				message: `\`${text}\` names no fact`,
				help:
					(near ? didYouMean(text.toLowerCase(), knownFactNames) : undefined) ??
					"a fact is one word of letters, digits, `_`, `.` and `-`",
			},
		];
	return [];
}
