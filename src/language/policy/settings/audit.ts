/** `audit`: whether what is decided and run is on record. */
import { didYouMean } from "../../diagnostic/suggest.js";
import { type Demand, demands } from "../terms.js";
import type { ChoiceRecord } from "./setting.js";
import { strictest } from "./values/strictest.js";

export const audit = {
	keyword: "audit",
	form: "word",
	summary:
		"whether what is decided and run is on record: `require` (or it does not run), `prefer` (with a warning where it can't be), `off`; when nobody says, `require` behind a hook that keeps a log, else `prefer`",
	example: "audit require",
	decides: false,
	more: "[More](audit.md#when-it-cant-be-written)",
	choices: demands,
	unsaid: undefined,
	// Behind a hook that keeps a log it is more, where nobody says so.
	shownUnsaid: "prefer",
	values: strictest(demands, (text) => didYouMean(text, demands), { unsaidRank: demands.indexOf("prefer") + 0.5 }),
} as const satisfies ChoiceRecord<Demand>;
