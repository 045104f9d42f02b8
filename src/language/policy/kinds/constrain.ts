/** `constrain`: the command may touch no path outside. A deny unless every path lies inside. */
import type { Kind } from "./kind.js";

export const constrain: Kind = {
	keyword: "constrain",
	effect: "deny",
	summary: "keeps commands and redirections to the given paths",
	required: ["to"],
	lockable: true,
	access: true,
	people: false,
	example: "constrain writes of * to ., /tmp/build",
	lower: ({ restricting, inside }) => ({
		restricts: { kind: "all", tests: [restricting(), { kind: "not", test: inside }] },
	}),
};
