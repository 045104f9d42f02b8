/** `root-allowed`: a list of paths that a grant is bounded by holds `/`, and so every path. */

import type { PolicyLint } from "../lint.js";
import { wholesGranted } from "../wholes.js";

export const rootAllowed: PolicyLint = {
	name: "root-allowed",
	family: "paths",
	severity: "warning",
	summary: "a grant is bounded by `/`, which holds every path",
	looksAt: "policy",
	check: (subject) =>
		wholesGranted("top", "/etc/passwd", subject, (text) => ({
			message: `\`${text}\` holds every path: this bounds nothing`,
			help: "name the folders that are meant, `.` for the workspace; or say what is left out: `/, !/etc, !~`",
		})),
};
