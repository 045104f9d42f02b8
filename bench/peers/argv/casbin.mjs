/** casbin, its synchronous way: no promise is made for a decision. Built once. */
import { newEnforcer } from "casbin";
import { asked, casbinOf, withFunctions } from "./casbin-rules.mjs";

export async function prepare(rules) {
	const enforcer = await withFunctions(await newEnforcer(...casbinOf(rules)));
	const ask = asked(rules);
	return { decide: (argv) => (enforcer.enforceSync(...ask(argv)) ? "allow" : "deny") };
}
