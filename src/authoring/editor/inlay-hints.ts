/** Behind a rule: how many of the policy's expectations it decides. */
import type { InlayHint } from "vscode-languageserver";
import type { Decided } from "./findings.js";
import type { Open } from "./reading/files.js";
import { placeAt, type Stretch } from "./reading/places.js";

export function inlayHints(
	{ source }: Open,
	within: Stretch,
	{ rules, expectations }: { readonly rules: readonly Decided[]; readonly expectations: number },
): readonly InlayHint[] {
	if (expectations === 0) return [];
	const text = expectations === 1 ? "the expectation" : `the ${expectations} expectations`;
	return rules
		.filter(({ end }) => within.start <= end && end <= within.end)
		.toSorted((a, b) => a.end - b.end)
		.map(({ end, count }) => ({
			position: placeAt(source, end),
			label: `decides ${count === 0 ? "none" : count} of ${text}`,
			paddingLeft: true,
		}));
}
