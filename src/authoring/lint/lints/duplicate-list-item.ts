/** `duplicate-list-item`: a list of paths, a set or a pattern names one thing twice. */
import type { TextLint } from "../lint-record.js";
import { duplicateOption } from "./duplicate-list-item/option.js";
import { duplicatePath } from "./duplicate-list-item/path.js";
import { duplicateSetElement } from "./duplicate-list-item/set-element.js";

export const duplicateListItem: TextLint = {
	name: "duplicate-list-item",
	family: "references",
	severity: "warning",
	summary: "a list of paths or of options, a set or a pattern names one thing twice",
	fixes: "safe",
	looksAt: "text",
	check: (subject) => [duplicatePath, duplicateSetElement, duplicateOption].flatMap(({ check }) => check(subject, {})),
};
