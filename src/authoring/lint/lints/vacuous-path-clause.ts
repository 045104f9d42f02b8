/** `vacuous-path-clause`: a clause on paths on programs that name none. */
import type { Finding, PolicyLint } from "../lint-record.js";
import { constrainedCode } from "./vacuous-path-clause/code.js";
import { vacuousConstrain } from "./vacuous-path-clause/constrain.js";
import { vacuousSame } from "./vacuous-path-clause/same.js";
import { vacuousTouching } from "./vacuous-path-clause/touching.js";
import { vacuousWithin } from "./vacuous-path-clause/within.js";

export const vacuousPathClause: PolicyLint = {
	name: "vacuous-path-clause",
	family: "paths",
	severity: "warning",
	summary: "a clause on paths stands on programs that name no paths, or on code, and so says nothing",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		unlikeBefore(
			[vacuousConstrain, vacuousSame, vacuousTouching, vacuousWithin].flatMap(({ check }) => check(subject, {})),
			constrainedCode.check(subject, {}),
		),
};

/** A rule that is told already is not told twice. */
function unlikeBefore(told: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
	const isTold = ({ span }: Finding): boolean =>
		told.some((one) => one.span.file === span.file && span.start <= one.span.start && one.span.start < span.end);
	return [...told, ...others.filter((one) => !isTold(one))];
}
