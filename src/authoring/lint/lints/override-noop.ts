/** `override-noop`: an override that takes nothing out of what is inherited. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import type { LintContext, StatedRule } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { shortText } from "../reading/rule-text.js";
import { overrideEffectOf } from "../without-effect/override-effect.js";

export const overrideNoop: PolicyLint = {
	name: "override-noop",
	family: "agents",
	severity: "warning",
	needsWhole: true,
	summary: "an `override` takes nothing out of any inherited rule",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { statement, agents } = stated;
			// Who extends a group in another file may have other parents.
			if (!subject.policy.agents.has(stated.owner)) return [];
			if (!statement.override || agents.length === 0 || overrideEffectOf(stated, subject).kind !== "nothing") return [];
			const edit = withoutOverride(stated, subject);
			return [
				{
					message:
						statement.keyword === "deny"
							? "`override` says nothing on a `deny`: a denial takes nothing out of inherited rules, it adds to them"
							: "this `override` takes nothing out: no inherited rule restricts what it speaks of",
					span: statement.span,
					...(statement.keyword === "deny" ? { undoneBy: "nothing" as const } : {}),
					help: `write \`${shortText(statement)}\`, without \`override\``,
					...(edit === undefined ? {} : { fix: { title: "take `override` out", edits: [edit], safe: true } }),
				},
			];
		}),
};

/** The word in the DSL, the key in YAML: where it stands only once. */
function withoutOverride(
	{ statement: { span }, file }: StatedRule,
	subject: LintContext,
): Fix["edits"][number] | undefined {
	const text = subject.sources.get(span.file)?.text.slice(span.start, span.end) ?? "";
	const patterns =
		file.notation === "rules"
			? [/^override\s+/]
			: [/(?<=[\r\n])[ \t]*override:[ \t]*true[ \t]*(?:\r\n|\n|\r|$)/g, /,[ \t]*override:[ \t]*true(?=[ \t]*[,}])/g];
	for (const pattern of patterns) {
		const [found, ...more] = pattern.global
			? [...text.matchAll(pattern)]
			: [pattern.exec(text)].filter((one) => one !== null);
		if (found === undefined || more.length > 0) continue;
		const start = span.start + found.index;
		return { span: { file: span.file, start, end: start + found[0].length }, text: "" };
	}
	return undefined;
}
