/**
 * Programs that a policy teaches: `program deploy can read, network { option --target PATH write }`.
 */

import type { OptionFact, Program, Role } from "../../engine/knowledge/program.js";
import { didYouMean, respelling } from "../diagnostic/suggest.js";
import type { Span } from "../source/span.js";
import {
	powers as allPowers,
	type Power,
	type ProgramStatement,
	type Statement,
	type Text,
} from "../syntax/statements.js";
import type { Faults } from "./faults.js";
import { canonicalCallName } from "./hands.js";

/** The programs that statements teach, as facts, and where their names stand. */
export function taughtPrograms(
	statements: readonly Statement[],
	faults: Faults,
): readonly (readonly [Program, Span])[] {
	return statements.flatMap((statement) =>
		statement.kind === "program" ? [[taught(statement, faults), statement.name.span] as const] : [],
	);
}

function taught(statement: ProgramStatement, faults: Faults): Program {
	if (statement.name.text.includes("/") || /[*?[]/.test(statement.name.text)) {
		faults.error(
			"bad-program",
			statement.name.span,
			`\`${statement.name.text}\` is no program's name`,
			"a program is taught by its bare name: `program deploy can read`",
		);
	}
	const can = powersOf(statement.can, faults);
	const reads = statement.can.some((word) => word.text === "read");
	const rest: Role | undefined = can.some((power) => power === "write" || power === "delete")
		? reads
			? "both"
			: "write"
		: reads
			? "read"
			: undefined;
	return {
		name: canonicalCallName(statement.name.text),
		aliases: [],
		summary: "taught by the policy",
		style: "gnu",
		abbreviates: false,
		options: statement.options.map((option): OptionFact => {
			const powers = powersOf(option.does, faults);
			const role = roleOf(option.does);
			if (option.names.length === 0)
				faults.error(
					"bad-program",
					option.span,
					"this option has no name",
					"for example `option --target, -t PATH write`",
				);
			return {
				names: option.names.map((name) => name.text),
				...(option.value ? { value: "required" as const } : {}),
				...(option.value && role ? { role } : {}),
				powers,
			};
		}),
		operands: { first: [], ...(rest ? { rest } : {}), last: [] },
		powers: can,
		operandPowers: [],
		subcommands: {},
		variables: [],
		projectFiles: false,
		verified: false,
	};
}

function powersOf(words: readonly Text[], faults: Faults): Power[] {
	return words.flatMap((word) => {
		if (word.text === "read") return [];
		if ((allPowers as readonly string[]).includes(word.text)) return [word.text as Power];
		faults.error(
			"unknown-power",
			word.span,
			`\`${word.text}\` is nothing that a program can`,
			didYouMean(word.text, ["read", ...allPowers]),
			respelling(word, ["read", ...allPowers]),
		);
		return [];
	});
}

function roleOf(words: readonly Text[]): Role | undefined {
	const texts = words.map((word) => word.text);
	if (texts.includes("read") && texts.includes("write")) return "both";
	return texts.includes("write") ? "write" : texts.includes("read") ? "read" : undefined;
}
