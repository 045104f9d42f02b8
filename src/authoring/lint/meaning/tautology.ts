/** Does a test hold for every command, as its words alone say? */

import type { Test } from "../../../language/policy/test.js";
import { contains } from "../../analysis/words/containment.js";
import { wordSetOf } from "../../analysis/words/word-set.js";

export function isTautology(test: Test | undefined): boolean {
	switch (test?.kind) {
		case "all":
			return test.tests.every(isTautology);
		case "any":
			return test.tests.some(isTautology);
		case "program": {
			const { pattern } = test;
			if (pattern.kind === "any") return true;
			return pattern.kind === "regex" && contains(wordSetOf(pattern), everyWord, { left: 1_000 }) === "yes";
		}
		default:
			return false;
	}
}

const everyWord = wordSetOf({ kind: "regex", text: "[^]*" });
