/**
 * Makes the decision tree of a policy: for each agent a switch on the program, behind it the tests of the rules that can speak of it,
 * strictest first, so that the first restriction that holds decides. Equal subtrees are shared by hash-consing
 * (after Maranget, "Compiling pattern matching to good decision trees", 2008).
 */
import type { AgentPolicy, Policy, Rule } from "../../language/policy/policy.js";
import { not, type Test } from "../../language/policy/test.js";
import { remembered } from "../records/remembered.js";
import { asksPeople } from "./asked-people.js";
import { alikeNames, nameless, withNamesApart } from "./compile/alike-names.js";
import { digestOf } from "./compile/policy-digest.js";
import { inPrecedence } from "./compile/precedence.js";
import { anyName, type Name, programsInTest, programsOf, specialise } from "./compile/specialise.js";
import { testJson } from "./compile/test-json.js";
import { frozen } from "./compiled/frozen.js";
import { Cells, isDefault, isGrant, isRaise, isSwitch } from "./compiled/node-table.js";
import type { AgentTree, Choice, NodeId, Tree } from "./tree.js";

/**
 * Compiles a resolved policy. `lines`: line starts by file, so that a rule's place can be told without its file. `mostNodes`: an agent's tree that has as
 * many gets no further switches; `crowding` then names the rules that multiply.
 */
export function compile(policy: Policy, lines: Readonly<Record<string, readonly number[]>>, mostNodes = budget): Tree {
	return {
		version: 1,
		digest: digestOf(policy),
		agents: treesOf(policy, (agent) => compileAgent(agent, mostNodes)),
		programs: Object.fromEntries(policy.programs),
		files: policy.files,
		lines,
	};
}

/** By the agents' names, of which `__proto__` is one like any other. */
export function treesOf(policy: Policy, make: (agent: AgentPolicy) => AgentTree): Tree["agents"] {
	const trees = Object.create(null) as Record<string, AgentTree>;
	for (const agent of policy.agents.values()) trees[agent.name] = make(agent);
	return trees;
}

/** Compiles one agent's rules, those that every policy has included. */
export function compileAgent(agent: AgentPolicy, mostNodes = budget): AgentTree {
	const parts = partsOf(agent);
	return { ...parts, ...nodesFor(parts.rules, mostNodes) };
}

/** What an agent's tree has besides its nodes. */
export function partsOf({
	rules,
	engineRules,
	...settings
}: AgentPolicy): Pick<AgentTree, "agent" | "rules" | "granted"> {
	return {
		// Decisions hand them on to anybody.
		agent: frozen(settings),
		rules: inPrecedence([...engineRules, ...rules]),
		granted: namesGranted(rules),
	};
}

export type Nodes = Omit<AgentTree, "agent" | "rules" | "granted">;

export function nodesFor(rules: readonly Rule[], mostNodes = budget): Nodes {
	const builder = new Builder(rules, mostNodes);
	const programs: Record<string, NodeId> = Object.create(null) as Record<string, NodeId>;
	const names = [...builder.names()].sort();
	const alike = alikeNames(builder.apart, names);
	const roots = new Map<string, NodeId>();
	for (const name of names) programs[name] = remembered(roots, alike.get(name) as string, () => builder.build(name));
	const others = builder.build(undefined);
	const whole = builder.build(anyName);
	return {
		tests: builder.tests,
		cells: builder.cells.all(),
		choices: builder.choices,
		programs,
		others,
		whole,
		...(builder.isOverBudget ? { crowding: builder.crowding() } : {}),
	};
}

/** The programs that some rule grants, by their names and patterns, sorted. */
function namesGranted(rules: readonly Rule[]): readonly string[] {
	const names = new Set<string>();
	const visit = (test: Rule["grants"]): void => {
		if (test?.kind === "all" || test?.kind === "any") for (const inner of test.tests) visit(inner);
		if (test?.kind === "program" && (test.pattern.kind === "literal" || test.pattern.kind === "glob"))
			names.add(test.pattern.text);
		if (test?.kind === "program" && test.pattern.kind === "any") names.add("*");
	};
	for (const rule of rules) if (rule.effect === "allow") visit(rule.grants);
	return [...names].sort();
}

