/**
 * A rule that closes a way, and the expectation that keeps it closed. Rules are tried in memory, the ones that close most first: one counts where the policy
 * with it denies the way, and answers all of the policy's own expectations as before.
 */

import { compile } from "../../engine/decide/compile.js";
import { decide } from "../../engine/decide/decide.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { GoalKind } from "../../engine/knowledge/acts.js";
import { hasErrors } from "../../language/diagnostic/diagnostic.js";
import type { Policy } from "../../language/policy/policy.js";
import { type PolicyFiles, resolve } from "../../language/policy/resolve.js";
import type { Span } from "../../language/source/span.js";
import type { Clause, ExpectStatement, Pattern, Power, RuleStatement } from "../../language/syntax/statements.js";
import type { AgentModel } from "../analysis/agent-model.js";
import { pathWord, resolvedOf, restrictingShapes } from "../analysis/edits/command-patterns.js";
import { readForRules } from "../analysis/edits/denial-causes.js";
import { addition, edited, type StatementPlace, statementText } from "../analysis/edits/policy-edits.js";
import type { Attacked, Way } from "./attack.js";

export interface Closing {
	/** `deny find using delete` */
	readonly rule: RuleStatement;
	/** The line that it denies. */
	readonly line: string;
	/** The rule with the denial's reason, and `expect deny: find src -delete`, in the notation of the file. What names a home folder is no expectation. */
	readonly texts: readonly string[];
	/** The rule alone, on one line: `deny find using delete`. */
	readonly shown: string;
}

/** A policy that may be changed at a place. */
export interface Closable {
	readonly files: PolicyFiles;
	readonly policy: Policy;
	readonly setting: AgentModel;
	readonly place: StatementPlace;
}

/** The rule that closes a way; undefined where no small one does, or where an expectation of the policy wants the way open. */
export function closing(way: Way, { goal, rules }: Attacked, closable: Closable): Closing | undefined {
	const { files, place } = closable;
	const notation = files.files.get(place.file)?.file.notation ?? "rules";
	const denial = rules.flatMap(({ span }) => denialAt(files, span))[0];
	const message = denial?.clauses.find(({ keyword }) => keyword === "because");
	for (const { patterns, clauses } of candidates(way, goal.kind, denial, closable)) {
		const bare = ruleOf(patterns, clauses);
		const rule = ruleOf(patterns, [...clauses, ...(message === undefined ? [] : [message])]);
		const closed = closedBy(rule, way, closable);
		if (closed === undefined) continue;
		const expect: ExpectStatement = {
			kind: "expect",
			effect: word("deny"),
			forced: false,
			command: word(closed),
			span: nowhere,
		};
		const shown = statementText(bare, "rules").replaceAll(/\s*\n\s*/g, " ");
		const { home } = closable.setting.world;
		const isPortable = home === undefined || !closed.includes(home);
		const texts = [rule, ...(isPortable ? [expect] : [])].map((one) => statementText(one, notation));
		return { rule, line: closed, texts, shown };
	}
	return undefined;
}

const nowhere: Span = { file: "", start: 0, end: 0 };

function word(text: string): { readonly text: string; readonly span: Span } {
	return { text, span: nowhere };
}

interface Candidate {
	readonly patterns: readonly Pattern[];
	readonly clauses: readonly Clause[];
}

const anything: Pattern = { exactly: false, words: [{ kind: "plain", text: "*", span: nowhere }], span: nowhere };

