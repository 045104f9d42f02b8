/**
 * Cedar: a policy each. Its scope tells program and operand; a condition (`contains`, `like`) speaks of options and words, and is evaluated only where the scope fits. Parsed once and kept in the engine
 * (`preparsePolicySet`, `statefulIsAuthorized`), as its documentation says for many requests; without a schema, so that requests aren't validated.
 */
import { preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { split } from "./split.mjs";

export function prepare(rules) {
	const policies = rules.map(({ effect, program, operand, option, glob }) => {
		const resource = operand === undefined ? `in Program::"${program}"` : `== Command::"${program} ${operand}"`;
		return `${effect === "allow" ? "permit" : "forbid"}(principal, action == Action::"run", resource ${resource})${conditionOf(option, glob)};`;
	});
	const parsed = preparsePolicySet("bench", { staticPolicies: policies.join("\n") });
	if (parsed.type !== "success") throw new Error(JSON.stringify(parsed.errors[0]));
	const [principal, action] = [
		{ type: "Agent", id: "default" },
		{ type: "Action", id: "run" },
	];
	return {
		decide(argv) {
			const { program, operand, word, options } = split(argv);
			const resource = { type: "Command", id: `${program} ${operand}` };
			const answer = statefulIsAuthorized({
				principal,
				action,
				resource,
				context: { word, options },
				preparsedPolicySetId: "bench",
				entities: [{ uid: resource, attrs: {}, parents: [{ type: "Program", id: program }] }],
			});
			if (answer.type !== "success") throw new Error(JSON.stringify(answer.errors[0]));
			return answer.response.decision;
		},
	};
}

function conditionOf(option, glob) {
	if (option !== undefined) return ` when { context.options.contains(${JSON.stringify(option)}) }`;
	// Its star takes anything; here no path fits.
	return glob === undefined ? "" : ` when { context.word like "${glob}" && !(context.word like "*/*") }`;
}
