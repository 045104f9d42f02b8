/** A denial of one form of a command, where the same with a word more is allowed: `deny exactly git tag because "Nobody tags."` */
import type { Finding } from "../lint-record.js";
import { factsNamed, refusalsOf } from "../meaning/grants.js";
import { textsOf } from "../meaning/said/said-parts.js";
import { argvOf, isRefused, openCommands, openText, plainCommand, type Restriction } from "./restriction.js";

export function exactLeft(restriction: Restriction): Finding | undefined {
	const { rule, stated } = restriction;
	const { statement } = stated;
	// Whoever gives no reason may mean this one form.
	if (textsOf(statement) === "" || statement.keyword !== "deny" || !statement.patterns.some(({ exactly }) => exactly))
		return undefined;
	for (const pattern of refusalsOf(rule)) {
		const { program, exactly } = pattern;
		if (!exactly || program.kind !== "literal") continue;
		const facts = factsNamed(program.text, restriction.subject);
		const command = plainCommand(pattern, facts);
		if (command === undefined || !isRefused(argvOf(command, facts), restriction)) continue;
		const open = openCommands(
			[argvOf({ ...command, operands: [...command.operands, "x"] }, facts)],
			restriction,
			false,
		);
		if (open.length === 0) continue;
		const written = statement.patterns.find((one) => one.exactly);
		return {
			message: `\`exactly\` refuses this one form alone, and ${openText(open)}`,
			span: written?.span ?? statement.span,
			help: "leave that word out: the rule then speaks of every command that begins so",
			witness: open[0]?.text ?? "",
		};
	}
	return undefined;
}
