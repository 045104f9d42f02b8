/** `limit open-files`: how many files each process of a run may have open. */
import type { AmountRecord } from "./setting.js";
import { amount, count } from "./values/amount.js";

export const limitOpenFiles = {
	keyword: "limit",
	name: "open-files",
	summary: "how many files each process of a run may have open",
	decides: false,
	...amount("openFiles", count, "limit open-files 256"),
	heldBy: { option: "nofile", row: "Max open files" },
} as const satisfies AmountRecord;
