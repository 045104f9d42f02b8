/** A grant that leaves out an option by which code is given, and not the other ways to give it: `allow python without -c` lets `python -` through. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import { optionNamed } from "../../../language/policy/patterns/option-tables.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { allowedBy, grantedPrograms } from "../meaning/grants.js";
import { tablesFor } from "./option-facts.js";
import { inputs, isCode, isLike, typedOption } from "./options-left.js";
import { argvOf, mostTold, plainCommand } from "./restriction.js";

export function withoutLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement } = stated;
	const clause = statement.clauses.find(({ keyword }) => keyword === "without");
	if (statement.keyword !== "allow" || clause?.form !== "options") return undefined;
	const left = clause.options.flatMap((together) => (together.length === 1 ? together.map(({ text }) => text) : []));
	for (const { facts, grants } of grantedPrograms(stated, subject))
		for (const grant of grants) {
			const tables = tablesFor(grant, facts);
			const command = plainCommand(grant, facts);
			const own = left.map((name) => optionNamed(name, tables)).find((one) => one !== undefined && isCode(one));
			// Where a script is named, its author says what runs.
			if (own === undefined || command === undefined || grant.operands.length > 0 || grant.exactly || grant.limited)
				continue;
			const siblings = tables.tables.flat().filter((one) => one !== own && isLike(one, own, facts));
			const commands = [
				...siblings.map((one) => argvOf({ ...command, options: typedOption(one) }, facts)),
				...inputs(command.operands, facts).map((words) => argvOf({ ...command, operands: words }, facts)),
			];
			const open = commands.flatMap((argv) => allowedBy(stated, [argv], subject) ?? []).slice(0, mostTold);
			const [first] = open;
			if (first === undefined) continue;
			return {
				message: `this leaves out \`${own.names[0]}\`, and ${joinWords(open.map(witnessCommandLine), mostTold)} ${open.length === 1 ? "is allowed and runs" : "are allowed and run"} what is typed, too`,
				span: statement.span,
				labels: [{ span: clause.span, message: "this is left out" }],
				help: "name the scripts that are meant, and let no options stand before them",
				witness: witnessCommandLine(first),
			};
		}
	return undefined;
}
