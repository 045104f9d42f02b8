/** Small parts that pages share. */

import type { Effect } from "../../language/syntax/statements.js";
import { element, type Markup } from "./markup.js";
import { signs } from "./page/signs.js";

/** An effect as a word with a sign before it: nobody needs to see its colour. */
export function effectMark(effect: Effect): Markup {
	return element(
		"span",
		{ class: `effect ${effect}` },
		element("span", { class: "sign", "aria-hidden": "true" }, signs[effect]),
		effect,
	);
}

/** What to do where the search ended at its limit. */
export function unsettledRemark(agent: string): Markup {
	return element(
		"p",
		{ class: "remark" },
		"not settled: the search ended at its limit before it was sure, so the answer may be yes. A longer one settles most: ",
		element("code", {}, `rules can ${agent} '* using write' --steps 100000`),
		", with the power, path or program that is asked about.",
	);
}
