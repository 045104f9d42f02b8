/** `unreachable-rule`: a rule that never decides, because no command fits it or because stricter ones decide whatever does. */
import { sampleText } from "../../analysis/sample.js";
import { deletion } from "../deletion.js";
import type { Fault, PolicyLint, SoundSubject, StatedRule } from "../lint.js";
import { type Useless, uselessness } from "../useless.js";

export const unreachableRule: PolicyLint = {
	name: "unreachable-rule",
	family: "anomalies",
	severity: "warning",
	summary: "a rule never decides anything: no command fits it, or stricter rules decide all that do",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const found = uselessness(stated, subject);
			return found === undefined || found.why === "redundant" ? [] : faultOf(stated, found, subject);
		}),
};

function faultOf(
	stated: StatedRule,
	found: Exclude<Useless, { why: "redundant" }>,
	subject: SoundSubject,
): readonly Fault[] {
	const { statement } = stated;
	const edit = deletion(stated, subject);
	// That the rule does nothing is sure; that its author wants it gone is not.
	const fix = edit === undefined ? {} : { fix: { title: "take the rule out", edits: [edit], safe: false } };
	const at = { span: statement.span, ...fix };
	switch (found.why) {
		case "empty":
			return [
				{
					...at,
					message: "no command fits this rule",
					help: "its words and clauses exclude each other: see which one is too much",
				},
			];
		case "idle":
			return [
				{
					...at,
					message: "this rule never decides: nothing grants what it speaks of, and the default is stricter",
					help: "it grants plain use only: say what more it grants with `granting …`, or take it out",
					witness: sampleText(found.sample),
				},
			];
		case "refused": {
			// That is `missing-override`.
			const grants = statement.keyword !== "deny" && statement.keyword !== "constrain";
			if (grants && !statement.override && found.inherited !== undefined) return [];
			const ids = found.by.map(({ id }) => `\`${id}\``);
			return [
				{
					...at,
					message: `this rule never decides: ${listed(ids)} ${ids.length === 1 ? "is" : "are"} stricter, and ${ids.length === 1 ? "decides" : "decide"} whatever fits it`,
					labels: found.by.map((one) => ({ span: one.span, message: `this \`${one.keyword}\`` })),
					help: grants
						? "take it out, or leave out of the stricter rule what it is to grant: `except …`"
						: "take it out",
					witness: sampleText(found.sample),
				},
			];
		}
	}
}

function listed(names: readonly string[]): string {
	return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
