/**
 * A decision tree as people look at it: questions with what follows from each answer, down to the effects. Trees may have a million nodes, and each may be met on many
 * ways: only so many are drawn, those near the programs first, and each once. It draws nothing itself.
 */

import { combine } from "../../../engine/decide/combine.js";
import { nodeAt, nodeCount } from "../../../engine/decide/compiled/node-record.js";
import { cellsOfNode, isDefault, isGrant, isRaise, isSwitch } from "../../../engine/decide/compiled/node-table.js";
import type { RuleRef } from "../../../engine/decide/decision.js";
import { describe } from "../../../engine/decide/explain/describe.js";
import { ruleRef } from "../../../engine/decide/rule-ref.js";
import type { AgentTree, Choice, NodeId, Tree } from "../../../engine/decide/tree.js";
import { startFor } from "../../../engine/decide/walk.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import type { Effect } from "../../../language/syntax/statements.js";

/** One agent's tree, as far as it is drawn. */
export interface Outline {
	readonly agent: string;
	readonly programs: readonly ProgramBranch[];
	/** How many questions there are behind these programs, and how many of them are drawn. */
	readonly questions: number;
	readonly drawn: number;
}

/** What follows from an answer. */
export interface Branch {
	/** The answer, or the programs: `yes or unknown`, `git, hg`. */
	readonly when: string;
	readonly to: Shown;
}

/** What programs are asked that are asked the same. */
export interface ProgramBranch extends Branch {
	/** All of them; none for those that no rule names. */
	readonly names: readonly string[];
}

export type Shown =
	/** `number`: by which the other ways to it name it. The branch on which the walk goes on comes last. */
	| { readonly kind: "question"; readonly number: number; readonly text: string; readonly branches: readonly Branch[] }
	/** The end of a way. `rule` is absent where the default decides. `doubt`: the rule may fit. */
	| { readonly kind: "answer"; readonly effect: Effect; readonly rule?: RuleRef; readonly doubt: boolean }
	/** A rule raises the answer to its effect at least, and something else may still hold. */
	| { readonly kind: "raised"; readonly effect: Effect; readonly rule: RuleRef; readonly to: Shown }
	/** What is drawn elsewhere, under this number. */
	| { readonly kind: "again"; readonly number: number }
	/** There is more, and it is not drawn. */
	| { readonly kind: "more" };

export interface Fold {
	/** Only for commands of this program. */
	readonly program?: string | undefined;
	/** Questions one behind the other, at most. */
	readonly depth: number;
	/** Nodes, at most. */
	readonly most: number;
}

/** Of the words at a place, and of the programs, so many are named. */
const mostNamed = 24;
/** So many ways lead on from a switch. */
const mostWays = 200;

/** The tree of one agent. */
export function outline(tree: Tree, agentTree: AgentTree, fold: Fold): Outline {
	const roots = rootsOf(agentTree, fold.program);
	const open = opened(agentTree, roots, fold);
	const drawing = new Drawing(tree, agentTree, open, fold.depth);
	const programs = roots.map(
		({ when, names, node }): ProgramBranch => ({ when, names, to: drawing.at({ node, raised: none }, 0) }),
	);
	return { agent: agentTree.agent.name, programs, questions: reachable(agentTree, roots), drawn: drawing.drawn.size };
}

interface Root {
	readonly when: string;
	readonly names: readonly string[];
	readonly node: NodeId;
}

/** The programs, those with one tree together; then every other one. What goes by several names is asked about all rules in turn: nobody reads that. */
function rootsOf(agentTree: AgentTree, program: string | undefined): readonly Root[] {
	const { programs, others } = agentTree;
	if (program !== undefined) {
		const isNamed = Object.hasOwn(programs, program);
		return [
			{
				when: isNamed ? program : `${program}, like any program that no rule names`,
				names: isNamed ? [program] : [],
				node: startFor(agentTree, program),
			},
		];
	}
	const together = new Map<NodeId, string[]>();
	for (const [name, node] of Object.entries(programs)) {
		const names = together.get(node);
		if (names === undefined) together.set(node, [name]);
		else names.push(name);
	}
	const named = [...together].map(([node, names]): Root => ({ when: firstNames(names), names, node }));
	return [...named, { when: named.length === 0 ? "any program" : "any other program", names: [], node: others }];
}

