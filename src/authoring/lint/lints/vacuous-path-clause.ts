/** `vacuous-path-clause`: a clause on paths on programs that name none. */
import type { PolicyLint } from "../lint-record.js";
import { vacuousConstrain } from "./vacuous-path-clause/constrain.js";
import { vacuousSame } from "./vacuous-path-clause/same.js";
import { vacuousTouching } from "./vacuous-path-clause/touching.js";
import { vacuousWithin } from "./vacuous-path-clause/within.js";

export const vacuousPathClause: PolicyLint = {
	name: "vacuous-path-clause",
	family: "paths",
	severity: "warning",
	summary: "a clause on paths stands on programs that name no paths, and so says nothing",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		[vacuousConstrain, vacuousSame, vacuousTouching, vacuousWithin].flatMap(({ check }) => check(subject, {})),
};
