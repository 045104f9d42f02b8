/**
 * Changes of a policy that may take one obstacle away, or put one up. Whether they really do is for deciding again to say.
 */

import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import { speaksOf } from "../../../engine/decide/explain/describe.js";
import type { PlacedPath } from "../../../engine/effects/effects.js";
import { clauses } from "../../../language/policy/clauses.js";
import type { AgentPolicy, Rule } from "../../../language/policy/policy.js";
import type { PolicyFiles } from "../../../language/policy/resolve.js";
import type { Test } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { Span } from "../../../language/source/span.js";
import {
	type Clause,
	isSetting,
	type PathWord,
	type Pattern,
	type RuleStatement,
	type Statement,
	type Text,
} from "../../../language/syntax/statements.js";
import {
	boundedShapes,
	exceptedShapes,
	grantingShapes,
	pathWord,
	resolvedOf,
	restrictingShapes,
	type Shape,
	shapeForFiles,
} from "./command-patterns.js";
import { type DenialCause, grantsIt } from "./denial-causes.js";
import { addition, bodyAt, type StatementPlace, type Step, statementAt } from "./policy-edits.js";

/** One way to change one statement. `width`: how much wider than what is asked it is made to be. */
export interface Candidate {
	readonly step: Step;
	readonly width: number;
}

/** A policy that is being changed. */
export interface Draft {
	readonly files: PolicyFiles;
	readonly agent: AgentPolicy;
	/** Where the agent's own statements stand. */
	readonly place: StatementPlace;
	/** Files that may be changed: no shipped packs. */
	readonly isOwn: (file: string) => boolean;
	/** What is granted touches nothing of this, nor what lies elsewhere than what is asked for; and no statement is made wider but by leaving out the command. */
	readonly apartFrom?: readonly PathWord[];
}

/** Changes that may take the obstacle away. */
export function editsAgainst(obstacle: DenialCause, draft: Draft): readonly Candidate[] {
	switch (obstacle.kind) {
		case "environment":
			return settingEdits(draft, "environment", obstacle.names);
		case "syntax":
			return settingEdits(draft, "syntax", obstacle.features);
		case "restricted":
			return [...overrides(obstacle, draft), ...exceptions(obstacle, draft)];
		case "ungranted":
			return [
				...newGrants(obstacle.subject, draft, false),
				...(draft.apartFrom === undefined ? [...widerGrants(obstacle.subject, draft), ...otherDefault(draft)] : []),
			];
	}
}

/** Changes that may take the command away. */
export function editsToDeny(subject: EvaluationContext, draft: Draft): readonly Candidate[] {
	return [
		...restrictingShapes(subject).map(({ pattern, width }) => ({
			step: addition(draft.files, draft.place, (span) => rule(span, "deny", [pattern], [])),
			width,
		})),
		...draft.agent.rules
			.filter((one) => one.keyword === "allow" && grantsIt(one, subject))
			.flatMap((one) => {
				const found = ownStatement(one.span, draft);
				return found === undefined ? [] : narrowed(found.statement, found.agent, subject);
			}),
	];
}

/** Is it a rule that nothing from below may loosen? */
export function isOutOfReach({ locked, owner, span }: Rule, { agent, place }: Draft): boolean {
	return locked && !(owner === agent.name && span.file === place.file && place.isNew !== true);
}

/** Rules of the agent that carve out what it inherits, and grant it. */
function overrides(
	{ subject, rule: { owner, span, locked }, path }: DenialCause & { readonly kind: "restricted" },
	draft: Draft,
): readonly Candidate[] {
	const own = owner === draft.agent.name && span.file === draft.place.file;
	if (locked || own) return [];
	// What is in the way for a file is carved out for that file.
	const forFiles = path === undefined || draft.apartFrom !== undefined ? undefined : shapeForFiles(subject);
	if (forFiles === undefined) return newGrants(subject, draft, true);
	const wider = newGrants(subject, draft, true).map(({ step, width }) => ({ step, width: width + 1 }));
	return [grantOf(forFiles, draft, true), ...wider];
}

/** A rule that the agent does not have yet. */
function newGrants(subject: EvaluationContext, draft: Draft, override: boolean): readonly Candidate[] {
	const { apartFrom } = draft;
	const shapes = grantingShapes(subject);
	const asked = apartFrom === undefined ? shapes : boundedShapes(shapes, subject, apartFrom);
	return asked.map((shape) => grantOf(shape, draft, override));
}

function grantOf(shape: Shape, { files, place }: Draft, override: boolean): Candidate {
	return {
		step: addition(files, place, (span) => rule(span, "allow", [shape.pattern], clausesOf(shape), override)),
		width: shape.width,
	};
}

