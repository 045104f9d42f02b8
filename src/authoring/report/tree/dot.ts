/** Trees in the language of Graphviz. */
import { visible } from "../../../language/diagnostic/render-visible.js";
import { type GraphNode, graphOf } from "./graph.js";
import type { Outline } from "./outline.js";

export function treeDot(outlines: readonly Outline[]): string {
	const { nodes, arrows } = graphOf(outlines);
	return [
		"digraph rules {",
		"\trankdir=LR",
		'\tnode [shape=box, style="rounded,filled", fillcolor=white, fontname="monospace", fontsize=11]',
		'\tedge [fontname="monospace", fontsize=10]',
		...nodes.map(({ id, text, kind }) => `\t${id} [label=${quoted(text)}${looks[kind]}]`),
		...arrows.map(({ from, to, when }) => `\t${from} -> ${to}${when === "" ? "" : ` [label=${quoted(when)}]`}`),
		"}",
		"",
	].join("\n");
}

/** In quotes a backslash escapes, and leads in what Graphviz replaces, such as `\N`. A label never begins like HTML: that stands in no quotes. */
function quoted(text: string): string {
	return `"${visible(text).replaceAll(/["\\]/g, "\\$&")}"`;
}

const looks: Readonly<Record<GraphNode["kind"], string>> = {
	agent: ", shape=plaintext, fontsize=14",
	program: ', fillcolor="#eaeef2"',
	question: "",
	remark: ", shape=plaintext",
	allow: ', color="#1a7f37", fillcolor="#dcf5e3"',
	ask: ', color="#0969da", fillcolor="#ddf0ff"',
	nudge: ', color="#9a6700", fillcolor="#fff4cc"',
	deny: ', color="#cf222e", fillcolor="#ffe5e3"',
};
