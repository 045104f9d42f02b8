/** `name-contradicts-effect`: what is said to be read-only, to delete nothing or to be offline writes, deletes or talks to others. */
import type { PolicyLint } from "../lint.js";
import { deleteCapable } from "./name-contradicts-effect/deleting.js";
import { networkCapable } from "./name-contradicts-effect/talking.js";
import { writeCapable } from "./name-contradicts-effect/writing.js";

export const nameContradictsEffect: PolicyLint = {
	name: "name-contradicts-effect",
	family: "breadth",
	severity: "warning",
	summary: "a name or a text says what is not done, and something allowed does it",
	looksAt: "policy",
	check: (subject) => {
		const found = [writeCapable, deleteCapable, networkCapable].flatMap(({ check }) => check(subject, {}));
		// Of what one program does, one thing is enough.
		return [
			...new Map(found.toReversed().map((one) => [`${one.span.file}\0${one.span.start}`, one])).values(),
		].reverse();
	},
};
