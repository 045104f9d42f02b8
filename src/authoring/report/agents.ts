/** One screen about each agent: what fails of it, what its programs are answered, and what it may do. */

import type { Effect } from "../../language/syntax/statements.js";
import { abilityTables } from "./abilities.js";
import type { Section } from "./in-sections.js";
import { type Content, element, type Markup, together } from "./markup.js";
import { leftOut } from "./matrix.js";
import { effectMark } from "./page-parts.js";
import { counts, failed, held } from "./promises.js";
import type { Abilities, Study } from "./study.js";

/** So many agents are open at first. */
const fewAgents = 3;

export function agentSections(study: Study): readonly Section[] {
	const { abilities, agentsLeftOut } = study;
	return abilities.map((own, index): Section => {
		const isLast = index === abilities.length - 1;
		const content = together(
			standing(study, own, index),
			abilityTables(own),
			isLast ? leftOut(agentsLeftOut, "agent") : undefined,
		);
		const head = [`agent-${index}`, `Agent ${own.agent}`, content] as const;
		return index < fewAgents ? head : [...head, ["Fails: ", failureMarks(study, own.agent)]];
	});
}

/** What is said of the agent elsewhere on the page, in short. */
function standing(study: Study, { agent }: Abilities, index: number): Markup {
	const covered = study.coverage.find((one) => one.agent === agent);
	const rows: readonly (readonly [name: string, link: string, content: Content])[] = [
		["Fails", "failures", failureMarks(study, agent)],
		["Programs", "programs", answersInShort(study, index)],
		...(covered === undefined
			? []
			: [["Tested", "coverage", `expectations reach ${covered.decided} of ${covered.rules} rules`] as const]),
		["Decides by", `tree-${index}`, `${study.outlines[index]?.questions ?? 0} questions`],
	];
	return element(
		"dl",
		{ class: "short" },
		...rows.map(([name, link, content]) =>
			element(
				"div",
				{},
				element("dt", {}, element("a", { href: `#${link}`, "aria-label": `${name}, of ${agent}` }, name)),
				element("dd", {}, content),
			),
		),
	);
}

function failureMarks({ tested, findings }: Study, agent: string): Content {
	const broken = tested.claims.filter(({ answer }) => answer.kind === "broken" && answer.agent === agent).length;
	const failing = tested.results.filter(({ expectation, passed }) => !passed && expectation.agent === agent).length;
	const errors = findings.filter(({ severity }) => severity === "error").length;
	if (broken + failing + errors === 0) return held("nothing");
	return counts([
		[failed("broken claims"), broken],
		[failed("failed expectations"), failing],
		[failed("errors in the policy"), errors],
	]);
}

/** How many programs get one answer, and which, and how many get several. */
function answersInShort({ matrix }: Study, index: number): Content {
	const own = matrix.answers[index] ?? [];
	const only = (effect: Effect): number =>
		own.filter(
			({ answers, unsettled }) => unsettled.length === 0 && answers.length === 1 && answers[0]?.effect === effect,
		).length;
	const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];
	const single = effects.map((effect) => [effectMark(effect), only(effect)] as const);
	const several = own.length - single.reduce((sum, [, count]) => sum + count, 0);
	const others = matrix.others[index]?.answers.map(({ effect }) => effectMark(effect)) ?? [];
	return [
		counts([...single, [element("span", { class: "mark mixed" }, "mixed"), several]]),
		...(others.length === 0 ? [] : [", any other ", ...others.flatMap((one) => [one, " "])]),
	];
}
