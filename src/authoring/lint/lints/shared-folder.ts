/** `shared-folder`: a list of paths that a grant is bounded by holds a folder that everybody on the machine writes to. */
import type { TextLint } from "../lint-record.js";
import { isSharedFolder } from "../powers/shared-folders.js";
import { bounds, oncePerPlace, writtenPaths } from "../reading/written-paths.js";

export const sharedFolder: TextLint = {
	name: "shared-folder",
	family: "paths",
	severity: "info",
	summary: "a grant is bounded by a folder that everybody on the machine writes to",
	looksAt: "text",
	check: (subject) =>
		oncePerPlace(
			writtenPaths(subject).flatMap((list) =>
				!bounds(list)
					? []
					: list.paths
							.filter((one) => !one.negated && isSharedFolder(one))
							.map(({ text, span }) => ({
								message: `everybody on the machine writes to \`${text}\``,
								span,
								help: `name a folder in it that is the agent's own: \`${text.replace(/\/[*/]*$/, "")}/NAME\``,
							})),
			),
		),
};
