/** `commented-rule`: a comment that is a rule: taken out for a while, and forgotten. */
import { positionAt } from "../../../language/source/source-file.js";
import type { FoundComment } from "../../../language/syntax/comments.js";
import type { PolicyFile, RuleStatement } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { TextLint } from "../lint-record.js";
import { hasClause, isCommentedRule, isContinued } from "../reading/commented-rules.js";

export const commentedRule: TextLint = {
	name: "commented-rule",
	family: "hygiene",
	severity: "info",
	summary: "a comment is a rule that has been taken out",
	looksAt: "text",
	check: (subject) =>
		subject.files.flatMap((file) => {
			if (!subject.roots.includes(file.file)) return [];
			return blocksOf(file.file, subject).flatMap((block) => {
				const rules = block.filter(({ text }) => isCommentedRule(text, file, subject));
				// Among sentences a rule is an example.
				if (block.some((one) => !rules.includes(one) && !isContinued(one.text))) return [];
				if (rules.length === 0) return [];
				const below = ruleBelow(block, file, subject);
				// What says the same as the rule below is its heading.
				const isHeading = ({ text }: FoundComment): boolean =>
					below !== undefined && text.includes(below.keyword) && !hasClause(text);
				return rules
					.filter((one) => !isHeading(one))
					.map(({ text, start }) => ({
						message: `this comment is a rule: \`${text.replace(/^#+\s*/, "")}\``,
						span: { file: file.file, start, end: start + text.length },
						help: "take it out: the history of the file has it; or say in words what it is here for",
					}));
			});
		}),
};

/** The rule in the line right below. */
function ruleBelow(
	block: readonly FoundComment[],
	{ file }: PolicyFile,
	subject: LintContext,
): RuleStatement | undefined {
	const [source, last] = [subject.sources.get(file), block.at(-1)];
	if (source === undefined || last === undefined) return undefined;
	const line = positionAt(source, last.start).line + 1;
	return subject
		.ownStatements()
		.flatMap(({ statement }) => (statement.kind === "rule" && statement.span.file === file ? [statement] : []))
		.find(({ span }) => positionAt(source, span.start).line === line);
}

/** Comments that have their lines for themselves, by runs of lines. */
function blocksOf(file: string, subject: LintContext): readonly (readonly FoundComment[])[] {
	const source = subject.sources.get(file);
	if (source === undefined) return [];
	const blocks: FoundComment[][] = [];
	let last = 0;
	for (const comment of subject.comments(file)) {
		const { line, column } = positionAt(source, comment.start);
		if (source.text.slice(comment.start - column + 1, comment.start).trim() !== "") continue;
		if (line === last + 1 && blocks.length > 0) blocks.at(-1)?.push(comment);
		else blocks.push([comment]);
		last = line;
	}
	return blocks;
}
