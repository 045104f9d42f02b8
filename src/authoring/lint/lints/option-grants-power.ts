/** `option-grants-power`: a grant names an option without its value, and with it all that the option can do: `allow pandoc -F` runs any program as a filter. */

import type { OptionFact } from "../../../engine/knowledge/program.js";
import { optionNamed } from "../../../language/policy/patterns/option-tables.js";
import type { Power } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import { tablesFor } from "../detours/option-facts.js";
import { argvOf, plainCommand } from "../detours/restriction.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedBy, type Grant, type GrantedProgram, grantedPrograms } from "../meaning/grants.js";
import { promisesOf } from "../meaning/name-contradictions.js";

export const optionGrantsPower: PolicyLint = {
	name: "option-grants-power",
	family: "breadth",
	severity: "info",
	summary: "a grant names an option without its value, and so grants whatever the option runs or writes",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { keyword, clauses } = stated.statement;
			if (keyword !== "allow" || clauses.some((one) => one.keyword === "note" || one.keyword === "granting")) return [];
			// Of a name that promises less, that is told.
			if (promisesOf(stated, subject).some(({ what }) => what !== "role")) return [];
			const found = grantedPrograms(stated, subject).flatMap((granted) =>
				granted.grants.flatMap((grant) => findingOf(grant, granted, stated, subject) ?? []),
			);
			return found.slice(0, 1);
		}),
};

/** What is told of an option, where the program's plain use has it not, and how it is told. */
const told: readonly (readonly [Power, string])[] = [
	["exec", "runs whatever program its value names"],
	["code", "runs whatever code its value names"],
	["write", "writes whatever file its value names"],
];

function findingOf(
	grant: Grant,
	{ facts, span }: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): Finding | undefined {
	// Who lists many has looked at each.
	if (grant.given.length > mostGiven) return undefined;
	const tables = tablesFor(grant, facts);
	const plain = new Set([...facts.powers, ...tables.usage.powers]);
	for (const { name, value } of grant.given) {
		const fact = optionNamed(name, tables);
		// A flag says all that it does by its name, and a value bounds what is done.
		if (fact?.value === undefined || value !== undefined) continue;
		for (const [power, does] of told) {
			if (plain.has(power) || !brings(fact, power)) continue;
			const command = plainCommand({ ...grant, given: grant.given.filter((one) => one.name !== name) }, facts);
			if (command === undefined) continue;
			const given = name.startsWith("--") ? [`${name}=${anywhere}`] : [name, anywhere];
			const options = [...command.options, ...given];
			const tried = [
				{ ...command, options },
				{ ...command, options, operands: [...command.operands, "x"] },
			].map((one) => argvOf(one, facts));
			const witness = allowedBy(stated, tried, subject);
			if (witness === undefined) continue;
			return {
				message: `\`${name}\` stands here without a value: it ${does}, \`${witnessCommandLine(witness)}\` too`,
				span,
				help: `say the value that is meant, \`${name}=…\`, or say in a \`note\` that any is`,
				witness: witnessCommandLine(witness),
			};
		}
	}
	return undefined;
}

const mostGiven = 2;

/** A place that nobody means. */
const anywhere = "/opt/x";

function brings({ powers, role, runs }: OptionFact, power: Power): boolean {
	switch (power) {
		case "exec":
			return powers.includes("exec") || runs === "word" || runs === "line";
		case "code":
			return powers.includes("code");
		default:
			return role === "write" && powers.includes(power);
	}
}
