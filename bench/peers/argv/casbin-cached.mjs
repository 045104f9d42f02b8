/** casbin with its own cache: what was decided of a program and an operand is remembered. Its cache is there in the asynchronous way alone. */
import { newCachedEnforcer } from "casbin";
import { casbinOf } from "./casbin-rules.mjs";

export async function prepare(rules) {
	const enforcer = await newCachedEnforcer(...casbinOf(rules));
	return { decide: async ([program, operand]) => ((await enforcer.enforce(program, operand)) ? "allow" : "deny") };
}
