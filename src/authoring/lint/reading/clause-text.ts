/** A clause as the DSL has it, for messages: the same whichever notation it was written in. */

import { clauseItems } from "../../../language/syntax/dsl/part-text.js";
import type { Clause } from "../../../language/syntax/statements.js";

export function clauseText(clause: Clause): string {
	const isText = clause.form === "text" || clause.form === "name" || clause.form === "date";
	return `${clause.keyword} ${isText ? clause.text.text : clauseItems(clause).join(", ")}`;
}
