/** `confusable-ids`: names that people take for each other: `no-push-1` and `no-push-l`, `Writer` and `writer`. */
import type { PolicyLint } from "../lint-record.js";
import type { NameDefinition, NameKind } from "../reading/references.js";

export const confusableIds: PolicyLint = {
	name: "confusable-ids",
	family: "agents",
	severity: "warning",
	summary: "two ids, agents or sets have names that people take for each other",
	looksAt: "policy",
	check: (subject) => {
		const alike = new Map<string, NameDefinition>();
		return subject.references().definitions.flatMap((definition) => {
			const { thing, name, file } = definition;
			const key = `${thing} ${looks(name.text)}`;
			const first = alike.get(key);
			if (first === undefined) {
				alike.set(key, definition);
				return [];
			}
			// Namesakes of several files are meant to be one.
			if (first.name.text === name.text || !subject.roots.includes(file)) return [];
			return [
				{
					message: `${words[thing]} \`${name.text}\` is easily taken for \`${first.name.text}\``,
					span: name.span,
					labels: [{ span: first.name.span, message: "the other one" }],
					help: "give one of them another name: they differ in letters that look alike, or in upper and lower case",
				},
			];
		});
	},
};

const words: Readonly<Record<NameKind, string>> = { id: "the id", agent: "the agent", set: "the set" };

/** Equal for names that look alike: `l`, `I` and `1` are one, `O` and `0`, and letters of both cases. */
function looks(name: string): string {
	return name.replaceAll(/[1I]/g, "l").replaceAll("0", "o").toLowerCase();
}