/** What the denial means for every program; then its power for the programs of the way; then the words of the way. */
function candidates(
	{ lines }: Way,
	kind: GoalKind,
	denial: RuleStatement | undefined,
	{ setting }: Closable,
): readonly Candidate[] {
	const { tree, agentTree, world } = setting;
	const agent = agentTree.agent.name;
	const subjects = lines.flatMap((script) => readForRules(tree, agentTree, { agent, script }, world)?.subjects ?? []);
	const shapes = subjects.flatMap((subject) => restrictingShapes(subject).map(({ pattern }) => pattern));
	const written = subjects.flatMap((subject) =>
		subject.effects
			.pathsWritten()
			.flatMap((path) => resolvedOf(path).map((one) => pathWord(folderOf(one, subject.world), subject.world))),
	);
	const touching = denial?.clauses.filter(({ keyword }) => keyword === "touching") ?? [];
	const power = powerOf[kind];
	const using: readonly Clause[] =
		power === undefined ? [] : [{ form: "powers", keyword: "using", powers: [word(power)], span: nowhere }];
	return [
		...(touching.length > 0 ? [{ patterns: [anything], clauses: touching }] : []),
		...(kind === "persistence" && written.length > 0
			? [
					{
						patterns: [anything],
						clauses: [
							{ form: "paths" as const, keyword: "touching" as const, paths: written.slice(0, 1), span: nowhere },
						],
					},
				]
			: []),
		...(using.length > 0 ? shapes.map((pattern) => ({ patterns: [programOf(pattern)], clauses: using })) : []),
		...(kind === "force-push" ? [{ patterns: [forcedBranch], clauses: [] }] : []),
		// The words with their options first: less is lost than with the program's whole subcommand.
		...shapes.filter(hasOption).map((pattern) => ({ patterns: [pattern], clauses: [] })),
		...shapes.map((pattern) => ({ patterns: [pattern], clauses: [] })),
	];
}

/** `git push ** +*`: a plus before a branch forces it. */
const forcedBranch: Pattern = {
	exactly: false,
	words: ["git", "push", "**", "+*"].map((text) => ({ kind: "plain", text, span: nowhere })),
	span: nowhere,
};

function hasOption({ exactly, words }: Pattern): boolean {
	return !exactly && words.some(({ text }) => text.startsWith("-"));
}

const powerOf: Readonly<Partial<Record<GoalKind, Power>>> = {
	delete: "delete",
	network: "network",
	persistence: "persistence",
	privilege: "privilege",
	secrets: "secrets",
};

/** The folder that a file lies in; the file itself where that is all of the home folder or the workspace. */
function folderOf(path: string, { home, workspace }: AgentModel["world"]): string {
	const folder = path.slice(0, Math.max(1, path.lastIndexOf("/")));
	return folder === home || folder === workspace || folder === "/" ? path : folder;
}

function programOf({ words }: Pattern): Pattern {
	return { exactly: false, words: words.slice(0, 1), span: nowhere };
}

function ruleOf(patterns: readonly Pattern[], clauses: readonly Clause[]): RuleStatement {
	return { kind: "rule", keyword: "deny", locked: false, override: false, patterns, clauses, span: nowhere };
}

function denialAt(files: PolicyFiles, { file, start }: Span): readonly RuleStatement[] {
	const bodies = files.files.get(file)?.file.statements ?? [];
	return bodies
		.flatMap((one) => ("body" in one ? one.body : [one]))
		.filter((one): one is RuleStatement => one.kind === "rule" && one.span.start === start);
}

/** The first line of the way that the rule denies for whoever has it; undefined where it denies none, or breaks an expectation. */
function closedBy(
	rule: RuleStatement,
	{ lines }: Way,
	{ files, policy, setting, place }: Closable,
): string | undefined {
	const { world, agentTree } = setting;
	const step = addition(files, place, (span) => ({ ...rule, span }));
	const { value, diagnostics } = resolve(edited(files, step));
	if (hasErrors(diagnostics)) return undefined;
	const tree = compile(value, {});
	const holders = [...value.agents.keys()].filter(
		(name) => (value.agents.get(name)?.rules.length ?? 0) > (policy.agents.get(name)?.rules.length ?? 0),
	);
	const closed = lines.find((script) =>
		holders.every((agent) => decide(tree, { agent, script, force: true }, world).effect === "deny"),
	);
	if (closed === undefined || holders.length === 0 || /\p{C}/u.test(closed)) return undefined;
	if (!holders.includes(agentTree.agent.name)) return undefined;
	const isKept = policy.expectations.every(
		({ agent, command, forced }) =>
			answer(setting.tree, agent, command, forced, setting) === answer(tree, agent, command, forced, setting),
	);
	return isKept ? closed : undefined;
}

function answer(tree: Tree, agent: string, script: string, force: boolean, { world }: AgentModel): string {
	return decide(tree, { agent, script, force }, world).effect;
}
