/** `allow`: the command may run. */
import type { Kind } from "./kind.js";

export const allow: Kind = {
	keyword: "allow",
	effect: "allow",
	summary: "grants commands: their plain use, and the powers that it names",
	required: [],
	lockable: false,
	access: false,
	people: false,
	example: "allow rm, mv, cp within .",
	lower: ({ granting }) => ({ grants: granting() }),
};
