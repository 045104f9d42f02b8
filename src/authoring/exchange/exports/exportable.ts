/**
 * What of an agent's policy can be said as texts that commands are or begin with: regions of commands of which it is proved that the policy allows, or asks about, all of
 * them. A rule is only where to look: paths, options and powers that other rules speak of make a region smaller, or leave nothing of it.
 */

import { isStricter } from "../../../engine/decide/combine.js";
import { specialise } from "../../../engine/decide/compile/specialise.js";
import { decide } from "../../../engine/decide/decide.js";
import { ruleRef } from "../../../engine/decide/rule-ref.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import type { OptionFact, Usage } from "../../../engine/knowledge/program.js";
import { factsOf } from "../../../engine/request/facts.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request } from "../../../engine/request/request.js";
import { isOfShell } from "../../../engine/request/script/builtins.js";
import { type Governed, isCallName, shellAlone } from "../../../language/policy/hands.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, type Test, type WordPattern } from "../../../language/policy/test.js";
import type { Effect, RuleKeyword } from "../../../language/syntax/statements.js";
import {
	type AgentModel,
	agentModelOf,
	anySymbolicWorld,
	holdsFor,
	type SymbolicWorld,
} from "../../analysis/agent-model.js";
import { prove } from "../../analysis/prove.js";
import type { Witness } from "../../analysis/witness.js";
import { type Beginning, startsOf, wordsOf } from "./beginnings.js";
import { type RefusedCall, refusedCalls } from "./refused-calls.js";
import { type SaidCall, saidCalls, type UntoldCall } from "./said-calls.js";
import { type SaidPaths, saidPaths } from "./said-paths.js";
import { withoutWorld } from "./without-world.js";

/** How much may stand behind the words: anything, operands only (nothing with a dash), or nothing. */
export type Reach = "any" | "operands" | "exact";

/** Commands that the policy answers alike. */
export interface Region {
	readonly effect: "allow" | "ask";
	readonly words: readonly string[];
	readonly reach: Reach;
}

/** Commands that a rule denies whatever else holds. */
export interface Refusal {
	readonly words: readonly string[];
	readonly message?: string;
}

/** A rule of which something is not said. */
export interface Untold {
	readonly place: string;
	readonly source: string;
	readonly message: string;
	/** The calls of which nothing is said by their names: those that hang on paths may be said by these. */
	readonly calls?: readonly UntoldCall[];
}

export interface Exportable {
	readonly agent: string;
	readonly fallback: Effect;
	readonly syntax: readonly string[];
	readonly regions: readonly Region[];
	readonly refusals: readonly Refusal[];
	readonly untold: readonly Untold[];
	/** Calls of other tools than the shell that are allowed, or asked about, all of them. */
	readonly calls: readonly SaidCall[];
	/** Those that are denied. */
	readonly refusedCalls: readonly RefusedCall[];
	/** Where files may be read or changed by calls, for harnesses that follow links. */
	readonly paths: SaidPaths;
	/** The hands that the agent's rules decide. */
	readonly govern: readonly Governed[];
}

/** More regions than this are not looked for. */
const mostRegions = 2_000;
/** Steps of the search for each claim: what takes longer is left out. */
const steps = 4000;

export function exportable(
	tree: Tree,
	agent: string,
	own: AgentTree,
	ground: SymbolicWorld = anySymbolicWorld,
): Exportable {
	const { govern = shellAlone } = own.agent;
	const regions: Region[] = [];
	const calls: SaidCall[] = [];
	const untold: Untold[] = [];
	const looked = new Set<string>();
	const policy: Asked = {
		tree,
		agent,
		ground,
		own,
		hardened: agentModelOf(withoutWorld(tree, agent, own), agent, ground),
	};
	for (const rule of own.rules) {
		if (rule.grants === undefined) continue;
		const { id: source, file, line } = ruleRef(tree, rule);
		const tell = (message: string, calls?: readonly UntoldCall[]): void => {
			const place = `${file}:${line}`;
			untold.push({ place, source: source === place ? rule.keyword : source, message, ...(calls && { calls }) });
		};
		const granted = saidCalls(policy, rule, govern, steps);
		calls.push(...granted.calls);
		if (granted.untold.length > 0)
			tell(
				`of the calls ${granted.untold.map(({ text }) => `\`${text}\``).join(", ")} nothing is said: whether they are allowed hangs on paths, or on what no permission can say`,
				granted.untold,
			);
		if (!granted.speaksOfPrograms) continue;
		const starts = startsOf(rule.grants).filter(({ begin }) => begin === undefined || !isCallName(begin.program));
		if (starts.some(({ begin }) => begin === undefined)) tell("no text says which program it means");
		let smaller = 0;
		for (const { begin } of starts) {
			if (begin === undefined) continue;
			const words = wordsOf(begin);
			const key = words.join(" ");
			const id = JSON.stringify(begin);
			if (looked.has(id)) continue;
			looked.add(id);
			if (regions.length >= mostRegions) {
				tell(`\`${key}\` is not looked at: more than ${mostRegions} are said already`);
				continue;
			}
			if (!words.every(isPlainWord) || !isName(begin.program)) {
				tell(`\`${key}\` holds what means something else in a line of shell, or hangs on the folder`);
				continue;
			}
			const found = widest(policy, begin);
			if (found === undefined) smaller++;
			else {
				regions.push(found);
				if (found.reach !== "any")
					tell(
						`\`${key}\` ${found.reach === "exact" ? "without further words" : "without options"} is all of it that is said: the rest hangs on what a text can't say`,
					);
			}
		}
		if (smaller > 0) tell("nothing of it is said: whether it is allowed hangs on what a text can't say");
	}
	const refused = refusedCalls(own, govern);
	return {
		agent,
		fallback: own.agent.default,
		syntax: own.agent.syntax,
		regions,
		calls,
		refusals: own.rules.flatMap(refusalsOf),
		untold,
		refusedCalls: refused,
		paths: saidPaths(policy, govern, refused, steps),
		govern,
	};
}

