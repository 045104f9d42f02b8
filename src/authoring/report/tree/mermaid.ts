/** Trees as a Mermaid flowchart. */
import { visible } from "../../../language/diagnostic/render-visible.js";
import { graphOf } from "./graph.js";
import type { Outline } from "./outline.js";

export function treeMermaid(outlines: readonly Outline[]): string {
	const { nodes, arrows } = graphOf(outlines);
	return [
		"flowchart LR",
		...nodes.map(({ id, text, kind }) => `\t${id}["${label(text)}"]:::${kind}`),
		...arrows.map(({ from, to, when }) => `\t${from} -->${when === "" ? "" : `|"${label(when)}"|`} ${to}`),
		"\tclassDef agent font-weight:bold",
		"\tclassDef program fill:#eaeef2,color:#1c2128",
		"\tclassDef question fill:#ffffff,stroke:#8c959f,color:#1c2128",
		"\tclassDef remark stroke-dasharray:4",
		"\tclassDef allow fill:#dcf5e3,stroke:#1a7f37,color:#1c2128",
		"\tclassDef ask fill:#ddf0ff,stroke:#0969da,color:#1c2128",
		"\tclassDef nudge fill:#fff4cc,stroke:#9a6700,color:#1c2128",
		"\tclassDef deny fill:#ffe5e3,stroke:#cf222e,color:#1c2128",
		"",
	].join("\n");
}

/** Whatever could mean something, to Mermaid, in Markdown or in HTML, is written by its number. Long texts are cut: Mermaid refuses long charts. */
function label(text: string): string {
	const shown = visible(text);
	const short = shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown;
	return short.replaceAll(/[^\p{L}\p{N} .,:?…-]/gu, (character) => `#${character.codePointAt(0) as number};`);
}

const longest = 90;
