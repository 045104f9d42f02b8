/**
 * CASL: the program is the type of a subject and its first operand the action, which CASL looks up by hash; options and the word that follows are fields, of which conditions
 * speak. Later rules win there, so denials come last. Built once. A type is told by a field (`detectSubjectType`), so that no object need be marked.
 */
import { createMongoAbility } from "@casl/ability";
import { expressionOf } from "../rules.mjs";
import { split } from "./split.mjs";

export function prepare(rules) {
	const inOrder = [...rules].sort((a, b) => Number(a.effect === "deny") - Number(b.effect === "deny"));
	const ability = createMongoAbility(
		// `manage` is its word for any action.
		inOrder.map(({ effect, program, operand = "manage", option, glob }) => ({
			action: operand,
			subject: program,
			inverted: effect === "deny",
			...(option === undefined ? {} : { conditions: { options: { $in: [option] } } }),
			...(glob === undefined ? {} : { conditions: { word: { $regex: new RegExp(`^${expressionOf(glob)}$`) } } }),
		})),
		{ detectSubjectType: ({ program }) => program },
	);
	if (rules.every(({ option, glob }) => option === undefined && glob === undefined))
		return { decide: ([program, operand]) => (ability.can(operand, program) ? "allow" : "deny") };
	return {
		decide(argv) {
			const command = split(argv);
			return ability.can(command.operand, command) ? "allow" : "deny";
		},
	};
}
