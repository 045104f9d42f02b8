/** How the values of options read. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { isMoment, readFacts } from "../engine/request/read-facts.js";
import { milliseconds } from "../language/policy/settings/values/durations.js";
import { knowing } from "./known-values.js";
import type { OptionRecord } from "./quick/option-words.js";
import { WrongQuestion } from "./terminal/exit.js";

/** Adds the options to a verb. */
export function withOptions(command: Command, records: readonly OptionRecord[]): Command {
	for (const record of records) command.addOption(optionOf(record));
	return command;
}

/** The option as the option parser explains and reads it. */
export function optionOf({ flags, summary, choices, unsaid, known, isTime, repeats }: OptionRecord): Option {
	const option = new Option(flags, summary);
	if (choices !== undefined) option.choices(choices);
	if (unsaid !== undefined) option.default(unsaid);
	if (isTime) option.argParser(duration);
	if (repeats) option.argParser(collect);
	return known === undefined ? option : knowing(option, known);
}

/** For an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
	return [...before, value];
}

/** `--json` of a verb that has `--format` as well. */
export function jsonOption(): Option {
	return new Option("--json", "the same as `--format json`").implies({ format: "json" });
}

/** Refuses `--json` beside another format. */
export function checkJson(command: Command): void {
	const { json, format } = command.opts<{ readonly json?: true; readonly format: string }>();
	if (json === true && format !== "json")
		throw new WrongQuestion(`\`--json\` and \`--format ${format}\` exclude each other`, "leave one of them out");
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

/** Adds `NAME=VALUE` to the facts; nothing behind the sign: there is none. */
export function fact(
	text: string,
	before: Readonly<Record<string, string | null>> = {},
): Readonly<Record<string, string | null>> {
	const equals = text.indexOf("=");
	if (equals < 1) throw new InvalidArgumentError("write it as NAME=VALUE");
	const known = readFacts({ [text.slice(0, equals)]: text.slice(equals + 1) || null });
	if (typeof known === "string") throw new InvalidArgumentError(known);
	return { ...before, ...known };
}

/** `2026-11-22T10:00Z` */
export function moment(text: string): string {
	if (isMoment(text)) return text;
	throw new InvalidArgumentError("a time is written like `2026-11-22T10:00Z`");
}

/** Milliseconds of `500ms`, `5s`, `10m`, `1h`. */
export function duration(text: string): number {
	const value = milliseconds(text);
	if (value !== undefined) return value;
	throw new InvalidArgumentError("a time is written like `500ms`, `5s`, `10m`, `1h`");
}

/** A whole number, zero or more. */
export function count(text: string): number {
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw new InvalidArgumentError("it is a whole number, zero or more");
}

/** A day, `2027-01-31`. */
export function day(text: string): string {
	if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
	throw new InvalidArgumentError("a day is written like `2027-01-31`");
}
