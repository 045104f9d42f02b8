/** What the lints found, by place. */
import type { Diagnostic, Severity } from "../../language/diagnostic/diagnostic.js";
import { table } from "./abilities.js";
import { type Content, element, type Markup, marked, together } from "./markup.js";
import { leftOut } from "./matrix.js";
import { spanLink } from "./places.js";
import type { Study } from "./study.js";

const mostFindings = 1000;

/** Those of these severities, the worst first. */
export function findingsOf({ findings }: Study, severities: readonly Severity[]): readonly Diagnostic[] {
	return severities.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted));
}

export function findingsTable(study: Study, name: string, findings: readonly Diagnostic[]): Markup {
	return together(
		table(
			name,
			["Lint", "Says", "Where"],
			findings
				.slice(0, mostFindings)
				.map(({ code, severity, message, help, witness, span }) => [
					[severityMark(severity), " ", code],
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

/** What is no failure. */
export function remarksTable(study: Study): Markup {
	const remarks = findingsOf(study, ["info"]);
	if (remarks.length === 0) return element("p", {}, "The lints remark nothing.");
	return findingsTable(study, "Remarks of the lints", remarks);
}

export function remarksLine(study: Study): Content {
	const { length } = findingsOf(study, ["info"]);
	return length === 0 ? "none" : [severityMark("info"), ` ${length}`];
}

function severityMark(severity: Severity): Markup {
	return element("span", { class: `mark ${looks[severity]}` }, words[severity]);
}

const looks: Readonly<Record<Severity, string>> = { error: "deny", warning: "nudge", info: "ask" };
const words: Readonly<Record<Severity, string>> = { error: "✕ error", warning: "! warning", info: "i remark" };
