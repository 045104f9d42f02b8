/** An option with one dash where the program has two, with two where it has one, or with any where it has operands in their place. */

import type { Program } from "../../../../engine/knowledge/program.js";
import { oneDash } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { hasOption, optionNames } from "../../reading/words/known-words.js";

export interface MeantOption {
	readonly meant: string;
	readonly message: string;
}

/** What a misspelt option means; undefined where the programs may have it as it is written. */
export function dashesMeant(text: string, programs: readonly Program[]): MeantOption | undefined {
	const [, dashes = "", name = ""] = /^(--?)([A-Za-z][\w-]*)$/.exec(text) ?? [];
	const [program] = programs;
	if (program === undefined || programs.length > 1 || name.length < 2) return undefined;
	const names = optionNames(program);
	if (names.has(text)) return undefined;
	if (program.style === "pairs" && names.has(`${name}=`))
		return {
			meant: `${name}=*`,
			message: `\`${program.name}\` has no option \`${text}\`: it takes words of the form \`${name}=VALUE\``,
		};
	// What a complete table lacks is an error already.
	const isTold = program.complete !== undefined && (dashes === "--" || !hasLetters(name, names));
	const other = dashes === "--" ? `-${name}` : `--${name}`;
	if (isTold || !names.has(other)) return undefined;
	const isRead =
		dashes === "--"
			? hasOption(program, text) && !oneDash.has(program.name)
			: isLoose(program) || isBundle(name, names);
	return isRead
		? undefined
		: {
				meant: other,
				message:
					dashes === "--"
						? `\`${program.name}\` has no option \`${text}\`: \`${other}\` has one dash`
						: `\`${text}\` is read as the letters \`-${[...name].join("` `-")}\`: \`${other}\` has two dashes`,
			};
}

/** It does not care how many dashes there are. */
function isLoose({ style }: Program): boolean {
	return style === "go" || style === "long" || style === "none";
}

/** A few letters that are options each: `ls -all`. Nobody bundles more that happen to be a name. */
function isBundle(name: string, names: ReadonlySet<string>): boolean {
	return name.length < fewest && hasLetters(name, names);
}

function hasLetters(name: string, names: ReadonlySet<string>): boolean {
	return [...name].every((letter) => names.has(`-${letter}`));
}

const fewest = 4;
