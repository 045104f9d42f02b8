/** A rule that refuses options only where they are given together. */

import { effectOf } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { saysOnly } from "./restriction.js";

/** `deny npm publish with --tag & --access`: one of them alone is not refused. */
export function oneOfBoth({ statement, agents }: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	if (statement.keyword !== "deny" || !statement.clauses.every((one) => saysOnly(one) || one.keyword === "with"))
		return undefined;
	for (const clause of statement.clauses) {
		if (clause.keyword !== "with" || clause.options.length !== 1) continue;
		const both = clause.options[0]?.map(({ text }) => text) ?? [];
		if (both.length < 2) continue;
		for (const { words } of statement.patterns) {
			const plain = words.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : []));
			if (plain.length < words.length) continue;
			for (const { agent } of agents) {
				const setting = subject.settingOf(agent);
				const open = both.map((one) => sampleOf([...plain, one])).find((one) => effectOf(one, setting) === "allow");
				if (open === undefined || both.some((one) => effectOf(sampleOf([...plain, one]), setting) !== "allow"))
					continue;
				return {
					message: `\`&\` refuses ${both.map((one) => `\`${one}\``).join(" and ")} together only: \`${witnessCommandLine(open)}\` is allowed`,
					span: clause.span,
					help: `where each is meant, write \`with ${both.join(", ")}\``,
					witness: witnessCommandLine(open),
				};
			}
		}
	}
	return undefined;
}
