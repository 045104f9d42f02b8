/** `denies-part-of-nothing`: a rule refuses an option of a command that nothing allows: its author may think that the rest is allowed. */

import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { saysOnly } from "../detours/restriction.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { factsNamed, type Grant, grantsOf, refusalsOf } from "../meaning/grants.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";

export const deniesPartOfNothing: PolicyLint = {
	name: "denies-part-of-nothing",
	family: "anomalies",
	severity: "info",
	summary: "a rule refuses an option of a command that nothing allows",
	looksAt: "policy",
	needsWhole: true,
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const found = partOfNothing(stated, subject);
			return found === undefined ? [] : [found];
		}),
};

function partOfNothing(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	const [own] = agents;
	if (own === undefined || statement.keyword !== "deny" || statement.locked || statement.override) return undefined;
	if (!statement.clauses.every((one) => saysOnly(one) || one.keyword === "with")) return undefined;
	// What a group or an import keeps out is for agents that nobody knows here.
	if (!subject.agents.includes(own.rule.owner)) return undefined;
	const isGroundless = ({ agent, rule }: (typeof agents)[number]): boolean =>
		subject.policy.agents.get(agent)?.default === "deny" &&
		refusalsOf(rule).every((one) => isNarrow(one) && !isGranted(one, agent, subject));
	if (!agents.every(isGroundless) || isWholeRuleReported(stated, subject)) return undefined;
	const [first] = refusalsOf(own.rule);
	const words = first === undefined ? "" : commandOf(first, subject).join(" ");
	return {
		message: `nothing allows \`${words}\`, with these options or without: this refuses a part of what the default refuses whole`,
		span: statement.span,
		help: `where the rest is meant to be allowed, write \`allow ${words}\`; where all of it is meant, write \`deny ${words}\``,
		undoneBy: "grant",
	};
}

function isNarrow({ program, given }: Grant): boolean {
	return program.kind === "literal" && given.length > 0;
}

/** The program, and its subcommand where it has such. */
function commandOf({ program, operands }: Grant, subject: ValidPolicyContext): readonly string[] {
	const name = program.kind === "literal" ? program.text : "";
	const hasSubcommands = Object.keys(factsNamed(name, subject)?.subcommands ?? {}).length > 0;
	const words = operands.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
	return [name, ...(hasSubcommands ? words : [])];
}

/** May some rule grant a command with these words? */
function isGranted(refused: Grant, agent: string, subject: ValidPolicyContext): boolean {
	const [name = ""] = commandOf(refused, subject);
	return rulesFor(subject.settingOf(agent).agentTree, name).some(({ rule }) =>
		grantsOf(rule).some((grant) => mayMeet(grant, refused)),
	);
}

/** Their programs and first words may be the same; who grants these very words and no more grants no option besides. */
function mayMeet(grant: Grant, refused: Grant): boolean {
	if (!mayBeEqual(grant.program, refused.program)) return false;
	if (grant.exactly && !refused.options.every((one) => grant.options.includes(one))) return false;
	return refused.operands.every((one, place) => mayBeEqual(grant.operands[place], one));
}

type Word = Grant["program"];

function mayBeEqual(one: Word | undefined, other: Word): boolean {
	if (one === undefined || one.kind === "any" || one.kind === "rest") return true;
	if (other.kind !== "literal") return true;
	return one.kind === "literal" ? one.text === other.text : matcherOf(one)(other.text);
}
