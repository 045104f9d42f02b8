/** What stands between `[[ ]]`, and in arithmetic. */
import { substitution, word } from "./words.js";
import { blank, deeper, lineBreak, type Writer } from "./writer.js";

export function condition(writer: Writer): string {
	const { one, chance, pick, wild } = writer;
	const operands = ["a", "b", '"a b"', "$v", '"$v"', "'('", "''"];
	const operand = () => (chance(0.4) ? word(writer) : pick(operands));
	const line = () => (chance(0.3) ? lineBreak(writer) : " ");
	const expressions = ["^(a|b)$", "a;", "[ab]+", "(a b)", "$v", '"("', "\\(", "a|b", "^a$", "(;)"];
	const globs = ["@(a|b)", "!(a)", "*(a|$(alfa p))", "+([ab])", "a\\ b", "[[:alpha:]]", "a*"];
	return one<string>(
		[4, () => `${operand()} ${pick(["==", "!=", "=", "<", ">", "-nt"])} ${operand()}`],
		[2, () => `${pick(["-n", "-z", "-e", "-f"])} ${operand()}`],
		[0.5, () => `! ${operand()}`],
		[0.4 * wild, () => `-v ${pick(["v", "a[0]", "'a[$(alfa q)0]'", "a[$v]"])}`],
		[1, () => `${operand()} =~ ${pick(expressions)}`],
		[0.5, () => `${operand()} =~ ^${substitution(writer)}(b|c)`],
		[
			0.5 + wild,
			() => `${operand()} ${pick(["-eq", "-lt", "-ge"])} ${pick(["0", "$v", "v", "'a[$(alfa q)]'", "a[0]", "1"])}`,
		],
		[1, () => `( ${operand()} == ${operand()}${line()}&& ${operand()} )`],
		[1, () => `${operand()} == ${pick(globs)}`],
		[1, () => `a == a ${pick(["&&", "||"])}${line()}${operand()} == b`],
	);
}

const numbers = ["1", "0", "1 + 1", "(1)", "1<<2", "1?2:3", "16#f", "2*3", "1,2", "!0", "-1", "1 < 2"];
const variables = ["v", "$v", "a[0]", "v++", "v=1", "!v", "$((1))"].concat([
	`\${v}`,
	`\${#v}`,
	"'1'",
	'"1"',
	"\\\n1",
	"$#",
	"$?",
]);

export function arithmetic(writer: Writer): string {
	const { one, chance, pick, depth, wild } = writer;
	const value = () => (chance(0.15 + wild / 2) ? pick(variables) : pick(numbers));
	const inside = depth > 0 ? 1 : 0;
	return one<string>(
		[4, value],
		[2, () => `${value()}${pick([" + ", "*", " < ", "&&", ",", " == ", "|"])}${value()}`],
		[(0.3 + wild) * inside, () => `${substitution(writer)}${pick(["0", " + 1", "", "1"])}`],
		[0.7 * wild * inside, () => `a[${subscript(deeper(writer))}]`],
		[0.7 * wild * inside, () => `\${v:-${substitution(writer)}0}`],
		[0.5, () => `(${blank(writer)}${value()} )`],
	);
}

/** What stands between the brackets behind an array's name. */
export function subscript(writer: Writer): string {
	const { one, pick, wild } = writer;
	return one(
		[4, () => pick(["0", "1", "0", "2"])],
		[2 * wild, () => pick(["1 + 1", "v", "b[0]", "$v", "'x'", "-1"])],
		[wild, () => `${substitution(writer)}0`],
		[0.3 * wild, () => "'$(alfa i)'"],
	);
}
