/** The expressions of tables, each made once. Tables have few, and none comes from a request. */
export function expressionOf(form: string): RegExp {
	let expression = expressions.get(form);
	if (expression === undefined) {
		expression = new RegExp(form, "u");
		expressions.set(form, expression);
	}
	return expression;
}

const expressions = new Map<string, RegExp>();
