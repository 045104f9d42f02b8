/** The fix that takes options out of what a rule grants. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import type { StatedRule } from "../lint-context.js";

/** `without …` put in before the rule's first clause; undefined where the rule has one already, and in YAML. */
export function withoutOptions({ statement, file }: StatedRule, options: readonly string[]): Fix | undefined {
	const [first] = statement.clauses;
	if (file.notation === "yaml" || first === undefined || options.length === 0) return undefined;
	if (statement.clauses.some(({ keyword }) => keyword === "without" || keyword === "only")) return undefined;
	const text = `without ${options.join(", ")} `;
	const { start } = first.span;
	return {
		title: `leave out ${options.map((one) => `\`${one}\``).join(", ")}: commands with them are no longer granted`,
		edits: [{ span: { file: file.file, start, end: start }, text }],
		safe: false,
	};
}