function clausesOf({ within, at, granting }: Shape): readonly Clause[] {
	return [
		...(at === undefined ? [] : [{ form: "hosts", keyword: "at", hosts: at, span: nowhere } as const]),
		...(within === undefined ? [] : [{ form: "paths", keyword: "within", paths: within, span: nowhere } as const]),
		...(granting.length === 0
			? []
			: [
					{
						form: "powers",
						keyword: "granting",
						powers: granting.map((text) => ({ text, span: nowhere })),
						span: nowhere,
					} as const,
				]),
	];
}

/** What the rule in the way could leave out, where it stands. Its heirs see less of it too. */
function exceptions(
	{ subject, rule: { span }, path }: DenialCause & { readonly kind: "restricted" },
	draft: Draft,
): readonly Candidate[] {
	const found = ownStatement(span, draft);
	if (found === undefined) return [];
	const { statement, agent } = found;
	if (statement.locked && agent !== draft.agent.name) return [];
	// A rule about all programs guards something: what it leaves out is better just this command.
	const isWide = statement.patterns.some(({ words }) => words[0]?.text === "*");
	const put = (changed: RuleStatement, width: number): Candidate => ({
		step: { kind: "replace", agent, statement: changed },
		width: width + (agent === draft.agent.name ? 0 : 3),
	});
	if (draft.apartFrom !== undefined) return exceptedEdits();
	return [
		...pathEdits(statement, path, subject).map((changed, at) => put(changed, at)),
		...exceptedEdits(),
		...narrowerLists(statement, subject).map((changed) => put(changed, 4)),
		{ step: { kind: "remove", agent, statement }, width: 6 },
	];

	function exceptedEdits(): readonly Candidate[] {
		return exceptedShapes(subject)
			.filter(({ pattern }) => !swallows(pattern, statement))
			.map(({ pattern, width }) =>
				put(withException(statement, pattern), width + (isWide && !pattern.exactly ? 2 : 0)),
			);
	}
}

/** A constraint may let one path more be touched, a rule about paths may leave one out. */
function pathEdits(
	statement: RuleStatement,
	path: PlacedPath | undefined,
	{ world }: EvaluationContext,
): readonly RuleStatement[] {
	const keyword = statement.keyword === "constrain" ? "to" : "touching";
	const at = statement.clauses.findIndex((one) => one.keyword === keyword);
	const clause = statement.clauses[at];
	if (path === undefined || (clause?.keyword !== "to" && clause?.keyword !== "touching")) return [];
	const places = resolvedOf(path);
	if (places.length === 0) return [];
	const add = (words: readonly PathWord[]): RuleStatement => ({
		...statement,
		clauses: statement.clauses.with(at, { ...clause, paths: [...clause.paths, ...words] }),
	});
	const folders = places.map((place) => place.slice(0, place.lastIndexOf("/"))).filter((place) => place !== "");
	return [places, ...(keyword === "to" && folders.length > 0 ? [folders] : [])].map((list) =>
		add([...new Set(list)].map((place) => pathWord(place, world, keyword === "touching"))),
	);
}

function withException(statement: RuleStatement, pattern: Pattern): RuleStatement {
	const at = statement.clauses.findIndex((one) => one.keyword === "except");
	const clause = statement.clauses[at];
	if (clause?.keyword === "except")
		return {
			...statement,
			clauses: statement.clauses.with(at, { ...clause, patterns: [...clause.patterns, pattern] }),
		};
	// Behind what says when the rule holds, before what is said then.
	const first = statement.clauses.findIndex(({ keyword }) => !clauses[keyword].chooses);
	const except = { form: "patterns", keyword: "except", patterns: [pattern], span: nowhere } as const;
	return {
		...statement,
		clauses: statement.clauses.toSpliced(first < 0 ? statement.clauses.length : first, 0, except),
	};
}

/** Would the exception leave nothing of one of the rule's patterns? Then the pattern is better taken out. */
function swallows({ exactly, words }: Pattern, { patterns }: RuleStatement): boolean {
	return !exactly && patterns.some((one) => words.every(({ text }) => one.words.some((other) => other.text === text)));
}

/** The rule without one of the patterns that may speak of the program. */
function narrowerLists(statement: RuleStatement, subject: EvaluationContext): readonly RuleStatement[] {
	if (statement.patterns.length < 2) return [];
	return statement.patterns.flatMap((pattern, at) =>
		maySpeakOf(pattern, subject) ? [{ ...statement, patterns: statement.patterns.toSpliced(at, 1) }] : [],
	);
}