/** A policy that is asked. */
interface Asked {
	readonly tree: Tree;
	readonly agent: string;
	readonly ground: SymbolicWorld;
	readonly own: AgentTree;
	/** The same agent, at most as free, and free of paths: what it answers holds wherever links lead and whatever the folder is. */
	readonly hardened: AgentModel;
}

/** The largest region that begins with the words of which the policy says one thing. */
function widest(policy: Asked, begin: Beginning): Region | undefined {
	const words = wordsOf(begin);
	const effect = effectOfLine(policy, words);
	if (effect === undefined) return undefined;
	for (const reach of ["any", "operands"] as const)
		if (isReadAsWritten(policy, begin, reach) && holdsForAll(policy, effect, begin, reach))
			return { effect, words, reach };
	return { effect, words, reach: "exact" };
}

/** What is said of the words alone, as they stand and as a line of shell; undefined where that hangs on the world, or is a denial. */
function effectOfLine({ tree, agent, ground }: Asked, words: readonly string[]): Region["effect"] | undefined {
	let isAsked = false;
	const world: World = {
		workspace: ground.workspace,
		...(ground.home === undefined ? {} : { home: ground.home }),
		linkAt: () => {
			isAsked = true;
			return "unknown";
		},
	};
	const effectOf = (request: Request): Effect => decide(tree, request, world).effect;
	const [asWords, asLine] = [effectOf({ agent, argv: words }), effectOf({ agent, script: words.join(" ") })];
	const effect = isStricter(asLine, asWords) ? asLine : asWords;
	return isAsked || (effect !== "allow" && effect !== "ask") ? undefined : effect;
}

/** Are further words behind these read as the claim reads them, one by one, and by the program alone? */
function isReadAsWritten({ own, hardened: { facts } }: Asked, begin: Beginning, reach: Reach): boolean {
	const { program: name, operands, options } = begin;
	if (isOfShell(name) && !speaksOnly.has(name)) return false;
	if (operands.some((word) => word.startsWith("-"))) return false;
	const program = factsOf({ kind: "known", text: name }, facts);
	// Where rules speak of words `name=`, any program's operand may be one.
	if (program?.style !== "pairs" && own.rules.some((rule) => speaksOfPairs(rule, name))) return false;
	if (program === undefined) return true;
	const usages: readonly Usage[] = [
		program,
		...Object.entries(program.subcommands).flatMap(([full, usage]) =>
			[full, ...usage.aliases].some((one) => goTogether(one.split(" "), operands)) ? [usage] : [],
		),
	];
	if (usages.some(readsItsOperands)) return false;
	const styles = [program, ...Object.values(program.subcommands)].map(({ style }) => style ?? program.style);
	const isPlain =
		program.bundledFirst !== true &&
		program.plus !== true &&
		styles.every((style) => style !== "pairs" && style !== "find");
	if (options.length > 0 && !styles.every((style) => style === "gnu" || style === "long")) return false;
	const runs = usages.some((usage) => usage.options.some(readsItsValue));
	switch (reach) {
		case "any":
			return !runs && (isPlain || operands.length + options.length === 0);
		case "operands":
			return isPlain && !(runs && options.length > 0);
		case "exact":
			return true;
	}
}

/** Commands of the shell whose words it only prints, or leaves alone. */
const speaksOnly: ReadonlySet<string> = new Set(["echo", "pwd", "true", "false"]);

