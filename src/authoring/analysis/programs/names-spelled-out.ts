/** Names that braces are short for, and nothing else: `{UPDATE,update}`. */
import { braceExpand } from "minimatch";
import type { Test } from "../../../language/policy/test.js";
import { patternsIn } from "./program-classes.js";

export function namesSpelledOut(test: Test): readonly string[] {
	const patterns = patternsIn(test).filter((one) => one.kind === "glob" && one.text.includes("{"));
	const names = patterns.flatMap((one) =>
		"text" in one ? braceExpand(one.text, { braceExpandMax: mostSpelledOut }) : [],
	);
	return [...new Set(names)].filter((name) => /^[\w.-]+$/.test(name)).slice(0, mostSpelledOut);
}

const mostSpelledOut = 8;
