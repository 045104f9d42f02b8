/** `unbounded-paths`: a grant is bounded by `/`, by the home folder or by what lies above the workspace. */
import type { PolicyLint } from "../lint-record.js";
import { aboveAllowed } from "./unbounded-paths/above.js";
import { homeAllowed } from "./unbounded-paths/home.js";
import { rootAllowed } from "./unbounded-paths/root.js";

export const unboundedPaths: PolicyLint = {
	name: "unbounded-paths",
	family: "paths",
	severity: "warning",
	summary: "a grant is bounded by `/`, by the whole home folder or by `..`, which is hardly a bound",
	looksAt: "policy",
	check: (subject) => [homeAllowed, rootAllowed, aboveAllowed].flatMap(({ check }) => check(subject, {})),
};
