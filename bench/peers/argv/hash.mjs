/** The floor: a hash of programs, each with a hash of operands. It is no engine, and can say nothing but these rules. */
export function prepare(rules) {
	const programs = new Map();
	for (const { effect, program, operand } of rules) {
		const words = programs.get(program) ?? new Map();
		programs.set(program, words);
		if (words.get(operand) !== "deny") words.set(operand, effect);
	}
	return {
		decide([program, operand]) {
			const words = programs.get(program);
			if (words === undefined) return "deny";
			const [named, any] = [words.get(operand), words.get(undefined)];
			return named === "deny" || any === "deny" ? "deny" : (named ?? any ?? "deny");
		},
	};
}