function firstNames(names: readonly string[]): string {
	const more = names.length - mostNamed;
	return more > 1 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(", ");
}

/** A node, and the rule that has raised the answer on the way to it: what ends there depends on both. */
interface NodeInContext {
	readonly node: NodeId;
	/** The rule's place, or none. */
	readonly raised: number;
}

const none = -1;

function keyOf({ node, raised }: NodeInContext): string {
	return `${node} ${raised}`;
}

/** The places that are drawn: as many as there may be, level by level. */
function opened(agentTree: AgentTree, roots: readonly Root[], { depth, most }: Fold): ReadonlySet<string> {
	const open = new Set<string>();
	let level: readonly NodeInContext[] = roots.map(({ node }) => ({ node, raised: none }));
	for (let deep = 0; level.length > 0 && deep < depth; deep++) {
		const next: NodeInContext[] = [];
		for (const place of level) {
			if (open.size >= most) return open;
			const key = keyOf(place);
			if (open.has(key) || isEnd(agentTree, place.node)) continue;
			open.add(key);
			for (const { to } of waysFrom(agentTree, place)) next.push(to);
		}
		level = next;
	}
	return open;
}

function isEnd({ cells }: AgentTree, node: NodeId): boolean {
	const first = cells[node * cellsOfNode];
	return first === isGrant || first === isDefault;
}

interface Way {
	readonly when: readonly string[];
	readonly to: NodeInContext;
}

/** The ways on from a place, those with one end together; the way of those who are not caught comes last. */
function waysFrom(agentTree: AgentTree, { node, raised }: NodeInContext): readonly Way[] {
	const found = nodeAt(agentTree, node);
	switch (found.kind) {
		case "branch":
			return joined(agentTree, [
				{ when: ["yes"], to: { node: found.yes, raised } },
				{ when: ["unknown"], to: { node: found.unknown, raised } },
				{ when: ["no"], to: { node: found.no, raised } },
			]);
		case "switch": {
			const { words, unsure, others } = found.choice;
			const ways = joined(agentTree, [
				...Object.entries(words).map(([word, to]): Way => ({ when: [`\`${word}\``], to: { node: to, raised } })),
				{ when: ["what can't be known"], to: { node: unsure, raised } },
				{ when: ["anything else"], to: { node: others, raised } },
			]);
			return ways.length > mostWays ? [...ways.slice(0, mostWays - 1), ways.at(-1) as Way] : ways;
		}
		case "raise":
			return [{ when: [], to: { node: found.next, raised: found.rule } }];
		case "grant":
		case "default":
			return [];
	}
}

/** Ways with one end together. Whether a rule surely fits or may fit, it decides alike. */
function joined(agentTree: AgentTree, ways: readonly Way[]): readonly Way[] {
	const byEnd = new Map<string, { when: string[]; to: NodeInContext }>();
	for (const { when, to } of ways) {
		const found = nodeAt(agentTree, to.node);
		const key = found.kind === "raise" ? `${found.rule} ${found.next} raises` : keyOf(to);
		const same = byEnd.get(key);
		if (same === undefined) byEnd.set(key, { when: [...when], to });
		else same.when.push(...when);
	}
	const last = ways.at(-1)?.when[0];
	return [...byEnd.values()].sort((a, b) => Number(isLast(a, last)) - Number(isLast(b, last)));
}

function isLast({ when }: Way, last: string | undefined): boolean {
	return last !== undefined && when.includes(last);
}

/** Draws each place once, and says of the others where that was. */
class Drawing {
	readonly drawn = new Set<NodeId>();
	private readonly numbers = new Map<string, number>();

	constructor(
		private readonly tree: Tree,
		private readonly agentTree: AgentTree,
		private readonly open: ReadonlySet<string>,
		private readonly depth: number,
	) {}

