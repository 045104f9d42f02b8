/** How a rule lets a program use a power: a command that shows it, decided by the engine. */

import type { OptionFact } from "../../../engine/knowledge/program.js";
import type { Test } from "../../../language/policy/test.js";
import type { Power } from "../../../language/syntax/statements.js";
import { holding, outcomesFor, restrictions, together } from "../../analysis/outcomes.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { find, usualSteps } from "../../analysis/search/find.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { allowedBy, type GrantedProgram, isAllowed, typed, usagesOf } from "../meaning/grants.js";
import { waysOut } from "./power-sources.js";

/** A command that the rule grants, that uses one of these powers, and that an agent may run: a usual one; where no table tells one, the shortest that is found. */
export function powerUse(
	stated: StatedRule,
	program: GrantedProgram,
	powers: readonly Power[],
	subject: ValidPolicyContext,
): Witness | undefined {
	const [own] = stated.agents;
	if (own === undefined) return undefined;
	const test: Test = { kind: "uses-power", powers };
	const usual = usualUses(program, powers, () => subject.settingOf(own.agent).innerWords()[0] ?? "x");
	const sample = allowedBy(stated, usual.commands, subject, test);
	// Operands of a certain form can't be made up here.
	return sample !== undefined || usual.complete ? sample : found(stated, program.name, test, subject);
}

/** So many options are tried. */
const mostOptions = 8;

interface UsualUses {
	readonly commands: readonly (readonly string[])[];
	/** They are of all sorts that there are. */
	readonly complete: boolean;
}

/** With an option that brings the power, by a subcommand that has it, with an operand or two, alone. */
function usualUses({ facts, grants }: GrantedProgram, powers: readonly Power[], inner: () => string): UsualUses {
	let complete = true;
	const commands = grants.flatMap((grant) => {
		const usages = usagesOf(grant, facts);
		const ways = waysOut(grant, facts, powers);
		if (!ways.plain && ways.options.length === 0 && ways.operands) complete = false;
		const start = [
			typed(grant),
			...grant.operands.map((one) => (one.kind === "literal" ? one.text : "x")),
			...grant.options.filter((one) => !usages.some(({ options }) => options.some((fact) => takesValue(fact, one)))),
		];
		const options = ways.options.slice(0, mostOptions).map((name) => {
			const fact = usages.flatMap((usage) => usage.options).find(({ names }) => names.includes(name));
			return [...start.filter((word) => !fact?.names.includes(word)), ...given(name, fact, inner), "x"];
		});
		const subcommands = Object.entries(facts.subcommands).flatMap(([words, usage]) =>
			usages.includes(usage) && usage.powers.some((one) => powers.includes(one))
				? [[typed(grant), ...words.split(" "), "x"]]
				: [],
		);
		const operand = usages.some(({ runs }) => runs !== undefined) ? inner() : "x";
		return [...options, ...subcommands.slice(0, mostOptions), [...start, operand], [...start, "x", "y"], start];
	});
	return { commands, complete };
}

/** The option as it is typed, with a value that it may have. */
function given(name: string, fact: OptionFact | undefined, inner: () => string): readonly string[] {
	if (fact?.runs === "argv") return [name, inner(), ";"];
	if (fact?.value !== "required") return [name];
	return name.startsWith("--") ? [`${name}=x`] : [name, "x"];
}

function takesValue({ names, value }: OptionFact, option: string): boolean {
	return value === "required" && names.includes(option);
}

/** So many steps are enough for a single rule. */
const mostSteps = 500;

/** The shortest such command; for the first agent that has one. */
function found({ agents }: StatedRule, program: string, test: Test, subject: ValidPolicyContext): Witness | undefined {
	for (const { agent, rule } of agents) {
		const { setting, named, steps } = subject.programsOf(agent);
		const asked = named.get(program);
		const grants = rulesFor(setting.agentTree, program).find((one) => one.rule.id === rule.id)?.grants;
		if (asked === undefined || grants === undefined) continue;
		const none = restrictions(outcomesFor([setting], 0, program), () => true);
		const goal = together(together(holding(grants), holding(test)), { all: [], none, some: [] });
		const finding = find(
			goal,
			asked,
			[setting],
			// A long list of secrets takes longer to make than all else that is asked, for a word that hardly ever lies in between its paths.
			{ left: Math.min(steps ?? usualSteps, mostSteps), light: true },
			{ accepts: (sample) => isAllowed(sample, setting), manners: "plain", shortest: true },
		);
		if (finding.kind === "found") return finding.sample;
	}
	return undefined;
}
