/** `runs-own-files`: an agent may write files in the workspace and run the workspace's programs, and so run what it wrote. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedCode } from "../meaning/allowed-code.js";
import { allowedBy, grantsOf } from "../meaning/grants.js";
import { commandOn } from "../powers/path-commands.js";

export const runsOwnFiles: PolicyLint = {
	name: "runs-own-files",
	family: "breadth",
	severity: "info",
	summary: "an agent may write programs into the workspace and run them",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => faultsOf(stated, subject)),
};

function faultsOf(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	if (stated.statement.keyword !== "allow") return [];
	for (const { agent, rule } of stated.agents) {
		for (const { program } of grantsOf(rule)) {
			if (program.kind !== "glob" || !program.text.startsWith("./") || /[[{\\]/.test(program.text)) continue;
			// Who may run code has no need to write a program first.
			if (allowedCode(agent, subject, false) !== undefined) continue;
			const path = program.text.replaceAll(/\*+|\?/g, "x");
			const run = allowedBy(stated, [[path]], subject);
			const write = run && commandOn(path.slice(2), "write", agent, subject);
			if (run === undefined || write === undefined) continue;
			const word = stated.statement.patterns.map(({ words }) => words[0]).find((one) => one?.text === program.text);
			return [
				{
					message: `what an agent writes it can run: \`${witnessCommandLine(write.sample)}\` is allowed, and then \`${witnessCommandLine(run)}\``,
					span: word?.span ?? stated.statement.span,
					labels: [{ span: write.by.span, message: "this rule lets it write there" }],
					help: "name the programs that it may run, or keep its writing out of their folder: `constrain writes of * to …`",
					witness: witnessCommandLine(run),
				},
			];
		}
	}
	return [];
}
