/** The goals for an answer, held against the answers of `decide`: a command meets one of them if and only if it is answered so. */
import { describe, expect, test } from "@jest/globals";
import {
	type AgentModel,
	agentModelOf,
	anySymbolicWorld,
	decideWitness,
	holdsFor,
} from "../../../src/authoring/analysis/agent-model.js";
import {
	answeredByDefault,
	exactly,
	looserThan,
	outcomesFor,
	stricterThan,
} from "../../../src/authoring/analysis/outcomes.js";
import type { Goal, Sided } from "../../../src/authoring/analysis/search/goal.js";
import { ownDecision, type Witness } from "../../../src/authoring/analysis/witness.js";
import { isStricter } from "../../../src/engine/decide/combine.js";
import type { Effect } from "../../../src/language/syntax/statements.js";
import { loadText } from "../../../src/runtime/load/load.js";

const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

const rules = `
	allow foo a
	allow foo b
	allow runner
	ask foo b
	nudge foo c
	ask foo d
	nudge foo d
	deny foo e
	allow foo e
	deny foo with -x
	allow foo f granting everything
	program runner can read {
		option --run X exec
	}`;

const commands = [
	..."abcdefg".split("").flatMap((word) => [
		["foo", word],
		["foo", word, "-x"],
		["foo", "--", word, "-x"],
		["./foo", word],
		["foo", "-y", word],
	]),
	["foo"],
	["runner"],
	["runner", "--run", "ls"],
	["runner", "--quux"],
];

function settingFor(fallback: Effect, unreadable: string): AgentModel {
	const [agent, programs] = rules.split("\tprogram");
	const text = `agent default {\ndefault ${fallback}\n${unreadable}\n${agent}}\nprogram${programs}\n`;
	const { tree, diagnostics } = loadText("outcomes.rules", text);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return agentModelOf(tree, "default", anySymbolicWorld);
}

function meets(goal: Goal, sample: Witness, setting: AgentModel): boolean {
	const isHeld = ({ test: asked, mayBe }: Sided): boolean => {
		const truth = holdsFor(asked, sample, setting);
		return truth === "yes" || (truth === "unknown" && mayBe === true);
	};
	const isLost = ({ test: asked, mayBe }: Sided): boolean => {
		const truth = holdsFor(asked, sample, setting);
		return truth === "no" || (truth === "unknown" && mayBe === true);
	};
	return goal.all.every(isHeld) && goal.none.every(isLost) && goal.some.every((list) => list.some(isHeld));
}

describe.each(
	(["allow", "ask", "deny"] as const).flatMap((fallback) =>
		["", "unreadable ask"].map((unreadable) => [fallback, unreadable] as const),
	),
)("by default %s %s", (fallback, unreadable) => {
	const setting = settingFor(fallback, unreadable);
	const answered = commands.flatMap((argv) =>
		[false, true].map((forced): readonly [Witness, ReturnType<typeof ownDecision>] => {
			const sample = { argv, redirects: [], forced };
			return [sample, ownDecision(decideWitness(sample, setting))];
		}),
	);

	const check = (
		goalsOf: (effect: Effect, name: string) => readonly Goal[],
		isMeant: (answer: ReturnType<typeof ownDecision>, effect: Effect) => boolean,
	): void => {
		for (const effect of effects) {
			for (const [sample, answer] of answered) {
				const name = (sample.argv[0] as string).replace("./", "");
				const met = goalsOf(effect, name).filter((goal) => meets(goal, sample, setting));
				const said = { effect, sample, answer: answer.effect };
				// What a tentative goal finds is looked at again; everything that is meant is found.
				if (isMeant(answer, effect)) expect({ ...said, met: met.length > 0 }).toEqual({ ...said, met: true });
				else expect({ ...said, met: met.filter(({ tentative }) => !tentative) }).toEqual({ ...said, met: [] });
			}
		}
	};

	test("an answer", () => {
		check(
			(effect, name) => exactly(effect, outcomesFor([setting], 0, name)),
			(answer, effect) => answer.effect === effect,
		);
	});

	test("whatever is looser", () => {
		check(
			(effect, name) => looserThan(effect, outcomesFor([setting], 0, name)),
			(answer, effect) => isStricter(effect, answer.effect),
		);
	});

	test("whatever is stricter", () => {
		check(
			(effect, name) => stricterThan(effect, outcomesFor([setting], 0, name)),
			(answer, effect) => isStricter(answer.effect, effect),
		);
	});

	test("what no rule decides", () => {
		check(
			(effect, name) => answeredByDefault(effect, outcomesFor([setting], 0, name)),
			(answer, effect) => answer.effect === effect && answer.rules.length === 0,
		);
	});
});
