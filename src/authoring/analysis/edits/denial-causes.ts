/**
 * What stands between a request and its permission: one thing that a policy would have to say otherwise, each by itself.
 */

import { type Standing, variablesFault } from "../../../engine/decide/environment.js";
import { evaluateTest, offendingPath } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import { folderOf } from "../../../engine/decide/permit.js";
import { readForRules as readAsRulesDo } from "../../../engine/decide/read-for-rules.js";
import { worldFor } from "../../../engine/decide/subjects.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { foldersOf, type PlacedPath } from "../../../engine/effects/effects.js";
import { variablesIn } from "../../../engine/effects/variables.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request, SyntaxFeature, Variable } from "../../../engine/request/request.js";
import type { AgentPolicy, Rule } from "../../../language/policy/policy.js";
import type { Environment } from "../../../language/policy/settings/environment.js";

export type DenialCause =
	/** Variables are set that the policy does not accept. */
	| { readonly kind: "environment"; readonly names: readonly string[] }
	/** Syntax is used that the policy does not list. */
	| { readonly kind: "syntax"; readonly features: readonly SyntaxFeature[] }
	/** A rule holds, or may hold, that raises the answer. `path`: the one that the rule is about. */
	| {
			readonly kind: "restricted";
			readonly subject: EvaluationContext;
			readonly rule: Rule;
			readonly path?: PlacedPath;
	  }
	/** Nothing grants it. */
	| { readonly kind: "ungranted"; readonly subject: EvaluationContext };

/** A request as the rules see it. */
export interface ReadForRules {
	readonly subjects: readonly EvaluationContext[];
	/** The names of variables, of those that the request and its commands set, that these settings do not accept. */
	readonly refused: (environment: Environment) => readonly string[];
	readonly syntax: readonly SyntaxFeature[];
}

/** Reads a request; undefined where it can't be read for certain, or runs a program that can't be known: no policy changes that. */
export function readForRules(
	tree: Tree,
	agentTree: Pick<AgentTree, "agent">,
	request: Request,
	asked: World,
): ReadForRules | undefined {
	const read = readAsRulesDo(tree, agentTree, request, asked);
	if (read === undefined) return undefined;
	const { commands, subjects, syntax } = read;
	const world = worldFor(request, agentTree.agent, asked);
	const cwd = folderOf(request.cwd, world.workspace);
	if (subjects.some(isUnknown)) return undefined;
	return {
		subjects,
		refused: (environment) =>
			distinct([
				...refusedOf(variablesIn(request.env), environment, { folders: [cwd], world }),
				...commands.flatMap(({ command: { assignments }, ways }) =>
					refusedOf(assignments, environment, { folders: foldersOf(ways, cwd), world }),
				),
			]),
		syntax: distinct([...syntax, ...commands.flatMap((read) => read.syntax)]),
	};
}

function refusedOf(variables: readonly Variable[], environment: Environment, standing: Standing): readonly string[] {
	return variables.filter((one) => variablesFault([one], environment, standing) !== undefined).map(({ name }) => name);
}

/** Everything that stands in the way under these rules: what an override can take away first, then what it can't. */
export function denialCausesOf(read: ReadForRules, agent: AgentPolicy): readonly DenialCause[] {
	const names = read.refused(agent.environment);
	const features = read.syntax.filter((feature) => !agent.syntax.includes(feature));
	return [
		...(names.length === 0 ? [] : [{ kind: "environment", names } as const]),
		...(features.length === 0 ? [] : [{ kind: "syntax", features } as const]),
		...read.subjects.flatMap((subject) => inTheWayOf(subject, agent)),
	];
}

/** The commands that no rule grants, where what is granted by default is not enough: they run what can't be seen. */
export function ungrantedIn({ subjects }: ReadForRules, { rules }: AgentPolicy): readonly DenialCause[] {
	return subjects
		.filter((subject) => !rules.some((rule) => grantsIt(rule, subject)))
		.map((subject) => ({ kind: "ungranted", subject }));
}

/** Does the rule raise the answer for the command? A doubt is enough. */
export function raises({ effect, restricts }: Rule, subject: EvaluationContext): boolean {
	return effect !== "allow" && restricts !== undefined && evaluateTest(restricts, subject) !== "no";
}

/** Does the rule grant the command, for certain? */
export function grantsIt({ grants }: Rule, subject: EvaluationContext): boolean {
	return grants !== undefined && evaluateTest(grants, subject) === "yes";
}

function isUnknown(subject: EvaluationContext): boolean {
	const place = subject.effects.programPlace();
	return subject.command.program.kind !== "known" || (place !== undefined && place.resolved === undefined);
}

function inTheWayOf(
	subject: EvaluationContext,
	{ name, rules, default: fallback }: AgentPolicy,
): readonly DenialCause[] {
	const raising = rules.filter((rule) => raises(rule, subject));
	const inherited = (rule: Rule): number => Number(rule.owner === name);
	const found: DenialCause[] = raising
		.toSorted((a, b) => inherited(a) - inherited(b))
		.map((rule) => {
			const path = rule.restricts && offendingPath(rule.restricts, subject);
			return { kind: "restricted", subject, rule, ...(path === undefined ? {} : { path }) };
		});
	if (fallback !== "allow" && !rules.some((rule) => grantsIt(rule, subject)))
		found.push({ kind: "ungranted", subject });
	return found;
}

function distinct<T>(list: readonly T[]): readonly T[] {
	return [...new Set(list)];
}
