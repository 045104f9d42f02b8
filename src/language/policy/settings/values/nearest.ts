/** A limit: the nearest agent's holds, and of several lines in one body the tightest. */
import type { SettingFaults, SettingLine, SettingValues } from "../setting.js";

/** `read`: what a line says on top of what holds above; nothing where it can't be read. */
export function nearestLimit<Value extends object>(
	read: (line: SettingLine, above: Value | undefined, faults: SettingFaults) => Value | undefined,
	tighter: (a: Value, b: Value) => Value,
	/** Keys of what is handed on, and cuts what is said below. */
	handedOn?: keyof Value,
): SettingValues<Value> {
	const tightest = (values: readonly Value[]): Value | undefined =>
		values.length === 0 ? undefined : values.reduce(tighter);
	return {
		onTop: (_, inherited, lines, faults) => {
			const saying = (override: boolean, above: Value | undefined): readonly Value[] =>
				lines.filter((line) => line.override === override).flatMap((line) => read(line, above, faults) ?? []);
			const overriding = saying(true, undefined);
			const above = tightest(overriding) ?? inherited;
			return tightest([...overriding, ...saying(false, above)]) ?? inherited;
		},
		join: tighter,
		holds: () => true,
		staysAbove: (inherited, lines, value) =>
			handedOn !== undefined &&
			!lines.some(({ override }) => override) &&
			inherited?.[handedOn] !== undefined &&
			inherited[handedOn] === value?.[handedOn],
	};
}

/** The smaller of each number. */
export function smaller<Value extends { readonly [key: string]: number | undefined }>(a: Value, b: Value): Value {
	const least = Object.keys({ ...a, ...b }).map((key) => [
		key,
		Math.min(a[key] ?? Number.POSITIVE_INFINITY, b[key] ?? Number.POSITIVE_INFINITY),
	]);
	return Object.fromEntries(least) as Value;
}

/** A word that does not belong there, or the end of a line that is not complete. */
export function misfit({ span, words }: SettingLine, at: number, example: string, faults: SettingFaults): undefined {
	const word = words[at];
	faults.error(
		"bad-limit",
		word?.span ?? span,
		word ? `\`${word.text}\` does not fit into this limit` : "this limit is not complete",
		`for example \`${example}\``,
	);
}
