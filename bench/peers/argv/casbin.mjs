/** casbin, its synchronous way: no promise is made for a decision. Built once. */
import { newEnforcer } from "casbin";
import { casbinOf } from "./casbin-rules.mjs";

export async function prepare(rules) {
	const enforcer = await newEnforcer(...casbinOf(rules));
	return { decide: ([program, operand]) => (enforcer.enforceSync(program, operand) ? "allow" : "deny") };
}
