/** A list of paths that a grant is bounded by holds the folder above the workspace, and so everything beside it. */
import { witnessCommandLine } from "../../../analysis/witness.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { reaching } from "../../meaning/reach.js";
import { isWholeRuleReported } from "../../meaning/rule-already-reported.js";
import { bounds, oncePerPlace, ruleOf, writtenPaths } from "../../reading/written-paths.js";

export const aboveAllowed: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		oncePerPlace(
			writtenPaths(subject).flatMap((list): readonly Finding[] => {
				if (!bounds(list) || list.paths.some(({ negated }) => negated)) return [];
				const found = list.paths.find(({ text }) => /^(?:\.\/)?\.\.(?:\/\.\.)*\/?(?:\*\*)?$/.test(text));
				const rule = found && ruleOf(list, subject);
				if (found === undefined || rule === undefined || isWholeRuleReported(rule, subject)) return [];
				const sample = reaching(rule, `${found.text.replace(/\/?(?:\*\*)?$/, "")}/other/x`, subject);
				if (sample === undefined) return [];
				return [
					{
						message: `\`${found.text}\` holds every folder beside the workspace as well`,
						span: found.span,
						help: "write `.` for the workspace, or name the folders beside it that are meant",
						witness: witnessCommandLine(sample),
					},
				];
			}),
		),
};
