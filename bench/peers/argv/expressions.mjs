/**
 * A list of regular expressions over the words joined by blanks, made once, as most guards are: denials first, then what is allowed. The first that matches decides.
 * The program stands at the front, where the engine gives up at the first letter that differs; an option is looked for only behind it.
 */
import { expressionOf } from "../rules.mjs";

export function prepare(rules) {
	// Where no rule speaks of options, there are none to be stepped over.
	const between = rules.some(({ option }) => option !== undefined) ? "(?: -[^ ]*)*" : "";
	const listed = ["deny", "allow"].flatMap((effect) =>
		rules
			.filter((rule) => rule.effect === effect)
			.map((rule) => ({ effect, expression: new RegExp(textOf(rule, between)) })),
	);
	return {
		decide(argv) {
			const line = argv.join(" ");
			for (const { effect, expression } of listed) if (expression.test(line)) return effect;
			return "deny";
		},
	};
}

function textOf({ program, operand, option, glob }, between) {
	const operands = [operand, glob && expressionOf(glob)].filter((one) => one !== undefined);
	const has = option === undefined ? "" : `(?=.* ${option}(?: |$))`;
	return `^${program}${has}${operands.map((one) => `${between} ${one}`).join("")}(?: |$)`;
}
