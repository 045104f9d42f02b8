/** A clause as the DSL has it, for messages: the same whichever notation it was written in. */
import type { Clause } from "../../../language/syntax/statements.js";
import { alternativeText, nameText, pathText, patternText } from "../../../language/syntax/write-dsl.js";

export function clauseText(clause: Clause): string {
	return `${clause.keyword} ${valueText(clause)}`;
}

function valueText(clause: Clause): string {
	switch (clause.keyword) {
		case "except":
			return clause.patterns.map(patternText).join(", ");
		case "with":
		case "without":
		case "only":
			return clause.options.map(alternativeText).join(", ");
		case "within":
		case "touching":
		case "to":
			return clause.paths.map(pathText).join(", ");
		case "granting":
		case "using":
			return clause.powers.map(({ text }) => text).join(", ");
		case "use":
			return clause.names.map(({ text }) => nameText(text)).join(", ");
		case "because":
		case "note":
		case "id":
			return clause.text.text;
	}
}
