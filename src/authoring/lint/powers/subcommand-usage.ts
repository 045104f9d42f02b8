/** What is known of the subcommand that words of a pattern name, or of the program where they name none. */

import type { Program, Usage } from "../../../engine/knowledge/program.js";
import { optionTables } from "../../../language/policy/patterns/option-tables.js";
import type { PatternWord } from "../../../language/syntax/statements.js";
import { isWrittenOption, literalOf } from "../reading/words/word-places.js";

/** Undefined where a word is open, or one stands behind what names the subcommand. */
export function subcommandUsage(program: Program, words: readonly PatternWord[]): Usage | undefined {
	const operands = words.filter((word) => !isWrittenOption(word)).map(literalOf);
	if (operands.includes(undefined)) return undefined;
	const { subcommand, usage } = optionTables(program, operands as readonly string[]);
	return operands.length === (subcommand?.split(" ").length ?? 0) ? usage : undefined;
}
