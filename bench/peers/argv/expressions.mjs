/** A list of regular expressions over the words joined by blanks, made once, as most guards are: denials first, then what is allowed. The first that matches decides. */
export function prepare(rules) {
	const listed = ["deny", "allow"].flatMap((effect) =>
		rules
			.filter((rule) => rule.effect === effect)
			.map(({ program, operand }) => ({
				effect,
				expression: new RegExp(`^${operand === undefined ? program : `${program} ${operand}`}(?: |$)`),
			})),
	);
	return {
		decide(argv) {
			const line = argv.join(" ");
			for (const { effect, expression } of listed) if (expression.test(line)) return effect;
			return "deny";
		},
	};
}
