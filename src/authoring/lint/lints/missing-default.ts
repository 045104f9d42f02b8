/** `missing-default`: an agent that nowhere says what happens to a command that no rule speaks of. */
import { isSetting, type Statement } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";

export const missingDefault: PolicyLint = {
	name: "missing-default",
	family: "hygiene",
	severity: "warning",
	needsWhole: true,
	summary: "an agent says nowhere what happens to commands that no rule speaks of",
	looksAt: "policy",
	check: ({ policy, files, ownStatements }) => {
		const states = (body: readonly Statement[]): boolean => body.some((statement) => isSetting(statement, "default"));
		const outside = files.some((file) => states(file.statements));
		if (outside) return [];
		const blocks = new Map<string, { extends: readonly string[]; has: boolean }[]>();
		for (const statement of files.flatMap((file) => file.statements)) {
			if (statement.kind !== "agent" && statement.kind !== "group") continue;
			const known = blocks.get(statement.name.text) ?? [];
			known.push({ extends: statement.extends.map((name) => name.text), has: states(statement.body) });
			blocks.set(statement.name.text, known);
		}
		const covered = (name: string, seen: Set<string>): boolean => {
			if (seen.has(name)) return false;
			seen.add(name);
			return (blocks.get(name) ?? []).some(
				(block) => block.has || block.extends.some((parent) => covered(parent, seen)),
			);
		};
		// A file of rules alone is the policy of the agent `default`; one that only restricts is there for others to import.
		if (blocks.size === 0) {
			const rules = ownStatements().flatMap(({ statement }) => (statement.kind === "rule" ? [statement] : []));
			const [first] = rules.some(({ keyword }) => keyword !== "deny" && keyword !== "constrain") ? rules : [];
			const message = "this policy says nowhere what happens to commands that no rule speaks of";
			return first === undefined ? [] : [{ message, span: first.span, help }];
		}
		return ownStatements().flatMap(({ statement }) => {
			if (
				statement.kind !== "agent" ||
				!policy.agents.has(statement.name.text) ||
				covered(statement.name.text, new Set())
			)
				return [];
			return [
				{
					message: `the agent \`${statement.name.text}\` says nowhere what happens to commands that no rule speaks of`,
					span: statement.name.span,
					help,
				},
			];
		});
	},
};

const help = "they are denied; write `default deny` so that readers see it, or `default ask`";
