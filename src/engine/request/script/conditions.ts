/** `[[ … ]]`: what it evaluates is refused, the files that it looks at are a command `test` of their own. */
import type { Word as ReadWord } from "../request.js";
import { readArithmetic } from "./arithmetic.js";
import type { Context, State } from "./context.js";
import type { TestExpression, Word } from "./parse.js";
import { piecesOf } from "./pieces.js";
import { refuse } from "./unreadable.js";
import { readWord } from "./words.js";

/** Reads a condition; answers the commands `test …` that stand for its looks at files. */
export function readCondition(
	expression: TestExpression,
	context: Context,
	state: State,
): readonly (readonly ReadWord[])[] {
	switch (expression.type) {
		case "TestLogical":
			return expression.operands.flatMap((one) => readCondition(one, context, state));
		case "TestNot":
			return readCondition(expression.operand, context, state);
		case "TestGroup":
			return readCondition(expression.expression, context, state);
		case "TestUnary": {
			const { operator, operand } = expression;
			if (operator === "-v" || operator === "-R") {
				if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(operand.text))
					refuse(`\`${operator}\` of what is no plain name: a shell evaluates it`, operand);
				return [];
			}
			const [word] = readWord(operand, "value", context, state);
			if (operator === "-t" && word?.kind === "known" && !/^\d+$/.test(word.text))
				refuse("`-t` of what is no number: a shell evaluates it", operand);
			return word !== undefined && /^-[abcdefghkprsuwxGLNOS]$/.test(operator) ? [[known(operator), word]] : [];
		}
		case "TestBinary": {
			const { operator, left, right } = expression;
			if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) {
				for (const side of [left, right]) checkNumber(side, context, state);
				return [];
			}
			if (operator === "=~") {
				readWord(left, "value", context, state);
				readRegex(right, context, state);
				return [];
			}
			const words = [left, right].flatMap((side) => readWord(side, "value", context, state));
			return /^-(?:nt|ot|ef)$/.test(operator) && words.length === 2
				? [[words[0] as ReadWord, known(operator), words[1] as ReadWord]]
				: [];
		}
	}
}

/** What runs inside of a regular expression. */
function readRegex(word: Word, context: Context, state: State): void {
	for (const part of word.parts ?? []) if (part.type !== "ExtendedGlob") piecesOf(part, context, state);
}

function checkNumber(word: Word, context: Context, state: State): void {
	const text = /^"[^"]*"$/.test(word.text) ? word.text.slice(1, -1) : word.text;
	readArithmetic(text, word, context, state);
}

function known(text: string): ReadWord {
	return { kind: "known", text };
}
