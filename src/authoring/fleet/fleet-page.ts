/** The page about a fleet: in one file, which asks nobody for anything. */

import { inSections, type Section } from "../report/in-sections.js";
import { type Content, element, type Markup, marked, together } from "../report/markup.js";
import { page } from "../report/page.js";
import type { Counted, FleetSummary, MachineStanding } from "./fleet-summary.js";
import { bars, columns, momentText } from "./plots.js";

/** Rows of a table of machines; the summary as JSON has all of them. */
const mostRows = 500;

export function fleetPage(summary: FleetSummary): string {
	const { machines, counts, releases, states, engines, switchedOff, heard, history, denials, refused, time } = summary;
	const by = (...standings: readonly MachineStanding["standing"][]): readonly MachineStanding[] =>
		machines.filter(({ standing }) => standings.includes(standing));
	const drifting = machines.filter(({ standing, remarks }) => standing === "covered" && remarks.length > 0);
	const sections: readonly Section[] = [
		[
			"coverage",
			"Coverage",
			together(bars("Machines", standings(counts)), table("Machines that are not covered", by("exposed"))),
		],
		[
			"silent",
			"Who went silent",
			together(bars("When machines were heard of last", heard), table("Silent machines", by("silent", "missing"))),
		],
		[
			"versions",
			"Versions",
			together(
				bars("Machines by release", releases),
				history.length === 0 ? undefined : columns("Releases over time", history),
				bars("Machines by state", states),
				bars("Machines by build of bylaw", engines),
			),
		],
		["drift", "Drift", table("Machines that are covered, and not as they should be", drifting)],
		["off", "Switched off", bars("What is switched off", switchedOff)],
		["doubted", "Who is not believed", together(table("Machines", by("doubted")), refusedTable(refused))],
		...(denials === undefined ? [] : [["denials", "Denials by rule", bars("Denials by rule", denials)] as const]),
	];
	const header = element(
		"header",
		{},
		element("h1", {}, "Fleet report"),
		element("p", { class: "soft" }, `As of ${momentText(time)}.`),
		tiles(summary),
	);
	const body = inSections(header, sections, [
		marked(
			"Written by `rules fleet report`. What stands here is what machines say of themselves, signed by their own keys: who owns a machine can have it say anything.",
		),
	]);
	return page({ title: "Fleet report", body });
}

function standings(counts: FleetSummary["counts"]): readonly Counted[] {
	return Object.entries(counts).map(([name, count]) => ({ name, count }));
}

function tiles({ machines, counts, releases, switchedOff }: FleetSummary): Markup {
	const all: readonly (readonly [Content, Content])[] = [
		[machines.length, machines.length === 1 ? "machine" : "machines"],
		[shareText(counts.covered, machines.length), "covered"],
		[counts.silent + counts.missing, "silent or never heard of"],
		[counts.exposed, "not covered"],
		[counts.doubted, "not believed"],
		[releases[0]?.name ?? "none", "the most frequent release"],
		[switchedOff.reduce((sum, { count }) => sum + count, 0), "things switched off"],
	];
	return element(
		"ul",
		{ class: "tiles", "aria-label": "In short" },
		...all.map(([number, what]) => element("li", {}, element("strong", {}, number), what)),
	);
}

function shareText(count: number, of: number): string {
	return of === 0 ? "none" : `${Number(((100 * count) / of).toFixed(1))}%`;
}

function table(caption: string, machines: readonly MachineStanding[]): Markup {
	if (machines.length === 0) return element("p", { class: "soft" }, "none");
	const shown = machines.slice(0, mostRows);
	const rows = element(
		"div",
		{ class: "wide", tabindex: 0, role: "region", "aria-label": caption },
		element(
			"table",
			{},
			element("thead", {}, element("tr", {}, ...columnNames.map((name) => element("th", { scope: "col" }, name)))),
			element(
				"tbody",
				{},
				...shown.map(({ machine, channel, release, state, last, remarks }) =>
					element(
						"tr",
						{},
						element("th", { scope: "row" }, machine),
						element("td", {}, release === undefined ? "none" : `${channel} ${release}`),
						element("td", {}, state ?? ""),
						element("td", {}, last === undefined ? "never" : momentText(last)),
						element("td", {}, remarks.join(". ")),
					),
				),
			),
		),
	);
	const more = machines.length - shown.length;
	return element(
		"details",
		{ open: machines.length <= fewRows },
		element("summary", {}, `${caption}: ${machines.length}`),
		rows,
		more > 0 ? element("p", { class: "soft" }, marked(`and ${more} more: \`--json\` has all of them`)) : undefined,
	);
}

const columnNames: readonly string[] = ["Machine", "Release", "State", "Heard of", "What to look at"];
/** A longer table is shown when somebody opens it. */
const fewRows = 15;

function refusedTable(refused: FleetSummary["refused"]): Markup | undefined {
	if (refused.length === 0) return undefined;
	return together(
		element("h3", {}, `Files that were refused: ${refused.length}`),
		element(
			"ul",
			{ class: "list" },
			...refused
				.slice(0, mostRows)
				.map(({ file, why }) => element("li", {}, element("code", {}, file), ": ", marked(why))),
		),
	);
}
