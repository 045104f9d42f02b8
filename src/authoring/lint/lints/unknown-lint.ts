/** `unknown-lint`: a `lint-ignore` that names no lint. */

import type { IgnoreLint } from "../lint-record.js";
import { unknownLint as faultOf } from "../settings/config.js";

export const unknownLint: IgnoreLint = {
	name: "unknown-lint",
	family: "hygiene",
	severity: "warning",
	summary: "a `lint-ignore` names a lint that there is not",
	fixes: "safe",
	looksAt: "ignores",
	check: ({ lints }, _options, ignores) =>
		ignores.flatMap(({ sort, names, span }) => {
			if (names.length === 0 && sort === "end") return [];
			if (names.length === 0)
				return [
					{
						message: "this names no lint",
						span,
						help: `write it as \`lint-ignore${sort === "line" ? "" : `-${sort}`} NAME: reason\``,
					},
				];
			return names
				.filter(({ text }) => !lints.some(({ name }) => name === text))
				.map((name) => {
					const { code: _, severity: __, ...fault } = faultOf(name, lints);
					return fault;
				});
		}),
};
