/** A list of paths that a grant is bounded by holds `/`, and so every path. */

import type { PolicyLint } from "../../lint-record.js";
import { unboundedPathLists } from "../../meaning/unbounded-path-lists.js";

export const rootAllowed: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		unboundedPathLists("top", "/etc/passwd", subject, (text, bounded) => ({
			message: `\`${text}\` holds every path: this bounds nothing`,
			help: `name the folders that are meant, \`.\` for the workspace${bounded("!/etc, !~")}`,
		})),
};
