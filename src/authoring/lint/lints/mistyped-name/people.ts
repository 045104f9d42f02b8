/** A group of people that is named once, and is one slip away from one that another rule asks: nobody belongs to it. */
import type { TextLint } from "../../lint-record.js";
import { slipOf } from "../../reading/words/typing-slips.js";

export const mistypedPeople: Pick<TextLint, "check"> = {
	check: ({ ownStatements, statements }) => {
		const groups = statements().flatMap(({ statement }) =>
			statement.kind === "rule" && statement.people !== undefined ? [statement.people.group.text] : [],
		);
		const often = (name: string): number => groups.filter((one) => one === name).length;
		return ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "rule" || statement.people === undefined) return [];
			const { text, span } = statement.people.group;
			const first = groups.indexOf(text);
			const others = new Set(
				groups.filter(
					(one, at) => one !== text && often(one) >= often(text) && (often(one) > often(text) || at < first),
				),
			);
			const meant = slipOf(text, others, { atEnd: true });
			if (meant === undefined) return [];
			return [
				{
					message: `the group \`${text}\` reads as \`${meant}\`, misspelt: no yes of \`${meant}\` counts here`,
					span,
					help: `did you mean \`${meant}\`?`,
				},
			];
		});
	},
};
