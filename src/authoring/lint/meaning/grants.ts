/** What rules grant, pattern by pattern, as the tests say that they were made into. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program, Usage } from "../../../engine/knowledge/program.js";
import type { Rule } from "../../../language/policy/policy.js";
import { always, type PathPattern, type Test, type WordPattern } from "../../../language/policy/test.js";
import type { Span } from "../../../language/source/span.js";
import type { Power, RuleStatement } from "../../../language/syntax/statements.js";
import { type AgentModel, decideWitness, holdsFor } from "../../analysis/agent-model.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { programSpan } from "../reading/statement-spans.js";

/** One pattern of a rule that grants, sets put in. */
export interface Grant {
	readonly program: WordPattern;
	readonly operands: readonly WordPattern[];
	/** It allows no further word. */
	readonly exactly: boolean;
	/** Options that must be given, as the pattern or `with` names them. */
	readonly options: readonly string[];
	/** The same with their values, where those are said. */
	readonly given: readonly GivenOption[];
	/** Where the paths must lie that it names. */
	readonly within: readonly PathPattern[];
	/** `only`: no other options. */
	readonly limited: boolean;
	/** What it gives beyond plain use. */
	readonly powers: readonly Power[] | "everything";
}

export interface GivenOption {
	readonly name: string;
	readonly value?: WordPattern;
}

/** A program that a rule grants by its name, with what is known of it. */
export interface GrantedProgram {
	readonly name: string;
	readonly facts: Program;
	/** The patterns that name it. */
	readonly grants: readonly Grant[];
	/** Where the rule names it. */
	readonly span: Span;
}

const known = new WeakMap<Rule, readonly Grant[]>();

/** The patterns of a rule that grants; none for one that only restricts. */
export function grantsOf(rule: Rule): readonly Grant[] {
	const made = known.get(rule) ?? (rule.grants === undefined ? [] : alternatives(rule.grants).map(grantIn));
	known.set(rule, made);
	return made;
}

const refused = new WeakMap<Test, readonly Grant[]>();

/** The patterns of what a rule refuses, read like those of one that grants. */
export function refusalsOf({ restricts }: Pick<Rule, "restricts">): readonly Grant[] {
	if (restricts === undefined) return [];
	const made = refused.get(restricts) ?? alternatives(restricts).map(grantIn);
	refused.set(restricts, made);
	return made;
}

/** `git {status,log}` is a short way to write two patterns. */
export function withoutBraces(grant: Grant): readonly Grant[] {
	const words = [grant.program, ...grant.operands];
	let lists: readonly (readonly WordPattern[])[] = [[]];
	for (const word of words) {
		const each = namesIn(word);
		if (lists.length * each.length > mostPatterns) return [grant];
		lists = lists.flatMap((list) => each.map((one) => [...list, one]));
	}
	return lists.map(([program = grant.program, ...operands]) => ({ ...grant, program, operands }));
}

/** More are left as they stand. */
const mostPatterns = 64;

/** The names that a word with one list in braces stands for; of any other word, itself. */
function namesIn(word: WordPattern): readonly WordPattern[] {
	const list = word.kind === "glob" ? /^([\w.:+@%/-]*)\{([\w.:+@%/,-]+)\}([\w.:+@%/-]*)$/.exec(word.text) : null;
	const [, before = "", between = "", behind = ""] = list ?? [];
	if (list === null) return [word];
	return between.split(",").map((one) => ({ kind: "literal", text: `${before}${one}${behind}` }));
}

const named = new WeakMap<StatedRule, readonly GrantedProgram[]>();

/** The known programs that an `allow` names, each with the operands that it names, in the order of its patterns. Globs and paths elsewhere name none. */
export function grantedPrograms(stated: StatedRule, subject: ValidPolicyContext): readonly GrantedProgram[] {
	const made = named.get(stated) ?? programsIn(stated, subject);
	named.set(stated, made);
	return made;
}

function programsIn({ statement, agents }: StatedRule, subject: ValidPolicyContext): readonly GrantedProgram[] {
	const [own] = agents;
	if (own === undefined || statement.keyword !== "allow") return [];
	const byWords = new Map<string, Grant[]>();
	for (const grant of grantsOf(own.rule)) {
		if (grant.program.kind !== "literal") continue;
		const key = [grant.program.text, ...grant.operands.map((one) => ("text" in one ? one.text : one.kind))].join(" ");
		const list = byWords.get(key);
		if (list) list.push(grant);
		else byWords.set(key, [grant]);
	}
	const spans = spansOf(statement);
	return [...byWords].flatMap(([key, grants]) => {
		const [first] = grants;
		const name = first && bareName(typed(first), own.agent, subject);
		const facts = name === undefined ? undefined : factsNamed(name, subject);
		if (name === undefined || facts === undefined) return [];
		return [{ name, facts, grants, span: spans.get(key) ?? programSpan(statement, name) }];
	});
}

/** Where patterns name their programs, by their words without options. */
function spansOf({ patterns }: RuleStatement): ReadonlyMap<string, Span> {
	const spans = new Map<string, Span>();
	for (const { words } of patterns) {
		const [first] = words;
		const key = words.flatMap(({ kind, text }) => (kind === "plain" && text.startsWith("-") ? [] : [text])).join(" ");
		if (first !== undefined && !spans.has(key)) spans.set(key, first.span);
	}
	return spans;
}

const allowing = new WeakMap<ValidPolicyContext, Map<string, readonly Rule[]>>();

