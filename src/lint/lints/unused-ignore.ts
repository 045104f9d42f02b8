/** `unused-ignore`: a `lint-ignore` that takes nothing back. */
import type { IgnoreLint } from "../lint.js";
import { currentCode } from "../renamed-lints.js";

export const unusedIgnore: IgnoreLint = {
	name: "unused-ignore",
	family: "hygiene",
	severity: "warning",
	needsWhole: true,
	summary: "a `lint-ignore` takes nothing back",
	looksAt: "ignores",
	check: ({ lints, tree }, _, ignores) =>
		ignores.flatMap((ignore) =>
			ignore.names.flatMap((name) => {
				const lint = lints.find((one) => one.name === currentCode(name.text));
				// A lint that did not look has nothing to take back, and an expired ignore is told as such.
				if (lint === undefined || ignore.expired || ignore.took.has(lint.name)) return [];
				if (lint.looksAt === "policy" && tree === undefined) return [];
				return [
					{
						message: `\`${name.text}\` finds nothing here that this could take back`,
						span: name.span,
						help: ignore.names.length === 1 ? "take the comment out" : "take the name out of the comment",
					},
				];
			}),
		),
};
