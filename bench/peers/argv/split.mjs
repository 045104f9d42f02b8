/** An argv taken apart for those who decide over facts: the program, the first two operands, and the options wherever they stand. No option here has a value. */
export function split(argv) {
	const options = [];
	let operand;
	let word = "";
	for (let at = 1; at < argv.length; at++) {
		const arg = argv[at];
		if (arg.startsWith("-")) options.push(arg);
		else if (operand === undefined) operand = arg;
		else if (word === "") word = arg;
	}
	return { program: argv[0], operand, word, options };
}
