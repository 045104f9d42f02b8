/** Is something taken out of a rule for this program? An override on others leaves it as it is. */
import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { Rule } from "../../../language/policy/policy.js";
import { withoutExclusions } from "../../../language/policy/without-exclusions.js";
import { sameTests } from "../../analysis/same-tests.js";

export function isCarvedFor(name: string, { grants, restricts, excludedBy }: Rule): boolean {
	if (excludedBy.length === 0) return false;
	return [grants, restricts].some((test) => {
		if (test === undefined) return false;
		const { whole } = withoutExclusions(test, excludedBy.length);
		return !sameTests(specialise(test, name), specialise(whole, name));
	});
}