const anyProgram: readonly undefined[] = [undefined];

/** The programs that a rule can speak of; `undefined` alone where it may speak of any. */
function programsOfRule({ grants, restricts }: Rule): Iterable<string | undefined> {
	const granted = grants && programsOf(grants);
	const restricted = restricts && programsOf(restricts);
	if ((grants !== undefined && granted === undefined) || (restricts !== undefined && restricted === undefined))
		return anyProgram;
	return granted === undefined || restricted === undefined
		? (granted ?? restricted ?? [])
		: new Set([...granted, ...restricted]);
}

/** A rule that can speak of a program, and what is left of its tests once the program's name is known. */
interface Speaking {
	readonly index: number;
	readonly effect: Rule["effect"];
	readonly grants: Test | undefined;
	readonly restricts: Test | undefined;
}

/** A rule has about so many, for its own program and in the tree for all. */
const nodesOfRule = 8;
/** So few rules are tried in turn. */
const fewRules = 8;
/** Operands behind this place are not switched on. */
const mostPlaces = 3;
/** This part of the rules at most may speak of any word where rules are told apart by words. */
const mostWide = 0.8;
/** An agent's tree of as many nodes gets no further switches. */
const budget = 1_000_000;
/** So many of the rules that multiply are named. */
const mostCrowding = 5;

function wordsAt(test: Test, place: number): ReadonlySet<string> | undefined {
	switch (test.kind) {
		case "any":
			return union(test.tests.map((one) => wordsAt(one, place)));
		case "all":
			return test.tests.map((one) => wordsAt(one, place)).find((words) => words !== undefined);
		case "operands": {
			const word = test.words[place];
			const fixed = !test.words.slice(0, place).some(({ kind }) => kind === "rest");
			return fixed && word?.kind === "literal" ? new Set([word.text]) : undefined;
		}
		default:
			return undefined;
	}
}

function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
	return sets.includes(undefined) ? undefined : new Set(sets.flatMap((set) => [...(set as ReadonlySet<string>)]));
}

/** What is left of a test for a name: where it is known, the name itself is left out, so that programs that are alike have one tree. */
function left(test: Test, name: Name): Test {
	const found = specialise(test, name);
	return typeof name === "string" ? nameless(found, name) : found;
}

/** Where a command goes whose rule holds, and one whose rule may hold, if not as if it did not. */
interface Hit {
	readonly yes: NodeId;
	readonly unknown?: NodeId;
}

class Builder {
	readonly cells: Cells;
	readonly choices: Choice[] = [];
	readonly tests: Test[] = [];
	private readonly choiceIds = new Map<string, number>();
	private readonly testIds = new Map<string, number>();
	private readonly placesOfTests = new Map<Test, number>();
	/** The rules that can speak of a program, by their places; under no name those that can speak of any. */
	private readonly byProgram = new Map<string | undefined, number[]>();

	/** Some rules were not told apart by their words, for there are too many nodes already. */
	isOverBudget = false;
	/** The words of tests by place: what a rule on any program says is the same for most of them. */
	private readonly wordsOfTests = Array.from({ length: mostPlaces }, () => new Map<Test, ReadonlySet<string> | null>());
	/** How often each rule stands behind words that it does not say. */
	private readonly copies = new Map<number, number>();
	/** The rules as a program with one name meets them. */
	readonly apart: readonly Rule[];

	constructor(
		readonly rules: readonly Rule[],
		private readonly mostNodes: number,
	) {
		this.cells = new Cells(nodesOfRule * rules.length);
		this.apart = rules.map(withNamesApart);
		this.apart.forEach((rule, index) => {
			for (const key of programsOfRule(rule)) {
				const list = this.byProgram.get(key);
				if (list) list.push(index);
				else this.byProgram.set(key, [index]);
			}
		});
	}

