/**
 * Where the engine is known to read a command in fewer ways than there are. Each gap has a failing example in `gaps.test.ts`;
 * the laws leave such commands out, unless LAWS_GAPS=1. When a gap is closed, its example says so, and it goes from here.
 */
import type { Engine } from "./engine.js";
import type { Asked } from "./reference/conditions.js";
import type { ReferenceDecision } from "./reference.js";

const leftOut = !process.env.LAWS_GAPS;

/** Does one of the commands, as the reference found them, fall into a gap? */
export function inGap({ found }: ReferenceDecision, text: string): boolean {
	return (
		leftOut &&
		found.some((command) => swallowsOption(command) || ambiguousAbbreviation(command) || doubtfulPath(command, text))
	);
}

/** `tool --strange -o --force`: an option that no table lists may take the option behind it as its value. */
function swallowsOption({ facts, readings }: Asked): boolean {
	const swallows = readings.some((reading) =>
		reading.options.some((option) => option.fact === undefined && option.value?.startsWith("-")),
	);
	return facts !== undefined && swallows;
}

/** `tool --re` with `--recursive` and `--reverse`: LANGUAGE.md does not say what that is. */
function ambiguousAbbreviation({ facts, words }: Asked): boolean {
	if (facts === undefined || !facts.abbreviates) return false;
	const options = [...facts.options, ...Object.values(facts.subcommands).flatMap((one) => one.options)];
	const names = options.flatMap((option) => option.names);
	return words.some((word) => {
		const name = word.split("=")[0] as string;
		const begun = options.filter((option) => option.names.some((one) => one.startsWith(name)));
		return /^--./.test(name) && !names.includes(name) && begun.length > 1;
	});
}

/** `pairs -z a`: what is a path in one reading only is taken for one as if that were sure, so `within` fails for sure and `touching` holds for sure. */
function doubtfulPath({ readings }: Asked, text: string): boolean {
	return readings.length > 1 && /within|touching/.test(text);
}

/** An unknown word in the place of one for which the engine does not think of everything that it may be. */
export function hidesReading({ policy }: Engine, argv: readonly string[], index: number): boolean {
	const word = argv[index] as string;
	const facts = argv.flatMap((one) => policy.programs.get(one.slice(one.lastIndexOf("/") + 1)) ?? []);
	const options = facts.flatMap((one) => [one, ...Object.values(one.subcommands)]).flatMap((one) => one.options);
	// An option that no table lists, here or before.
	const isOption = (one: string) =>
		one.startsWith("-") || (one.includes("=") && facts.some((fact) => fact.style === "pairs"));
	const listed = (one: string) => options.some((option) => option.names.includes(one.split("=")[0] as string));
	const unlisted = argv.slice(0, index + 1).some((one) => isOption(one) && !listed(one));
	// An option with a path in its value, as in `--output=FILE`, whether all of it is unknown or it takes the next word.
	const named = options.some((option) => option.value && option.names.some((name) => word.startsWith(name)));
	// An operand that may be code hides that it may be a path.
	const code = facts.some((one) => one.operands.first.includes("code"));
	// An unknown word is taken for the operand that ends the options.
	const ends =
		facts.some((one) => one.style === "posix" || one.style === "go") &&
		argv.slice(index + 1).some((one) => one.startsWith("-"));
	// Where a subcommand may stand, an unknown word is taken for none.
	const subcommand = facts.some((one) => Object.keys(one.subcommands).length > 0);
	// It may be the `;` that ends an inner command.
	const inside = options.some(
		(option) => option.runs === "argv" && option.names.some((name) => argv.slice(0, index).includes(name)),
	);
	return leftOut && (inside || unlisted || named || code || ends || subcommand);
}
