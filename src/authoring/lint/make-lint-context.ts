/** What lints look at: a policy, its files and texts, and views on them that are made once and shared by all lints. */

import type { Policy, Rule } from "../../language/policy/policy.js";
import { once } from "../../language/source/once.js";
import type { Span } from "../../language/source/span.js";
import type { PolicyFile, RuleStatement, Statement } from "../../language/syntax/statements.js";
import { type AgentModel, agentModelOf, anySymbolicWorld } from "../analysis/agent-model.js";
import { type Liveness, type LivenessSubject, liveness, livenessSubject } from "../analysis/liveness.js";
import { rulesFor } from "../analysis/rule-index.js";
import type { Fate, Lintable, LintContext, StatedRule, StatedStatement, ValidPolicyContext } from "./lint-context.js";
import type { Lint } from "./lint-record.js";
import { programsIn } from "./meaning/lower-variant.js";
import { commentsIn } from "./reading/comments.js";
import { referencesIn } from "./reading/references.js";
import { quickFate } from "./without-effect/quick-coverage.js";

interface SubjectSettings {
	readonly today?: string;
	readonly steps?: number;
	/** Statements that stand in the files and not in the policy, by their places. */
	readonly left?: ReadonlySet<string>;
}

export function makeLintContext(
	policy: Lintable,
	lints: readonly Lint[],
	{ today, steps, left }: SubjectSettings = {},
): LintContext | ValidPolicyContext {
	const statements = once(() => policy.files.flatMap((file) => stated(file.statements, "", file)));
	const ownStatements = once(() => statements().filter(({ file }) => policy.roots.includes(file.file)));
	const agents = inheritanceOrder(policy.policy);
	const bySpan = once(() => {
		const found = new Map<string, StatedStatement<RuleStatement>>();
		for (const one of statements()) if (isRule(one)) found.set(spanKey(one.statement.span), one);
		return found;
	});
	const comments = keyed((file: string) => commentsIn(policy.sources.get(file)));
	const subject: LintContext = {
		...policy,
		lints,
		...(today === undefined ? {} : { today }),
		agents,
		statements,
		ownStatements,
		rules: once(() => {
			const having = agentsByRule(policy.policy, agents);
			return ownStatements()
				.filter(isRule)
				.filter(({ statement }) => left?.has(spanKey(statement.span)) !== true)
				.map((one) => {
					const found = having.get(spanKey(one.statement.span)) ?? [];
					return {
						...one,
						agents: found.toSorted((a, b) => Number(b.agent === one.owner) - Number(a.agent === one.owner)),
					};
				});
		}),
		statementOf: ({ span }) => bySpan().get(spanKey(span)),
		references: once(() => referencesIn(policy, statements())),
		comments,
		inComment: ({ file, start }) =>
			comments(file).some((one) => start >= one.start && start < one.start + one.text.length),
		sourceOf: (file) => {
			const source = policy.sources.get(file);
			if (source === undefined)
				throw new Error(`a fault of ours: a lint asks for the text of \`${file}\`, which was not read`);
			return source;
		},
	};
	if (policy.tree === undefined) return subject;
	const { tree } = policy;
	const settings = keyed((agent: string) => agentModelOf(tree, agent, anySymbolicWorld));
	const askers = keyed((agent: string): LivenessSubject => livenessSubject(settings(agent), steps));
	const reach = reachIn(policy.policy, statements);
	const answers = new Map<string, WeakMap<Rule, Liveness>>();
	// An agent that is alone shares nothing.
	const shared = agents.length > 1 ? sharedAnswers() : (...[, , answer]: Parameters<Sharing>) => answer();
	const livenessOf = (agent: string, rule: Rule): Liveness => {
		const known = answers.get(agent) ?? new WeakMap<Rule, Liveness>();
		answers.set(agent, known);
		const answer =
			known.get(rule) ?? shared(rule, settings(agent), () => livenessFor(rule, settings(agent), () => askers(agent)));
		known.set(rule, answer);
		return answer;
	};
	return {
		...subject,
		tree,
		settingOf: settings,
		programsOf: askers,
		livenessOf,
		fateOf: (rule) => fateOf(rule, livenessOf, reach(rule.owner)),
	};
}

type Sharing = (rule: Rule, setting: AgentModel, answer: () => Liveness) => Liveness;

/** An answer for one agent, with all that it depends on. */
interface Settled {
	readonly near: readonly Rule[];
	readonly settings: string;
	readonly answer: Liveness;
}

