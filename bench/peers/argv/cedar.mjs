/**
 * Cedar: a policy each, which its scope alone tells apart, so that no condition is evaluated. Parsed once and kept in the engine
 * (`preparsePolicySet`, `statefulIsAuthorized`), as its documentation says for many requests; without a schema, so that requests aren't validated.
 */
import { preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";

export function prepare(rules) {
	const policies = rules.map(({ effect, program, operand }) => {
		const resource = operand === undefined ? `in Program::"${program}"` : `== Command::"${program} ${operand}"`;
		return `${effect === "allow" ? "permit" : "forbid"}(principal, action == Action::"run", resource ${resource});`;
	});
	const parsed = preparsePolicySet("bench", { staticPolicies: policies.join("\n") });
	if (parsed.type !== "success") throw new Error(JSON.stringify(parsed.errors[0]));
	const [principal, action] = [
		{ type: "Agent", id: "default" },
		{ type: "Action", id: "run" },
	];
	return {
		decide([program, operand]) {
			const resource = { type: "Command", id: `${program} ${operand}` };
			const answer = statefulIsAuthorized({
				principal,
				action,
				resource,
				context: {},
				preparsedPolicySetId: "bench",
				entities: [{ uid: resource, attrs: {}, parents: [{ type: "Program", id: program }] }],
			});
			if (answer.type !== "success") throw new Error(JSON.stringify(answer.errors[0]));
			return answer.response.decision;
		},
	};
}
