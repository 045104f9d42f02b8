/** Gemini CLI's policy engine: rules in its own TOML, read by its own loader; then `check` of a call of its shell tool. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ApprovalMode, loadPoliciesFromToml, PolicyEngine } from "@google/gemini-cli-core";

console.debug = () => {};

export async function open({ deny = [], reads = [], own = false }, { folder }) {
	// Its own rules ask about every command: they deny none.
	if (own) return undefined;
	const rules = [
		rule({ decision: "allow", priority: 100, allowRedirection: true }),
		...deny.map((words) => rule({ decision: "deny", priority: 900, commandPrefix: words.join(" ") })),
		...reads.map((path) =>
			rule({ decision: "deny", priority: 900, argsPattern: path.replace("~/", "").replaceAll(".", "\\.") }),
		),
	];
	writeFileSync(join(folder, "gate.toml"), rules.join("\n"));
	const { rules: loaded, errors } = await loadPoliciesFromToml([folder], () => 4);
	if (errors.length > 0) throw new Error(errors[0].message);
	const engine = new PolicyEngine({ rules: loaded, approvalMode: ApprovalMode.DEFAULT });
	return {
		async decide(command) {
			const { decision } = await engine.check({ name: "run_shell_command", args: { command } }, undefined);
			return decision === "ask_user" ? "ask" : decision;
		},
	};
}

function rule(members) {
	const lines = Object.entries({ toolName: "run_shell_command", ...members }).map(
		([name, value]) => `${name} = ${JSON.stringify(value)}`,
	);
	return ["[[rule]]", ...lines, ""].join("\n");
}
