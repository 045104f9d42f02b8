/** The rules as casbin takes them: a model with both effects, a line each, and functions of ours for options and globs. */
import { newModelFromString, StringAdapter } from "casbin";
import { expressionOf } from "../rules.mjs";
import { split } from "./split.mjs";

/** What makes an enforcer. */
export function casbinOf(rules) {
	const plain = isPlain(rules);
	const model = newModelFromString(`
[request_definition]
r = program, operand${plain ? "" : ", word, options"}
[policy_definition]
p = program, operand${plain ? "" : ", option, glob"}, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = r.program == p.program && (p.operand == "*" || r.operand == p.operand)${plain ? "" : ' && (p.option == "*" || has(r.options, p.option)) && (p.glob == "*" || fits(r.word, p.glob))'}
`);
	const lines = rules.map(({ effect, program, operand = "*", option = "*", glob = "*" }) =>
		["p", program, operand, ...(plain ? [] : [option, glob]), effect].join(", "),
	);
	return [model, new StringAdapter(lines.join("\n"))];
}

/** Gives the enforcer the functions, as its documentation says. */
export async function withFunctions(enforcer) {
	const expressions = new Map();
	await enforcer.addFunction("has", (options, option) => options.includes(`${option} `));
	await enforcer.addFunction("fits", (word, glob) => {
		let expression = expressions.get(glob);
		if (expression === undefined) {
			expression = new RegExp(`^${expressionOf(glob)}$`);
			expressions.set(glob, expression);
		}
		return expression.test(word);
	});
	return enforcer;
}

/** The request as its definition has it. Strings alone, which is what its cache wants. */
export function asked(rules) {
	if (isPlain(rules)) return ([program, operand]) => [program, operand];
	return (argv) => {
		const { program, operand, word, options } = split(argv);
		return [program, operand, word, options.map((option) => `${option} `).join("")];
	};
}

function isPlain(rules) {
	return rules.every(({ option, glob }) => option === undefined && glob === undefined);
}
