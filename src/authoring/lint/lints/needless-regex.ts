/** `needless-regex`: a regular expression, or a part of one, that a glob or a plain word says as well. */
import type { TextLint } from "../lint-record.js";
import { regexWithAnchors } from "./needless-regex/anchors.js";
import { regexAsGlob } from "./needless-regex/as-glob.js";
import { everythingRegex } from "./needless-regex/everything.js";

export const needlessRegex: TextLint = {
	name: "needless-regex",
	family: "style",
	severity: "info",
	summary: "a regular expression says what `*`, a glob or a plain word says as well",
	fixes: "both",
	looksAt: "text",
	check: (subject) => [everythingRegex, regexAsGlob, regexWithAnchors].flatMap(({ check }) => check(subject, {})),
};
