/**
 * `${…}` and `$((…))`: what of them is harmless is let through, what evaluates a value is refused.
 */
import { isProvenNumber, readArithmetic } from "./arithmetic.js";
import type { Context, State } from "./context.js";
import { markName, refuseEvaluated } from "./marks.js";
import type { ArithmeticExpansionPart, ParameterExpansionPart, Word, WordPart } from "./parse.js";
import { refuse } from "./unreadable.js";

/** What is known of the value. `several`: even in double quotes it may be any number of words. */
export interface Expanded {
	readonly digits: boolean;
	readonly several: boolean;
}

/** Reads what stands inside of an operand: an expansion, in double quotes or not. */
export type ReadInner = (part: WordPart, quoted: boolean) => void;

export function readExpansion(
	part: ParameterExpansionPart | ArithmeticExpansionPart,
	context: Context,
	state: State,
	readInner: ReadInner,
): Expanded {
	if (part.type === "ArithmeticExpansion") {
		readArithmetic(part.text.slice(3, -2), part, context, state);
		return { digits: true, several: false };
	}
	const { parameter, prefix, index, operation } = part;
	if (prefix === "!") refuse("`${!…}`: which variable it is can't be known", part);
	if (!/^(?:[A-Za-z_][A-Za-z0-9_]*|\d+|[@*#?$!-])$/.test(parameter)) refuse("a variable that can't be read", part);
	if (index !== undefined) checkIndex(index, context, state);
	switch (operation?.type) {
		case "Default":
			if (operation.operator.endsWith("=")) {
				// Nothing can be assigned to `$1` and `$*`: a shell gives up the line.
				if (!/^[A-Za-z_]/.test(parameter)) refuse("an assignment to what is no variable", part);
				refuseEvaluated(parameter, undefined, part);
				markName(parameter, false, context);
			}
			readOperand(operation.operand, readInner);
			break;
		case "Remove":
			readOperand(operation.operand, readInner);
			break;
		case "Replace":
			readOperand(operation.pattern, readInner);
			readOperand(operation.replacement, readInner);
			break;
		case "CaseModification":
			if (operation.operand) readOperand(operation.operand, readInner);
			break;
		case "Slice":
			readArithmetic(sourceText(operation.offset, context), part, context, state);
			if (operation.length) {
				// What ends before it begins makes a shell give up the line.
				if (sourceText(operation.length, context).includes("-")) refuse("a negative length in `${…:…:…}`", part);
				readArithmetic(sourceText(operation.length, context), part, context, state);
			}
			break;
		case "Transform":
			if (!/^[QUuL]$/.test(operation.operand.text)) refuse("`${…@…}`, which may run what the variable holds", part);
			break;
		case "Names":
		case "Unknown":
			refuse("a form of `${…}` that can't be read", part);
			break;
		case undefined:
	}
	const plain = operation === undefined;
	const all = parameter === "@" || index?.text === "@";
	if (prefix === "#") return { digits: plain, several: false };
	const digits =
		plain &&
		index === undefined &&
		(/^[#?$]$/.test(parameter) ||
			(isProvenNumber(parameter, context, state) && !context.facts.maybeEmpty.has(parameter)));
	return { digits, several: all || (operation?.type === "Default" && operation.operand.text.includes("@")) };
}

/** An index is evaluated as arithmetic, whatever quotes stand around it. */
function checkIndex(index: Word, context: Context, state: State): void {
	const text = sourceText(index, context);
	if (text === "@" || text === "*") return;
	readArithmetic(text, index, context, state);
}

function sourceText(word: Word, { source }: Context): string {
	return source.slice(word.pos, word.end);
}

function readOperand(word: Word, readInner: ReadInner): void {
	for (const part of word.parts ?? []) {
		switch (part.type) {
			case "Literal":
			case "Glob":
			case "SingleQuoted":
			case "AnsiCQuoted":
			case "BraceExpansion":
				break;
			case "DoubleQuoted":
				for (const child of part.parts) if (child.type !== "Literal") readInner(child, true);
				break;
			case "LocaleString":
			case "ExtendedGlob":
			case "ProcessSubstitution":
				refuse("more than plain text inside `${…}`", part);
				break;
			case "SimpleExpansion":
			case "ParameterExpansion":
			case "ArithmeticExpansion":
			case "CommandExpansion":
				readInner(part, false);
		}
	}
}