/** May one of the rule's conditions on this program be a word `name=`? */
function speaksOfPairs({ grants, restricts }: Rule, program: string): boolean {
	return [grants, restricts].some((test) => test !== undefined && hasPair(specialise(test, program)));
}

function hasPair(test: Test): boolean {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.some(hasPair);
		case "not":
			return hasPair(test.test);
		case "option":
			return !test.name.startsWith("-");
		case "only-options":
			return test.names.some((name) => !name.startsWith("-"));
		case "powers-within":
			return test.options.some((name) => !name.startsWith("-"));
		case "program":
		case "operands":
		case "paths-within":
		case "paths-touching":
		case "hosts-within":
		case "hosts-reaching":
		case "uses-power":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
		case "fact":
		case "until":
			return false;
	}
}

/** Does one of them begin with the other? */
function goTogether(some: readonly string[], others: readonly string[]): boolean {
	return some.every((word, at) => others[at] === undefined || others[at] === word);
}

/** Operands that are code, commands, or more than they seem by their form: what they do is read letter by letter. */
function readsItsOperands({ operands, operandForms, runs, options }: Usage): boolean {
	return (
		runs !== undefined ||
		(operandForms ?? []).length > 0 ||
		[operands, ...options.map((one) => one.operands)].some(
			(one) => one !== undefined && [...one.first, one.rest, ...one.last].includes("code"),
		)
	);
}

function readsItsValue({ role, further, runs, forms }: OptionFact): boolean {
	return runs !== undefined || [role, ...(further ?? [])].includes("code") || (forms ?? []).length > 0;
}

/** Is it proved that every such command gets this answer, wherever links lead? */
function holdsForAll(
	{ agent, ground, hardened: setting }: Asked,
	effect: Region["effect"],
	begin: Beginning,
	reach: "any" | "operands",
): boolean {
	const test = claimed(begin, reach);
	const words = wordsOf(begin);
	const rests = [[], ...someOperands, ...(reach === "any" ? someOptions : [])];
	const { tree, world } = setting;
	// One command that is answered otherwise spares the search for a proof; one of which the claim does not speak would make the proof worth nothing.
	const isRight = rests.every((rest) => {
		const argv = [...words, ...rest];
		const sample: Witness = { argv, redirects: [], forced: false };
		return (
			decide(tree, { agent, argv }, world).effect === effect &&
			decide(tree, { agent, script: argv.join(" ") }, world).effect === effect &&
			holdsFor(test, sample, setting) === "yes"
		);
	});
	return isRight && prove(tree, agent, { keyword: "always", effect, test }, ground, steps).kind === "proved";
}
const someOperands = [["x", "y"], [".env"], ["../x"], ["/etc/passwd"], [".git/hooks/x"], ["a=b"], ["a:b", ",", "@x"]];
const someOptions = [["-x"], ["--zzz"], ["-o", "x"], ["--output=x"], ["-e", "x"], ["-c", "x"], ["-f", "/etc/passwd"]];

/** The commands of a region, made as data: a text would have to be quoted, and be read again. */
function claimed({ program, operands, options }: Beginning, reach: "any" | "operands"): Test {
	const literals = operands.map((text): WordPattern => ({ kind: "literal", text }));
	const exactly = reach === "operands";
	return allOf([
		{ kind: "program", pattern: { kind: "literal", text: program }, as: "granting" },
		{ kind: "operands", words: exactly ? [...literals, { kind: "rest" }] : literals, exactly },
		...(exactly ? [{ kind: "only-options", names: options } as const] : []),
		...options.map((name): Test => ({ kind: "option", name })),
	]);
}

/** The name of a program that begins a line of shell as it stands. */
function isName(word: string): boolean {
	return /^[A-Za-z0-9_.][A-Za-z0-9_.+-]*$/.test(word);
}

/** Words that a shell takes as they stand. */
function isPlainWord(word: string): boolean {
	return /^[A-Za-z0-9_.@%+=:,/-]+$/.test(word);
}

/** What a rule denies for certain and wholly. */
function refusalsOf({ effect, keyword, restricts, message }: Rule): readonly Refusal[] {
	if (restricts === undefined || !isRefusal(effect, keyword)) return [];
	return startsOf(restricts).flatMap(({ begin, isAll }) => {
		const words = begin === undefined || !isAll ? [] : wordsOf(begin);
		return words.length === 0 || !words.every(isPlainWord) || isCallName(words[0] ?? "")
			? []
			: [{ words, ...(message === undefined ? {} : { message }) }];
	});
}

function isRefusal(effect: Effect, keyword: RuleKeyword): boolean {
	return effect === "deny" && keyword === "deny";
}
