/** A list of paths that a grant is bounded by holds the folder above the workspace, and so everything beside it. */
import { anySymbolicWorld } from "../../../analysis/agent-model.js";
import { witnessCommandLine } from "../../../analysis/witness.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { reaching } from "../../meaning/reach.js";
import { pathShape } from "../../powers/path-shape.js";
import { bounds, oncePerPlace, ruleOf, type WrittenPath, writtenPaths } from "../../reading/written-paths.js";
import { isWholeRuleReported } from "../../without-effect/rule-already-reported.js";

export const aboveAllowed: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		oncePerPlace(
			writtenPaths(subject).flatMap((list): readonly Finding[] => {
				if (!bounds(list) || list.paths.some(({ negated }) => negated)) return [];
				const found = list.paths.find(isAbove);
				const rule = found && ruleOf(list, subject);
				if (found === undefined || rule === undefined || isWholeRuleReported(rule, subject)) return [];
				const sample = reaching(rule, sampleBelow(found), subject);
				if (sample === undefined) return [];
				const isHome = pathShape(found).root === "home";
				return [
					{
						message: `\`${found.text}\` holds every folder beside the ${isHome ? "home folder" : "workspace"} as well`,
						span: found.span,
						help: `write \`.\` for the workspace, or name the folders ${isHome ? "" : "beside it "}that are meant`,
						witness: witnessCommandLine(sample),
					},
				];
			}),
		),
};

/** `..`, `../*`, `~/..`: no folder is named behind the last way up. What goes into a folder first is told as such. */
function isAbove(path: WrittenPath): boolean {
	const { root, fixed, tail } = pathShape(path);
	return root !== "top" && fixed.length > 0 && fixed.every((part) => part === "..") && /^\*{0,2}$/.test(tail[0] ?? "");
}

/** A file below it that is none of the workspace's. */
function sampleBelow(path: WrittenPath): string {
	const { root, fixed, tail } = pathShape(path);
	const named = tail.map((part) => part.replaceAll("*", "other"));
	return [
		...(root === "home" ? [anySymbolicWorld.home] : []),
		...fixed,
		...(tail.length > 0 ? named : ["other"]),
		"x",
	].join("/");
}
