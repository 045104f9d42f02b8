/** `options-as-text`: options looked for among the operands: `rm *-rf*`, `git push /--force.+/`. */

import type { Program } from "../../../engine/knowledge/program.js";
import { Faults } from "../../../language/policy/faults.js";
import { wordPattern } from "../../../language/policy/patterns/patterns.js";
import type { PatternWord } from "../../../language/syntax/statements.js";
import { contains } from "../../analysis/words/containment.js";
import { wordSetOf } from "../../analysis/words/word-set.js";
import type { PolicyLint } from "../lint-record.js";
import { placedWords, programOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const optionsAsText: PolicyLint = {
	name: "options-as-text",
	family: "text",
	severity: "warning",
	summary: "a glob or an expression among the operands looks for options, which are no operands",
	looksAt: "policy",
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern }) => {
			const program = programOf(pattern, subject);
			// To some programs every word is an operand.
			if (program?.style === "none" || program?.style === "pairs" || program?.bundledFirst) return [];
			return placedWords(pattern).flatMap(({ word, as }) => {
				if (as !== "operand" || (word.kind !== "plain" && word.kind !== "regex")) return [];
				const option = soughtOption(word, program);
				if (option === undefined && !isAlwaysOption(word)) return [];
				const written = word.kind === "regex" ? `/${word.text}/` : word.text;
				return [
					{
						message: `\`${written}\` looks for options, and speaks of operands: options are none, whatever they look like`,
						span: word.span,
						help:
							option === undefined
								? "name the options themselves, which are found in every spelling"
								: `name the option itself, which is found in every spelling: \`${option}\``,
					},
				];
			});
		}),
};

const dashed = wordSetOf({ kind: "regex", text: "-.*" });
const fewSteps = 500;

/** Does everything that it speaks of begin with a `-`? */
function isAlwaysOption(word: PatternWord): boolean {
	if (!/^[\^([{?.\\-]/.test(word.text) || !word.text.includes("-")) return false;
	const pattern = wordPattern(word, new Faults());
	if (pattern?.kind !== "glob" && pattern?.kind !== "regex") return false;
	const set = wordSetOf(pattern);
	// A lone dash is an operand: mostly the standard input.
	return set.literal !== "-" && contains(dashed, set, { left: fewSteps }) === "yes";
}

// `*-rf*` or an expression like it: an option of the program, between anything. Other names between stars may be parts of names.
function soughtOption({ kind, text }: PatternWord, program: Program | undefined): string | undefined {
	const pattern = kind === "regex" ? /^\^?\.\*(--?\w[\w-]*)(?:\.\*)?\$?$/ : /^\*(--?\w[\w-]*)\*?$/;
	const [, option] = pattern.exec(text) ?? [];
	if (option === undefined || program === undefined) return undefined;
	const names = [program, ...Object.values(program.subcommands)].flatMap(({ options }) =>
		options.flatMap((one) => one.names),
	);
	if (option.startsWith("--")) return names.includes(option) ? option : undefined;
	const isBundle =
		/^-[A-Za-z]{2}$/.test(option) && [...option.slice(1)].every((letter) => names.includes(`-${letter}`));
	return isBundle ? option : undefined;
}
