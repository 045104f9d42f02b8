/** `mistyped-name`: a name that there is not, one slip away from one that there is: of a program, a subcommand, an option, a tool, a place, a host, a variable, a fact, an agent. */
import type { Span } from "../../../language/source/span.js";
import type { PolicyLint } from "../lint-record.js";
import { mistypedAddress } from "./mistyped-name/address.js";
import { mistypedAgent } from "./mistyped-name/agent.js";
import { strangeCall } from "./mistyped-name/call.js";
import { callWithoutServer } from "./mistyped-name/call-without-server.js";
import { wrongCase } from "./mistyped-name/case.js";
import { mistypedExpectation } from "./mistyped-name/expectation.js";
import { mistypedFactValue } from "./mistyped-name/fact-value.js";
import { mistypedHost } from "./mistyped-name/host.js";
import { mistypedInText } from "./mistyped-name/in-text.js";
import { listedPackage } from "./mistyped-name/listed-package.js";
import { isListedSubcommand, listedSubcommand } from "./mistyped-name/listed-subcommand.js";
import { mistypedOption } from "./mistyped-name/option.js";
import { mistypedOwnSubcommand } from "./mistyped-name/own-subcommand.js";
import { mistypedOwnWord } from "./mistyped-name/own-word.js";
import { mistypedPath } from "./mistyped-name/path.js";
import { pathInOtherCase } from "./mistyped-name/path-case.js";
import { mistypedPeople } from "./mistyped-name/people.js";
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
		"a program, a subcommand, an option, a tool, a path, a host, a variable, a fact or an agent is one slip away from one that is known, and not known itself",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const listed = [...listedSubcommand.check(subject, {}), ...listedPackage.check(subject, {})];
		const others = [
			mistypedOption,
			mistypedProgram,
			scriptByName,
			mistypedSubcommand,
			twoSubcommands,
			wrongCase,
			mistypedTool,
			strangeCall,
			callWithoutServer,
			mistypedPath,
			pathInOtherCase,
			setInPath,
			mistypedVariable,
			mistypedAgent,
			mistypedExpectation,
			mistypedHost,
			mistypedAddress,
			mistypedPeople,
			mistypedFactValue,
			mistypedInText,
		].flatMap(({ check }) => check(subject, {}));
		// A subcommand that stands where a program does is no program, misspelt.
		const told = [
			...listed,
			...others.filter(
				(one) => !isListedSubcommand(one.span, subject) && !listed.some(({ span }) => meet(span, one.span)),
			),
		];
		// What a table knows is said by what it knows.
		const words = mistypedOwnWord.check(subject, {});
		const behind = mistypedOwnSubcommand.check(subject, {});
		const own = [...words, ...behind.filter((one) => !words.some(({ span }) => meet(one.span, span)))];
		return [...told, ...own.filter(({ span }) => !told.some((one) => meet(one.span, span)))];
	},
};

function meet(one: Span, other: Span): boolean {
	return one.file === other.file && one.start < other.end && other.start < one.end;
}
