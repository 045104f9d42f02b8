/** Programs as the generated file holds them: as JSON, which is read in a quarter of the time that the same facts take as code. */
import { lateField } from "../../records/late-field.js";
import type { OptionFact, Program, Usage } from "../program.js";

/** Many options that bring nothing: names parted by blanks, options by bars, and whether they take a value. `["-v --verbose|-q"]`, `["-m","required"]` */
type PlainOptions = readonly [names: string, value?: "required" | "optional"];
export type WrittenOptions = readonly (OptionFact | PlainOptions)[];

/** Of a subcommand, options that are made when somebody asks for them: few of git's hundred and fifty are asked for. */
export const lateOptions = lateField<readonly OptionFact[]>("options");

/** The program that is written so. A subcommand that has a number for its options has those at this place of `late`. */
export function written(text: string, late: readonly string[] = []): Program {
	const program = JSON.parse(text);
	program.options = optionsOf(program.options);
	for (const one of Object.values<{ options: WrittenOptions | number }>(program.subcommands)) {
		const { options } = one;
		if (typeof options === "number") lateOptions.give(one, () => optionsOf(JSON.parse(late[options] as string)));
		else Object.assign(one, { options: optionsOf(options) });
	}
	return program;
}

function optionsOf(all: WrittenOptions): Usage["options"] {
	return all.flatMap((one) => {
		if (!isPlain(one)) return [one];
		const [options, value] = one;
		const more = value === undefined ? {} : { value };
		return options.split("|").map((names): OptionFact => ({ names: names.split(" "), ...more, powers: none }));
	});
}

function isPlain(one: WrittenOptions[number]): one is PlainOptions {
	return Array.isArray(one);
}

const none: readonly never[] = [];
