/**
 * One agent of a policy as questions about all commands see it: its rules, what is known of programs, and a world without links.
 * Questions are asked of commands that can be read for certain, in folders where nothing is a link: what the tests then say is
 * settled by the words alone. What can't be read for certain is denied or raised anyway.
 */

import { isStricter } from "../../engine/decide/combine.js";
import { speaksOfElsewhere } from "../../engine/decide/command-circumstances.js";
import { programsOf } from "../../engine/decide/compile/specialise.js";
import { compileAgent } from "../../engine/decide/compile.js";
import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import type { Circumstances } from "../../engine/decide/evaluate/circumstances.js";
import { evaluateTest } from "../../engine/decide/evaluate/evaluate-test.js";
import {
	type Before,
	type EvaluationContext,
	evaluationContextOf,
} from "../../engine/decide/evaluate/evaluation-context.js";
import { some, type Truth } from "../../engine/decide/evaluate/truth.js";
import { worldFor } from "../../engine/decide/subjects.js";
import type { AgentTree, Tree } from "../../engine/decide/tree.js";
import type { ReadCommand } from "../../engine/effects/commands.js";
import type { Program } from "../../engine/knowledge/program.js";
import { readArguments } from "../../engine/request/arguments/read-arguments.js";
import { type Facts, factsOf } from "../../engine/request/facts.js";
import type { World } from "../../engine/request/paths.js";
import type { Word } from "../../engine/request/request.js";
import { settledSettings } from "../../language/policy/agent-settings/settled-settings.js";
import { knownFact, variableOfFact } from "../../language/policy/clauses/facts/fact-names.js";
import type { Test } from "../../language/policy/test.js";
import type { Effect } from "../../language/syntax/statements.js";
import { isOwnFear } from "./own-fears.js";
import { questionKey } from "./past/past-tests.js";
import { requestOf, type Witness } from "./witness.js";

/** Where samples stand: the folder that path patterns are relative to, and the home folder. No link is followed. */
export interface SymbolicWorld {
	readonly workspace: string;
	readonly home: string | undefined;
	/** The only programs that there are besides those that rules name; absent: all that the knowledge base or a policy knows. */
	readonly programs?: ReadonlySet<string>;
}

/** A place that has nothing to do with the machine that asks. */
export const anySymbolicWorld: SymbolicWorld = { workspace: "/workspace", home: "/home/user" };

export interface AgentModel {
	readonly tree: Tree;
	readonly agentTree: AgentTree;
	/** Nothing is a link, and nobody knows what lies in a folder. */
	readonly world: World;
	/** The same, with nothing in any folder. */
	readonly emptyWorld: World;
	readonly facts: Facts;
	/** As the ground says. */
	readonly programs?: ReadonlySet<string>;
	/** Does the policy let commands be told something by here-documents and here-strings? */
	readonly inputs: boolean;
	/** Redirections are syntax that the agent may use. */
	readonly redirects: boolean;
	/** Programs that the agent may run, for what programs run: or one that it may not, where there is none. */
	readonly innerWords: () => readonly string[];
	/** Two settings with the same key read the commands of a program of this name alike. */
	readonly readingOf: (program: string) => string;
}

/** An agent of a policy on a ground. An agent that the policy has not is denied everything. */
export function agentModelOf(tree: Tree, agent: string, ground: SymbolicWorld): AgentModel {
	const own = Object.hasOwn(tree.agents, agent) ? tree.agents[agent] : undefined;
	const agentTree = own ?? nobody(agent);
	const bare: World = {
		workspace: ground.workspace,
		...(ground.home === undefined ? {} : { home: ground.home }),
		linkAt: () => "none",
	};
	const world = worldFor({ argv: [] }, agentTree.agent, bare);
	const { trust } = agentTree.agent;
	const read = [trust, world.home, world.workspace, agentTree.agent.zone, agentTree.agent.environment.set];
	const readingOfOthers = JSON.stringify([null, ...read]);
	return {
		tree,
		agentTree,
		world,
		emptyWorld: { ...world, entriesOf: () => [] },
		facts: { programs: taught(tree), trust, home: world.home },
		...(ground.programs === undefined ? {} : { programs: ground.programs }),
		redirects: agentTree.agent.syntax.includes("redirects"),
		inputs: agentTree.agent.syntax.includes("heredocs"),
		innerWords: () => innerWordsOf(tree, agentTree, world),
		readingOf: (program) => {
			const own = tree.programs[program];
			if (own === undefined) return readingOfOthers;
			return JSON.stringify([own, ...read]);
		},
	};
}

const innerWords = new WeakMap<AgentTree, readonly string[]>();

function innerWordsOf(tree: Tree, agentTree: AgentTree, world: World): readonly string[] {
	let words = innerWords.get(agentTree);
	if (words === undefined) {
		const granted = agentTree.rules.flatMap(({ grants }) =>
			grants === undefined ? [] : [...(programsOf(grants) ?? [])],
		);
		const tried = [...new Set(["true", ...granted])].slice(0, mostInner);
		const agent = agentTree.agent.name;
		const effectOf = (name: string): Effect => decide(tree, { agent, argv: [name] }, world).effect;
		const allowed = tried.filter((name) => effectOf(name) === "allow");
		// Where none is allowed, one that no rule names may still be answered less strictly than one that is.
		words = allowed.length > 0 ? allowed : [isStricter(effectOf("true"), effectOf("foo")) ? "foo" : "true"];
		innerWords.set(agentTree, words);
	}
	return words;
}

