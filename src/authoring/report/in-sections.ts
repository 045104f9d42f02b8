/** What pages about a policy and about a fleet have in common: a header, a list of their parts, the parts, and what they were written by. */
import { type Content, element, type Markup, together } from "./markup.js";

/** A part of a page: its id, its name, and what stands in it. With a line that says what that is, it is folded behind the line. */
export type Section = readonly [id: string, name: string, content: Markup, line?: Content];

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
			...sections.map(([id, name, content, line]) =>
				element(
					"section",
					{ id, "aria-labelledby": `${id}-title` },
					element("h2", { id: `${id}-title` }, name),
					line === undefined ? content : element("details", { class: "part" }, element("summary", {}, line), content),
				),
			),
		),
		element("footer", {}, element("p", {}, ...footer)),
	);
}
