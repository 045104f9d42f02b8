/** `mistyped-name`: a name that there is not, one slip away from one that there is: of a program, a subcommand, an option, a tool, a place, a variable, an agent. */
import type { PolicyLint } from "../lint-record.js";
import { mistypedAgent } from "./mistyped-name/agent.js";
import { wrongCase } from "./mistyped-name/case.js";
import { mistypedExpectation } from "./mistyped-name/expectation.js";
import { isListedSubcommand, listedSubcommand } from "./mistyped-name/listed-subcommand.js";
import { mistypedOption } from "./mistyped-name/option.js";
import { mistypedPath } from "./mistyped-name/path.js";
import { mistypedProgram } from "./mistyped-name/program.js";
import { scriptByName } from "./mistyped-name/script.js";
import { setInPath } from "./mistyped-name/set-in-path.js";
import { mistypedSubcommand } from "./mistyped-name/subcommand.js";
import { mistypedTool } from "./mistyped-name/tool.js";
import { twoSubcommands } from "./mistyped-name/two-subcommands.js";
import { mistypedVariable } from "./mistyped-name/variable.js";

export const mistypedName: PolicyLint = {
	name: "mistyped-name",
	family: "anomalies",
	severity: "warning",
	summary:
		"a program, a subcommand, an option, a tool, a path, a variable or an agent is one slip away from one that is known, and not known itself",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const listed = listedSubcommand.check(subject, {});
		const others = [
			mistypedOption,
			mistypedProgram,
			scriptByName,
			mistypedSubcommand,
			twoSubcommands,
			wrongCase,
			mistypedTool,
			mistypedPath,
			setInPath,
			mistypedVariable,
			mistypedAgent,
			mistypedExpectation,
		].flatMap(({ check }) => check(subject, {}));
		// A subcommand that stands where a program does is no program, misspelt.
		return [...listed, ...others.filter((one) => !isListedSubcommand(one.span, subject))];
	},
};
