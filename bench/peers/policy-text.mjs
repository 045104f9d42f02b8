/** The rules in our notation, a line each. */
export function policyTextOf(rules) {
	const lines = rules.map(
		({ effect, program, operand }) => `\t${effect} ${program}${operand === undefined ? "" : ` ${operand}`}\n`,
	);
	return `agent default {\n\tdefault deny\n${lines.join("")}}\n`;
}
