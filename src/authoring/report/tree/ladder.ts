/** A program's part of a tree as nested lists that fold, whatever makes the elements: markup in files, nodes in a page. */
import type { RuleRef } from "../../../engine/decide/decision.js";
import type { Effect } from "../../../language/syntax/statements.js";
import type { Branch, Shown } from "./outline.js";

export interface Maker<T> {
	readonly element: (
		name: string,
		attributes: Readonly<Record<string, string>>,
		...content: readonly (T | string)[]
	) => T;
	/** A text with its `` `marks` `` as code. */
	readonly marked: (text: string) => T;
	readonly effect: (effect: Effect) => T;
	readonly rule: (rule: RuleRef) => T | string;
	/** The id of a question by its number. */
	readonly idOf: (number: number) => string;
}

/** A node and those that the walk goes on with, one below the other. */
export function ladder<T>(first: Shown, make: Maker<T>): T {
	const { element, marked } = make;
	const steps: T[] = [];
	let before: readonly (T | string)[] = [];
	for (let at: Shown | undefined = first; at !== undefined; ) {
		if (at.kind === "raised") {
			steps.push(element("li", {}, ...before, "at least ", make.effect(at.effect), " ", make.rule(at.rule)));
			before = [];
			at = at.to;
			continue;
		}
		if (at.kind !== "question") {
			steps.push(element("li", {}, ...before, ...ending(at, make)));
			break;
		}
		const last: Branch | undefined = at.branches.at(-1);
		const others = at.branches.slice(0, -1);
		steps.push(
			element(
				"li",
				{ id: make.idOf(at.number) },
				...before,
				element("span", { class: "number" }, String(at.number)),
				" ",
				marked(at.text),
				...(others.length === 0 ? [] : [element("ul", {}, ...others.map((branch) => way(branch, make)))]),
			),
		);
		const isNext = last?.when === "no" && (last.to.kind === "question" || last.to.kind === "raised");
		before = last === undefined || isNext ? [] : [element("em", {}, marked(last.when)), ": "];
		at = last?.to;
	}
	return element("ol", { class: "ladder" }, ...steps);
}

function way<T>({ when, to }: Branch, make: Maker<T>): T {
	const { element, marked } = make;
	const name = element("em", {}, marked(when));
	if (to.kind !== "question" && to.kind !== "raised") return element("li", {}, name, ": ", ...ending(to, make));
	return element("li", {}, element("details", {}, element("summary", {}, name), ladder(to, make)));
}

function ending<T>(
	shown: Exclude<Shown, { readonly kind: "question" | "raised" }>,
	make: Maker<T>,
): readonly (T | string)[] {
	switch (shown.kind) {
		case "answer":
			return [
				make.effect(shown.effect),
				" ",
				shown.rule === undefined ? "the default" : make.rule(shown.rule),
				shown.doubt ? ", in doubt" : "",
			];
		case "again":
			return [make.element("a", { href: `#${make.idOf(shown.number)}` }, `as at ${shown.number}`)];
		case "more":
			return [make.element("span", { class: "remark" }, "… there is more")];
	}
}