const mostInner = 64;

const maps = new WeakMap<Tree, ReadonlyMap<string, Program>>();

function taught(tree: Tree): ReadonlyMap<string, Program> {
	let programs = maps.get(tree);
	if (programs === undefined) {
		programs = new Map(Object.entries(tree.programs));
		maps.set(tree, programs);
	}
	return programs;
}

function nobody(name: string): AgentTree {
	return compileAgent({
		name,
		extends: [],
		...settledSettings({}),
		rules: [],
		engineRules: [],
	});
}

/**
 * A sample as the tests see it. The plainest commands of a rule are looked at again for each of its parts, and what they do is worked out once: for the agent
 * without its redirections as well, which has the same facts.
 */
export function subjectFor(sample: Witness, setting: AgentModel): EvaluationContext {
	const known = subjects.get(setting.facts) ?? new Map<string, EvaluationContext>();
	subjects.set(setting.facts, known);
	const key = textOf(sample);
	let subject = known.get(key);
	if (subject === undefined) {
		subject = readSubject(sample, setting);
		if (known.size >= mostSubjects) known.clear();
		known.set(key, subject);
	}
	return subject;
}

/** One sample is asked about many tests. */
function textOf(sample: Witness): string {
	let text = texts.get(sample);
	if (text === undefined) {
		text = JSON.stringify(sample);
		texts.set(sample, text);
	}
	return text;
}
const texts = new WeakMap<Witness, string>();

const subjects = new WeakMap<Facts, Map<string, EvaluationContext>>();
/** Of a policy with thousands of rules those of the last ones are kept. */
const mostSubjects = 4_000;

function readSubject(sample: Witness, setting: AgentModel): EvaluationContext {
	const { facts, agentTree } = setting;
	const world = worldOf(sample, setting);
	const words = sample.argv.map((text): Word => ({ kind: "known", text }));
	const [program, ...args] = words as [Word, ...Word[]];
	const command = {
		program,
		args,
		redirects: sample.redirects.map(({ access, path }) => ({ access, target: { kind: "known", text: path } as const })),
		assignments: [],
		span: { file: "", start: 0, end: 0 },
	};
	const read: ReadCommand = {
		command,
		args: readArguments(factsOf(program, facts), args),
		ways: [[]],
		syntax: [],
	};
	return evaluationContextOf(read, {
		world,
		cwd: sample.cwd ?? world.workspace,
		trust: agentTree.agent.trust,
		forced: sample.forced,
		tools: sample.tools,
		circumstances: circumstancesOf(sample, read, agentTree.agent),
		before: beforeOf(sample),
	});
}

/** What the sample says, as far as its words let it be known. */
function circumstancesOf(
	{ facts = {}, at }: Witness,
	read: ReadCommand,
	{ zone, environment: { set } }: AgentTree["agent"],
): Circumstances {
	return {
		fact: (name) => {
			const variable = variableOfFact(name);
			if (variable !== undefined && Object.hasOwn(set, variable)) return undefined;
			if (knownFact(name)?.changes === true && speaksOfElsewhere(read)) return undefined;
			return Object.hasOwn(facts, name) ? facts[name] : undefined;
		},
		now: () => (at === undefined ? undefined : Date.parse(at)),
		zone,
	};
}

/** What happened before the sample, as far as it says so. */
function beforeOf({ past = {} }: Witness): Before {
	return { answer: (asks, subject) => some([past[questionKey(asks)] ?? "unknown", isOwnFear(asks, subject)]) };
}

/** Does the test hold for the sample? */
export function holdsFor(test: Test, sample: Witness, setting: AgentModel): Truth {
	return evaluateTest(test, subjectFor(sample, setting));
}

/** The sample really decided, with everything inside of it. Several lints ask the same. */
export function decideWitness(sample: Witness, setting: AgentModel): Decision {
	const known = decisions.get(setting) ?? new Map<string, Decision>();
	decisions.set(setting, known);
	const key = textOf(sample);
	let decision = known.get(key);
	if (decision === undefined) {
		const { tree, agentTree } = setting;
		const before = beforeOf(sample);
		decision = decide(tree, requestOf(sample, agentTree.agent.name), worldOf(sample, setting), () => () => before);
		if (known.size >= mostSubjects) known.clear();
		known.set(key, decision);
	}
	return decision;
}

const decisions = new WeakMap<AgentModel, Map<string, Decision>>();

function worldOf({ empty }: Witness, { world, emptyWorld }: AgentModel): World {
	return empty === true ? emptyWorld : world;
}

/** What is said of the sample with everything inside of it: `python -m twine upload` is answered as `twine upload` is, where that is stricter. */
export function effectOf(sample: Witness, setting: AgentModel): Decision["effect"] {
	return decideWitness(sample, setting).effect;
}
