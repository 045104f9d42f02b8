/** `ask`: a person decides; where the rule names people, those. */
import { allOf, never, not } from "../test.js";
import type { Kind } from "./kind.js";

export const ask: Kind = {
	keyword: "ask",
	effect: "ask",
	summary: "lets a person decide: grants the command, and raises the answer to a question",
	required: [],
	lockable: false,
	access: false,
	people: true,
	example: 'ask npm publish because "A person looks at every release."',
	lower: ({ granting, restricting, consent }) => ({
		grants: granting(),
		restricts: consent === never ? restricting() : allOf([restricting(), not(consent)]),
	}),
};
