/**
 * Answers about policies for real programs that say that there is no such command, held against commands that people really wrote and against every option
 * of the programs' tables: each is simply decided.
 */

import { agentModelOf } from "../../../../../src/authoring/analysis/agent-model.js";
import { difference, firstDifference } from "../../../../../src/authoring/analysis/changes/difference.js";
import { readForRules } from "../../../../../src/authoring/analysis/edits/denial-causes.js";
import { liveness, livenessSubject } from "../../../../../src/authoring/analysis/liveness.js";
import { breaks, prove } from "../../../../../src/authoring/analysis/prove.js";
import { regionsOf } from "../../../../../src/authoring/analysis/regions.js";
import { neverMatches } from "../../../../../src/authoring/lint/lints/never-matches.js";
import { decide } from "../../../../../src/engine/decide/decide.js";
import type { Decision } from "../../../../../src/engine/decide/decision.js";
import { evaluateTest } from "../../../../../src/engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../../../src/engine/decide/evaluate/evaluation-context.js";
import type { AgentTree, Tree } from "../../../../../src/engine/decide/tree.js";
import { holdsBack } from "../../../../../src/language/policy/lower.js";
import { baseName } from "../../../../../src/language/source/normal-path.js";
import type { Fault, Tally } from "../faults/fault.js";
import { judgedMutants } from "../faults/mutant-faults.js";
import { withoutUseless } from "../faults/useless-faults.js";
import { groundWith, world } from "../ground.js";
import { agentsOf, claimText, type Loaded } from "../small-policies.js";
import { type Asked, commandsWith, requestFor } from "./real-commands.js";

/** Searches about real programs take long; what needs more steps stays open. */
const steps = 1_000;

interface Decided {
	readonly asked: Asked;
	readonly subjects: readonly EvaluationContext[];
	readonly decision: Decision;
	readonly forced: Decision;
}

function textOf(asked: Asked): string {
	return "argv" in asked ? asked.argv.join(" ") : asked.script;
}

/** Those of the commands that can be read and run none but these programs, each decided. What is proved here speaks of no others: there are too many. */
function decidedOf(names: readonly string[], choice: number, tree: Tree, agent: string): readonly Decided[] {
	return commandsWith(names, choice).flatMap((asked) => {
		const request = requestFor(asked, agent);
		const read = readForRules(tree, tree.agents[agent] as AgentTree, request, world);
		if (read === undefined || !read.subjects.every((one) => isOf(names, one))) return [];
		const decision = decide(tree, request, world);
		const forced = decision.effect === "nudge" ? decide(tree, { ...request, force: true }, world) : decision;
		return [{ asked, subjects: read.subjects, decision, forced }];
	});
}

function isOf(names: readonly string[], { command: { program } }: EvaluationContext): boolean {
	return program.kind === "known" && names.includes(baseName(program.text));
}

/** No command breaks what is proved. */
export function provedFaults(names: readonly string[], engine: Loaded, choice: number, tally: Tally): readonly Fault[] {
	return agentsOf(engine).flatMap((agent) => {
		const commands = decidedOf(names, choice, engine.tree, agent);
		return engine.claims.flatMap((claim): readonly Fault[] => {
			if (!claim.agents.includes(agent) || !holdsBack(claim.keyword, claim.effect)) return [];
			const proof = prove(engine.tree, agent, claim, groundWith(names), steps);
			count(tally, proof.kind === "not-settled" ? "open" : proof.kind === "proved" ? "proved" : "shown");
			if (proof.kind !== "proved") return [];
			const breaker = commands.find(
				({ decision, forced, subjects }) =>
					(breaks(claim, decision.effect) || breaks(claim, forced.effect)) &&
					subjects.some((one) => evaluateTest(claim.test, one) !== "no"),
			);
			return breaker === undefined
				? []
				: [wrong(`proved, and broken by \`${textOf(breaker.asked)}\`\nagent ${agent}: ${claimText(engine, claim)}`)];
		});
	});
}

