/**
 * The commands that stories are made of: of each pattern that a rule asks for some, so that what one pattern tells from another is among them, and what one rule
 * lets through and another does not.
 */
import type { EventTest, Exceeded, Happened, Test } from "../../../language/policy/test.js";
import { allOf, not } from "../../../language/policy/test.js";
import { type AgentModel, holdsFor } from "../agent-model.js";
import type { Witness } from "../witness.js";
import { reachOnce } from "./reach-once.js";

export type EventQuestion = Happened | Exceeded;

/** `few`: one for each pattern. `more`: for each two, what fits the one and not the other, and for each rule that grants what it lets through. */
export type Manifold = "few" | "more";

export function storyLetters(
	questions: readonly EventQuestion[],
	asked: Witness,
	setting: AgentModel,
	manifold: Manifold,
): readonly Witness[] {
	const patterns = patternsOf(questions);
	const found = patterns.flatMap(({ fits, fate }) => lettersFor(fits, fate, setting));
	if (manifold === "more") {
		const grants = setting.agentTree.rules.flatMap((rule) => alternatives(rule.grants));
		for (const { fits, fate } of patterns) {
			for (const other of patterns)
				if (other.fits !== fits) found.push(...lettersFor(allOf([fits, not(other.fits)]), fate, setting));
			for (const granted of grants) found.push(...lettersFor(allOf([fits, granted]), fate, setting));
		}
	}
	const told = new Map<string, Witness>();
	for (const one of [...found, ...found.flatMap((one) => aboutTheSame(one, asked, patterns, questions, setting))]) {
		const text = likeness(one, patterns, questions, setting);
		if (!told.has(text)) told.set(text, one);
	}
	return [...told.values()].slice(0, manifold === "few" ? mostFew : mostMore);
}

/** Each pattern of a rule by itself. */
function alternatives(test: Test | undefined): readonly Test[] {
	if (test?.kind === "any") return test.tests.flatMap(alternatives);
	if (test?.kind !== "all") return test === undefined ? [] : [test];
	const at = test.tests.findIndex(({ kind }) => kind === "any");
	if (at < 0) return [test];
	return alternatives(test.tests[at]).map((one) => allOf(test.tests.with(at, one)));
}

const mostFew = 8;
const mostMore = 20;

export function patternsOf(questions: readonly EventQuestion[]): readonly EventTest[] {
	return questions.flatMap((asks): readonly EventTest[] =>
		asks.kind === "happened" ? [...asks.events, ...asks.since] : asks.events,
	);
}

/** A command that fits, and that some past lets through: a person may refuse it. One that none does where refused or approved ones are asked for. */
function lettersFor(fits: Test, fate: EventTest["fate"], setting: AgentModel): readonly Witness[] {
	const isOfPeople = fate === "denied" || fate === "approved";
	for (const effect of ["allow", "ask", ...(isOfPeople ? ["any" as const] : [])] as const) {
		const result = reachOnce(setting, fits, effect);
		if (result.kind === "found") return [plain(result.sample)];
	}
	return [];
}

/** What was so before it is what is looked for. */
export function plain({ past: _, before: __, ...sample }: Witness): Witness {
	return sample;
}

/** What patterns and rules say of it: the same for those that no question tells apart. */
function likeness(
	sample: Witness,
	patterns: readonly EventTest[],
	questions: readonly EventQuestion[],
	setting: AgentModel,
): string {
	const tests = [
		...patterns.map(({ fits }) => fits),
		...setting.agentTree.rules.flatMap(({ grants, restricts }) => [grants ?? [], restricts ?? []].flat()),
	];
	return JSON.stringify([tests.map((test) => holdsFor(test, sample, setting)), areOfWords(questions) ? sample : 0]);
}

/** Do they ask for the same words, paths or hosts? */
function areOfWords(questions: readonly EventQuestion[]): boolean {
	return questions.some((asks) =>
		asks.kind === "happened"
			? asks.words.length > 0 || asks.same.some((one) => one === "path" || one === "host")
			: asks.of !== "events",
	);
}

/** The same command with a word of the one that is asked about, or with any, where it fits a pattern still. */
function aboutTheSame(
	sample: Witness,
	asked: Witness,
	patterns: readonly EventTest[],
	questions: readonly EventQuestion[],
	setting: AgentModel,
): readonly Witness[] {
	if (!areOfWords(questions)) return [];
	const words = new Set([...asked.argv.slice(1).filter((word) => !word.startsWith("-")), "x"]);
	return [...words].flatMap((word) => {
		const others = [sample.argv.with(-1, word), [...sample.argv, word]];
		return others.slice(sample.argv.length > 1 ? 0 : 1).flatMap((argv): readonly Witness[] => {
			const one = { ...sample, argv };
			return patterns.some(({ fits }) => holdsFor(fits, one, setting) === "yes") ? [one] : [];
		});
	});
}
