/** What is wrong with a policy, first on its page and never folded: broken claims, failed expectations, and what the lints hold for wrong. */
import { findingsOf, findingsTable } from "./findings.js";
import { element, type Markup, together } from "./markup.js";
import { claimsTable, expectationsTable, held } from "./promises.js";
import type { Study } from "./study.js";

/** Behind so many warnings, the others are folded; errors never are. */
const fewWarnings = 20;

export function failuresSection(study: Study): Markup {
	const { claims, results } = study.tested;
	const broken = claims.filter(({ answer }) => answer.kind === "broken");
	const open = claims.filter(({ answer }) => answer.kind === "unsettled");
	const failing = results.filter(({ passed }) => !passed);
	const errors = findingsOf(study, ["error"]);
	const warnings = findingsOf(study, ["warning"]);
	const parts = [
		broken.length === 0 ? undefined : claimsTable(study, "Claims that are broken", broken),
		failing.length === 0 ? undefined : expectationsTable(study, "Expectations that fail", failing),
		errors.length === 0 ? undefined : findingsTable(study, "Errors that the lints found", errors),
		open.length === 0 ? undefined : claimsTable(study, "Claims that are neither proved nor broken", open),
		warnings.length === 0 ? undefined : findingsTable(study, "Warnings of the lints", warnings.slice(0, fewWarnings)),
		warnings.length <= fewWarnings
			? undefined
			: element(
					"details",
					{},
					element("summary", {}, `${warnings.length - fewWarnings} more warnings`),
					findingsTable(study, "More warnings of the lints", warnings.slice(fewWarnings)),
				),
	];
	if (parts.every((one) => one === undefined))
		return element(
			"p",
			{},
			held("nothing"),
			": no claim is broken, no expectation fails, and the lints warn of nothing.",
		);
	return together(...parts);
}
