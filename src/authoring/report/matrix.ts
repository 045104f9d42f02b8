/** The table of programs and agents: what commands of a program are answered. */
import type { ProgramAnswers } from "../analysis/reach.js";
import { type Witness, witnessCommandLine, witnessManner } from "../analysis/witness.js";
import { type Content, element, type Markup, together } from "./markup.js";
import { effectMark, unsettledRemark } from "./page-parts.js";
import type { Study } from "./study.js";

export function matrixSection({ matrix, agentsLeftOut }: Study): Markup {
	const { agents, programs, answers, others, programsLeftOut } = matrix;
	const rows = programs.map((program, index) =>
		element(
			"tr",
			{},
			element("th", { scope: "row" }, element("code", {}, program)),
			...answers.map((own) => element("td", {}, cell(own[index]))),
		),
	);
	const open = agents.find((_, index) =>
		[...(answers[index] ?? []), others[index]].some((own) => own !== undefined && own.unsettled.length > 0),
	);
	const rest = element(
		"tr",
		{},
		element("th", { scope: "row" }, programs.length === 0 ? "any program" : "any other program"),
		...others.map((own) => element("td", {}, cell(own))),
	);
	return together(
		element(
			"p",
			{},
			"What commands of a program are answered, by agent, if they can be read for certain and are not forced. Where there are several answers, each has an example. They are computed, not sampled: an answer that a cell neither names nor calls not settled, no command gets.",
		),
		element(
			"div",
			{ class: "wide", tabindex: 0, role: "region", "aria-labelledby": "matrix-title" },
			element(
				"table",
				{ class: "matrix" },
				element("caption", { id: "matrix-title" }, "Programs and agents"),
				element(
					"thead",
					{},
					element(
						"tr",
						{},
						element("th", { scope: "col" }, "Program"),
						...agents.map((agent) => element("th", { scope: "col" }, agent)),
					),
				),
				element("tbody", {}, ...rows, rest),
			),
		),
		leftOut(programsLeftOut, "program"),
		leftOut(agentsLeftOut, "agent"),
		open === undefined ? undefined : unsettledRemark(open),
	);
}

/** How many programs get which answers. */
export function matrixLine({ matrix }: Study): Content {
	const { programs, agents } = matrix;
	const words = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
	return `${words(programs.length, "program")} that rules name, and every other one, for ${words(agents.length, "agent")}`;
}

/** A line that says how many more there are. */
export function leftOut(count: number, what: string): Markup | undefined {
	if (count <= 0) return undefined;
	return element("p", { class: "remark" }, `${count} more ${what}${count === 1 ? " is" : "s are"} left out.`);
}

function cell(own: Omit<ProgramAnswers, "program"> | undefined): Content {
	if (own === undefined) return undefined;
	const { answers, unsettled } = own;
	const [first, ...others] = answers;
	const doubt =
		unsettled.length === 0 ? undefined : element("div", { class: "soft" }, `not settled: ${unsettled.join(", ")}`);
	if (first === undefined) return [doubt ?? "no command"];
	if (others.length === 0) return [effectMark(first.effect), doubt];
	return [
		element(
			"details",
			{},
			element(
				"summary",
				{},
				element("span", { class: "mark mixed" }, "mixed"),
				` ${answers.map(({ effect }) => effect).join(", ")}`,
			),
			element(
				"ul",
				{ class: "list" },
				...answers.map(({ effect, sample }) => element("li", {}, effectMark(effect), " ", sampleCode(sample))),
			),
		),
		doubt,
	];
}

/** A command that stands for many. */
export function sampleCode(sample: Witness): Markup {
	const manner = witnessManner(sample);
	return together(element("code", {}, witnessCommandLine(sample)), manner === "" ? undefined : ` (${manner})`);
}
