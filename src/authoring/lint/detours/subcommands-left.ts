/** Subcommands that are refused one by one, and others that do the like. */

import type { Power } from "../../../language/syntax/statements.js";
import { effectOf } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { allowsOf, factsNamed, grantsOf, sampleOf, typed } from "../meaning/grants.js";
import { saysOnly } from "./restriction.js";

/** `allow git` and `deny git push, git commit`: a list of subcommands that do the same as others which are left. */
export function subcommandsLeft({ statement, agents }: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	if (statement.keyword !== "deny" || !statement.clauses.every(saysOnly)) return undefined;
	const named = statement.patterns.map(({ words }) => words.map(({ kind, text }) => (kind === "plain" ? text : "")));
	const [program = ""] = named[0] ?? [];
	const facts = factsNamed(program, subject);
	if (facts === undefined || named.length < 2 || !named.every((words) => words.length === 2 && words[0] === program))
		return undefined;
	const refused = named.map(([, subcommand = ""]) => subcommand);
	const powers = new Set(refused.flatMap((one) => facts.subcommands[one]?.powers ?? []));
	for (const { agent } of agents) {
		const isWhole = allowsOf(agent, subject)
			.flatMap(grantsOf)
			.some(
				(grant) =>
					typed(grant) === program &&
					grant.options.length === 0 &&
					grant.operands.every(({ kind }) => kind === "any" || kind === "rest"),
			);
		if (!isWhole) continue;
		const others = [...telling]
			.filter((power) => powers.has(power))
			.flatMap((shared) =>
				Object.entries(facts.subcommands).flatMap(([name, { powers: own }]) =>
					own.includes(shared) ? [[name, shared] as const] : [],
				),
			);
		for (const [name, shared] of others) {
			if (refused.includes(name.split(" ")[0] ?? "")) continue;
			const words = [program, ...name.split(" ")];
			const open = [words, [...words, "x"]]
				.map(sampleOf)
				.find((one) => effectOf(one, subject.settingOf(agent)) === "allow");
			if (open === undefined) continue;
			const like = refused.find((one) => facts.subcommands[one]?.powers.includes(shared));
			return {
				message: `\`${program}\` is allowed as a whole, and \`${witnessCommandLine(open)}\` does the like of \`${program} ${like}\`, which is refused here: no such list is complete`,
				span: statement.span,
				help: `allow the subcommands that are needed, in place of \`allow ${program}\``,
				witness: witnessCommandLine(open),
			};
		}
	}
	return undefined;
}

const telling: ReadonlySet<Power> = new Set<Power>(["delete", "exec", "code", "persistence", "secrets", "network"]);
