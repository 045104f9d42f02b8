/** Trees as a picture: from left to right, a box a node, in its own words. It holds no links, no scripts and no outside fonts. */
import type { Effect } from "../../../language/syntax/statements.js";
import { element, type Markup, together } from "../markup.js";
import { fitted } from "./fit.js";
import { layout, type Node, type Placed } from "./layout.js";
import type { Branch, Outline, Shown } from "./outline.js";
import { boxText, leftOutText, titleOf } from "./words.js";

/** A document with the trees of agents, one below the other. */
export function treeSvg(outlines: readonly Outline[]): string {
	const drawings = [4, 3, 2, 1.5, 1].map((more) => () => drawn(outlines, Math.floor((tallest / row) * more)));
	const { parts, width, height } = firstThatFits(drawings);
	const drawing = element(
		"svg",
		{
			xmlns: "http://www.w3.org/2000/svg",
			width,
			height,
			viewBox: `0 0 ${width} ${height}`,
			role: "img",
			"aria-label": outlines.map(titleOf).join(", "),
			"font-family": "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
			"font-size": 12,
		},
		element("style", {}, { markup: style }),
		element("rect", { class: "ground", width: "100%", height: "100%" }),
		...parts,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${drawing.markup}\n`;
}

interface Drawn {
	readonly parts: readonly Markup[];
	readonly width: number;
	readonly height: number;
}

/** Parts of a tree stand beside each other, so that it may take fewer rows than it has ends: the fullest picture that is not too tall. */
function firstThatFits([first, ...others]: readonly (() => Drawn)[]): Drawn {
	const found = (first as () => Drawn)();
	return found.height <= tallest || others.length === 0 ? found : firstThatFits(others);
}

/** All trees, in so many rows together. */
function drawn(outlines: readonly Outline[], rows: number): Drawn {
	const each = Math.max(2, Math.floor(rows / Math.max(1, outlines.length)) - 3);
	const parts: Markup[] = [];
	let top = margin;
	let right = 0;
	for (const one of outlines) {
		const { picture, width, height } = agentPicture(fitted(one, each), top);
		parts.push(picture);
		top += height + margin;
		right = Math.max(right, width);
	}
	return { parts, width: round(right + margin), height: top };
}

/** Every effect has a colour, and stands there as a word. */
const style = `
.ground{fill:#fff}text{fill:#1c2128}.edge{fill:none;stroke:#8c959f}.when{fill:#57606a}
.box{fill:#f6f8fa;stroke:#8c959f}.allow{fill:#dcf5e3;stroke:#1a7f37}.ask{fill:#ddf0ff;stroke:#0969da}
.nudge{fill:#fff4cc;stroke:#9a6700}.deny{fill:#ffe5e3;stroke:#cf222e}.head{font-weight:bold}
@media (prefers-color-scheme:dark){.ground{fill:#0f1419}text{fill:#e6e9ed}.edge{stroke:#6e7681}.when{fill:#9da7b1}
.box{fill:#1b222a;stroke:#6e7681}.allow{fill:#12331d;stroke:#3fb950}.ask{fill:#10304f;stroke:#58a6ff}
.nudge{fill:#3b2e05;stroke:#d29922}.deny{fill:#471514;stroke:#f85149}}
`;

interface Box {
	readonly when: string;
	readonly text: string;
	readonly kind: "head" | "box" | Effect;
	/** Of a question: by which others name it. */
	readonly number?: number;
}

/** Taller pictures fit no page. */
const tallest = 3000;
const margin = 24;
const boxHeight = 26;
const row = 36;
const letter = 7.3;
const longest = 56;
const longestWhen = 28;

function agentPicture(one: Outline, top: number): { picture: Markup; width: number; height: number } {
	const programs = one.programs.map(
		({ when, to }): Node<Box> => ({ of: { when: "", text: when, kind: "head" }, children: [nodeOf({ when: "", to })] }),
	);
	const placed = layout<Box>({ of: { when: "", text: titleOf(one), kind: "head" }, children: programs });
	const columns = columnsOf(placed);
	const y = ({ across }: Placed<Box>): number => round(top + across * row);
	const edges = placed.flatMap((to) => (to.parent === undefined ? [] : [edge(to.parent, to, columns, y)]));
	const boxes = placed.map((node) => box(node, columns, y));
	const lowest = placed.reduce((max, { across }) => Math.max(max, across), 0);
	const bottom = round(top + lowest * row + boxHeight);
	const left = leftOutText(one);
	const remark = left === undefined ? undefined : element("text", { class: "when", x: margin, y: bottom + 24 }, left);
	const last = columns.at(-1) as Column;
	return {
		picture: together(...edges, ...boxes, remark),
		width: Math.max(last.left + last.width, (left?.length ?? 0) * letter + margin),
		height: bottom - top + (left === undefined ? 0 : 36),
	};
}

function nodeOf({ when, to }: Branch): Node<Box> {
	const kind = to.kind === "answer" || to.kind === "raised" ? to.effect : "box";
	const of: Box = { when, text: boxText(to), kind, ...(to.kind === "question" ? { number: to.number } : {}) };
	return { of, children: branchesOf(to).map(nodeOf) };
}

function branchesOf(shown: Shown): readonly Branch[] {
	switch (shown.kind) {
		case "question":
			return shown.branches;
		case "raised":
			return [{ when: "", to: shown.to }];
		case "answer":
		case "again":
		case "more":
			return [];
	}
}

interface Column {
	readonly left: number;
	readonly width: number;
}

/** Levels are columns, each as wide as its widest box; between them stands what leads from one to the next. */
function columnsOf(placed: readonly Placed<Box>[]): readonly Column[] {
	const widths: number[] = [];
	const gaps: number[] = [];
	for (const { of, depth } of placed) {
		widths[depth] = Math.max(widths[depth] ?? 0, widthOf(labelOf(of)));
		gaps[depth] = Math.max(gaps[depth] ?? 0, of.when === "" ? 40 : cut(of.when, longestWhen).length * letter + 44);
	}
	let left = 0;
	return widths.map((width, depth) => {
		left = round(depth === 0 ? margin : left + (widths[depth - 1] as number) + (gaps[depth] as number));
		return { left, width };
	});
}

function labelOf({ text, number }: Box): string {
	return cut(number === undefined ? text : `${number}. ${text}`, longest);
}

function widthOf(text: string): number {
	return round(text.length * letter + 20);
}

function edge(from: Placed<Box>, to: Placed<Box>, columns: readonly Column[], y: (one: Placed<Box>) => number): Markup {
	const start = (columns[from.depth] as Column).left + widthOf(labelOf(from.of));
	const end = (columns[to.depth] as Column).left;
	const bend = (columns[from.depth] as Column).left + (columns[from.depth] as Column).width + 12;
	const [a, b] = [y(from) + boxHeight / 2, y(to) + boxHeight / 2];
	const path = element("path", { class: "edge", d: `M${start} ${a}H${bend}L${bend + 12} ${b}H${end}` });
	if (to.of.when === "") return path;
	const when = element(
		"text",
		{ class: "when", x: bend + 16, y: b - 4 },
		cut(to.of.when, longestWhen),
		titleIfCut(to.of.when, longestWhen),
	);
	return together(path, when);
}

function box(node: Placed<Box>, columns: readonly Column[], y: (one: Placed<Box>) => number): Markup {
	const { left } = columns[node.depth] as Column;
	const label = labelOf(node.of);
	return element(
		"g",
		{},
		titleIfCut(node.of.number === undefined ? node.of.text : `${node.of.number}. ${node.of.text}`, longest),
		element("rect", {
			class: node.of.kind === "head" ? "box" : node.of.kind,
			x: left,
			y: y(node),
			width: widthOf(label),
			height: boxHeight,
			rx: 5,
		}),
		element("text", { class: node.of.kind === "head" ? "head" : undefined, x: left + 10, y: y(node) + 17 }, label),
	);
}

function titleIfCut(text: string, most: number): Markup | undefined {
	return text.length > most ? element("title", {}, text) : undefined;
}

function cut(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function round(number: number): number {
	return Math.round(number * 10) / 10;
}
