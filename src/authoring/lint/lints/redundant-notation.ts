/** `redundant-notation`: a `/` at the end of a path, a `**` at the end of a pattern. */
import type { TextLint } from "../lint-record.js";
import { redundantDoublestar } from "./redundant-notation/doublestar.js";
import { trailingSlash } from "./redundant-notation/trailing-slash.js";

export const redundantNotation: TextLint = {
	name: "redundant-notation",
	family: "style",
	severity: "info",
	summary: "a `/` ends a path, or a `**` a pattern, and says nothing there",
	fixes: "safe",
	looksAt: "text",
	check: (subject) => [trailingSlash, redundantDoublestar].flatMap(({ check }) => check(subject, {})),
};