/** What may run lies in a region, and what grants it is live or covered by something. */
export function listedFaults(names: readonly string[], engine: Loaded, choice: number, tally: Tally): readonly Fault[] {
	return agentsOf(engine).flatMap((agent) => {
		const setting = agentModelOf(engine.tree, agent, groundWith(names));
		const { regions, unsettled } = regionsOf(setting, "allow", undefined, steps);
		count(tally, unsettled.length > 0 ? "open" : regions.length > 0 ? "shown" : "proved");
		const listed = new Set(regions.map(({ rule }) => rule?.id));
		const subject = livenessSubject(setting, steps);
		const idle = new Set(
			setting.agentTree.rules.flatMap((rule) => {
				if (rule.engine || rule.effect !== "allow") return [];
				const answer = liveness(rule, subject);
				count(tally, answer.kind === "not-settled" ? "open" : answer.kind === "live" ? "shown" : "proved");
				return answer.kind === "empty" ? [rule.id] : [];
			}),
		);
		return decidedOf(names, choice, engine.tree, agent).flatMap(({ asked, decision }): readonly Fault[] => {
			if (decision.effect !== "allow") return [];
			const by = decision.commands.map(({ rules }) => rules[0]?.id);
			const said = `\nagent ${agent}`;
			return [
				...(unsettled.length === 0 && by.some((id) => !listed.has(id))
					? [wrong(`\`${textOf(asked)}\` is in no region: ${by.join()}${said}`)]
					: []),
				...by
					.filter((id) => id !== undefined && idle.has(id))
					.map((id) => wrong(`${id} fits nothing, and allows \`${textOf(asked)}\`${said}`)),
			];
		});
	});
}

/** Without what a lint says does nothing every command is decided as it was. What a rule fits only perhaps is no match to `never-matches`. */
export function idleFaults(names: readonly string[], engine: Loaded, choice: number, tally: Tally): readonly Fault[] {
	tally.asked++;
	return [...withoutUseless(engine, steps)].flatMap(({ said, after }): readonly Fault[] => {
		tally.proved++;
		if (said.code === neverMatches.name) return [];
		const text = engine.whole.sources.get(said.span.file)?.text.slice(said.span.start, said.span.end);
		return otherwise(names, engine.tree, after.tree, choice).map((what) => wrong(`${said.code}: ${text}\n${what}`));
	});
}

/** What is said to be equal decides every command alike. */
export function equalFaults(
	names: readonly string[],
	before: Loaded,
	after: Loaded,
	choice: number,
	tally: Tally,
): readonly Fault[] {
	const { changes, settings, unsettled } = difference(before.tree, after.tree, groundWith(names), steps);
	count(tally, unsettled.length > 0 ? "open" : changes.length > 0 ? "shown" : "proved");
	return otherwise(names, before.tree, after.tree, choice, (agent) =>
		[...changes, ...settings, ...unsettled].every((one) => one.agent !== agent),
	).map((what) => wrong(`equal, and ${what}`));
}

/** A mutant that is said to change nothing changes none of the commands. */
export function equalMutantFaults(
	names: readonly string[],
	engine: Loaded,
	choices: readonly number[],
	tally: Tally,
): readonly Fault[] {
	return judgedMutants(engine, choices, (before, after, around) =>
		firstDifference(before, after, around, steps),
	).flatMap(({ mutant, verdict, before, after }): readonly Fault[] => {
		count(tally, verdict.kind === "equal" ? "proved" : verdict.kind === "unsettled" ? "open" : "shown");
		if (verdict.kind !== "equal") return [];
		return otherwise(names, before, after, choices[0] ?? 0).map((what) =>
			wrong(`${mutant.change}: equal, and ${what}`),
		);
	});
}

/** For each agent a command that the second policy decides otherwise. `isAsked`: whether of this agent. */
function otherwise(
	names: readonly string[],
	before: Tree,
	after: Tree,
	choice: number,
	isAsked: (agent: string) => boolean = () => true,
): readonly string[] {
	return Object.keys(before.agents).flatMap((agent) => {
		if (!Object.hasOwn(after.agents, agent) || !isAsked(agent)) return [];
		for (const { asked, decision } of decidedOf(names, choice, before, agent)) {
			const is = decide(after, requestFor(asked, agent), world).effect;
			if (is !== decision.effect) return [`\`${textOf(asked)}\` goes from ${decision.effect} to ${is} for ${agent}`];
		}
		return [];
	});
}

function count(tally: Tally, what: "proved" | "shown" | "open"): void {
	tally.asked++;
	tally[what]++;
}

function wrong(text: string): Fault {
	return { kind: "wrong", text };
}
