/** The rules in our notation, a line each. */
export function policyTextOf(rules) {
	const lines = rules.map(({ effect, program, operand, option, glob }) => {
		const pattern = [program, operand, glob].filter((word) => word !== undefined).join(" ");
		return `\t${effect} ${pattern}${option === undefined ? "" : ` with ${option}`}\n`;
	});
	return `agent default {\n\tdefault deny\n${lines.join("")}}\n`;
}
