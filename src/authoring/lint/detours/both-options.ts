/** A rule that refuses options only where they are given together. */

import type { WordPattern } from "../../../language/policy/test.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { factsNamed } from "../meaning/grants.js";
import { openCommand, optionWords, restrictionsOf, saysOnly } from "./restriction.js";

/** `deny npm publish with --tag & --access`: one of them alone is not refused. */
export function oneOfBoth(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement } = stated;
	if (statement.keyword !== "deny" || !statement.clauses.every((one) => saysOnly(one) || one.keyword === "with"))
		return undefined;
	for (const clause of statement.clauses) {
		if (clause.keyword !== "with" || clause.options.length !== 1) continue;
		const both = clause.options[0]?.map(({ text }) => text) ?? [];
		if (both.length < 2) continue;
		for (const { words } of statement.patterns) {
			const plain = words.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : []));
			if (plain.length < words.length) continue;
			const facts = factsNamed(plain[0] ?? "", subject);
			const each = both.map((one) => [...plain, ...optionWords(one.replace(/=.*/s, ""), valueIn(one), facts)]);
			for (const restriction of restrictionsOf(stated, subject)) {
				const open = each.flatMap((argv) =>
					argv.includes(undefined) ? [] : (openCommand(argv as string[], restriction, false) ?? []),
				);
				const [first] = open;
				if (first === undefined || open.length < both.length) continue;
				return {
					message: `\`&\` refuses ${both.map((one) => `\`${one}\``).join(" and ")} together only: \`${first.text}\` is allowed`,
					span: clause.span,
					help: `where each is meant, write \`with ${both.join(", ")}\``,
					witness: first.text,
				};
			}
		}
	}
	return undefined;
}

function valueIn(option: string): WordPattern | undefined {
	const at = option.indexOf("=");
	return at < 0 ? undefined : { kind: "literal", text: option.slice(at + 1) };
}
