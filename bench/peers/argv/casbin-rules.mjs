/** The rules as casbin takes them: a model with both effects, and a line each. */
import { newModelFromString, StringAdapter } from "casbin";

export function casbinOf(rules) {
	const model = newModelFromString(`
[request_definition]
r = program, operand
[policy_definition]
p = program, operand, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = r.program == p.program && (p.operand == "*" || r.operand == p.operand)
`);
	const lines = rules.map(({ effect, program, operand = "*" }) => `p, ${program}, ${operand}, ${effect}`);
	return [model, new StringAdapter(lines.join("\n"))];
}
