/** Lists that bound grants and hold the whole of something: every path, the whole home folder. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { isWhole, type PathShape, pathShape } from "../powers/path-shape.js";
import { bounds, oncePerPlace, ruleOf, writtenPaths } from "../reading/written-paths.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";
import { reaching } from "./reach.js";

/** One finding for each such path, where the agent may run a command on a path that people would not mean. */
export function unboundedPathLists(
	root: PathShape["root"],
	path: string,
	subject: ValidPolicyContext,
	/** `bounded`: the end of a sentence that says how the list is written with others taken out of it; a set takes nothing out. */
	say: (text: string, bounded: (others: string) => string) => Pick<Finding, "message" | "help">,
): readonly Finding[] {
	const faults = writtenPaths(subject).flatMap((list) => {
		// Who says what is taken out has thought of the rest.
		if (!bounds(list) || list.paths.some(({ negated }) => negated)) return [];
		const found = list.paths.find((one) => {
			const shape = pathShape(one);
			return shape.root === root && isWhole(shape);
		});
		const rule = found && ruleOf(list, subject);
		// An override that bounds nothing carves an inherited bound away: that is its purpose.
		if (found === undefined || rule === undefined || (list.keyword === "to" && rule.statement.override)) return [];
		// A rule that does nothing grants nothing; a constraint does nothing for this very reason, which is told here.
		if (list.keyword !== "to" && isWholeRuleReported(rule, subject)) return [];
		const sample = reaching(rule, path, subject);
		const isOwn = found.place !== undefined && list.words[found.place]?.kind !== "set";
		const said = say(found.text, (others) => (isOwn ? `; or say what is left out: \`${found.text}, ${others}\`` : ""));
		return sample === undefined ? [] : [{ ...said, span: found.span, witness: witnessCommandLine(sample) }];
	});
	return oncePerPlace(faults);
}
