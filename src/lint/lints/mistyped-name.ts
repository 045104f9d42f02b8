/** `mistyped-name`: a program, a subcommand or an option that there is not, one slip away from one that there is. */
import type { PolicyLint } from "../lint.js";
import { wrongCase } from "./mistyped-name/case.js";
import { mistypedOption } from "./mistyped-name/option.js";
import { mistypedProgram } from "./mistyped-name/program.js";
import { mistypedSubcommand } from "./mistyped-name/subcommand.js";

export const mistypedName: PolicyLint = {
	name: "mistyped-name",
	family: "anomalies",
	severity: "warning",
	summary: "a program, a subcommand or an option is one slip away from one that is known, and not known itself",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		[mistypedOption, mistypedProgram, mistypedSubcommand, wrongCase].flatMap(({ check }) => check(subject, {})),
};
