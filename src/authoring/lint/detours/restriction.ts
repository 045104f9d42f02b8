/** A rule that refuses, as one agent has it, and whether a command gets past it: what detours are asked for. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import type { Program, Usage } from "../../../engine/knowledge/program.js";
import type { Label } from "../../../language/diagnostic/diagnostic.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test, WordPattern } from "../../../language/policy/test.js";
import type { Clause, Effect, RuleStatement } from "../../../language/syntax/statements.js";
import { type AgentModel, decideWitness, effectOf, holdsFor } from "../../analysis/agent-model.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { type Grant, grantsOf, refusalsOf, sampleOf } from "../meaning/grants.js";
import { tablesFor } from "./option-facts.js";

export interface Restriction {
	readonly stated: StatedRule;
	readonly agent: string;
	readonly rule: Rule;
	readonly setting: AgentModel;
	readonly subject: ValidPolicyContext;
}

/** A command that passes, and how it is answered. */
export interface OpenCommand {
	readonly sample: Witness;
	readonly text: string;
	readonly effect: "allow" | "ask";
}

/** The rule for each agent that has it, where it refuses or asks. */
export function restrictionsOf(stated: StatedRule, subject: ValidPolicyContext): readonly Restriction[] {
	const { keyword } = stated.statement;
	if (keyword !== "deny" && keyword !== "ask") return [];
	return stated.agents.slice(0, mostAgents).flatMap(({ agent, rule }) =>
		// What an override takes out of it is no longer what its author wrote.
		rule.restricts === undefined || isCarved(rule, agent, subject)
			? []
			: [{ stated, agent, rule, setting: subject.settingOf(agent), subject }],
	);
}

function isCarved({ restricts, excludedBy }: Rule, agent: string, { policy }: ValidPolicyContext): boolean {
	if (excludedBy.length === 0) return false;
	const own = restricts && programsOf(restricts);
	const others = policy.agents.get(agent)?.rules.filter(({ id }) => excludedBy.includes(id)) ?? [];
	return others.some(({ grants }) => {
		const named = grants && programsOf(grants);
		return own === undefined || named === undefined || [...named].some((name) => own.has(name));
	});
}

/** What is open to one agent is mostly open to the next. */
const mostAgents = 4;

/** A list that somebody has thought through, whatever it lacks. */
export function isLong({ agents }: StatedRule): boolean {
	const [own] = agents;
	return own !== undefined && refusalsOf(own.rule).length > mostPatterns;
}

const mostPatterns = 16;

/** Does the rule surely refuse this? */
export function isRefused(argv: readonly string[], { rule, setting }: Restriction): boolean {
	return rule.restricts !== undefined && holdsFor(rule.restricts, sampleOf(argv), setting) === "yes";
}

/** The command where it passes, or `asked` is enough and somebody is asked about it; or the same as a rule lets it through: with the options that it asks for, in the folder that it names. */
export function openCommand(
	argv: readonly string[],
	restriction: Restriction,
	asked: boolean,
): OpenCommand | undefined {
	const { rule, setting, stated } = restriction;
	for (const words of [argv, ...adapted(argv, restriction)]) {
		// What lies in a folder nobody knows: where nothing does it may pass.
		const [sample, effect] = passing(sampleOf(words), setting);
		if (effect !== "allow" && (effect !== "ask" || !asked || stated.statement.keyword === "ask")) continue;
		if (rule.restricts !== undefined && holdsFor(rule.restricts, sample, setting) !== "no") continue;
		return { sample, text: witnessCommandLine(sample), effect };
	}
	return undefined;
}

function passing(sample: Witness, setting: AgentModel): readonly [Witness, Effect] {
	const effect = effectOf(sample, setting);
	if (effect !== "deny") return [sample, effect];
	const bare: Witness = { ...sample, empty: true };
	return [bare, effectOf(bare, setting)];
}

/** What is open of several, told only so far. */
export function openCommands(
	commands: readonly (readonly string[])[],
	restriction: Restriction,
	asked: boolean,
): readonly OpenCommand[] {
	const open = new Map<string, OpenCommand>();
	for (const argv of commands.slice(0, mostTried)) {
		const found = openCommand(argv, restriction, asked);
		if (found !== undefined) open.set(found.text, found);
		if (open.size >= mostTold) break;
	}
	// What is asked about is told where nothing is allowed.
	const allowed = [...open.values()].filter(({ effect }) => effect === "allow");
	return allowed.length > 0 ? allowed : [...open.values()];
}

