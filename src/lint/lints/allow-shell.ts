/** `allow-shell`: a shell that may run any script, or read any line from its input. */
import { sampleText } from "../../analysis/sample.js";
import type { Program } from "../../knowledge/program.js";
import { allowedBy, grantedPrograms, isPlain, typed } from "../grants.js";
import type { PolicyLint } from "../lint.js";

export const allowShell: PolicyLint = {
	name: "allow-shell",
	family: "breadth",
	severity: "error",
	summary: "an `allow` lets a shell run any script and whatever comes in through its input",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap(({ name, facts, grants, span }) => {
				if (!isShell(facts) || !grants.some(isPlain) || seen.has(span.start)) return [];
				const witness = allowedBy(
					stated,
					grants.flatMap((one) => [[typed(one), "script.sh"], [typed(one)]]),
					subject,
				);
				if (witness === undefined) return [];
				// A set may name many: one of them shows it.
				seen.add(span.start);
				return [
					{
						message: `\`${name}\` runs whatever stands in a script or comes in through its input, so this allows any line`,
						span,
						help: `name the scripts that it may run, \`allow ${name} scripts/build.sh\`, or allow the programs that they run`,
						witness: sampleText(witness),
					},
				];
			});
		}),
};

/** It takes a line for a shell as its argument and runs it itself, and code is its only purpose. Programs that hand a line to another shell are none. */
function isShell({ powers, options, runs, variables, subcommands }: Program): boolean {
	if (powers.length !== 1 || powers[0] !== "code" || variables.includes("SHELL")) return false;
	if (options.some(({ runs: how, role }) => how === "operand" || (how === "line" && role === "code"))) return true;
	const isRead = runs?.joined === true && runs.more === true && Object.keys(subcommands).length === 0;
	return isRead && options.some(({ names }) => names.includes("-c"));
}
