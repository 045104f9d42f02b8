/** `limit timeout`: how long a run may take, and how long a caller may ask for. */
import type { AmountRecord, SettingFaults, SettingLine } from "./setting.js";
import { time, timeOf } from "./values/durations.js";
import { misfit, nearestLimit, smaller } from "./values/nearest.js";

type Timeout = {
	/** Milliseconds when the caller asks for none. */
	readonly timeout?: number;
	/** Milliseconds that no caller can exceed. */
	readonly timeoutMax?: number;
};

const example = "limit timeout 5s max 30s";

export const limitTimeout = {
	keyword: "limit",
	name: "timeout",
	form: "amount",
	summary: "how long a run may take: `5s`, `10m`; `max` bounds what a caller may ask for",
	example,
	decides: false,
	heldBy: "us",
	more: "Times: `500ms`, `5s`, `10m`, `1h`",
	shapes: {
		timeout: time.shape,
		timeoutMax: { ...time.shape, description: "Milliseconds that no caller can exceed." },
	},
	usage: "T max T",
	further: ["max"],
	text: ({ timeout, timeoutMax }) =>
		[
			...(timeout === undefined ? [] : [time.text(timeout)]),
			...(timeoutMax === undefined ? [] : ["max", time.text(timeoutMax)]),
		].join(" ") || undefined,
	values: nearestLimit(read, smaller<Timeout>, "timeoutMax"),
} as const satisfies AmountRecord<Timeout>;

/** `5s`, `5s max 30s` */
function read(line: SettingLine, above: Timeout | undefined, faults: SettingFaults): Timeout | undefined {
	const [value, word, max, ...more] = line.words;
	const timeout = value && timeOf(value, faults);
	if (word && word.text !== "max" && more.length === 0) return misfit(line, 1, example, faults);
	if (!value || more.length > 0 || (word && !max)) return misfit(line, 3, example, faults);
	const stated = max && timeOf(max, faults);
	if (timeout === undefined || (max && stated === undefined)) return undefined;
	if (stated !== undefined && stated < timeout)
		faults.error(
			"bad-limit",
			max?.span ?? line.span,
			"the most that a caller may ask for is less than the timeout itself",
			"make `max` at least as long as the timeout",
		);
	const cap = above?.timeoutMax;
	if (cap !== undefined && (stated ?? timeout) > cap)
		faults.warning(
			"missing-override",
			line.span,
			"a timeout over the inherited maximum is cut to it",
			"write `override limit timeout …` if it should grow",
		);
	const ceiling = stated === undefined || cap === undefined ? (stated ?? cap) : Math.min(stated, cap);
	if (ceiling === undefined) return { timeout };
	return { timeout: Math.min(timeout, ceiling), timeoutMax: ceiling };
}