/** The rules that allow an agent something, as they stand in their files. */
export function allowsOf(agent: string, subject: ValidPolicyContext): readonly Rule[] {
	const byAgent = allowing.get(subject) ?? new Map<string, readonly Rule[]>();
	allowing.set(subject, byAgent);
	const files = subject.files.map(({ file }) => file);
	const rules =
		byAgent.get(agent) ??
		(subject.policy.agents.get(agent)?.rules ?? [])
			.filter(({ effect }) => effect === "allow")
			.toSorted((a, b) => files.indexOf(a.span.file) - files.indexOf(b.span.file) || a.span.start - b.span.start);
	byAgent.set(agent, rules);
	return rules;
}

/** What is known of a program: what the policy teaches comes first. */
export function factsNamed(name: string, { policy }: ValidPolicyContext): Program | undefined {
	return policy.programs.get(name) ?? programNamed(name);
}

/** The program as the pattern has it: a name, or a path. */
export function typed({ program }: Grant): string {
	return program.kind === "literal" ? program.text : "";
}

/** Words follow as the agent likes: no operand is named, and no option asked for. */
export function isPlain({ operands, exactly, options, limited }: Grant): boolean {
	return (
		!exactly && !limited && options.length === 0 && operands.every(({ kind }) => kind === "any" || kind === "rest")
	);
}

/** The tables that may speak of a granted command: the program's, and those of the subcommands that the pattern leaves open. */
export function usagesOf({ operands }: Grant, facts: Program): readonly Usage[] {
	const words = operands.map((one) => (one.kind === "literal" ? one.text : undefined));
	const fitting = Object.entries(facts.subcommands).filter(([name, { aliases }]) =>
		[name, ...aliases].some((one) => {
			const own = one.split(" ");
			return own.every((word, at) => at >= words.length || words[at] === undefined || words[at] === word);
		}),
	);
	return [facts, ...fitting.map(([, usage]) => usage)];
}

/** The first of some commands that the rule grants and that the agent may run. */
export function allowedBy(
	{ agents }: StatedRule,
	commands: readonly (readonly string[])[],
	subject: ValidPolicyContext,
	test: Test = always,
): Witness | undefined {
	for (const { agent, rule } of agents) {
		const setting = subject.settingOf(agent);
		const fitting = commands
			.map(sampleOf)
			.filter(
				(sample) =>
					rule.grants !== undefined &&
					holdsFor(rule.grants, sample, setting) === "yes" &&
					holdsFor(test, sample, setting) === "yes",
			);
		// What lies in a folder nobody knows: where nothing does it may pass.
		const found =
			fitting.find((sample) => isAllowed(sample, setting)) ??
			fitting.map((sample): Witness => ({ ...sample, empty: true })).find((sample) => isAllowed(sample, setting));
		if (found !== undefined) return found;
	}
	return undefined;
}

export function sampleOf(argv: readonly string[]): Witness {
	return { argv, redirects: [], forced: false };
}

export function isAllowed(sample: Witness, setting: AgentModel): boolean {
	return decideWitness(sample, setting).effect === "allow";
}

/** A bare name, or that of a program in a trusted folder. */
function bareName(text: string, agent: string, { settingOf }: ValidPolicyContext): string | undefined {
	const slash = text.lastIndexOf("/");
	if (slash < 0) return text;
	return settingOf(agent).facts.trust.includes(text.slice(0, slash) || "/") ? text.slice(slash + 1) : undefined;
}

/** The conjunctions that a test is one of: patterns are what it is made of, and everything around them holds for each. */
function alternatives(test: Test): readonly (readonly Test[])[] {
	switch (test.kind) {
		case "any":
			return test.tests.flatMap(alternatives);
		case "all": {
			const inner = test.tests.find((one) => one.kind === "any" && one.tests.some(namesProgram));
			if (inner === undefined) return [test.tests];
			const around = test.tests.filter((one) => one !== inner);
			return alternatives(inner).map((tests) => [...tests, ...around]);
		}
		default:
			return [[test]];
	}
}

function namesProgram(test: Test): boolean {
	return test.kind === "program" || (test.kind === "all" && test.tests.some(namesProgram));
}

function grantIn(tests: readonly Test[]): Grant {
	let program: WordPattern = { kind: "any" };
	let operands: readonly WordPattern[] = [];
	let exactly = false;
	let limited = false;
	let powers: Grant["powers"] = "everything";
	const given: GivenOption[] = [];
	let within: readonly PathPattern[] = [];
	for (const test of tests) {
		switch (test.kind) {
			case "program":
				program = test.pattern;
				break;
			case "operands":
				operands = test.words;
				exactly = test.exactly;
				break;
			case "option":
			case "any":
				given.push(...optionsIn(test));
				break;
			case "only-options":
				limited = true;
				break;
			case "powers-within":
				powers = test.powers;
				break;
			case "paths-within":
				within = test.paths;
				break;
			case "all":
			case "not":
			case "paths-touching":
			case "uses-power":
			case "forced":
			case "redirected":
			case "plain-name":
			case "has-tool":
			case "past":
			case "fact":
			case "until":
				break;
		}
	}
	return { program, operands, exactly, options: given.map(({ name }) => name), given, within, limited, powers };
}

/** Of `with A & B, C`. */
function optionsIn(test: Test): readonly GivenOption[] {
	switch (test.kind) {
		case "option":
			return [test];
		case "all":
		case "any":
			return test.tests.flatMap(optionsIn);
		default:
			return [];
	}
}
