/** An option that no table of the program has, and that is one slip away from one that it has. */
import type { Program } from "../../../knowledge/program.js";
import { hasOption, type KnownWord, optionClausesRead, optionNames, patternsRead } from "../../known-words.js";
import type { Fault, PolicyLint, SoundSubject } from "../../lint.js";
import { respelling } from "../../respelling.js";
import { slipOf } from "../../typing-slips.js";

export const mistypedOption: Pick<PolicyLint, "check"> = {
	check: (subject) => [
		...patternsRead(subject).flatMap(({ program, options }) =>
			program === undefined ? [] : options.flatMap((option) => faultOf(option, [program], subject)),
		),
		...optionClausesRead(subject).flatMap(({ programs, options }) =>
			options.flatMap((option) => faultOf(option, programs, subject)),
		),
	],
};

function faultOf(option: KnownWord, programs: readonly Program[], subject: SoundSubject): readonly Fault[] {
	const { text, span } = option;
	const [, dashes = "", name = ""] = /^(--?)(.*)$/s.exec(text) ?? [];
	// Letters behind one dash are options of their own, for most programs.
	if (dashes === "" || (dashes === "-" && !programs.every(({ style }) => whole.has(style)))) return [];
	// What a complete table lacks is an error already.
	if (programs.every(({ complete }) => complete !== undefined)) return [];
	if (programs.some((program) => hasOption(program, text))) return [];
	const known = programs.flatMap((program) => [...optionNames(program)]);
	const meant = slipOf(
		name,
		known.filter((one) => one.startsWith(dashes) && one[dashes.length] !== "-").map((one) => one.slice(dashes.length)),
		{ atEnd: true },
	);
	if (meant === undefined || isOtherSpelling(name, meant)) return [];
	const names = [...new Set(programs.map((program) => `\`${program.name}\``))];
	return [
		{
			message: `${names.length === 1 ? `${names[0]} has` : "these programs have"} no option \`${text}\``,
			span,
			help: `did you mean \`${dashes}${meant}\`?`,
			...respelling(option, `${dashes}${meant}`, subject),
		},
	];
}

const whole: ReadonlySet<Program["style"]> = new Set(["long", "go", "find"]);

/** English has two ways to spell it, and programs that take both do not always say so. */
function isOtherSpelling(a: string, b: string): boolean {
	const plain = (text: string): string =>
		text.replaceAll("our", "or").replaceAll("grey", "gray").replaceAll("ise", "ize");
	return plain(a) === plain(b);
}
