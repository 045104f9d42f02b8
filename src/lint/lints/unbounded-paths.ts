/** `unbounded-paths`: a grant is bounded by `/` or by the home folder. */
import type { PolicyLint } from "../lint.js";
import { homeAllowed } from "./unbounded-paths/home.js";
import { rootAllowed } from "./unbounded-paths/root.js";

export const unboundedPaths: PolicyLint = {
	name: "unbounded-paths",
	family: "paths",
	severity: "warning",
	summary: "a grant is bounded by `/` or by the whole home folder, which is hardly a bound",
	looksAt: "policy",
	check: (subject) => [homeAllowed, rootAllowed].flatMap(({ check }) => check(subject, {})),
};
