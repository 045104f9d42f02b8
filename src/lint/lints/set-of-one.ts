/** `set-of-one`: a set with one element. */
import { patternText } from "../../syntax/write-dsl.js";
import type { PolicyLint } from "../lint.js";

export const setOfOne: PolicyLint = {
	name: "set-of-one",
	family: "references",
	severity: "off",
	summary: "a set has one element",
	looksAt: "policy",
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }) => {
			const [only] = statement.kind === "set" && statement.patterns.length === 1 ? statement.patterns : [];
			if (statement.kind !== "set" || only === undefined) return [];
			return [
				{
					message: `\`@${statement.name.text}\` is \`${patternText(only)}\` and nothing else`,
					span: statement.name.span,
					help: `write \`${patternText(only)}\` where it is meant, or add what belongs to it`,
				},
			];
		}),
};
