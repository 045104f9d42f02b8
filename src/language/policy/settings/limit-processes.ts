/** `limit processes`: how many processes a run may have. */
import type { AmountRecord } from "./setting.js";
import { amount, count } from "./values/amount.js";

export const limitProcesses = {
	keyword: "limit",
	name: "processes",
	summary: "how many processes a run may have",
	decides: false,
	...amount("processes", count, "limit processes 64"),
	heldBy: { option: "nproc", row: "Max processes", ofUser: true },
} as const satisfies AmountRecord;
