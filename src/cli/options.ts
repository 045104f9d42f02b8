/** How the values of options read. */
import { InvalidArgumentError } from "commander";

/** For an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
	return [...before, value];
}

/** Adds `NAME=VALUE` to the variables. */
export function variable(
	text: string,
	before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
	const equals = text.indexOf("=");
	if (equals < 1) throw new InvalidArgumentError("write it as NAME=VALUE");
	return { ...before, [text.slice(0, equals)]: text.slice(equals + 1) };
}

/** Milliseconds of `500ms`, `5s`, `10m`, `1h`. */
export function duration(text: string): number {
	const found = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
	const value = found === null ? 0 : Math.round(Number(found[1]) * units[found[2] as keyof typeof units]);
	// Timers hold 31 bits.
	if (value >= 1 && value <= 2_147_483_647) return value;
	throw new InvalidArgumentError("a time is written like `500ms`, `5s`, `10m`, `1h`");
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A whole number, zero or more. */
export function count(text: string): number {
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw new InvalidArgumentError("it is a whole number, zero or more");
}
