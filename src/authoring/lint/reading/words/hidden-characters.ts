/** Characters in the texts of policies that no reader sees. */
import type { LintContext } from "../../lint-context.js";
import type { Finding } from "../../lint-record.js";

/** One finding for each run of such characters, in the files that were asked for. The fix takes them out: in a comment they mean nothing, elsewhere they may. */
export function hiddenCharacters(
	pattern: RegExp,
	{ roots, sources, inComment }: LintContext,
	say: (names: string) => Pick<Finding, "message" | "help">,
): readonly Finding[] {
	return roots.flatMap((file) => {
		const text = sources.get(file)?.text ?? "";
		return [...text.matchAll(pattern)].map((match): Finding => {
			const span = { file, start: match.index, end: match.index + match[0].length };
			const names = [...match[0]].map(
				(one) => `U+${(one.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`,
			);
			return {
				...say([...new Set(names)].join(", ")),
				span,
				fix: {
					title: "take the invisible characters out",
					edits: [{ span, text: "" }],
					safe: inComment(span),
				},
			};
		});
	});
}
