/** `ask`: a person decides. */
import type { Kind } from "./kind.js";

export const ask: Kind = {
	keyword: "ask",
	effect: "ask",
	summary: "lets a person decide: grants the command, and raises the answer to a question",
	required: [],
	lockable: false,
	access: false,
	example: 'ask npm publish because "A person looks at every release."',
	lower: ({ granting, restricting }) => ({ grants: granting, restricts: restricting }),
};
