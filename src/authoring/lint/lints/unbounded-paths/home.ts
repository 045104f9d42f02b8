/** A list of paths that a grant is bounded by holds the home folder, with keys and settings in it. */
import { anySymbolicWorld } from "../../../analysis/agent-model.js";
import type { PolicyLint } from "../../lint-record.js";
import { unboundedPathLists } from "../../meaning/unbounded-path-lists.js";

export const homeAllowed: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		unboundedPathLists("home", `${anySymbolicWorld.home}/.ssh/id_ed25519`, subject, (text, bounded) => ({
			message: `\`${text}\` holds the keys and settings of the home folder as well`,
			help: `name the folders in it that are meant${bounded("!~/.ssh")}`,
		})),
};