/** What one agent's rules make of an inherited rule, those of another do as well, where both have the same ones for its programs. */
function sharedAnswers(): Sharing {
	const settled = new WeakMap<Rule, Settled>();
	return (rule, setting, answer) => {
		const names = programsIn(rule);
		if (names === undefined || names.size > mostPrograms) return answer();
		const { agentTree, facts, redirects } = setting;
		const near = [...names].flatMap((name) => rulesFor(agentTree, name, facts).map((one) => one.rule));
		const { default: fallback, unreadable, trust, govern, zone, environment } = agentTree.agent;
		const settings = JSON.stringify([fallback, unreadable, trust, govern, zone, environment.set, redirects]);
		const known = settled.get(rule);
		if (
			known !== undefined &&
			known.settings === settings &&
			known.near.length === near.length &&
			known.near.every((one, at) => one === near[at])
		)
			return known.answer;
		const made: Settled = { near, settings, answer: answer() };
		settled.set(rule, made);
		return made.answer;
	};
}

/** Of a rule on more programs nothing is shared. */
const mostPrograms = 16;

function livenessFor(rule: Rule, setting: AgentModel, asker: () => LivenessSubject): Liveness {
	return quickFate(rule, setting) ?? liveness(rule, asker());
}

function keyed<T>(make: (key: string) => T): (key: string) => T {
	const made = new Map<string, T>();
	return (key) => {
		if (!made.has(key)) made.set(key, make(key));
		return made.get(key) as T;
	};
}

function stated(statements: readonly Statement[], owner: string, file: PolicyFile): readonly StatedStatement[] {
	return statements.flatMap((statement) => [
		{ statement, owner, file, siblings: statements },
		...(statement.kind === "agent" || statement.kind === "group"
			? stated(statement.body, statement.name.text, file)
			: []),
	]);
}

function isRule(one: StatedStatement): one is StatedStatement<RuleStatement> {
	return one.statement.kind === "rule";
}

function spanKey({ file, start }: Span): string {
	return `${file}\0${start}`;
}

/** Parents before children; an agent whose parents are groups counts as one without. */
function inheritanceOrder({ agents }: Policy): readonly string[] {
	const done = new Set<string>();
	const visit = (name: string): void => {
		const agent = agents.get(name);
		if (agent === undefined || done.has(name)) return;
		// Circles are errors; they end here all the same.
		const parents = agent.extends.filter((parent) => parent !== name);
		done.add(name);
		for (const parent of parents) visit(parent);
		done.delete(name);
		done.add(name);
	};
	for (const name of agents.keys()) visit(name);
	return [...done];
}

function agentsByRule(
	{ agents }: Policy,
	order: readonly string[],
): ReadonlyMap<string, { readonly agent: string; readonly rule: Rule }[]> {
	const found = new Map<string, { readonly agent: string; readonly rule: Rule }[]>();
	for (const agent of order) {
		for (const rule of agents.get(agent)?.rules ?? []) {
			const key = spanKey(rule.span);
			const list = found.get(key);
			if (list) list.push({ agent, rule });
			else found.set(key, [{ agent, rule }]);
		}
	}
	return found;
}

/**
 * What a rule outside of agents is covered by must hold wherever the rule does: files that import this one may have other agents.
 * Undefined for the rules of an agent, whose heirs have all of its rules.
 */
type Reach = ReadonlySet<string> | undefined;

function reachIn({ agents }: Policy, statements: () => readonly StatedStatement[]): (owner: string) => Reach {
	const parents = once(() => {
		const found = new Map<string, string[]>();
		for (const { statement } of statements())
			if (statement.kind === "group" || statement.kind === "agent")
				found.set(statement.name.text, [
					...(found.get(statement.name.text) ?? []),
					...statement.extends.map(({ text }) => text),
				]);
		return found;
	});
	return keyed((owner: string): Reach => {
		if (owner !== "" && agents.has(owner)) return undefined;
		const reached = new Set([owner, ""]);
		for (const one of reached) for (const parent of parents().get(one) ?? []) reached.add(parent);
		return reached;
	});
}

function fateOf({ agents }: StatedRule, livenessOf: ValidPolicyContext["livenessOf"], reach: Reach): Fate {
	const cover: (Liveness & { readonly kind: "covered" } & { readonly agent: string })[] = [];
	let unsettled: Fate | undefined;
	for (const { agent, rule } of agents) {
		const found = livenessOf(agent, rule);
		switch (found.kind) {
			case "live":
				return { kind: "live" };
			case "not-settled":
				unsettled ??= { kind: "not-settled", agent, program: found.program };
				break;
			case "covered":
				if (reach !== undefined && found.by.some((by) => !reach.has(by.owner))) return { kind: "live" };
				cover.push({ ...found, agent });
				break;
			case "empty":
				if (reach !== undefined && rule.excludedBy.length > 0) return { kind: "live" };
				break;
		}
	}
	if (unsettled !== undefined) return unsettled;
	if (cover.length > 0) return { kind: "covered", cover };
	return agents.length === 0 ? { kind: "unused" } : { kind: "empty" };
}
