/**
 * Where the engine is known to read a command in fewer ways than there are. Each gap has a failing example in `gaps.test.ts`;
 * the laws leave such commands out, unless LAWS_GAPS=1. When a gap is closed, its example says so, and it goes from here.
 */
import type { Asked } from "./reference/conditions.js";
import type { ReferenceDecision } from "./reference.js";

const leftOut = !process.env.LAWS_GAPS;

/** Does one of the commands, as the reference found them, fall into a gap? */
export function inGap({ found }: ReferenceDecision): boolean {
	return leftOut && found.some(ambiguousAbbreviation);
}

/** `tool --re` with `--recursive` and `--reverse`: LANGUAGE.md does not say what that is. */
function ambiguousAbbreviation({ facts, words }: Asked): boolean {
	if (facts === undefined || !facts.abbreviates) return false;
	const options = [...facts.options, ...Object.values(facts.subcommands).flatMap((one) => one.options)];
	const names = options.flatMap((option) => option.names);
	return words.some((word) => {
		const name = word.split("=")[0] as string;
		const begun = options.filter((option) => option.names.some((one) => one.startsWith(name)));
		return /^--./.test(name) && !names.includes(name) && begun.length > 1;
	});
}
