/** `ignore-without-reason`: a `lint-ignore` that says not why. */
import type { IgnoreLint } from "../lint-record.js";

export const ignoreWithoutReason: IgnoreLint = {
	name: "ignore-without-reason",
	family: "hygiene",
	severity: "warning",
	summary: "a `lint-ignore` does not say why",
	looksAt: "ignores",
	check: (_subject, _options, ignores) =>
		ignores.flatMap(({ sort, reason, span, names }) =>
			reason === undefined && sort !== "end"
				? [
						{
							message: "this takes a finding back and does not say why",
							span,
							help: `write the reason behind a colon: \`lint-ignore${sort === "line" ? "" : `-${sort}`} ${names.map(({ text }) => text).join(", ") || "NAME"}: …\``,
						},
					]
				: [],
		),
};
