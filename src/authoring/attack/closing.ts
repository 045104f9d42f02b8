/**
 * A rule that closes a way, and the expectation that keeps it closed. Rules are tried in memory, the ones that close most first: one counts where the policy
 * with it denies the way, and answers all of the policy's own expectations as before.
 */

import { compile } from "../../engine/decide/compile.js";
import { decide } from "../../engine/decide/decide.js";
import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { GoalKind } from "../../engine/knowledge/acts/act.js";
import { withoutBraces } from "../../engine/knowledge/secrets/secret-places.js";
import { credentialFiles } from "../../engine/knowledge/secrets/secrets.js";
import { askedByLine } from "../../engine/request/request-text.js";
import { hasErrors } from "../../language/diagnostic/diagnostic.js";
import type { Policy } from "../../language/policy/policy.js";
import { type PolicyFiles, resolve } from "../../language/policy/resolve.js";
import type { PathPattern } from "../../language/policy/test.js";
import { matcherOf } from "../../language/policy/word-language/matcher.js";
import { literalOfGlob } from "../../language/policy/word-language/read-glob.js";
import type { Span } from "../../language/source/span.js";
import type {
	Clause,
	ExpectStatement,
	PathWord,
	Pattern,
	Power,
	RuleStatement,
} from "../../language/syntax/statements.js";
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
export function closing(way: Way, attacked: Attacked, closable: Closable): Closing | undefined {
	const { rules } = attacked;
	const { files, place } = closable;
	const notation = files.files.get(place.file)?.file.notation ?? "rules";
	const denial = rules.flatMap(({ span }) => denialAt(files, span))[0];
	const message = denial?.clauses.find(({ keyword }) => keyword === "because");
	for (const { patterns, clauses } of candidates(way, attacked, denial, closable)) {
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

/**
 * What the denial means for every program: the files, or, where several programs get there, the power. Then the power for the program of the way, the place that
 * it reads or writes, and the words of the way.
 */
function candidates(
	{ lines }: Way,
	{ goal: { kind, paths }, ways }: Attacked,
	denial: RuleStatement | undefined,
	{ setting }: Closable,
): readonly Candidate[] {
	const { tree, agentTree, world } = setting;
	const agent = agentTree.agent.name;
	const subjects = lines.flatMap((script) => readForRules(tree, agentTree, { agent, script }, world)?.subjects ?? []);
	const shapes = subjects.flatMap((subject) => restrictingShapes(subject).map(({ pattern }) => pattern));
	const isOnly = ways.length === 1;
	const files = denial?.clauses.find(({ keyword }) => keyword === "touching") ?? touchingOf(paths.map(literalOrGlob));
	const power = powerOf[kind];
	const powers = power === undefined ? [] : [usingOf([power])];
	const places = kind === "persistence" ? writtenPlaces(subjects) : kind === "secrets" ? readSecrets(subjects) : [];
	const everyProgram = (...clauses: readonly Clause[]): Candidate => ({ patterns: [anything], clauses });
	return [
		...(files === undefined
			? []
			: [...(kind === "write" ? [everyProgram(usingOf(["write", "delete"]), files)] : []), everyProgram(files)]),
		...(isOnly ? [] : powers.map((one) => everyProgram(one))),
		...places.map((place) => everyProgram({ form: "paths", keyword: "touching", paths: [place], span: nowhere })),
		...powers.flatMap((one) => shapes.map((pattern) => ({ patterns: [programOf(pattern)], clauses: [one] }))),
		...(kind === "force-push" ? [{ patterns: [forcedBranch], clauses: [] }] : []),
		...(isOnly || kind !== "shell" ? [] : [everyProgram(usingOf(["exec"]))]),
		// The words with their options first: less is lost than with the program's whole subcommand.
		...shapes.filter(hasOption).map((pattern) => ({ patterns: [pattern], clauses: [] })),
		...shapes.map((pattern) => ({ patterns: [pattern], clauses: [] })),
	];
}

function usingOf(powers: readonly Power[]): Clause {
	return { form: "powers", keyword: "using", powers: powers.map((one) => word(one)), span: nowhere };
}

function touchingOf(paths: readonly PathWord[]): Clause | undefined {
	return paths.length === 0 ? undefined : { form: "paths", keyword: "touching", paths, span: nowhere };
}

function literalOrGlob({ text, literal }: PathPattern): PathWord {
	return { kind: literal && literalOfGlob(text) !== text ? "quoted" : "plain", text, negated: false, span: nowhere };
}

/** The folders that these write into. */
function writtenPlaces(subjects: readonly EvaluationContext[]): readonly PathWord[] {
	return subjects
		.flatMap(({ effects, world }) =>
			effects.pathsWritten().flatMap((path) => resolvedOf(path).map((one) => pathWord(folderOf(one, world), world))),
		)
		.slice(0, 1);
}

/** Places of the table of secrets that these read. */
function readSecrets(subjects: readonly EvaluationContext[]): readonly PathWord[] {
	const read = subjects.flatMap(({ effects }) => effects.paths().flatMap(resolvedOf));
	const place = credentialFiles
		.flatMap(withoutBraces)
		.find((one) => one.startsWith("/") && read.some((path) => matcherOf({ kind: "glob", text: one })(path)));
	return place === undefined ? [] : [{ kind: "plain", text: place, negated: false, span: nowhere }];
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
		holders.every((agent) => decide(tree, { ...askedByLine(script), agent, force: true }, world).effect === "deny"),
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
	return decide(tree, { ...askedByLine(script), agent, force }, world).effect;
}
