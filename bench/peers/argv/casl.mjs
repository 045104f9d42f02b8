/** CASL: the program is the subject and its operand the action, which CASL looks up by hash. Later rules win there, so denials come last. Built once. */
import { createMongoAbility } from "@casl/ability";

export function prepare(rules) {
	const inOrder = [...rules].sort((a, b) => Number(a.effect === "deny") - Number(b.effect === "deny"));
	const ability = createMongoAbility(
		// `manage` is its word for any action.
		inOrder.map(({ effect, program, operand = "manage" }) => ({
			action: operand,
			subject: program,
			inverted: effect === "deny",
		})),
	);
	return { decide: ([program, operand]) => (ability.can(operand, program) ? "allow" : "deny") };
}
