/** `default`: the answer where no rule grants. */
import type { ChoiceRecord } from "./setting.js";
import { strictest } from "./values/strictest.js";

const choices = ["allow", "ask", "deny"] as const;

export const defaultSetting = {
	keyword: "default",
	form: "effect",
	summary: "the answer where no rule grants: `deny`, `ask` or `allow`; `deny` when nobody says",
	example: "default deny",
	decides: true,
	choices,
	unsaid: "deny",
	values: strictest(choices, () => "the default is `allow`, `ask` or `deny`"),
} as const satisfies ChoiceRecord<(typeof choices)[number]>;
