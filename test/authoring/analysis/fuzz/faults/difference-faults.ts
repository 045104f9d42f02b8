/** What is wrong with what is said to differ between two policies: every command is put to both. */
import {
	type Change,
	difference,
	firstDifference,
	soon,
} from "../../../../../src/authoring/analysis/changes/difference.js";
import type { Witness } from "../../../../../src/authoring/analysis/witness.js";
import { isStricter } from "../../../../../src/engine/decide/combine.js";
import type { AgentTree } from "../../../../../src/engine/decide/tree.js";
import type { Effect } from "../../../../../src/language/syntax/statements.js";
import { and, but, first, or } from "../bits.js";
import { decided } from "../decided.js";
import { answersTo, type Commands, commandsOf, effects, mannersFor, sampleAt } from "../every-command.js";
import { ground, groundWith, world } from "../ground.js";
import { steps, words } from "../runs.js";
import { agentsOf, type Loaded } from "../small-policies.js";
import { type Fault, lengthOf, shown, type Tally } from "./fault.js";

export function differenceFaults(
	names: readonly string[],
	before: Loaded,
	after: Loaded,
	tally: Tally,
): readonly Fault[] {
	const { changes, unsettled } = difference(
		before.tree,
		after.tree,
		groundWith(names),
		// The quick search of the command line answers every other one.
		tally.asked % 4 < 2 ? steps : { ...soon(), steps },
	);
	const found: Fault[] = [];
	for (const agent of new Set([before, after].flatMap(agentsOf))) {
		tally.asked++;
		const told = changes.filter((change) => change.agent === agent);
		const open = unsettled.filter((one) => one.agent === agent);
		if (open.length > 0) tally.open++;
		else if (told.length > 0) tally.shown++;
		else tally.proved++;
		const wrong = told.flatMap((change) => wrongWith(change, before, after) ?? []);
		found.push(
			...wrong.map((what) => ({ kind: "wrong", text: `${what}\nagent ${agent}` }) as const),
			...missed(agent, names, before, after, told, new Set(open.map(({ program }) => program))),
		);
	}
	return found;
}

/** Whoever asks only whether there is a difference hears the same. In this question there is no small world: few steps must do. */
export function firstDifferenceFaults(before: Loaded, after: Loaded, tally: Tally): readonly Fault[] {
	const { changes, unsettled } = difference(before.tree, after.tree, ground, fewSteps);
	const first = firstDifference(before.tree, after.tree, world, fewSteps);
	tally.asked++;
	switch (first.kind) {
		case "unsettled":
			tally.open++;
			return [];
		case "equal":
			tally.proved++;
			return changes.length === 0 && unsettled.length === 0
				? []
				: [{ kind: "wrong", text: `equal, but there are ${changes.length} changes` }];
		case "differs":
			tally.shown++;
			return changes.length > 0 ? [] : [{ kind: "wrong", text: "different, but there is no change" }];
	}
}

const fewSteps = 50;

function wrongWith(
	{ agent, before: was, after: is, sample }: Change,
	before: Loaded,
	after: Loaded,
): string | undefined {
	const [old, now] = [before, after].map(({ tree }) => decided(tree, sample, agent));
	if (old?.effect !== was.effect) return `${shown(sample)} was ${old?.effect}, not ${was.effect}`;
	if (now?.effect !== is.effect) return `${shown(sample)} is ${now?.effect}, not ${is.effect}`;
	if (was.effect === is.effect) return `${shown(sample)} is ${is.effect} as it was`;
	if (String(old.rules) !== String(was.rules.map(({ id }) => id))) return `${shown(sample)} was by ${old.rules}`;
	if (String(now.rules) !== String(is.rules.map(({ id }) => id))) return `${shown(sample)} is by ${now.rules}`;
	return undefined;
}

/** Of each two answers the shortest command that nobody tells of, program by program. */
function missed(
	agent: string,
	names: readonly string[],
	before: Loaded,
	after: Loaded,
	told: readonly Change[],
	open: ReadonlySet<string>,
): readonly Fault[] {
	const trees = [before, after].map(({ tree }) => tree.agents[agent] as AgentTree) as [AgentTree, AgentTree];
	const redirects = trees.every((one) => one.agent.syntax.includes("redirects"));
	return names.flatMap((name) => {
		// Programs that no rule names stand for one another.
		if ([...open].some((one) => one === name || !names.includes(one))) return [];
		const shortest = new Map<string, { readonly was: Effect; readonly is: Effect; readonly sample: Witness }>();
		const [of, andOf] = trees.map((tree, at) => commandsOf(name, words, tree, trees[1 - at])) as [
			readonly Commands[],
			readonly Commands[],
		];
		for (const [at, commands] of of.entries()) {
			if (commands.redirects.length > 0 && !redirects) continue;
			const others = andOf[at] as Commands;
			for (const manner of mannersFor(before.text + after.text)) {
				const old = answersTo(commands, manner, trees[0]);
				const now = answersTo(others, manner, trees[1]);
				const sure = but(and(commands.certain, others.certain), or(old.doubted, now.doubted));
				for (const was of effects) {
					for (const is of effects) {
						if (was === is) continue;
						const at = first(and(sure, and(old.with[was], now.with[is])));
						if (at === undefined) continue;
						const key = `from ${was} to ${is}`;
						const sample = sampleAt(commands, at, manner);
						const best = shortest.get(key);
						if (best === undefined || lengthOf(sample) < lengthOf(best.sample)) shortest.set(key, { was, is, sample });
					}
				}
			}
		}
		// A program that no rule names belongs to those that no change names.
		const here = told.filter(({ programs }) => programs.includes(name) || !isNamed(name, trees));
		return [...shortest].flatMap(([key, { was, is, sample }]): readonly Fault[] => {
			const what = `${shown(sample)} went ${key}`;
			const same = here.filter((change) => change.before.effect === was && change.after.effect === is);
			if (same.some((change) => lengthOf(change.sample) <= lengthOf(sample))) return [];
			if (same.length > 0) return [{ kind: "longer", text: `${what}, and only a longer one is told\nagent ${agent}` }];
			// Commands with one looser answer are one region, whatever stricter answers they have on the other side: one of these is told.
			const alike = here.some(({ before: old, after: now }) =>
				isStricter(is, was)
					? old.effect === was && isStricter(now.effect, old.effect)
					: now.effect === is && isStricter(old.effect, now.effect),
			);
			if (alike)
				return [{ kind: "longer", text: `${what}, and only another change to the same is told\nagent ${agent}` }];
			return [
				{ kind: "wrong", text: `${what}, and nobody says so of ${name} (${here.length} changes)\nagent ${agent}` },
			];
		});
	});
}

/** Does a rule name the program? */
function isNamed(name: string, trees: readonly AgentTree[]): boolean {
	return JSON.stringify(trees.map(({ rules }) => rules)).includes(`"kind":"literal","text":"${name}"},"as"`);
}
