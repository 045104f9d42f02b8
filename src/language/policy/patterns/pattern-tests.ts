/** Patterns with their sets put in, and the tests that they are. */
import { canonicalCallName } from "../hands.js";
import { allOf, type Test, type WordPattern } from "../test.js";

/** A bare name in a granting rule means only the bare name; in a restricting rule it means that program wherever it lies. */
export type Sense = "granting" | "restricting";

/** An option that a pattern asks for. */
export interface OptionPattern {
	readonly name: string;
	readonly value?: WordPattern;
}

/** One pattern, sets put in: the program, the operands in order, the options. */
export interface FlatPattern {
	readonly exactly: boolean;
	readonly program: WordPattern;
	readonly operands: readonly WordPattern[];
	readonly options: readonly OptionPattern[];
}

/** The command fits the pattern. */
export function fits(pattern: FlatPattern, sense: Sense): Test {
	const tests: Test[] = [{ kind: "program", pattern: canonical(pattern.program), as: sense }];
	if (pattern.operands.length > 0 || pattern.exactly)
		tests.push({ kind: "operands", words: pattern.operands, exactly: pattern.exactly });
	// `exactly git status` allows no further words, options included.
	if (pattern.exactly) tests.push({ kind: "only-options", names: pattern.options.map((option) => option.name) });
	tests.push(...pattern.options.map(hasOption));
	return allOf(tests);
}

/** A call has one name, however its author writes it. */
function canonical(program: WordPattern): WordPattern {
	if (program.kind !== "literal" && program.kind !== "glob") return program;
	const text = canonicalCallName(program.text);
	return text === program.text ? program : { ...program, text };
}

/** The command has the option, with the value if one is said. */
export function hasOption(option: OptionPattern): Test {
	return { kind: "option", name: option.name, ...(option.value === undefined ? {} : { value: option.value }) };
}
