/** `deny`: the command may not run. */
import type { Kind } from "./kind.js";

export const deny: Kind = {
	keyword: "deny",
	effect: "deny",
	summary: "refuses commands, whatever grants them",
	required: [],
	lockable: true,
	access: false,
	people: false,
	example: 'deny npm install --global because "Nothing is installed for the whole machine."',
	lower: ({ restricting }) => ({ restricts: restricting() }),
};
