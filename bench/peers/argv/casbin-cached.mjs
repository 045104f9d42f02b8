/** casbin with its own cache: what was decided of the same request is remembered. Its cache is there in the asynchronous way alone. */
import { newCachedEnforcer } from "casbin";
import { asked, casbinOf, withFunctions } from "./casbin-rules.mjs";

export async function prepare(rules) {
	const enforcer = await withFunctions(await newCachedEnforcer(...casbinOf(rules)));
	const ask = asked(rules);
	return { decide: async (argv) => ((await enforcer.enforce(...ask(argv))) ? "allow" : "deny") };
}
