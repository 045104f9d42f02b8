/** The box in which to try a command. What it needs to decide is in the page; the script that does so is `page/decide-box.ts`. */
import { element, type Markup, together } from "./markup.js";

export interface TryBox {
	readonly agents: readonly string[];
	/** The folders in which commands are decided at first. */
	readonly workspace: string;
	readonly home: string;
}

export function tryBox({ agents, workspace, home }: TryBox): Markup {
	const first = agents.includes("default") ? "default" : agents[0];
	return together(
		element(
			"form",
			{ class: "try", id: "try-form", "aria-busy": "true" },
			element(
				"div",
				{ class: "field" },
				element("label", { for: "command" }, "Command, as for a shell"),
				element("textarea", {
					id: "command",
					rows: 2,
					spellcheck: "false",
					autocomplete: "off",
					autocapitalize: "off",
					"aria-describedby": "command-hint",
				}),
				element(
					"div",
					{ id: "command-hint", class: "soft" },
					"Enter decides, Shift and Enter begins a new line. Nothing is run.",
				),
			),
			element(
				"div",
				{ class: "fields" },
				element(
					"div",
					{},
					element("label", { for: "agent" }, "Agent"),
					element(
						"select",
						{ id: "agent" },
						...agents.map((agent) => element("option", { value: agent, selected: agent === first }, agent)),
					),
				),
				element(
					"div",
					{},
					element("label", { for: "workspace" }, "Workspace"),
					element("input", { type: "text", id: "workspace", value: workspace, spellcheck: "false" }),
				),
				element(
					"div",
					{},
					element("label", { for: "home" }, "Home folder"),
					element("input", { type: "text", id: "home", value: home, spellcheck: "false" }),
				),
				element(
					"div",
					{ class: "check" },
					element("input", { type: "checkbox", id: "forced" }),
					element("label", { for: "forced" }, "forced"),
				),
				element("div", {}, element("button", { type: "submit", id: "decide", disabled: true }, "Decide")),
			),
			element("div", { id: "verdict", class: "answer", role: "status", "aria-live": "polite" }),
			element("div", { id: "explanation", class: "explanation" }),
		),
		element("noscript", {}, element("p", {}, "This box needs JavaScript; the rest of the page does without.")),
		element(
			"p",
			{ class: "soft" },
			"The engine runs in this page and sees no disk: links are not followed, and what a ",
			element("code", {}, "*"),
			" stands for is not known. ",
			element("code", {}, "rules check"),
			" looks at both.",
		),
	);
}
