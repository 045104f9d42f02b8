/** `duplicate-expectation`: an `expect` that another one says as well, for all agents that it holds for. */

import type { PolicyLint } from "../lint-record.js";
import { expected, type StatedExpectation } from "../meaning/expected.js";
import { deletion } from "../reading/deletion.js";

export const duplicateExpectation: PolicyLint = {
	name: "duplicate-expectation",
	family: "tests",
	severity: "info",
	summary: "an `expect` stands twice",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const alike = new Map<string, StatedExpectation[]>();
		for (const one of expected(subject)) {
			const { command, effect, forced, facts = [], at, after = [] } = one.statement;
			const world = [
				facts.map(({ fact, value }) => [fact.text, value.text]),
				at?.text,
				after.map((step) => [step.command.text, step.ended?.text ?? "passed", step.ago?.text]),
			];
			const key = JSON.stringify([command.text, effect.text, forced, world]);
			const list = alike.get(key);
			if (list) list.push(one);
			else alike.set(key, [one]);
		}
		return [...alike.values()].flatMap((list) =>
			list.flatMap((stated, at) => {
				if (stated.tries.length === 0) return [];
				// Of two that say the same, the second is reported.
				const other = list.find(
					(one, place) => place !== at && says(one, stated) && (place < at || !says(stated, one)),
				);
				if (other === undefined) return [];
				const edit = deletion(stated, subject);
				const where = other.owner === stated.owner || other.owner === "" ? "" : ` in \`${other.owner}\``;
				return [
					{
						message: `this \`expect\` stands${where} already`,
						span: stated.statement.span,
						labels: [{ span: other.statement.span, message: "the same expectation" }],
						help: "take it out",
						...(edit === undefined ? {} : { fix: { title: "take the line out", edits: [edit], safe: true } }),
					},
				];
			}),
		);
	},
};

/** For each agent of the other one, and by the rule that it asks for, if it does. */
function says(one: StatedExpectation, other: StatedExpectation): boolean {
	const { by } = other.statement;
	const agents = new Set(one.tries.map(({ expectation }) => expectation.agent));
	return (
		(by === undefined || by.text === one.statement.by?.text) &&
		other.tries.every(({ expectation }) => agents.has(expectation.agent))
	);
}
