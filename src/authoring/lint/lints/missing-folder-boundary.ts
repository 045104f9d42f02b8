/** `missing-folder-boundary`: `/repo*` in a list that bounds a grant, which also means `/repo-evil`. */

import { anySymbolicWorld } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { reaching } from "../meaning/reach.js";
import { pathShape } from "../powers/path-shape.js";
import { isBelowSharedFolder } from "../powers/shared-folders.js";
import { bounds, oncePerPlace, ruleOf, type WrittenPath, writtenPaths } from "../reading/written-paths.js";

export const missingFolderBoundary: PolicyLint = {
	name: "missing-folder-boundary",
	family: "paths",
	severity: "warning",
	summary: "a grant is bounded by a folder's name with a `*` at its end, which means the folders beside it as well",
	looksAt: "policy",
	check: (subject) => {
		const faults = writtenPaths(subject).flatMap((list) =>
			!bounds(list)
				? []
				: list.paths.flatMap((path) => {
						const folder = openFolder(path);
						const rule = folder === undefined ? undefined : ruleOf(list, subject);
						if (folder === undefined || rule === undefined) return [];
						const beside = `${folder}-evil`;
						const sample = reaching(rule, `${beside.replace(/^~/, anySymbolicWorld.home as string)}/x`, subject);
						if (sample === undefined) return [];
						return [
							{
								message: `\`${path.text}\` means \`${beside}\` as well, a folder beside it`,
								span: path.span,
								help: `write \`${folder}\`, which holds all that is below it; what begins so on purpose is plainer with a sign before the star: \`${folder}-*\``,
								witness: witnessCommandLine(sample),
							},
						];
					}),
		);
		return oncePerPlace(faults);
	},
};

/** The path without the stars at its end, where they stand right behind a folder's name. One star behind a name in the workspace or a shared folder is mostly meant. */
function openFolder(path: WrittenPath): string | undefined {
	const { root, fixed, tail } = pathShape(path);
	const [last, ...more] = tail;
	if (path.literal || path.negated || last === undefined || more.length > 0) return undefined;
	const stars = /^[\w-]*[A-Za-z0-9](\*{1,2})$/.exec(last)?.[1];
	if (stars === undefined) return undefined;
	const isMeant = root === "workspace" || isBelowSharedFolder(path) || ["dev", "proc", "sys"].includes(fixed[0] ?? "");
	return stars === "*" && isMeant ? undefined : path.text.slice(0, -stars.length);
}
