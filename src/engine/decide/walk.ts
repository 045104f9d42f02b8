/**
 * The walk through a decision tree for one command, and what may be met on it.
 */
import type { Test } from "../../language/policy/test.js";
import { cellsOfNode, isDefault, isGrant, isRaise, isSwitch } from "./compiled/node-table.js";
import { evaluateTest, programNames, programPlace } from "./evaluate/evaluate-test.js";
import type { EvaluationContext } from "./evaluate/evaluation-context.js";
import type { Truth } from "./evaluate/truth.js";
import type { AgentDecisions, Choice, NodeId } from "./tree.js";

/** What the walk through the tree found. */
export interface Walk {
	readonly granted: number | undefined;
	readonly raised: readonly { readonly rule: number; readonly sure: boolean }[];
	/** The tests that were asked, in order: the trace. Each is a number, which `stepsOf` reads. */
	readonly asked: readonly number[];
}

/** The branches that were taken, in order. */
export const stepsOf = ({ asked }: Walk): readonly { readonly test: number; readonly truth: Truth }[] =>
	asked.map((one) => ({ test: one >> 2, truth: truthOf(one) }));

/** A test and its answer as one number: a walk takes twenty steps, and one record for each would be what a decision mostly leaves behind. */
const stepOf = (test: number, truth: Truth): number => (test << 2) | branches[truth];
const truthOf = (step: number): Truth => truths[step & 3] as Truth;

/** Walks the tree for one command: that of its program's name, or the whole one where the program may go by another name. */
export function walk(agentTree: AgentDecisions, subject: EvaluationContext): Walk {
	const names = programNames(subject);
	const place = programPlace(subject);
	const [name] = names;
	const oneName = name !== undefined && names.length === 1 && (place === undefined || place.resolved !== undefined);
	return follow(agentTree, oneName ? startFor(agentTree, name) : agentTree.whole, subject);
}

/** The node where the tree for a program of this one name begins. */
export function startFor({ programs, others }: AgentDecisions, name: string): NodeId {
	return Object.hasOwn(programs, name) ? (programs[name] as NodeId) : others;
}

function follow(agentTree: AgentDecisions, start: NodeId, subject: EvaluationContext): Walk {
	const { cells, choices, tests } = agentTree;
	const raised: { rule: number; sure: boolean }[] = [];
	const asked: number[] = [];
	// A tree that was compiled here is an array, and one that was read is looked up in place.
	const cell =
		cells instanceof Int32Array
			? (place: number) => cells[place] as number
			: (place: number) => cells.at(place) as number;
	let at = start * cellsOfNode;
	for (;;) {
		const first = cell(at);
		let next: NodeId;
		switch (first) {
			case isSwitch:
				next = behindSwitch(choices.at(cell(at + 1)) as Choice, subject);
				break;
			case isRaise:
				raised.push({ rule: cell(at + 1), sure: cell(at + 2) === 1 });
				next = cell(at + 3);
				break;
			case isGrant:
				return { granted: cell(at + 1), raised, asked };
			case isDefault:
				return { granted: undefined, raised, asked };
			default: {
				const truth = truthIn(asked, first) ?? evaluateTest(tests.at(first) as Test, subject);
				asked.push(stepOf(first, truth));
				next = cell(at + branches[truth]);
			}
		}
		// Every node stands behind those that it leads to; a tree that was written by somebody else may not end.
		if (!(next * cellsOfNode < at)) throw new Error("the decision tree runs in a circle");
		at = next * cellsOfNode;
	}
}

/** Equal tests are one test, and asked once. One that comes again comes soon: a longer look back takes more time than to ask. */
function truthIn(asked: readonly number[], test: number): Truth | undefined {
	const last = Math.max(0, asked.length - nearSteps);
	// equivalent: asked again, it is the same
	for (let at = asked.length - 1; at >= last; at--) {
		const step = asked[at] as number;
		if (step >> 2 === test) return truthOf(step);
	}
	return undefined;
}
const nearSteps = 32;

/** Where in a branch's numbers the way on stands. */
const branches = { yes: 1, no: 2, unknown: 3 } as const satisfies Record<Truth, number>;
const truths: readonly (Truth | undefined)[] = [undefined, "yes", "no", "unknown"];

/** Where the operand at the switch's place leads; those before it were looked at by switches above. */
function behindSwitch({ place, words, others, unsure }: Choice, { args }: EvaluationContext): NodeId {
	const slot = args.operands[place];
	if (slot === undefined) return args.open ? unsure : others;
	if (slot.kind !== "sure" || slot.word.kind !== "known" || slot.mayBe !== undefined) return unsure;
	const { text } = slot.word;
	if (slot.canonical !== undefined && slot.canonical !== text) return unsure;
	return Object.hasOwn(words, text) ? (words[text] as NodeId) : others;
}

/** The tests and the rules that a walk for a program of this one name may meet, by their places, in order. */
export function metFor(
	agentTree: AgentDecisions,
	name: string,
): { readonly tests: readonly number[]; readonly rules: readonly number[] } {
	const { cells, choices } = agentTree;
	const tests = new Set<number>();
	const rules = new Set<number>();
	const seen = new Set<NodeId>();
	const open = [startFor(agentTree, name)];
	for (let node = open.pop(); node !== undefined; node = open.pop()) {
		if (seen.has(node)) continue;
		seen.add(node);
		const at = node * cellsOfNode;
		const first = cells.at(at) as number;
		switch (first) {
			case isSwitch: {
				const { words, others, unsure } = choices.at(cells.at(at + 1) as number) as Choice;
				open.push(...Object.values(words), others, unsure);
				break;
			}
			case isRaise:
				rules.add(cells.at(at + 1) as number);
				open.push(cells.at(at + 3) as number);
				break;
			case isGrant:
				rules.add(cells.at(at + 1) as number);
				break;
			case isDefault:
				break;
			default:
				tests.add(first);
				open.push(cells.at(at + 1) as number, cells.at(at + 2) as number, cells.at(at + 3) as number);
		}
	}
	const inOrder = (places: ReadonlySet<number>): readonly number[] => [...places].sort((a, b) => a - b);
	return { tests: inOrder(tests), rules: inOrder(rules) };
}
