/** `limit file-size`: how large a file may grow that a run writes. */
import type { AmountRecord } from "./setting.js";
import { amount } from "./values/amount.js";
import { size } from "./values/sizes.js";

export const limitFileSize = {
	keyword: "limit",
	name: "file-size",
	summary: "how large a file may grow that a run writes: `1GiB`",
	decides: false,
	...amount("fileSize", size, "limit file-size 1GiB"),
	more: "For each process of it, see [running](running.md)",
	heldBy: { option: "fsize", row: "Max file size" },
} as const satisfies AmountRecord;
