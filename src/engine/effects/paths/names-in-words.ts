/** Programs that name files in other ways than by a whole word: the table of their operands does not say which paths they take. */
import type { Program } from "../../knowledge/program.js";
import { isCodeRead } from "../code-in-words.js";
import { hasLines } from "./lines-with-names.js";
import { makesNames } from "./made-names.js";

/** May words of the program name files that are no operand, or another one than the operand? */
export function namesFilesInWords(program: Program): boolean {
	return isCodeRead(program) || hasLines(program) || makesNames(program) || withModules.has(program.name);
}

/** The name of a module says what its words are. */
const withModules: ReadonlySet<string> = new Set(["python"]);
