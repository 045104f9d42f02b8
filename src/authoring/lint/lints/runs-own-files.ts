/** `runs-own-files`: an agent may write files in the workspace and run the workspace's programs, and so run what it wrote. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedCode } from "../meaning/allowed-code.js";
import { allowedBy, factsNamed, type Grant, grantsOf } from "../meaning/grants.js";
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
		for (const grant of grantsOf(rule)) {
			const file = fileRun(grant, subject);
			if (file === undefined) continue;
			// Who may run code has no need to write a program first; a script that is named was looked at by somebody.
			if (!file.named && allowedCode(agent, subject, false) !== undefined) continue;
			const run = allowedBy(stated, [file.argv, [...file.argv, "x"]], subject);
			const write = run && commandOn(file.path.replace(/^\.\//, ""), "write", agent, subject);
			if (run === undefined || write === undefined) continue;
			const word = stated.statement.patterns.flatMap(({ words }) => words).find((one) => one.text === file.text);
			const shown = witnessCommandLine(run);
			return [
				{
					message: file.named
						? `this names a script, and what it does the agent may write: \`${witnessCommandLine(write.sample)}\` is allowed, and then \`${shown}\``
						: `what an agent writes it can run: \`${witnessCommandLine(write.sample)}\` is allowed, and then \`${shown}\``,
					span: word?.span ?? stated.statement.span,
					labels: [{ span: write.by.span, message: "this rule lets it write there" }],
					help: file.named
						? "keep the agent's writing out of the script's folder: `constrain writes of * to …`"
						: "name the programs that it may run, or keep its writing out of their folder: `constrain writes of * to …`",
					witness: shown,
				},
			];
		}
	}
	return [];
}

interface FileRun {
	/** As the rule writes it. */
	readonly text: string;
	readonly path: string;
	readonly argv: readonly string[];
	/** One script, by its name. */
	readonly named: boolean;
}

/** The file of the workspace that a grant runs: `./*`, `./tools/flash.sh`, `bash tools/flash.sh`. */
function fileRun({ program, operands, options }: Grant, subject: ValidPolicyContext): FileRun | undefined {
	if (program.kind === "glob") {
		if (!program.text.startsWith("./") || /[[{\\]/.test(program.text)) return undefined;
		const path = program.text.replaceAll(/\*+|\?/g, "x");
		return { text: program.text, path, argv: [path], named: false };
	}
	if (program.kind !== "literal" || options.length > 0) return undefined;
	const words = operands.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
	if (isOfWorkspace(program.text) && program.text.includes("/"))
		return { text: program.text, path: program.text, argv: [program.text, ...words], named: true };
	const [script] = words;
	const facts = factsNamed(program.text, subject);
	const isScript = facts?.language !== undefined && facts.operands.first[0] === "read";
	if (!isScript || script === undefined || !isOfWorkspace(script) || !/\/|\.\w+$/.test(script)) return undefined;
	return { text: script, path: script, argv: [program.text, ...words], named: true };
}

function isOfWorkspace(path: string): boolean {
	return !/^[/~]|^\.\.|\/\.\.(?:\/|$)/.test(path);
}
