/** A limit that is one amount. */
import type { SettingFaults, SettingLine, SettingValues } from "../setting.js";
import { misfit, nearestLimit, smaller } from "./nearest.js";

/** How an amount is read and written. */
export interface Measure {
	read(line: SettingLine, at: number, example: string, faults: SettingFaults): number | undefined;
	readonly text: (amount: number) => string;
	/** In the docs. */
	readonly usage: string;
	/** JSON Schema of what is read. */
	readonly shape: object;
}

export function amount<const Key extends string>(key: Key, measure: Measure, example: string) {
	type Value = { readonly [K in Key]?: number };
	const values: SettingValues<Value> = nearestLimit<Value>((line, _, faults) => {
		if (line.words.length !== 1) return misfit(line, 1, example, faults);
		const read = measure.read(line, 0, example, faults);
		return read === undefined ? undefined : ({ [key]: read } as Value);
	}, smaller);
	return {
		form: "amount",
		shapes: { [key]: measure.shape } as { readonly [K in Key]: object },
		usage: measure.usage,
		example,
		values,
		text: (value: Value): string | undefined => (value[key] === undefined ? undefined : measure.text(value[key])),
	} as const;
}

/** `64` */
export const count: Measure = {
	usage: "N",
	shape: { type: "integer", minimum: 1 },
	text: String,
	read: (line, at, example, faults) => {
		const text = line.words[at]?.text ?? "";
		return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : misfit(line, at, example, faults);
	},
};

/** In the largest unit that leaves no fraction. */
export function inUnits(amount: number, units: readonly (readonly [name: string, size: number])[]): string {
	const found = units.find(([, size]) => amount !== 0 && amount % size === 0);
	return found === undefined ? `${amount}` : `${amount / found[1]}${found[0]}`;
}
