/** An agent or a group whose name is one slip away from what teams call theirs: whoever asks under the usual name gets no answer. */
import { roles } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { nearest } from "../../../../language/diagnostic/suggest.js";
import type { RuleStatement } from "../../../../language/syntax/statements.js";
import type { Finding, TextLint } from "../../lint-record.js";
import { slipOf } from "../../reading/words/typing-slips.js";

export const mistypedAgent: Pick<TextLint, "check"> = {
	check: ({ ownStatements }) => {
		const all = ownStatements();
		const names = all.flatMap(({ statement }) => (statement.kind === "agent" ? [statement.name.text] : []));
		const groups = all.flatMap(({ statement }) => (statement.kind === "group" ? [statement.name.text] : []));
		return all.flatMap(({ statement }): readonly Finding[] => {
			if (statement.kind === "rule") return startedOtherwise(statement, names, groups);
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
		});
	},
};

/** `allow agent.start documentor`, where the policy has an agent `documenter`, and none of that name. */
function startedOtherwise(
	{ patterns }: RuleStatement,
	names: readonly string[],
	groups: readonly string[],
): readonly Finding[] {
	return patterns.flatMap(({ words }): readonly Finding[] => {
		const [first, second] = words;
		if (first?.text !== "agent.start" || second?.kind !== "plain" || names.includes(second.text)) return [];
		if (groups.includes(second.text))
			return [
				{
					message: `\`${second.text}\` is a group, and no agent: whoever asks under that name is denied everything`,
					span: second.span,
					help: "name an agent that extends the group",
				},
			];
		const parts = (name: string): string => name.split(/[-_.]/).sort().join(" ");
		const meant =
			slipOf(second.text, names, { atEnd: true }) ??
			nearest(second.text, names) ??
			names.find((name) => parts(name) === parts(second.text));
		return meant === undefined
			? []
			: [
					{
						message: `the policy has no agent \`${second.text}\`, and has one called \`${meant}\``,
						span: second.span,
						help: `did you mean \`${meant}\`?`,
					},
				];
	});
}

function meantBy(part: string): string | undefined {
	return roles.includes(part) ? undefined : slipOf(part, roles);
}
