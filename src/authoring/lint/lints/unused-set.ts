/** `unused-set`: a set that nothing names. */

import type { PatternWord } from "../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";
import { writtenPatterns } from "../reading/written-patterns.js";

/** A set that comes with the language and is used where one of so like a name stands in the file: `@build-tools` beside `set builds`. */
function namedLike(name: string, subject: ValidPolicyContext): PatternWord | undefined {
	const own = new Set(
		subject.ownStatements().flatMap(({ statement }) => (statement.kind === "set" ? [statement.name.text] : [])),
	);
	const stem = (text: string): string => text.replace(/s$/, "");
	const used = writtenPatterns(subject).flatMap(({ pattern: { words } }) =>
		words.filter(({ kind, text }) => kind === "set" && !own.has(text)),
	);
	return used.find(
		({ text }) =>
			text.split("-").some((part) => stem(part) === stem(name)) ||
			name.split("-").some((part) => stem(part) === stem(text)),
	);
}

export const unusedSet: PolicyLint = {
	name: "unused-set",
	family: "references",
	severity: "warning",
	needsWhole: true,
	summary: "a set is defined and nowhere used",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const { definitions, usesOf } = subject.references();
		const stated = new Map(subject.ownStatements().map((one) => [one.statement, one]));
		return definitions.flatMap((definition) => {
			const own = definition.thing === "set" ? stated.get(definition.statement) : undefined;
			if (own === undefined || usesOf(definition).length > 0) return [];
			// A file of sets alone, or of groups, is there for others to import.
			if (own.file.statements.every(({ kind }) => kind === "set" || kind === "import" || kind === "program")) return [];
			const blocks = own.file.statements.filter(({ kind }) => kind === "group" || kind === "agent");
			if (blocks.length > 0 && blocks.every(({ kind }) => kind === "group")) return [];
			const edit = deletion(own, subject);
			const like = namedLike(definition.name.text, subject);
			return [
				{
					message: `the set \`${definition.name.text}\` is not used`,
					span: definition.name.span,
					...(like === undefined
						? {}
						: { labels: [{ span: like.span, message: `\`@${like.text}\` is another set: is this one meant?` }] }),
					help: `write \`@${definition.name.text}\` where it is meant, or take it out`,
					...(edit === undefined ? {} : { fix: { title: "take the set out", edits: [edit], safe: false } }),
				},
			];
		});
	},
};
