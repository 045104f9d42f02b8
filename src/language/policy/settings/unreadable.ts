/** `unreadable`: the answer to what can't be read for certain. */
import type { ChoiceRecord } from "./setting.js";
import { strictest } from "./values/strictest.js";

const choices = ["ask", "deny"] as const;

export const unreadable = {
	keyword: "unreadable",
	form: "effect",
	summary: "what becomes of scripts that can't be read for certain: they are denied, or a person is asked",
	example: "unreadable ask",
	decides: true,
	choices,
	unsaid: "deny",
	values: strictest(choices, () => "what can't be read is denied; `unreadable ask` turns that into a question", {
		wrong: "is not to be had",
	}),
} as const satisfies ChoiceRecord<(typeof choices)[number]>;