	/** The programs that rules name, whole words and in exceptions too. */
	names(): readonly string[] {
		const names = new Set<string>();
		for (const { grants, restricts } of this.apart) {
			if (grants !== undefined) for (const name of programsInTest(grants).names) names.add(name);
			if (restricts !== undefined) for (const name of programsInTest(restricts).names) names.add(name);
		}
		return [...names];
	}

	/** The places of the rules that stand behind most words that they do not say. */
	crowding(): readonly number[] {
		return [...this.copies]
			.sort(([a, some], [b, more]) => more - some || a - b)
			.slice(0, mostCrowding)
			.map(([index]) => index);
	}

	/** Places of the rules that can speak of a program, in order. */
	private rulesFor(name: Name): readonly number[] {
		if (name === anyName) return this.rules.map((_, index) => index);
		const wide = this.byProgram.get(undefined) ?? [];
		const own = name === undefined ? [] : (this.byProgram.get(name) ?? []);
		if (wide.length === 0) return own;
		return [...own, ...wide].sort((a, b) => a - b);
	}

	/** The tree for a program's name. */
	build(name: Name): NodeId {
		const speaking = this.rulesFor(name).map((index): Speaking => {
			const { effect, grants, restricts } = (name === anyName ? this.rules : this.apart)[index] as Rule;
			return {
				index,
				effect,
				grants: grants && left(grants, name),
				restricts: restricts && left(restricts, name),
			};
		});
		if (name !== anyName) return this.switched(speaking, 0);
		// Few commands are asked here, and many rules: each is one question, in place of branches on all of its parts.
		return this.inTurn(speaking, true);
	}

	/** Many rules about one program are told apart by the words that they say at a place; few are tried in turn. */
	private switched(speaking: readonly Speaking[], place: number): NodeId {
		if (speaking.length < fewRules || place >= mostPlaces) return this.inTurn(speaking);
		if (this.cells.length >= this.mostNodes) {
			this.isOverBudget = true;
			return this.inTurn(speaking);
		}
		const byWord = new Map<string, Speaking[]>();
		const wide = new Set<Speaking>();
		for (const one of speaking) {
			const words = this.wordsOf(one, place);
			if (words === undefined) wide.add(one);
			else
				for (const word of words) {
					const list = byWord.get(word);
					if (list) list.push(one);
					else byWord.set(word, [one]);
				}
		}
		// Where nearly all rules speak of any word, they would stand behind each one again.
		if (byWord.size < 2 || wide.size > mostWide * speaking.length) return this.inTurn(speaking);
		for (const { index } of wide) this.copies.set(index, (this.copies.get(index) ?? 0) + byWord.size);
		const order = new Map(speaking.map((one, at) => [one, at]));
		const inOrder = (own: readonly Speaking[]): readonly Speaking[] =>
			[...own, ...wide].sort((a, b) => (order.get(a) as number) - (order.get(b) as number));
		const words: Record<string, NodeId> = Object.create(null) as Record<string, NodeId>;
		for (const word of [...byWord.keys()].sort())
			words[word] = this.switched(inOrder(byWord.get(word) as Speaking[]), place + 1);
		const others = this.switched([...wide], place + 1);
		return this.cells.add(isSwitch, this.choiceId({ place, words, others, unsure: this.inTurn(speaking) }), 0, 0);
	}

	/** The words that stand at a place of the operands wherever the rule holds, or may hold; undefined where any may. */
	private wordsOf({ grants, restricts }: Speaking, place: number): ReadonlySet<string> | undefined {
		if (grants === undefined) return restricts && this.wordsAt(restricts, place);
		return restricts === undefined
			? this.wordsAt(grants, place)
			: union([this.wordsAt(grants, place), this.wordsAt(restricts, place)]);
	}

