/** The expression of a fact, made once and kept as long as the fact. */
export function expressionOf(fact: { readonly form: string }): RegExp {
	let expression = expressions.get(fact);
	if (expression === undefined) {
		expression = new RegExp(fact.form, "u");
		expressions.set(fact, expression);
	}
	return expression;
}

const expressions = new WeakMap<object, RegExp>();
