/**
 * Where the engine is known to read a command in fewer ways than there are. Each gap has a failing example in `gaps.test.ts`;
 * the laws leave such commands out, unless LAWS_ALL_FACTS=1. When a gap is closed, its example says so, and it goes from here.
 */
import type { Asked } from "./reference/conditions.js";
import type { ReferenceDecision } from "./reference.js";

/** Does one of the commands, as the reference found them, fall into a gap? */
export function inGap({ found }: ReferenceDecision, text: string): boolean {
	if (process.env["LAWS_ALL_FACTS"]) return false;
	return found.some((command) => [swallowsOption, bundledStranger, ambiguousAbbreviation].some((gap) => gap(command)) || gluedPath(command, text) || bareUnderFolder(command, text));
}

/** `tool --strange -o`: an option that no table lists may take the option behind it as its value; so may `--`. */
function swallowsOption({ facts, readings }: Asked): boolean {
	return facts !== undefined && readings.some((reading) => reading.options.some((option) => option.fact === undefined && option.value?.startsWith("-")));
}

/** `tool -zr`: a letter that no table lists may be a flag, with `-r` behind it. */
function bundledStranger({ facts, readings, words }: Asked): boolean {
	if (facts === undefined) return false;
	const letters = readings.flatMap((reading) => [...reading.guess.takesValue.keys()]).filter((name) => name.length === 2);
	return letters.some((name) => words.some((word) => /^-[^-]/.test(word) && word.slice(1, -1).includes(name.slice(1))));
}

/** `tool --re` with `--recursive` and `--reverse`. */
function ambiguousAbbreviation({ facts, words }: Asked): boolean {
	if (facts === undefined || !facts.abbreviates) return false;
	const options = [...facts.options, ...Object.values(facts.subcommands).flatMap((one) => one.options)];
	const names = options.flatMap((option) => option.names);
	return words.some((word) => {
		const name = word.split("=")[0] as string;
		return /^--./.test(name) && !names.includes(name) && options.filter((option) => option.names.some((one) => one.startsWith(name))).length > 1;
	});
}

/** `foo -vx`: what may be a glued value is taken for a path as if that were sure, and only behind the first letter. */
function gluedPath({ facts, words }: Asked, text: string): boolean {
	return facts === undefined && words.some((word) => /^-[^-]./.test(word)) && /within|touching|constrain/.test(text);
}

/** `deny ./*` and the bare name `tool`: it is not settled whether that is a doubt. */
function bareUnderFolder({ program }: Asked, text: string): boolean {
	return !program.includes("/") && /[ ,](\.\/\*|\/usr\/bin\/\*|\/opt\/\*\*)/.test(text);
}
