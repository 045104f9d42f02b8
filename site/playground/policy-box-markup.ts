/** What the playground looks like before anybody types. */
import { element, type Markup, together } from "../../src/authoring/report/markup.js";
import { longestPolicy } from "./policy-link.js";

/** `examples`: their titles. `box`: where commands are tried. */
export function policyBoxMarkup(examples: readonly string[], box: Markup): Markup {
	return together(
		element(
			"div",
			{ class: "policy" },
			element(
				"div",
				{ class: "fields" },
				element(
					"div",
					{},
					element("label", { for: "example" }, "Begin with"),
					element(
						"select",
						{ id: "example" },
						element("option", { value: "" }, "your own policy"),
						...examples.map((title, place) => element("option", { value: String(place) }, title)),
					),
				),
				element("div", {}, element("button", { type: "button", id: "lint" }, "Lint")),
				element("div", {}, element("button", { type: "button", id: "share" }, "Link to this policy")),
			),
			element("p", { id: "shared", class: "soft", role: "status" }),
			element("label", { for: "policy" }, "Policy"),
			element("textarea", {
				id: "policy",
				rows: 14,
				maxlength: longestPolicy,
				spellcheck: "false",
				autocomplete: "off",
				autocapitalize: "off",
				wrap: "off",
			}),
			element("pre", { id: "findings", role: "status", tabindex: "0", "aria-label": "Findings" }),
		),
		box,
	);
}
