/** Plots of pages: bars, and columns over time. Every number stands in a table beside its bar as well, so that nobody needs to see a colour. */
import { element, type Markup, together } from "../report/markup.js";
import type { Counted, Moment } from "./fleet-summary.js";

const [width, row, left] = [640, 26, 230];
/** Bars that are shown. */
const mostBars = 20;

/** A bar for each, with its name and its number. */
export function bars(title: string, all: readonly Counted[]): Markup {
	if (all.length === 0) return together(element("h3", {}, title), element("p", { class: "soft" }, "none"));
	const shown = all.slice(0, mostBars);
	const most = Math.max(1, ...shown.map(({ count }) => count));
	const height = shown.length * row;
	return together(
		element("h3", {}, title),
		element(
			"svg",
			{
				class: "plot",
				viewBox: `0 0 ${width} ${height}`,
				width,
				height,
				role: "img",
				"aria-label": titleOf(title, shown),
			},
			...shown.flatMap(({ name, count }, at) => {
				const length = ((width - left - 60) * count) / most;
				return [
					element("text", { x: left - 8, y: at * row + 17, "text-anchor": "end" }, shortened(name)),
					element("rect", {
						class: `bar ${colour(0)}`,
						x: left,
						y: at * row + 4,
						width: length.toFixed(1),
						height: row - 8,
						rx: 2,
					}),
					element("text", { x: (left + length + 6).toFixed(1), y: at * row + 17 }, count),
				];
			}),
		),
		all.length > shown.length ? element("p", { class: "soft" }, `and ${all.length - shown.length} more`) : undefined,
	);
}

const [columnsHeight, gap] = [160, 3];
const mostColours = 6;

/** How many machines had which release, over time. */
export function columns(title: string, history: readonly Moment[]): Markup {
	const names = namesOf(history);
	const most = history.reduce((highest, { releases }) => Math.max(highest, sum(releases)), 1);
	const each = (width - 60) / Math.max(1, history.length);
	const shapes = history.flatMap(({ time, releases }, at) => {
		let top = columnsHeight;
		return names.flatMap((name, place) => {
			const count = releases.find((one) => one.name === name)?.count ?? 0;
			if (count === 0) return [];
			const height = (columnsHeight * count) / most;
			top -= height;
			return [
				element(
					"rect",
					{
						class: `bar ${colour(place)}`,
						x: (50 + at * each).toFixed(1),
						y: (top + 8).toFixed(1),
						width: (each - gap).toFixed(1),
						height: height.toFixed(1),
					},
					element("title", {}, `${momentText(time)}: ${name}, ${count}`),
				),
			];
		});
	});
	const [first, last] = [history[0]?.time ?? "", history.at(-1)?.time ?? ""];
	return together(
		element("h3", {}, title),
		element(
			"svg",
			{
				class: "plot",
				viewBox: `0 0 ${width} ${columnsHeight + 32}`,
				width,
				height: columnsHeight + 32,
				role: "img",
				"aria-label": title,
			},
			element("text", { x: 44, y: 16, "text-anchor": "end" }, most),
			element("text", { x: 44, y: columnsHeight + 8, "text-anchor": "end" }, 0),
			...shapes,
			element("text", { x: 50, y: columnsHeight + 26 }, momentText(first)),
			element("text", { x: width - 10, y: columnsHeight + 26, "text-anchor": "end" }, momentText(last)),
		),
		element(
			"ul",
			{ class: "legend" },
			...names.map((name, place) =>
				element("li", {}, element("span", { class: `mark ${colour(place)}` }, "\u25a0"), " ", name),
			),
		),
	);
}

/** The names that stand in it most often; all others are one. */
function namesOf(history: readonly Moment[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const { releases } of history)
		for (const { name, count } of releases) counts.set(name, (counts.get(name) ?? 0) + count);
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.slice(0, mostColours * 2)
		.map(([name]) => name)
		.sort();
}

const colours = ["ask", "allow", "nudge", "mixed", "deny", "soft"] as const;

function colour(place: number): string {
	return colours[place % mostColours] as string;
}

function sum(all: readonly Counted[]): number {
	return all.reduce((total, { count }) => total + count, 0);
}

function titleOf(title: string, all: readonly Counted[]): string {
	return `${title}: ${all.map(({ name, count }) => `${name} ${count}`).join(", ")}`;
}

function shortened(name: string): string {
	return name.length > 32 ? `${name.slice(0, 31)}…` : name;
}

/** `2026-11-27 10:00` */
export function momentText(time: string): string {
	return time.replace("T", " ").replace(/:\d{2}(?:\.\d+)?Z$/, "");
}
