/** `sandbox`: whether what runs is confined to what the policy grants. */
import { didYouMean } from "../../diagnostic/suggest.js";
import { type Demand, demands } from "../terms.js";
import type { ChoiceRecord } from "./setting.js";
import { strictest } from "./values/strictest.js";

export const sandbox = {
	keyword: "sandbox",
	form: "word",
	summary:
		"whether what runs is confined to what the policy grants: `require` (or it does not run), `prefer` (where the machine can), `off`",
	example: "sandbox require",
	decides: false,
	more: "Where the machine can't, `prefer` runs it all the same, and a warning says so; `off`, when nobody says; [more](sandbox.md)",
	choices: demands,
	unsaid: "off",
	values: strictest(demands, (text) => didYouMean(text, demands)),
} as const satisfies ChoiceRecord<Demand>;
