/** Gemini CLI's policy engine: rules in its own TOML, read once; then `check` of a call of its shell tool. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApprovalMode, loadPoliciesFromToml, PolicyEngine } from "@google/gemini-cli-core";

console.debug = () => {};

export async function prepare({ allowed, denied }) {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-bench-gemini-"));
	try {
		writeFileSync(join(folder, "bench.toml"), ruleOf("allow", allowed, 100) + ruleOf("deny", denied, 200));
		const { rules, errors } = await loadPoliciesFromToml([folder], () => 4);
		if (errors.length > 0) throw new Error(errors[0].message);
		const engine = new PolicyEngine({ rules, approvalMode: ApprovalMode.DEFAULT });
		return {
			decide: async (command) => {
				const { decision } = await engine.check({ name: "run_shell_command", args: { command } }, undefined);
				return decision === "ask_user" ? "ask" : decision;
			},
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function ruleOf(decision, prefixes, priority) {
	return `[[rule]]
toolName = "run_shell_command"
commandPrefix = ${JSON.stringify(prefixes)}
decision = "${decision}"
priority = ${priority}
`;
}
