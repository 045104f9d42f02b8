/** `wide-rule`: rules that name no program are looked at for every command. */
import type { PolicyLint } from "../lint.js";

export const wideRule: PolicyLint<{ readonly most: number }> = {
	name: "wide-rule",
	family: "performance",
	severity: "off",
	summary: "many rules name no program, and are looked at for every command",
	options: { most: 30 },
	looksAt: "policy",
	check: ({ rules, roots }, { most }) =>
		roots.flatMap((file) => {
			const wide = rules().filter(
				({ statement, file: own }) =>
					own.file === file &&
					statement.patterns.some(
						({ words: [first] }) => first?.kind === "regex" || (first?.kind === "plain" && /[*?[]/.test(first.text)),
					),
			);
			const next = wide[most];
			if (next === undefined) return [];
			return [
				{
					message: `${wide.length} rules of this file name no program, from here on more than ${most}: each is looked at for every command`,
					span: next.statement.span,
					help: "name programs, one by one or as a set",
				},
			];
		}),
};
