/** The ways to draw a tree, each with how much it can hold. */
import { treeDot } from "./dot.js";
import { treePage } from "./html.js";
import { treeMermaid } from "./mermaid.js";
import type { Outline } from "./outline.js";
import { treeSvg } from "./svg.js";
import { treeText } from "./text.js";

export const treeFormats = ["text", "dot", "mermaid", "svg", "html"] as const;
export type TreeFormat = (typeof treeFormats)[number];

export interface Picture {
	/** Questions one behind the other, unless somebody says otherwise. */
	readonly depth: number;
	/** Nodes, in all. */
	readonly most: number;
	readonly draw: (outlines: readonly Outline[], colour: boolean) => string;
}

export const treePicture: Readonly<Record<TreeFormat, Picture>> = {
	text: { depth: 200, most: 2000, draw: treeText },
	dot: { depth: 200, most: 2000, draw: treeDot },
	// Mermaid draws no more than 500 arrows unless it is told to.
	mermaid: { depth: 200, most: 150, draw: treeMermaid },
	svg: { depth: 12, most: 600, draw: treeSvg },
	html: { depth: 200, most: 4000, draw: treePage },
};
