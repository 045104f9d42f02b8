/** Characters that turn the direction of text, so that a policy reads otherwise than it is (Boucher and Anderson, "Trojan Source", 2021). */

import type { TextLint } from "../../lint-record.js";
import { hiddenCharacters } from "../../reading/words/hidden-characters.js";

export const bidiControl: Pick<TextLint, "check"> = {
	check: (subject) =>
		hiddenCharacters(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, subject, (names) => ({
			message: `${names} turns the direction of what people see here`,
			help: "take it out; where a message needs it, write it in a file that people do not review as a policy",
		})),
};
