/** A rule refuses a program for what it says that it is, and another of that kind is granted: `deny vim because "Editors hang."` and `allow nano`. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { families } from "../../../engine/knowledge/families.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import {
	grantLabels,
	grantsTo,
	isLong,
	isRefused,
	isWordOf,
	openCommands,
	openText,
	restrictionsOf,
	saidBy,
	saysOnly,
} from "./restriction.js";

export function siblingsLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	if (statement.keyword !== "deny" || !statement.clauses.every(saysOnly) || isLong(stated)) return undefined;
	const said = saidBy(statement);
	const spoken = families.filter((one) => one.spoken.test(said));
	const named = agents.map(({ rule }) => rule.restricts && programsOf(rule.restricts));
	if (spoken.length === 0 || named.includes(undefined)) return undefined;
	const programs = new Set(named.flatMap((one) => [...(one ?? [])]));
	for (const restriction of restrictionsOf(stated, subject))
		for (const { does, ways } of spoken) {
			if (!ways.some((argv) => programs.has(argv[0] ?? "") && isRefused(argv, restriction))) continue;
			const others = ways.filter(
				([program = ""]) =>
					!programs.has(program) &&
					!isWordOf(program, said) &&
					grantsTo(restriction.agent, program, subject).length > 0,
			);
			const open = openCommands(others, restriction, false);
			const [first] = open;
			if (first === undefined) continue;
			return {
				message: `this refuses ${programs.size === 1 ? "one program" : "some programs"} of a kind, and ${openText(open)} and ${open.length === 1 ? "" : "each "}${does}, too`,
				span: statement.span,
				labels: grantLabels(open, restriction),
				help: "refuse all that the message speaks of, or name the program alone in the message",
				witness: first.text,
			};
		}
	return undefined;
}
