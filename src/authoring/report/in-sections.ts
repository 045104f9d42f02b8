/** What pages about a policy and about a fleet have in common: a header, a list of their parts, the parts, and what they were written by. */
import { type Content, element, type Markup, together } from "./markup.js";

/** A part of a page: its id, its name, and what stands in it. */
export type Section = readonly [id: string, name: string, content: Markup];

export function inSections(header: Markup, sections: readonly Section[], footer: readonly Content[]): Markup {
	return together(
		element("a", { class: "skip", href: "#main" }, "To the report"),
		header,
		element(
			"nav",
			{ "aria-label": "Parts of the report" },
			element("ul", {}, ...sections.map(([id, name]) => element("li", {}, element("a", { href: `#${id}` }, name)))),
		),
		element(
			"main",
			{ id: "main", tabindex: -1 },
			...sections.map(([id, name, content]) =>
				element(
					"section",
					{ id, "aria-labelledby": `${id}-title` },
					element("h2", { id: `${id}-title` }, name),
					content,
				),
			),
		),
		element("footer", {}, element("p", {}, ...footer)),
	);
}
