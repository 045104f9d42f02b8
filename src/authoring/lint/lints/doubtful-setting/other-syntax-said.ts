/** Syntax that is allowed, and that its own comment rules out: `# Pipes and && are fine; nothing is redirected.` above `syntax pipes, redirects`. */

import type { NamesStatement } from "../../../../language/syntax/statements.js";
import type { Finding } from "../../lint-record.js";
import { commentOf } from "../../meaning/said/said-parts.js";

export function otherSyntaxSaid(statement: NamesStatement): readonly Finding[] {
	const comment = commentOf(statement);
	const names = statement.names.map(({ text }) => text);
	const told = (said: string, what: string, help: string): readonly Finding[] => [
		{ message: `the comment says \`${said}\`, and ${what}`, span: statement.span, help },
	];
	for (const { feature, words } of features) {
		const never = new RegExp(
			String.raw`\b(?:no|not|never|nothing(?: is| gets)?|without)(?: \w+)? (?:${words})(?![\w-])`,
			"i",
		).exec(comment)?.[0];
		if (never !== undefined && names.includes(feature))
			return told(
				never,
				`\`${feature}\` is among the syntax that is allowed`,
				"take it out of the list, or mend the comment",
			);
	}
	for (const { feature, words } of features) {
		const said = new RegExp(
			String.raw`(?<![\w-])(?:${words})(?![\w-])[^.;]*\b(?:is|are) (?:fine|allowed|ok|okay|let through|enough)\b`,
			"i",
		).exec(comment)?.[0];
		if (said !== undefined && !names.includes(feature))
			return told(said, `\`${feature}\` is not among the syntax that is allowed`, "name it, too, or mend the comment");
	}
	return [];
}

const features: readonly { readonly feature: string; readonly words: string }[] = [
	{ feature: "pipes", words: "pipes?|piped|pipelines?" },
	{ feature: "sequences", words: "sequences?|(?:`)?&&(?:`)?|chains?|chained" },
	{ feature: "redirects", words: "redirects?|redirected|redirections?" },
	{ feature: "globs", words: "globs?|globbing|wildcards?" },
];
