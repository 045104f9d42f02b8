/** `limit output`: how much of the output comes back. */
import type { WrittenWord } from "../clauses/clause.js";
import type { AmountRecord, SettingFaults, SettingLine } from "./setting.js";
import { misfit, nearestLimit } from "./values/nearest.js";
import { bytesOf, size } from "./values/sizes.js";

/** How much of an output comes back. Sizes in bytes, except where `unit` is `characters`. */
export interface OutputLimit {
	readonly size: number;
	readonly unit: "bytes" | "characters";
	/** Kept of a longer output, in the same unit: from its beginning and from its end. */
	readonly head: number;
	readonly tail: number;
	/** Longer output goes whole to a private file. */
	readonly spill: boolean;
	/** The limit holds for each stream; otherwise for all together. */
	readonly each: boolean;
}

const amount = { type: "integer", minimum: 0 };
const shape = {
	type: "object",
	properties: {
		size: amount,
		unit: { enum: ["bytes", "characters"] },
		head: amount,
		tail: amount,
		spill: { description: "Longer output goes whole to a file.", type: "boolean" },
		each: { description: "It holds for each stream, not for all together.", type: "boolean" },
	},
	required: ["size", "unit", "head", "tail", "spill", "each"],
	additionalProperties: false,
};

type Output = { readonly output?: OutputLimit };

const example = "limit output 16KiB keep head 1KiB tail 1KiB spill";

export const limitOutput = {
	keyword: "limit",
	name: "output",
	form: "amount",
	summary:
		"how much of the output comes back: `16KiB keep head 1KiB tail 1KiB spill`, `50000 characters each keep tail`",
	example,
	decides: false,
	heldBy: "us",
	more: "`bytes` or `characters`; `each` for each stream by itself; `keep head N tail N` for what is kept of more; `spill` to put all of it into a file. Sizes: `1024`, `16KiB`, `2GB`",
	shapes: { output: shape },
	usage: "SIZE …",
	further: ["keep", "head", "tail", "spill", "each", "characters"],
	text: ({ output }) => output && outputText(output),
	values: nearestLimit(read, tighter),
} as const satisfies AmountRecord<Output>;

/** `16KiB keep head 1KiB tail 1KiB spill`, `50000 characters each keep tail` */
function read(line: SettingLine, _: Output | undefined, faults: SettingFaults): Output | undefined {
	const words = [...line.words];
	const first = words.shift();
	if (first === undefined) return misfit(line, 0, example, faults);
	const total = bytesOf(first, faults);
	if (total === undefined) return undefined;
	let unit: OutputLimit["unit"] = "bytes";
	let each = false;
	let spill = false;
	let keeps = false;
	const kept: { head?: number; tail?: number } = {};
	while (words.length > 0) {
		const word = words.shift() as WrittenWord;
		switch (word.text) {
			case "characters":
			case "bytes":
				unit = word.text;
				break;
			case "each":
				each = true;
				break;
			case "spill":
				spill = true;
				break;
			case "keep":
				keeps = true;
				break;
			case "head":
			case "tail": {
				const next = words[0];
				if (next && /^\d/.test(next.text)) {
					const amount = bytesOf(words.shift() as WrittenWord, faults);
					if (amount === undefined) return undefined;
					kept[word.text] = amount;
				} else kept[word.text] = total;
				if (!keeps) return misfit(line, line.words.indexOf(word), example, faults);
				break;
			}
			default:
				return misfit(line, line.words.indexOf(word), example, faults);
		}
	}
	// Nothing said: the end of an output says most about how it ended.
	const head = kept.head ?? 0;
	const tail = kept.tail ?? (kept.head === undefined ? total : 0);
	if (head + tail > 2 * total) {
		faults.error(
			"bad-limit",
			line.span,
			"more is kept than the limit lets through",
			"make `head` and `tail` together no more than the limit",
		);
		return undefined;
	}
	return { output: { size: total, unit, head: Math.min(head, total), tail: Math.min(tail, total), spill, each } };
}

/** The one that lets less through; of two that let as much through always the same one, whichever is named first. */
function tighter(a: Output, b: Output): Output {
	if (a.output === undefined || b.output === undefined) return a.output === undefined ? b : a;
	const most = ({ size, unit, each }: OutputLimit): number => size * (unit === "characters" ? 4 : 1) * (each ? 2 : 1);
	if (most(a.output) !== most(b.output)) return most(a.output) < most(b.output) ? a : b;
	return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}

function outputText({ size: all, unit, head, tail, spill, each }: OutputLimit): string {
	const text = unit === "characters" ? String : size.text;
	return [
		text(all),
		...(unit === "characters" ? ["characters"] : []),
		...(each ? ["each"] : []),
		"keep",
		...(head > 0 ? [`head ${text(head)}`] : []),
		...(tail > 0 ? [`tail ${text(tail)}`] : []),
		...(spill ? ["spill"] : []),
	].join(" ");
}