/** A literal name says which program it is; anything else may be this one. */
function maySpeakOf({ words: [first] }: Pattern, { command: { program } }: EvaluationContext): boolean {
	if (first === undefined || program.kind !== "known") return false;
	const literal = (first.kind === "plain" && !/[*?[\]{}\\]/.test(first.text)) || first.kind === "quoted";
	return !literal || baseName(first.text) === baseName(program.text);
}

/** Rules that nearly grant the command, made to grant it. */
function widerGrants(subject: EvaluationContext, draft: Draft): readonly Candidate[] {
	return draft.agent.rules
		.filter(({ keyword, grants }) => keyword === "allow" && grants !== undefined && speaksOf(grants, subject))
		.flatMap(({ span, grants }) => {
			const found = ownStatement(span, draft);
			if (found === undefined) return [];
			const { statement, agent } = found;
			const away = agent === draft.agent.name ? 0 : 3;
			return widened(statement, grants as Test, subject).map(
				({ changed, width }): Candidate => ({
					step: { kind: "replace", agent, statement: changed },
					width: width + away,
				}),
			);
		});
}

function widened(
	statement: RuleStatement,
	grants: Test,
	subject: EvaluationContext,
): readonly { readonly changed: RuleStatement; readonly width: number }[] {
	const powers = grantingMore(statement, subject);
	const paths = reachingFurther(statement, subject);
	const both = powers === undefined ? undefined : reachingFurther(powers, subject);
	return [
		...(powers === undefined ? [] : [{ changed: powers, width: 1 }]),
		...(paths === undefined ? [] : [{ changed: paths, width: 1 }]),
		...(both === undefined ? [] : [{ changed: both, width: 2 }]),
		...(evaluateTest(grants, subject) === "yes"
			? []
			: leavingOutLess(statement).map((changed) => ({ changed, width: 3 }))),
	];
}

/** With the powers that the command uses beyond its plain use. */
function grantingMore(statement: RuleStatement, subject: EvaluationContext): RuleStatement | undefined {
	const at = statement.clauses.findIndex(({ keyword }) => keyword === "granting");
	const clause = statement.clauses[at];
	const said = clause?.keyword === "granting" ? clause.powers : [];
	const needed = [...new Set(subject.effects.powersBeyond().map(({ power }) => power))].filter(
		(power) => !said.some(({ text }) => text === power),
	);
	if (needed.length === 0) return undefined;
	const powers = [...said, ...needed.map((text): Text => ({ text, span: nowhere }))];
	if (clause?.keyword === "granting")
		return { ...statement, clauses: statement.clauses.with(at, { ...clause, powers }) };
	const behind = statement.clauses.findLastIndex(({ keyword }) =>
		["with", "without", "only", "within"].includes(keyword),
	);
	return {
		...statement,
		clauses: statement.clauses.toSpliced(behind + 1, 0, { form: "powers", keyword: "granting", powers, span: nowhere }),
	};
}

/** With the paths that the command names, where the rule speaks of paths. */
function reachingFurther(statement: RuleStatement, subject: EvaluationContext): RuleStatement | undefined {
	const at = statement.clauses.findIndex(({ keyword }) => keyword === "within");
	const clause = statement.clauses[at];
	if (clause?.keyword !== "within") return undefined;
	const known = new Set(clause.paths.map(({ text }) => text));
	const outside = subject.effects
		.paths()
		.flatMap(resolvedOf)
		.map((path) => pathWord(path, subject.world))
		// What lies in the workspace lies in `.` already.
		.filter(({ text }) => !known.has(text) && !(known.has(".") && !/^[/~]/.test(text)));
	if (outside.length === 0) return undefined;
	const paths = [
		...new Map([...clause.paths, ...outside].map((one) => [JSON.stringify([one.text, one.negated]), one])).values(),
	];
	return { ...statement, clauses: statement.clauses.with(at, { ...clause, paths }) };
}

/** Without one of the things that the rule leaves out. */
function leavingOutLess(statement: RuleStatement): readonly RuleStatement[] {
	return statement.clauses.flatMap((clause, at): readonly RuleStatement[] => {
		const put = (changed: Clause | undefined): RuleStatement => ({
			...statement,
			clauses: changed === undefined ? statement.clauses.toSpliced(at, 1) : statement.clauses.with(at, changed),
		});
		switch (clause.keyword) {
			case "except":
				return clause.patterns.map((_, index) =>
					put(clause.patterns.length === 1 ? undefined : { ...clause, patterns: clause.patterns.toSpliced(index, 1) }),
				);
			case "without":
				return clause.options.map((_, index) =>
					put(clause.options.length === 1 ? undefined : { ...clause, options: clause.options.toSpliced(index, 1) }),
				);
			default:
				return [];
		}
	});
}

