/** `only`: the command has no option but these. */
import type { ClauseFault, ClauseRecord } from "./clause.js";

export const onlyClause = {
	keyword: "only",
	form: "options",
	summary: "the command has no option but these",
	example: "allow ls only -l, -a",
	kinds: ["allow", "ask", "nudge"],
	claims: true,
	chooses: true,
	check: (options, words) =>
		words.flatMap((together, index): readonly ClauseFault[] => {
			const [first] = together;
			if (first === undefined) return [];
			const fault = { code: "bad-option", span: first.span };
			return [
				...(together.length > 1
					? [{ ...fault, message: "`only` lists options; `&` says nothing here", help: "part them by commas" }]
					: []),
				...(options[index]?.some((option) => option.value !== undefined)
					? [{ ...fault, message: "`only` lists options without values", help: "leave out the value" }]
					: []),
			];
		}),
	lower: (options) => ({ only: options.flat().map((option) => option.name) }),
} as const satisfies ClauseRecord<"options">;
