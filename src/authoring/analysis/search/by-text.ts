/** What the texts of tests say of each other, without a search for commands: sound, and not complete. */
import type { AgentModel } from "../agent-model.js";
import { type OtherNames, otherNamesOf } from "../programs/other-names.js";
import type { ProgramClass } from "../programs/program-classes.js";
import type { Budget } from "../words/word-search.js";
import { asked, type Goal, type Sided, startingConjunctions } from "./goal.js";
import { type Asked, type Conjunction, everything, saysOf } from "./literals.js";

/** Does the test hold wherever all of the goal's do, as far as their texts say it? `others`: where they speak of one program. */
export function follows(one: Sided, goal: Goal, others?: OtherNames): boolean {
	return followingFrom(goal, others)(one);
}

/** The same for many tests and one goal, which is taken apart once. */
export function followingFrom(goal: Goal, others?: OtherNames): (one: Sided) => boolean {
	let clashed = false;
	const known: Conjunction[] = [];
	const budget: Budget = { left: steps };
	const rest = takenApart(goal, others, budget, () => {
		clashed = true;
	});
	return ({ test, side, mayBe }) => {
		for (let at = 0; ; at++) {
			if (at === known.length) {
				const { done, value } = rest.next();
				if (done === true) break;
				known.push(value);
			}
			const says = saysOf(known[at] as Conjunction, test, side);
			if (says !== "yes" && (mayBe || says !== "maybe")) return false;
		}
		// What excludes itself fits what is in doubt, and nothing is known of that.
		return budget.left >= 0 && !(known.length === 0 && clashed);
	};
}

/** May all of a goal hold together for a program, as far as the texts of its tests say it? No is certain. */
export function mayHoldTogether(goal: Goal, { name }: ProgramClass, { facts }: AgentModel): boolean {
	const budget: Budget = { left: steps };
	return takenApart(goal, otherNamesOf(name, facts), budget).next().done !== true || budget.left < 0;
}

/** The conjunctions of all that must hold. */
function takenApart(
	{ all }: Goal,
	others: OtherNames | undefined,
	budget: Budget,
	clashes?: Asked["clashes"],
): Generator<Conjunction, void> {
	const asking = all.map((one) => ({ ...asked(one, true, one.side, others), budget, clashes }));
	return startingConjunctions(everything, 0, asking);
}

/** Whoever reads texts alone waits no longer than so many steps. */
const steps = 200;
