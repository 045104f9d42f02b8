/** Lines that are put below a rule, with its indent. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import { positionAt } from "../../../language/source/source-file.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";

/** The edit that puts lines below a rule; undefined where the rule does not have its lines for itself. */
export function linesBelow(
	{ statement, file }: Pick<StatedRule, "statement" | "file">,
	lines: readonly string[],
	subject: ValidPolicyContext,
): Fix["edits"][number] | undefined {
	const source = subject.sourceOf(file.file);
	const { start, end } = statement.span;
	const lead = source.text.slice(source.lineStarts[positionAt(source, start).line - 1], start);
	const behind = /^[^\r\n]*/.exec(source.text.slice(end))?.[0] ?? "";
	if (!/^[ \t]*(?:#.*)?$/.test(behind) || !/^[ \t]*(?:-[ \t]+)?$/.test(lead)) return undefined;
	const indent = lead.replace(/-[ \t]+$/, "");
	if ((lead !== indent) !== (file.notation === "yaml")) return undefined;
	const at = end + behind.length;
	const text = lines
		.flatMap((one) => one.split("\n"))
		.map((one) => `\n${indent}${one}`)
		.join("");
	return { span: { file: file.file, start: at, end: at }, text };
}