/** A granting rule with less in it. */
function narrowed(statement: RuleStatement, agent: string, subject: EvaluationContext): readonly Candidate[] {
	const away = statement.patterns.length > 0 ? 1 : 0;
	return [
		...narrowerLists(statement, subject).map(
			(changed): Candidate => ({ step: { kind: "replace", agent, statement: changed }, width: 2 + away }),
		),
		...restrictingShapes(subject)
			.filter(({ pattern }) => !swallows(pattern, statement))
			.map(
				({ pattern, width }): Candidate => ({
					step: { kind: "replace", agent, statement: withException(statement, pattern) },
					width: width + 1,
				}),
			),
		{ step: { kind: "remove", agent, statement }, width: 4 },
	];
}

/** Everything that nothing speaks against: the last resort. */
function otherDefault(draft: Draft): readonly Candidate[] {
	const effect = { text: "allow", span: nowhere };
	const own = bodyAt(draft.files, draft.place).body.filter((one) => isSetting(one, "default"));
	const make = (span: Span, override: boolean): Statement => ({
		kind: "setting",
		form: "effect",
		keyword: "default",
		override,
		word: effect,
		span,
	});
	return [
		...own.map(
			(one): Candidate => ({
				step: { kind: "replace", agent: draft.place.agent, statement: { ...one, word: effect } },
				width: 9,
			}),
		),
		...[false, true].map((override) => ({
			step: addition(draft.files, draft.place, (span) => make(span, override)),
			width: 9,
		})),
	];
}

/** More of what a setting lists: in a line that the agent has, in a new one, in one that overrides, or where it is inherited from. */
function settingEdits(draft: Draft, kind: "syntax" | "environment", names: readonly string[]): readonly Candidate[] {
	const { files, place, agent } = draft;
	const listed = kind === "syntax" ? agent.syntax : agent.environment.accept;
	const texts = (list: readonly string[]): readonly Text[] => list.map((text) => ({ text, span: nowhere }));
	const line = (span: Span, override: boolean, list: readonly string[]): Statement =>
		kind === "syntax"
			? { kind: "setting", form: "names", keyword: kind, override, names: texts(list), span }
			: {
					kind: "setting",
					form: "variables",
					keyword: kind,
					override,
					name: { text: "accept", span: nowhere },
					names: texts(list),
					span,
				};
	const longer = (statement: Statement): Statement | undefined => {
		if (kind === "syntax" && isSetting(statement, "syntax"))
			return { ...statement, names: [...statement.names.filter(({ text }) => text !== "none"), ...texts(names)] };
		if (kind === "environment" && isSetting(statement, "environment accept"))
			return { ...statement, names: [...statement.names, ...texts(names)] };
		return undefined;
	};
	const inBody = (body: readonly Statement[], owner: string, width: number): readonly Candidate[] =>
		body.flatMap((statement): readonly Candidate[] => {
			const changed = longer(statement);
			return changed === undefined ? [] : [{ step: { kind: "replace", agent: owner, statement: changed }, width }];
		});
	const elsewhere = [...files.files.values()]
		.filter(({ file }) => draft.isOwn(file.file))
		.flatMap(({ file }) => [
			...inBody(file.statements, "", 3),
			...file.statements.flatMap((one) =>
				(one.kind === "agent" || one.kind === "group") && one.name.text !== agent.name
					? inBody(one.body, one.name.text, 3)
					: [],
			),
		]);
	const own = inBody(bodyAt(files, place).body, place.agent, 0);
	return [
		...own,
		...(own.length > 0 ? [] : [{ step: addition(files, place, (span) => line(span, false, names)), width: 0 }]),
		{
			step: addition(files, place, (span) => line(span, true, kind === "syntax" ? [...listed, ...names] : names)),
			width: 1,
		},
		...elsewhere,
	];
}

function ownStatement(
	span: Span,
	{ files, isOwn }: Draft,
): { readonly statement: RuleStatement; readonly agent: string } | undefined {
	const found = isOwn(span.file) ? statementAt(files, span) : undefined;
	return found?.statement.kind === "rule" ? { statement: found.statement, agent: found.agent } : undefined;
}

function rule(
	span: Span,
	keyword: "allow" | "deny",
	patterns: readonly Pattern[],
	clauses: readonly Clause[],
	override = false,
): RuleStatement {
	return { kind: "rule", keyword, locked: false, override, patterns, clauses, span };
}

/** Words that stand in no file yet. */
const nowhere: Span = { file: "", start: 0, end: 0 };
