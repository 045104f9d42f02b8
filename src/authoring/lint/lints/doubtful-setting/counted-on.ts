/** `sandbox off`, where notes of the same agent count on the sandbox. */
import type { Statement } from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding } from "../../lint-record.js";

export function countedOn({ span }: Statement, owner: string, subject: ValidPolicyContext): readonly Finding[] {
	const notes = subject
		.rules()
		.filter((one) => one.owner === owner)
		.flatMap(({ statement }) =>
			statement.clauses.flatMap((clause) =>
				(clause.keyword === "note" || clause.keyword === "because") && counts.test(clause.text.text) ? [clause] : [],
			),
		);
	const [first] = notes;
	if (first === undefined) return [];
	return [
		{
			message: `the sandbox is off, and the \`${first.keyword}\` says \`${first.text.text}\``,
			span,
			labels: notes.map((one) => ({ span: one.span, message: "this counts on the sandbox" })),
			help: "write `sandbox require`, or say what bounds those programs in its place",
		},
	];
}

/** It is said to hold what runs, and not to be off. */
const counts =
	/\bsandbox (?:bounds?|holds?|keeps?|contains?|confines?|limits?|protects?|guards?|catches|restricts?|sees|stops?|isolates?)\b|\b(?:in|inside|within|by|to) (?:the|its|a|their) sandbox\b|\bsandboxed\b/i;
