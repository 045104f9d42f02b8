/**
 * What stands between a command and what is asked of it, and the commands beside it that it would not stand in the way of: with an option more,
 * in another folder, forced. Most rules that do not decide their plainest command decide one that is a step or two away from it.
 */

import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import { joinPath, normalise } from "../../../engine/request/paths.js";
import { isCallName } from "../../../language/policy/hands.js";
import type { PathPattern, Test } from "../../../language/policy/test.js";
import { type AgentModel, subjectFor } from "../agent-model.js";
import { type Goal, isAvoided, isMet } from "../search/goal.js";
import { circumstancesFor } from "../search/solve-conjunction/circumstances.js";
import type { Witness } from "../witness.js";

/** A command that meets the goal of one policy, the given one or one near to it. None says nothing. */
export function nearestAllowedCommand(
	sample: Witness,
	goal: Goal,
	setting: AgentModel,
	accepts: (sample: Witness) => boolean,
): Witness | undefined {
	const seen = new Set<string>();
	const look = (one: Witness, depth: number): Witness | undefined => {
		const key = JSON.stringify(one);
		if (seen.has(key) || seen.size >= mostTried) return undefined;
		seen.add(key);
		const obstacle = obstacleIn(goal, subjectFor(one, setting));
		if (obstacle === undefined) return accepts(one) ? one : undefined;
		if (depth === 0 || obstacle === "hopeless") return undefined;
		for (const next of waysAround(obstacle, one, setting)) {
			const found = look(next, depth - 1);
			if (found !== undefined || seen.size >= mostTried) return found;
		}
		return undefined;
	};
	return look(sample, mostSteps);
}

/** So many things are changed about one command, */
const mostSteps = 4;
/** and so many commands are looked at. */
const mostTried = 16;

/** A test that is to hold and does not, or the other way round. */
interface Obstacle {
	readonly test: Test;
	readonly wanted: boolean;
	readonly subject: EvaluationContext;
}

/** The first thing that the command misses; `hopeless`: it is none that is mended here. */
function obstacleIn({ all, none, some }: Goal, subject: EvaluationContext): Obstacle | "hopeless" | undefined {
	for (const one of all)
		if (!isMet(evaluateTest(one.test, subject), one)) return { test: one.test, wanted: true, subject };
	for (const one of none)
		if (!isAvoided(evaluateTest(one.test, subject), one)) return { test: one.test, wanted: false, subject };
	return some.every((list) => list.some((one) => isMet(evaluateTest(one.test, subject), one))) ? undefined : "hopeless";
}

/** Commands for which it may be no obstacle: what is typed is changed before how it is asked for. */
function* waysAround(
	{ test, wanted, subject }: Obstacle,
	sample: Witness,
	setting: AgentModel,
): Generator<Witness, void> {
	switch (test.kind) {
		case "all":
			for (const part of test.tests)
				if (!wanted || evaluateTest(part, subject) !== "yes")
					yield* waysAround({ test: part, wanted, subject }, sample, setting);
			return;
		case "any":
			for (const part of test.tests)
				if (wanted || evaluateTest(part, subject) !== "no")
					yield* waysAround({ test: part, wanted, subject }, sample, setting);
			return;
		case "not":
			yield* waysAround({ test: test.test, wanted: !wanted, subject }, sample, setting);
			return;
		case "option":
			if (wanted && test.value === undefined) yield* withOption(test.name, sample);
			return;
		case "only-options":
			if (!wanted) yield* withOption("--quux", sample);
			return;
		case "operands":
			if (!wanted && test.exactly) yield withOperand("x", sample);
			return;
		case "paths-within":
			if (wanted) yield* elsewhere(test.paths, sample, setting);
			else if (setting.redirects && !isCallName(sample.argv[0] ?? "") && test.access !== "write")
				yield withRedirect("read", "/x", sample);
			else yield withOperand("/x", sample);
			return;
		case "forced":
			if (sample.forced !== wanted) yield { ...sample, forced: wanted };
			return;
		case "redirected":
			if (!wanted) yield { ...sample, redirects: [] };
			else if (setting.redirects && !isCallName(sample.argv[0] ?? ""))
				yield withRedirect(test.access === "write" ? "write" : "read", "x", sample);
			return;
		case "has-tool":
			if (!wanted && sample.tools === undefined) yield { ...sample, tools: [] };
			return;
		case "paths-touching":
			// It reaches further than its words say: into a folder of which nobody knows what lies in it.
			if (!wanted && sample.empty === undefined && evaluateTest(test, subject) === "unknown")
				yield { ...sample, empty: true };
			return;
		case "fact":
		case "until": {
			const literal = { atom: test, wanted, mayBe: false, side: 0 };
			const found = circumstancesFor([literal], () => setting.agentTree.agent.zone, { left: 2_000 });
			if (found === "none" || found === "unsettled") return;
			// What was chosen for another condition stays.
			if (found.at !== undefined && sample.at === undefined) yield { ...sample, at: found.at };
			const isNew = Object.keys(found.facts ?? {}).some((name) => !Object.hasOwn(sample.facts ?? {}, name));
			if (isNew) yield { ...sample, facts: { ...found.facts, ...sample.facts } };
			return;
		}
		case "program":
		case "powers-within":
		case "uses-power":
		case "past":
			return;
	}
}

function* withOption(name: string, sample: Witness): Generator<Witness, void> {
	if (!sample.argv.includes(name)) yield { ...sample, argv: [...sample.argv, name] };
}

/** Before the options: behind one it may be a value. */
function withOperand(word: string, sample: Witness): Witness {
	const at = sample.argv.findIndex((one) => one.startsWith("-"));
	const end = at < 0 ? sample.argv.length : at;
	return { ...sample, argv: [...sample.argv.slice(0, end), word, ...sample.argv.slice(end)] };
}

function withRedirect(access: "read" | "write", path: string, sample: Witness): Witness {
	return { ...sample, redirects: [...sample.redirects, { access, path }] };
}

/** Where words are paths, they lie elsewhere when the command starts elsewhere. */
function* elsewhere(paths: readonly PathPattern[], sample: Witness, { world }: AgentModel): Generator<Witness, void> {
	if (sample.cwd !== undefined) return;
	for (const { text, literal, negated } of paths) {
		if (negated || (!literal && /[*?[{\\]/.test(text))) continue;
		const home = world.home ?? "/";
		const place = text === "~" || text.startsWith("~/") ? `${home}${text.slice(1)}` : text;
		const cwd = normalise(joinPath(world.workspace, place));
		if (cwd !== world.workspace) yield { ...sample, cwd };
	}
}
