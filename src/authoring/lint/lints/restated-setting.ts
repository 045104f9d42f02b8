/** `restated-setting`: a setting is said twice in one body, and the lines differ. */
import { type Statement, settingNameOf } from "../../../language/syntax/statements.js";
import type { StatedStatement } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";

export const restatedSetting: PolicyLint = {
	name: "restated-setting",
	family: "hygiene",
	severity: "warning",
	summary: "a setting is said twice in one place, and only the stricter line holds",
	looksAt: "policy",
	check: (subject) => {
		const first = new Map<readonly Statement[], Map<string, StatedStatement>>();
		return subject.ownStatements().flatMap((stated) => {
			const { statement, siblings } = stated;
			const key = settingKey(statement);
			if (key === undefined) return [];
			const known = first.get(siblings) ?? new Map<string, StatedStatement>();
			first.set(siblings, known);
			const before = known.get(key);
			if (before === undefined) {
				known.set(key, stated);
				return [];
			}
			return [
				{
					message: `\`${key}\` is said twice here: ${key === "syntax" || key === "trust" ? "only what both lines name holds" : "the stricter line holds"}`,
					span: statement.span,
					labels: [{ span: before.statement.span, message: "it is said here first" }],
					help: `say it once${key === "syntax" ? ": put both lists into one" : ""}`,
				},
			];
		});
	},
};

/** What a setting is about, where one line of it is enough. What overrides is another thing. */
function settingKey(statement: Statement): string | undefined {
	if (statement.kind !== "setting" || statement.override || statement.form === "variables") return undefined;
	return settingNameOf(statement);
}
