/** A tree as nested lists that fold: for pages. It works with the keyboard and without a script. */
import { ruleName } from "../../render/render-decision.js";
import { element, type Markup, marked, together } from "../markup.js";
import { page } from "../page.js";
import { effectMark } from "../page-parts.js";
import { ladder, type Maker } from "./ladder.js";
import type { Outline } from "./outline.js";
import { leftOutText } from "./words.js";

/** A page with the trees of agents. */
export function treePage(outlines: readonly Outline[]): string {
	const only = outlines.length === 1 ? outlines[0] : undefined;
	const title = only === undefined ? "Decision trees" : `Decision tree of ${only.agent}`;
	const sections = outlines.map((one, index) =>
		element(
			"section",
			{ "aria-labelledby": `agent-${index}` },
			element("h2", { id: `agent-${index}` }, `Agent ${one.agent}`),
			treeLists(one, `a${index}`, one.programs.length === 1),
		),
	);
	return page({
		title,
		body: together(element("header", {}, element("h1", {}, title)), element("main", {}, ...sections)),
	});
}

/** One agent's tree: a fold for each program. */
function treeLists(one: Outline, prefix: string, isOpen: boolean): Markup {
	const left = leftOutText(one);
	const make: Maker<Markup> = {
		element,
		marked,
		effect: effectMark,
		rule: ruleName,
		idOf: (number) => `${prefix}q${number}`,
	};
	return together(
		...one.programs.map(({ when, to }) =>
			element("details", { class: "program", open: isOpen }, element("summary", {}, marked(when)), ladder(to, make)),
		),
		left === undefined ? undefined : element("p", { class: "remark" }, marked(left)),
	);
}
