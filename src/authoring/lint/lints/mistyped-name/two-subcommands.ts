/** `deny git commit push`: one pattern with two subcommands, of which the second is read as a path of the first. */
import type { PolicyLint } from "../../lint-record.js";
import { patternsRead, subcommandWords } from "../../reading/words/known-words.js";

export const twoSubcommands: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		patternsRead(subject).flatMap(({ name, program, operands: [first, second] }) => {
			if (name === undefined || program === undefined || first === undefined || second === undefined) return [];
			const known = subcommandWords(program, []);
			if (first.text === second.text || !known.has(first.text) || !known.has(second.text)) return [];
			if (subcommandWords(program, [first.text]).size > 0) return [];
			const own = Object.entries(program.subcommands).find(
				([words, { aliases }]) => words === first.text || aliases.includes(first.text),
			)?.[1];
			// Names of goals, of scripts and of what is asked for may be called like a subcommand; paths hardly are.
			const roles = own === undefined ? [] : [...own.operands.first, own.operands.rest, ...own.operands.last];
			if (own === undefined || roles.some((role) => role === "value" || role === "code")) return [];
			const [one, other] = [first, second].map(({ text }) => `${name.text} ${text}`);
			const taken = roles.some((role) => role !== undefined)
				? `the path \`${second.text}\``
				: `the word \`${second.text}\``;
			return [
				{
					message: `this speaks of \`${one}\` with ${taken}: \`${first.text}\` and \`${second.text}\` are both subcommands of \`${name.text}\``,
					span: second.span,
					help: `write two patterns: \`${one}, ${other}\``,
				},
			];
		}),
};
