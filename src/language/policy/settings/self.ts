/** `self`: whether agents may change what governs them. */
import { didYouMean } from "../../diagnostic/suggest.js";
import { type Protection, protections } from "../terms.js";
import type { ChoiceRecord } from "./setting.js";
import { strictest } from "./values/strictest.js";

export const self = {
	keyword: "self",
	form: "word",
	summary:
		"whether agents may change what governs them: `protected`, when nobody says, or `writable`. Keys and state stay out of reach",
	example: "self writable",
	decides: true,
	more: "[More](#what-governs-is-out-of-reach)",
	choices: protections,
	unsaid: "protected",
	values: strictest(protections.toReversed(), (text) => didYouMean(text, protections)),
} as const satisfies ChoiceRecord<Protection>;