export const mostTold = 3;
const mostTried = 32;

export function adapted(argv: readonly string[], { agent, subject }: Restriction): readonly (readonly string[])[] {
	return grantsTo(agent, argv[0] ?? "", subject).flatMap(({ given, within, operands }) => {
		const asked = given.filter(({ name }) => !argv.some((word) => word === name || word.startsWith(`${name}=`)));
		const folder = within.find(({ negated, text }) => !negated && !/[*?[{]/.test(text))?.text;
		const fitting = withBranch(argv, operands);
		if (asked.length === 0 && folder === undefined && fitting === argv) return [];
		const inside = folder === undefined ? fitting : fitting.map((word) => (word === "x" ? `${folder}/x` : word));
		const folders = folder === undefined ? [] : boundedFolders(agent, subject);
		return [
			[...inside, ...asked.map(optionText)],
			...folders.map((one) => [...argv.map((word) => (word === "x" ? `${one}/x` : word)), ...asked.map(optionText)]),
		];
	});
}

/** `git push origin HEAD:main` as `allow git push origin ci/*` lets it through: `ci/x:main`. */
function withBranch(argv: readonly string[], operands: Grant["operands"]): readonly string[] {
	const at = argv.findIndex((word) => word.startsWith("HEAD:"));
	const places = argv.slice(1, at).filter((word) => !word.startsWith("-")).length;
	const asked = at < 0 ? undefined : operands[places];
	if (asked?.kind !== "glob" || !/^[^*?[{]+\*$/.test(asked.text)) return argv;
	return argv.with(at, `${asked.text.slice(0, -1)}x${argv[at]?.slice("HEAD".length)}`);
}

/** Folders that the agent's `constrain` rules leave open to be written. */
function boundedFolders(agent: string, { policy }: ValidPolicyContext): readonly string[] {
	const found = (policy.agents.get(agent)?.rules ?? []).flatMap(({ keyword, restricts }) =>
		keyword === "constrain" && restricts !== undefined ? foldersIn(restricts) : [],
	);
	return [...new Set(found)].slice(0, 2);
}

function foldersIn(test: Test): readonly string[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(foldersIn);
		case "not":
			return foldersIn(test.test);
		case "paths-within":
			return test.paths.flatMap(({ negated, text }) => (negated || /[*?[{]|^\/|^\.$/.test(text) ? [] : [text]));
		default:
			return [];
	}
}

const bounded = new WeakMap<ValidPolicyContext, Map<string, ReadonlyMap<string, readonly Grant[]>>>();

/** What rules let an agent do with a program, which they name. */
export function grantsTo(agent: string, program: string, subject: ValidPolicyContext): readonly Grant[] {
	const byAgent = bounded.get(subject) ?? new Map<string, ReadonlyMap<string, readonly Grant[]>>();
	bounded.set(subject, byAgent);
	const found = byAgent.get(agent) ?? grantsByProgram(agent, subject);
	byAgent.set(agent, found);
	return found.get(program) ?? [];
}

/** The rules are gone through once, whatever the number of programs that are asked for; of each program the first grants. */
function grantsByProgram(agent: string, { policy }: ValidPolicyContext): ReadonlyMap<string, readonly Grant[]> {
	const found = new Map<string, Grant[]>();
	for (const rule of policy.agents.get(agent)?.rules ?? []) {
		if (rule.effect !== "allow") continue;
		for (const grant of grantsOf(rule)) {
			if (grant.program.kind !== "literal") continue;
			const list = found.get(grant.program.text);
			if (list === undefined) found.set(grant.program.text, [grant]);
			else if (list.length < mostGrants) list.push(grant);
		}
	}
	return found;
}

const mostGrants = 12;

/** A command of a pattern, by its parts. */
export interface PlainCommand {
	readonly program: string;
	readonly operands: readonly string[];
	readonly options: readonly string[];
}

/** The plainest command of a pattern; undefined where one can't be made up. */
export function plainCommand(grant: Grant, facts: Program | undefined): PlainCommand | undefined {
	const { program, operands, given, exactly } = grant;
	const usage = facts && tablesFor(grant, facts).usage;
	if (program.kind !== "literal") return undefined;
	const words = operands.filter(({ kind }) => kind !== "rest").map(wordOf);
	const options = given.flatMap(({ name, value }) => optionWords(name, value, facts, usage));
	if (words.includes(undefined) || options.includes(undefined)) return undefined;
	const more = !exactly && needsPath(words.length, facts) ? ["x"] : [];
	return { program: program.text, operands: [...(words as string[]), ...more], options: options as string[] };
}

/** `chmod 777` does nothing before a file is named. */
function needsPath(count: number, facts: Program | undefined): boolean {
	if (facts === undefined || count === 0 || Object.keys(facts.subcommands).length > 0) return false;
	const { first, rest } = facts.operands;
	return count === first.length && first.length > 0 && rest !== undefined && rest !== "value" && rest !== "code";
}

/** Options stand before the operands where the program stops looking for them at the first. */
export function argvOf({ program, operands, options }: PlainCommand, facts: Program | undefined): readonly string[] {
	const first = facts?.style === "posix" || facts?.style === "go";
	return first ? [program, ...options, ...operands] : [program, ...operands, ...options];
}

/** An option as it is typed, with some value where it needs one. */
export function optionWords(
	name: string,
	value: WordPattern | undefined,
	facts: Program | undefined,
	usage?: Usage,
): readonly (string | undefined)[] {
	const usages =
		facts === undefined
			? []
			: usage === undefined || usage === facts
				? [facts, ...Object.values(facts.subcommands)]
				: [usage, facts];
	const takes = usages.some(({ options }) =>
		options.some((one) => one.value === "required" && one.names.includes(name)),
	);
	if (value === undefined && !takes) return [name];
	const text = value === undefined ? "x" : wordOf(value);
	if (text === undefined) return [undefined];
	return /^-\w$/.test(name) ? [name, text] : [`${name}=${text}`];
}

function optionText({ name, value }: Grant["given"][number]): string {
	const text = value === undefined ? undefined : wordOf(value);
	return text === undefined ? name : `${name}=${text}`;
}

function wordOf(pattern: WordPattern): string | undefined {
	switch (pattern.kind) {
		case "literal":
			return pattern.text;
		case "any":
			return "x";
		case "glob":
			return /[[{\\]/.test(pattern.text) ? undefined : pattern.text.replaceAll(/\*+|\?/g, "x");
		case "regex":
		case "rest":
			return undefined;
	}
}

/** Does the clause say something about the rule, and nothing about commands? */
export function saysOnly({ keyword }: Clause): boolean {
	return keyword === "because" || keyword === "note" || keyword === "id" || keyword === "use";
}

/** The rules by which the first of them passes, as far as they are rules of the policy. */
export function grantLabels(open: readonly OpenCommand[], { agent, setting, subject }: Restriction): readonly Label[] {
	const ids = new Set(
		open.slice(0, 1).flatMap(({ sample }) => decideWitness(sample, setting).rules.map(({ id }) => id)),
	);
	return subject
		.rules()
		.filter((one) => one.agents.some((own) => own.agent === agent && ids.has(own.rule.id)))
		.map(({ statement: { span } }) => ({ span, message: "this lets it through" }));
}

/** "`a` and `b` are allowed", "`a` is only asked about". */
export function openText(open: readonly OpenCommand[]): string {
	const texts = open.map(({ text }) => `\`${text}\``);
	const list = texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
	const is = open.length === 1 ? "is" : "are";
	return `${list} ${is} ${open[0]?.effect === "ask" ? "only asked about" : "allowed"}`;
}

/** The author's words: the message, the note and the id. */
export function saidBy({ clauses }: RuleStatement): string {
	return clauses
		.flatMap((clause) => {
			switch (clause.keyword) {
				case "because":
				case "note":
				case "id":
					return [clause.text.text];
				case "use":
					return clause.names.map(({ text }) => text);
				default:
					return [];
			}
		})
		.join(" ");
}

/** What the message names is the way out, or is thought of. */
export function isWordOf(program: string, said: string): boolean {
	return said.split(/[^\w.-]+/).some((word) => word.replace(/[.-]+$/, "") === program);
}
