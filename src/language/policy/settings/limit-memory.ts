/** `limit memory`: how much memory a run may have. */
import type { AmountRecord } from "./setting.js";
import { amount } from "./values/amount.js";
import { size } from "./values/sizes.js";

export const limitMemory = {
	keyword: "limit",
	name: "memory",
	summary: "how much memory a run may have: `2GiB`",
	decides: false,
	...amount("memory", size, "limit memory 1GiB"),
	// What it writes to, not the address space: Node, Go and Java reserve many gigabytes that they never use.
	heldBy: { option: "data", row: "Max data size" },
} as const satisfies AmountRecord;
