/** `name-contradicts-effect`: what is said to be read-only, to delete nothing or to be offline writes, deletes or talks to others. */
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
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
		const byProgram = [
			...new Map(found.toReversed().map((one) => [`${one.span.file}\0${one.span.start}`, one])).values(),
		].reverse();
		return onceARule(byProgram, subject);
	},
};

/** A rule is one decision of its author: its first program is told, and how many more there are. */
function onceARule(found: readonly Finding[], subject: ValidPolicyContext): readonly Finding[] {
	const byRule = new Map<string, Finding[]>();
	for (const one of found) {
		const { file, start } = one.span;
		const rule = subject
			.rules()
			.find(({ statement: { span } }) => span.file === file && span.start <= start && start < span.end);
		const key = `${file}\0${rule?.statement.span.start ?? start}`;
		const list = byRule.get(key);
		if (list) list.push(one);
		else byRule.set(key, [one]);
	}
	return [...byRule.values()].flatMap(([first, ...more]) => {
		if (first === undefined) return [];
		if (more.length === 0) return [first];
		const others = more.length === 1 ? "another command of this rule does" : `${more.length} more of this rule do`;
		const places = more.map(({ span }) => ({ span, message: "this, too" }));
		return [
			{
				...first,
				message: `${first.message}; ${others} the like`,
				labels: [...(first.labels ?? []), ...places],
				help: "take them out of this rule, or give what may change things a name of its own",
			},
		];
	});
}
