/** `limit cpu`: how much processor time a run may take. */
import type { AmountRecord } from "./setting.js";
import { amount } from "./values/amount.js";
import { time } from "./values/durations.js";

export const limitCpu = {
	keyword: "limit",
	name: "cpu",
	summary: "how much processor time a run may take: `60s`",
	decides: false,
	...amount("cpu", time, "limit cpu 60s"),
	more: "For each process of it, see [running](running.md)",
	// SIGXCPU at the limit, and SIGKILL a second later.
	heldBy: { option: "cpu", row: "Max cpu time", inUnit: (time) => Math.max(1, Math.ceil(time / 1000)), margin: 1 },
} as const satisfies AmountRecord;