	private wordsAt(test: Test, place: number): ReadonlySet<string> | undefined {
		const places = this.wordsOfTests[place] as Map<Test, ReadonlySet<string> | null>;
		return remembered(places, test, () => wordsAt(test, place) ?? null) ?? undefined;
	}

	/** The rules tried one by one. */
	private inTurn(speaking: readonly Speaking[], asWhole = false): NodeId {
		const end = this.cells.add(isDefault, 0, 0, 0);
		const grant = (rule: number): Hit => ({ yes: this.cells.add(isGrant, rule, 0, 0) });
		const grants = this.chain("grants", speaking, end, asWhole, grant);
		// Each group that is asked is told, and a plain question stands behind all of them.
		const afterAsk = this.chain("ask", speaking, grants, asWhole, (rule, next) =>
			this.raised(rule, asksPeople(this.rules[rule] as Rule) ? next : grants),
		);
		const afterNudge = this.chain("nudge", speaking, afterAsk, asWhole, (rule) => this.raised(rule, grants));
		// A denial is the last word: nothing behind it needs a look.
		return this.chain("deny", speaking, afterNudge, asWhole, (rule) => this.raised(rule, end));
	}

	private raised(rule: number, next: NodeId): Hit {
		return {
			yes: this.cells.add(isRaise, rule, 1, next),
			unknown: this.cells.add(isRaise, rule, 0, next),
		};
	}

	/** The rules of one effect, each tested in turn; `end` is where a command goes that none of them catches. */
	private chain(
		what: "grants" | "ask" | "nudge" | "deny",
		speaking: readonly Speaking[],
		end: NodeId,
		asWhole: boolean,
		hit: (rule: number, next: NodeId) => Hit,
	): NodeId {
		let next = end;
		for (let at = speaking.length - 1; at >= 0; at--) {
			const { index, effect, grants, restricts } = speaking[at] as Speaking;
			const test = what === "grants" ? grants : effect === what ? restricts : undefined;
			if (test === undefined) continue;
			const { yes, unknown } = hit(index, next);
			next = asWhole ? this.branch(test, yes, next, unknown ?? next) : this.test(test, yes, next, unknown ?? next);
		}
		return next;
	}

	/** A test and what follows from it, as branches on its parts. */
	private test(test: Test, yes: NodeId, no: NodeId, unknown: NodeId): NodeId {
		if (yes === no && no === unknown) return yes;
		switch (test.kind) {
			case "not":
				return this.test(test.test, no, yes, unknown);
			case "all":
				return this.sequence(test.tests, yes, no, unknown);
			case "any":
				// De Morgan: one of them holds unless all of them fail.
				return this.sequence(test.tests.map(not), no, yes, unknown);
			default:
				return this.branch(test, yes, no, unknown);
		}
	}

	private branch(test: Test, yes: NodeId, no: NodeId, unknown: NodeId): NodeId {
		return this.cells.add(this.testId(test), yes, no, unknown);
	}

	/** All of the tests: the first that fails ends it, one that is unknown makes the rest unknown at best. Built from the last test to the first. */
	private sequence(tests: readonly Test[], yes: NodeId, no: NodeId, unknown: NodeId): NodeId {
		let sure = yes;
		let maybe = unknown;
		for (let at = tests.length - 1; at >= 0; at--) {
			const test = tests[at] as Test;
			const next = this.test(test, sure, no, maybe);
			maybe = this.test(test, maybe, no, maybe);
			sure = next;
		}
		return sure;
	}

	private choiceId(choice: Choice): number {
		return remembered(this.choiceIds, JSON.stringify(choice), () => this.choices.push(choice) - 1);
	}

	private testId(test: Test): number {
		// Most are the same objects: those of a rule that speaks of any program stand in every tree.
		return remembered(this.placesOfTests, test, () =>
			remembered(this.testIds, testJson(test), () => this.tests.push(test) - 1),
		);
	}
}
