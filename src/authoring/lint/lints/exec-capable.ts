/** `exec-capable`: `granting exec` or `granting everything` opens options that run other programs. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { type GrantedProgram, grantedPrograms } from "../meaning/grants.js";
import { names, readsCode, type WaysOut, waysOut } from "../powers/power-sources.js";
import { powerUse } from "../powers/power-uses.js";
import { escapeFrom } from "../powers/shells-inside.js";
import { withoutOptions } from "../powers/without-options.js";

export const execCapable: PolicyLint = {
	name: "exec-capable",
	family: "breadth",
	severity: "warning",
	summary: "`granting` opens options that run other programs",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			if (!stated.statement.clauses.some(({ keyword }) => keyword === "granting")) return [];
			const seen = new Set<number>();
			const holes = grantedPrograms(stated, subject).flatMap((granted) => {
				const hole = seen.has(granted.span.start) ? undefined : holeOf(granted, stated, subject);
				if (hole === undefined) return [];
				seen.add(granted.span.start);
				return [hole];
			});
			// One clause speaks of all programs of a rule.
			const fix = holes.every(({ options }) => options !== undefined)
				? withoutOptions(stated, [...new Set(holes.flatMap(({ options }) => options ?? []))])
				: undefined;
			return holes.map(({ fault }) => (fix === undefined ? fault : { ...fault, fix }));
		}),
};

interface Hole {
	readonly fault: Finding;
	/** The options that close it when they are left out, where they do. */
	readonly options: readonly string[] | undefined;
}

function holeOf(granted: GrantedProgram, stated: StatedRule, subject: ValidPolicyContext): Hole | undefined {
	const { name, facts, grants, span } = granted;
	if (escapeFrom(name, facts) !== undefined) return undefined;
	for (const grant of grants) {
		const { powers } = grant;
		if (powers !== "everything" && !powers.includes("exec")) continue;
		const ways = waysOut(grant, facts, ["exec"]);
		// What runs anything by its very purpose, or by an option that its author names, is no surprise.
		if (waysOut(grant, facts, ["exec", "code"]).plain || ways.options.some((one) => names(grant, facts, one))) continue;
		const inCode = readsCode(grant, facts);
		if (ways.options.length === 0 && !ways.operands) continue;
		const witness = powerUse(stated, granted, ["exec"], subject);
		if (witness === undefined) continue;
		const closed = !(ways.operands || inCode || ways.byValue);
		return {
			fault: {
				message: `\`${name}\` can run other programs here, ${through(ways, inCode)}`,
				span,
				help: helpFor(ways, closed),
				witness: witnessCommandLine(witness),
			},
			options: closed ? ways.options : undefined,
		};
	}
	return undefined;
}

function through({ options, operands }: WaysOut, inCode: boolean): string {
	if (options.length === 0) return inCode ? "through the code that it is given" : "through its operands";
	return `through ${joinWords(options)}`.concat(
		inCode ? " and the code that it is given" : operands ? " and operands" : "",
	);
}

function helpFor({ options }: WaysOut, closed: boolean): string {
	return closed
		? `leave them out, \`without ${options.join(", ")}\`, or grant the powers that are meant and no others`
		: "grant the powers that are meant and no others: `granting write`, or none";
}
