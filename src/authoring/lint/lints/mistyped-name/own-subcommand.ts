/** The word behind a program that is one slip away from one that the policy writes behind the same program: `ask butler pusch` beside `allow butler push`. */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { edits } from "../../../../language/diagnostic/suggest.js";
import type { Span } from "../../../../language/source/span.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { subcommandWords } from "../../reading/words/known-words.js";
import { isKnown } from "../../reading/words/own-vocabulary.js";
import { respelling } from "../../reading/words/respelling.js";
import { writtenPatterns } from "../../reading/written-patterns.js";

export const mistypedOwnSubcommand: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const words = behindPrograms(subject);
		return words.flatMap((one): readonly Finding[] => {
			const all = words.filter(({ program }) => program === one.program);
			const times = (text: string): number => all.filter((other) => other.text === text).length;
			if (isKnown(one.text) || times(one.text) > 1 || isSubcommand(one.program, one.text)) return [];
			const meant = all.find(
				({ text }) =>
					text !== one.text &&
					text[0] === one.text[0] &&
					(isKnown(text) || times(text) > 1 || isSubcommand(one.program, text)) &&
					isSlip(one.text, text),
			);
			if (meant === undefined) return [];
			return [
				{
					message: `\`${one.program} ${one.text}\` stands here alone, and the policy speaks of \`${one.program} ${meant.text}\` elsewhere`,
					span: one.span,
					help: `did you mean \`${meant.text}\`?`,
					...respelling(
						{ text: one.text, span: one.span, kind: "plain" } as Parameters<typeof respelling>[0],
						meant.text,
						subject,
					),
				},
			];
		});
	},
};

interface Behind {
	readonly program: string;
	readonly text: string;
	readonly span: Span;
}

/** The first operands of patterns and of the commands of expectations. */
function behindPrograms(subject: ValidPolicyContext): readonly Behind[] {
	const found: Behind[] = writtenPatterns(subject).flatMap(({ pattern: { words } }) => {
		const [first, ...rest] = words;
		const operand = rest.find(({ text }) => !text.startsWith("-"));
		return first?.kind === "plain" && operand?.kind === "plain" && /^[a-z][a-z-]{3,}$/.test(operand.text)
			? [{ program: first.text, text: operand.text, span: operand.span }]
			: [];
	});
	const expected = subject.ownStatements().flatMap(({ statement }): readonly Behind[] => {
		if (statement.kind !== "expect") return [];
		const { text, span } = statement.command;
		const [, program = "", gap = "", word] = /^(\S+)(\s+)([a-z][a-z-]{3,})(?=\s|$)/.exec(text) ?? [];
		const start = span.start + program.length + gap.length;
		return word === undefined ? [] : [{ program, text: word, span: { ...span, start, end: start + word.length } }];
	});
	return [...found, ...expected];
}

function isSubcommand(program: string, word: string): boolean {
	const facts = programNamed(program);
	return facts !== undefined && subcommandWords(facts, []).has(word);
}

/** A letter more, less or other, or two in each other's place; not one more at the end, which may be a plural. */
function isSlip(word: string, meant: string): boolean {
	if (word.startsWith(meant) || meant.startsWith(word)) return false;
	return (
		edits(word, meant) === 1 ||
		(word.length === meant.length &&
			[...word].sort().join("") === [...meant].sort().join("") &&
			edits(word, meant) <= 2)
	);
}
