/** A rule that refuses a program at one path, while it is allowed by its name or at another. */

import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import type { Finding } from "../lint-record.js";
import { factsNamed, refusalsOf } from "../meaning/grants.js";
import { replacement } from "../reading/text-edits.js";
import { argvOf, grantsTo, isRefused, openCommand, openText, plainCommand, type Restriction } from "./restriction.js";

export function bareProgramLeft(restriction: Restriction): Finding | undefined {
	const { rule, stated, subject } = restriction;
	for (const pattern of refusalsOf(rule)) {
		const { program } = pattern;
		if (program.kind !== "literal" || !program.text.includes("/")) continue;
		const name = program.text.slice(program.text.lastIndexOf("/") + 1);
		const facts = factsNamed(name, subject);
		// A script of the workspace is no program that everybody has.
		if (facts === undefined && grantsTo(restriction.agent, name, subject).length === 0) continue;
		const command = plainCommand(pattern, facts);
		if (command === undefined || !isRefused(argvOf(command, facts), restriction)) continue;
		const tried = [
			{ ...command, program: name },
			{ ...command, program: `/usr/local/bin/${name}` },
		];
		const open = tried
			.flatMap((one) => [one, { ...one, operands: [...one.operands, "x"] }])
			.flatMap((one) => openCommand(argvOf(one, facts), restriction, true) ?? [])
			.slice(0, 1);
		if (open.length === 0) continue;
		const word = stated.statement.patterns.map(({ words }) => words[0]).find((one) => one?.text === program.text);
		const edit = word && replacement(word.span, program.text, name, subject);
		const fix: Fix | undefined =
			edit === undefined
				? undefined
				: { title: `write \`${name}\`, which means it wherever it lies`, edits: [edit], safe: false };
		return {
			message: `this refuses \`${program.text}\` at that path alone, and ${openText(open)}`,
			span: word?.span ?? stated.statement.span,
			help: `write \`${stated.statement.keyword} ${name}\`: where a rule refuses, a bare name means the program wherever it lies`,
			witness: open[0]?.text ?? "",
			...(fix === undefined ? {} : { fix }),
		};
	}
	return undefined;
}
