/** `unused-ignore`: a `lint-ignore` that takes nothing back. */

import type { Finding, IgnoreLint } from "../lint-record.js";
import type { Applied } from "../settings/applied-ignore.js";
import { currentCode } from "../settings/renamed-lints.js";

export const unusedIgnore: IgnoreLint = {
	name: "unused-ignore",
	family: "hygiene",
	severity: "warning",
	needsWhole: true,
	summary: "a `lint-ignore` takes nothing back",
	looksAt: "ignores",
	check: ({ lints, tree }, _, ignores) =>
		ignores.flatMap((ignore) => {
			if (ignore.unpaired) return [unpaired(ignore)];
			if (ignore.sort === "end") return [];
			return ignore.names.flatMap((name) => {
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
			});
		}),
};

function unpaired({ sort, span }: Applied): Finding {
	return sort === "end"
		? {
				message: "this ends what nothing begins",
				span,
				help: "take the comment out, or begin with `lint-ignore-begin NAME: reason`",
			}
		: {
				message: "nothing ends this, so it takes nothing back",
				span,
				help: "end it with a comment `lint-ignore-end`, or begin it with `lint-ignore-file` for the whole file",
			};
}
