/** What the lints found, by place. */
import type { Severity } from "../../language/diagnostic/diagnostic.js";
import { table } from "./abilities.js";
import { element, type Markup, marked, together } from "./markup.js";
import { leftOut } from "./matrix.js";
import { spanLink } from "./places.js";
import type { Study } from "./study.js";

const mostFindings = 1000;

export function findingsSection(study: Study): Markup {
	const { findings } = study;
	if (findings.length === 0) return element("p", {}, element("span", { class: "mark allow" }, "✓ nothing found"));
	return together(
		table(
			"Findings of the lints",
			["Lint", "Says", "Where"],
			findings
				.slice(0, mostFindings)
				.map(({ code, severity, message, help, witness, span }) => [
					[element("span", { class: `mark ${looks[severity]}` }, words[severity]), " ", code],
					[
						marked(message),
						witness === undefined ? undefined : element("div", {}, "for instance ", element("code", {}, witness)),
						help === undefined ? undefined : element("div", { class: "soft" }, marked(help)),
					],
					spanLink(study, span),
				]),
		),
		leftOut(findings.length - mostFindings, "finding"),
	);
}

const looks: Readonly<Record<Severity, string>> = { error: "deny", warning: "nudge", info: "ask" };
const words: Readonly<Record<Severity, string>> = { error: "✕ error", warning: "! warning", info: "i remark" };
