/**
 * The floor: a hash of programs, each with a hash of operands, and at its leaf a look for options and at the word that follows, where a rule says any. It is no
 * engine, and can say nothing but these rules.
 */
import { sidesOf } from "../rules.mjs";

export function prepare(rules) {
	const programs = new Map();
	for (const { effect, program, operand, option, glob } of rules) {
		const leaves = programs.get(program) ?? new Map();
		programs.set(program, leaves);
		const leaf = leaves.get(operand) ?? { allow: undefined, deny: undefined };
		leaves.set(operand, leaf);
		const check = leaf[effect] ?? { always: false, options: [], globs: [] };
		leaf[effect] = check;
		if (option !== undefined) check.options.push(option);
		else if (glob !== undefined) check.globs.push(sidesOf(glob));
		else check.always = true;
	}
	return {
		decide(argv) {
			const leaves = programs.get(argv[0]);
			if (leaves === undefined) return "deny";
			const first = operandFrom(argv, 1);
			const named = leaves.get(argv[first]);
			const any = leaves.get(undefined);
			if (holds(named?.deny, argv, first) || holds(any?.deny, argv, first)) return "deny";
			return holds(named?.allow, argv, first) || holds(any?.allow, argv, first) ? "allow" : "deny";
		},
	};
}

function operandFrom(argv, from) {
	let at = from;
	while (at < argv.length && argv[at].charCodeAt(0) === 45) at++;
	return at;
}

function holds(check, argv, first) {
	if (check === undefined) return false;
	if (check.always) return true;
	for (const option of check.options) if (argv.includes(option)) return true;
	if (check.globs.length === 0) return false;
	const word = argv[operandFrom(argv, first + 1)] ?? "";
	for (const [begin, end] of check.globs)
		if (word.length >= begin.length + end.length && word.startsWith(begin) && word.endsWith(end) && !word.includes("/"))
			return true;
	return false;
}
