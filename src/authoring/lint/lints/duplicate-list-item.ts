/** `duplicate-list-item`: a list of paths or a set names one thing twice. */
import type { TextLint } from "../lint-record.js";
import { duplicatePath } from "./duplicate-list-item/path.js";
import { duplicateSetElement } from "./duplicate-list-item/set-element.js";

export const duplicateListItem: TextLint = {
	name: "duplicate-list-item",
	family: "references",
	severity: "warning",
	summary: "a list of paths, or a set, names one thing twice",
	fixes: "safe",
	looksAt: "text",
	check: (subject) => [duplicatePath, duplicateSetElement].flatMap(({ check }) => check(subject, {})),
};
