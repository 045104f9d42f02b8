/** What each agent may do: in powers, and in paths that it may read and write. */
import type { Power } from "../../language/syntax/statements.js";
import { type Content, element, type Markup, together } from "./markup.js";
import { sampleCode } from "./matrix.js";
import { effectMark, unsettledRemark } from "./page-parts.js";
import type { Abilities, Ability } from "./study.js";

/** The loosest answer to a command that surely does it, with an example. */
export function abilityTables({ agent, powers, places }: Abilities): Markup {
	const isOpen = [...powers.map(({ ability }) => ability), ...places.flatMap(({ read, write }) => [read, write])].some(
		({ kind }) => kind === "unsettled",
	);
	return together(
		element(
			"div",
			{ class: "pair" },
			table(
				`Powers of ${agent}`,
				["Power", "The loosest answer, with an example"],
				powers.map(({ power, ability }) => [
					[element("strong", {}, power), `: ${meanings[power]}`],
					abilityOf(ability),
				]),
			),
			table(
				`Paths of ${agent}`,
				["Path", "Read", "Write"],
				places.map(({ place, read, write }) => [element("code", {}, place), abilityOf(read), abilityOf(write)]),
			),
		),
		element(
			"p",
			{ class: "soft" },
			element("strong", {}, "no"),
			" is a proof for commands that can be read for certain: every such command is denied. What code does once it runs is not seen here; only a sandbox bounds that.",
		),
		isOpen ? unsettledRemark(agent) : undefined,
	);
}

/** A table whose first column names the rows. */
export function table(caption: string, columns: readonly string[], rows: readonly (readonly Content[])[]): Markup {
	return element(
		"div",
		{ class: "wide", tabindex: 0, role: "region", "aria-label": `Table: ${caption}` },
		element(
			"table",
			{},
			element("caption", {}, caption),
			element("thead", {}, element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)))),
			element(
				"tbody",
				{},
				...rows.map(([first, ...others]) =>
					element("tr", {}, element("th", { scope: "row" }, first), ...others.map((one) => element("td", {}, one))),
				),
			),
		),
	);
}

function abilityOf(ability: Ability): Content {
	switch (ability.kind) {
		case "found":
			return [effectMark(ability.effect), " ", sampleCode(ability.sample)];
		case "none":
			return element("span", { class: "mark deny" }, "✕ no");
		case "unsettled":
			return element("span", { class: "mark doubt" }, "not settled");
	}
}

const meanings: Readonly<Record<Power, string>> = {
	exec: "run programs that can't be read off the command line",
	code: "run code",
	write: "write files",
	delete: "delete",
	network: "use the network",
	privilege: "raise privileges",
	persistence: "leave something behind that runs later",
	secrets: "show secrets",
};