	at(place: NodeInContext, deep: number): Shown {
		const { agentTree } = this;
		const found = nodeAt(agentTree, place.node);
		if (found.kind === "grant" || found.kind === "default") {
			return this.answer(place, found.kind === "grant" ? found.rule : undefined);
		}
		if (found.kind === "raise") {
			const rule = this.rule(found.rule);
			// Nothing is stricter.
			if (rule.effect === "deny")
				return { kind: "answer", effect: "deny", rule: ruleRef(this.tree, rule), doubt: !found.sure };
			const to = this.at({ node: found.next, raised: found.rule }, deep);
			return to.kind === "answer" ? to : { kind: "raised", effect: rule.effect, rule: ruleRef(this.tree, rule), to };
		}
		const key = keyOf(place);
		const known = this.numbers.get(key);
		if (known !== undefined) return { kind: "again", number: known };
		if (!this.open.has(key) || deep >= this.depth) return { kind: "more" };
		const ways = waysFrom(agentTree, place);
		const [only] = ways;
		if (only !== undefined && ways.length === 1) {
			this.drawn.add(place.node);
			return this.at(only.to, deep);
		}
		const number = this.numbers.size + 1;
		this.numbers.set(key, number);
		this.drawn.add(place.node);
		const branches = waysFrom(agentTree, place).map(
			({ when, to }): Branch => ({ when: whenText(when), to: this.at(to, deep + 1) }),
		);
		const text =
			found.kind === "switch" ? `which is ${ordinal(found.choice)} operand?` : `${describe(this.test(found.test))}?`;
		return { kind: "question", number, text, branches: [...branches, ...this.leftOut(found)] };
	}

	/** What a switch with very many words does not name. */
	private leftOut(found: ReturnType<typeof nodeAt>): readonly Branch[] {
		if (found.kind !== "switch") return [];
		const { words, others, unsure } = found.choice;
		const ends = new Set([...Object.values(words), others, unsure]);
		return ends.size > mostWays ? [{ when: "other words", to: { kind: "more" } }] : [];
	}

	private answer({ raised }: NodeInContext, granting: number | undefined): Shown {
		const raising = raised === none ? undefined : this.rule(raised);
		const fallback = this.agentTree.agent.default;
		const effect = combine(granting !== undefined, raising === undefined ? [] : [raising.effect], fallback);
		const rule = raising?.effect === effect ? raising : granting === undefined ? undefined : this.rule(granting);
		return { kind: "answer", effect, ...(rule === undefined ? {} : { rule: ruleRef(this.tree, rule) }), doubt: false };
	}

	private rule(place: number): Rule {
		return this.agentTree.rules[place] as Rule;
	}

	private test(place: number): Test {
		return this.agentTree.tests[place] as Test;
	}
}

function whenText(when: readonly string[]): string {
	if (when.length === 2 && when.every((one) => !one.startsWith("`"))) return when.join(" or ");
	return firstNames(when);
}

function ordinal({ place }: Choice): string {
	return ["the first", "the second", "the third"][place] ?? `the ${place + 1}th`;
}

/** How many questions the walk may meet from here. */
function reachable(agentTree: AgentTree, roots: readonly Root[]): number {
	const { cells, choices } = agentTree;
	const seen = new Uint8Array(nodeCount(agentTree));
	const open = roots.map(({ node }) => node);
	let count = 0;
	for (let node = open.pop(); node !== undefined; node = open.pop()) {
		if (seen[node] === 1) continue;
		seen[node] = 1;
		const at = node * cellsOfNode;
		const first = cells[at] as number;
		if (first >= 0 || first === isSwitch) count++;
		if (first === isSwitch) {
			const { words, others, unsure } = choices[cells[at + 1] as number] as Choice;
			for (const word of Object.keys(words)) open.push(words[word] as NodeId);
			open.push(others, unsure);
		} else if (first === isRaise) open.push(cells[at + 3] as number);
		else if (first >= 0) open.push(cells[at + 1] as number, cells[at + 2] as number, cells[at + 3] as number);
	}
	return count;
}
