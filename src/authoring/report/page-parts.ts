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
