/** A tree as nested lists that fold: for pages. It works with the keyboard and without a script. */
import type { RuleRef } from "../../../engine/decide/decision.js";
import { ruleName } from "../../render/render-decision.js";
import { type Content, element, type Markup, marked, together } from "../markup.js";
import { page } from "../page.js";
import { effectMark } from "../page-parts.js";
import type { Branch, Outline, Shown } from "./outline.js";
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
			treeLists(one, { prefix: `a${index}`, isOpen: one.programs.length === 1 }),
		),
	);
	return page({
		title,
		body: together(element("header", {}, element("h1", {}, title)), element("main", {}, ...sections)),
	});
}

export interface TreeLists {
	/** Begins the ids of this tree's questions. */
	readonly prefix: string;
	readonly isOpen?: boolean;
	/** Where a rule stands on this page. */
	readonly placeOf?: (rule: RuleRef) => string | undefined;
}

/** One agent's tree: a fold for each program. */
export function treeLists(one: Outline, how: TreeLists): Markup {
	const left = leftOutText(one);
	return together(
		...one.programs.map(({ when, to }) =>
			element(
				"details",
				{ class: "program", open: how.isOpen === true },
				element("summary", {}, marked(when)),
				ladder(to, how),
			),
		),
		left === undefined ? undefined : element("p", { class: "remark" }, marked(left)),
	);
}

/** A node and those that the walk goes on with, one below the other. */
function ladder(first: Shown, how: TreeLists): Markup {
	const steps: Markup[] = [];
	let before: Content;
	for (let at: Shown | undefined = first; at !== undefined; ) {
		if (at.kind === "raised") {
			steps.push(element("li", {}, before, "at least ", effectMark(at.effect), " ", ruleLink(at.rule, how)));
			before = undefined;
			at = at.to;
			continue;
		}
		if (at.kind !== "question") {
			steps.push(element("li", {}, before, ending(at, how)));
			break;
		}
		const last: Branch | undefined = at.branches.at(-1);
		steps.push(
			element(
				"li",
				{ id: `${how.prefix}q${at.number}` },
				before,
				element("span", { class: "number" }, at.number),
				" ",
				marked(at.text),
				element("ul", {}, ...at.branches.slice(0, -1).map((branch) => way(branch, how))),
			),
		);
		const isNext = last?.when === "no" && (last.to.kind === "question" || last.to.kind === "raised");
		before = last === undefined || isNext ? undefined : [element("em", {}, marked(last.when)), ": "];
		at = last?.to;
	}
	return element("ol", { class: "ladder" }, ...steps);
}

function way({ when, to }: Branch, how: TreeLists): Markup {
	if (to.kind !== "question" && to.kind !== "raised")
		return element("li", {}, element("em", {}, marked(when)), ": ", ending(to, how));
	return element(
		"li",
		{},
		element("details", {}, element("summary", {}, element("em", {}, marked(when))), ladder(to, how)),
	);
}

function ending(shown: Exclude<Shown, { readonly kind: "question" | "raised" }>, how: TreeLists): Markup {
	switch (shown.kind) {
		case "answer":
			return together(
				effectMark(shown.effect),
				" ",
				shown.rule === undefined ? "the default" : ruleLink(shown.rule, how),
				shown.doubt ? ", in doubt" : undefined,
			);
		case "again":
			return element("a", { href: `#${how.prefix}q${shown.number}` }, `as at ${shown.number}`);
		case "more":
			return element("span", { class: "remark" }, "… there is more");
	}
}

function ruleLink(rule: RuleRef, { placeOf }: TreeLists): Markup {
	const place = placeOf?.(rule);
	return place === undefined ? together(ruleName(rule)) : element("a", { href: `#${place}` }, ruleName(rule));
}
