/** A list of paths that a grant is bounded by holds the home folder, with keys and settings in it. */
import { anyGround } from "../../../analysis/agent-model.js";
import type { PolicyLint } from "../../lint-record.js";
import { wholesGranted } from "../../meaning/unbounded-path-lists.js";

export const homeAllowed: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		wholesGranted("home", `${anyGround.home}/.ssh/id_ed25519`, subject, (text, bounded) => ({
			message: `\`${text}\` holds the keys and settings of the home folder as well`,
			help: `name the folders in it that are meant${bounded("!~/.ssh")}`,
		})),
};
