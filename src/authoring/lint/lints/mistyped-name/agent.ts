/** An agent or a group whose name is one slip away from what teams call theirs: whoever asks under the usual name gets no answer. */
import { roles } from "../../../../engine/knowledge/vocabulary/common-names.js";
import type { Finding, TextLint } from "../../lint-record.js";
import { slipOf } from "../../reading/words/typing-slips.js";

export const mistypedAgent: Pick<TextLint, "check"> = {
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }): readonly Finding[] => {
			if (statement.kind !== "agent" && statement.kind !== "group") return [];
			const { text, span } = statement.name;
			const parts = text.split(/([-_.])/);
			const at = parts.findIndex((part) => meantBy(part) !== undefined);
			if (at < 0) return [];
			const meant = parts.with(at, meantBy(parts[at] ?? "") ?? "").join("");
			return [
				{
					message: `the ${statement.kind}'s name \`${text}\` reads as \`${meant}\`, misspelt: who asks as \`${meant}\` is denied`,
					span,
					help: `did you mean \`${meant}\`?`,
				},
			];
		}),
};

function meantBy(part: string): string | undefined {
	return roles.includes(part) ? undefined : slipOf(part, roles);
}
