/** Links from what a report says to the lines of the policy that it holds. */
import type { RuleRef } from "../../engine/decide/decision.js";
import { positionAt } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import { ruleName } from "../render/render-decision.js";
import { element, type Markup, together } from "./markup.js";
import { lineAnchor } from "./page/anchors.js";
import type { Study } from "./study.js";

/** Lines of files that are on the page, in all: what is behind them has no place to link to. */
export const mostLines = 20_000;

/** The files that are shown, whole. */
export function shownFiles({ loaded, tree }: Study): readonly string[] {
	const shown: string[] = [];
	let lines = 0;
	for (const file of tree.files) {
		lines += loaded.sources.get(file)?.lineStarts.length ?? 0;
		if (lines <= mostLines) shown.push(file);
	}
	return shown;
}

/** The id of the line on the page; undefined where it is not shown. */
export function placeId(study: Study, file: string, line: number): string | undefined {
	return shownFiles(study).includes(file) ? lineAnchor(study.tree.files, file, line) : undefined;
}

/** A rule by its name, with a link to its line. */
export function ruleLink(study: Study, rule: RuleRef): Markup {
	return linked(placeId(study, rule.file, rule.line), ruleName(rule));
}

/** The place of a span, `policy.rules:12`, with a link to it. */
export function spanLink(study: Study, { file, start }: Span): Markup {
	const source = study.loaded.sources.get(file);
	if (source === undefined) return together(file);
	const { line } = positionAt(source, start);
	return linked(placeId(study, file, line), `${file}:${line}`);
}

function linked(id: string | undefined, text: string): Markup {
	return id === undefined ? together(text) : element("a", { href: `#${id}` }, text);
}
