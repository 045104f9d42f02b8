/** `broad-granting`: `granting everything` for programs that have few powers: to name them says more and grants less. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import type { Span } from "../../../language/source/span.js";
import { powers as allPowers, type Power, type PowersClause } from "../../../language/syntax/statements.js";
import type { StatedRule } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { grantedPrograms, grantsOf } from "../meaning/grants.js";
import { powersWithin, readsCode } from "../powers/power-sources.js";
import { redundantParts } from "../without-effect/redundant-rule-parts.js";

/** So many powers are few. */
const mostPowers = 2;

export const broadGranting: PolicyLint = {
	name: "broad-granting",
	family: "breadth",
	severity: "info",
	summary: "`granting everything` on programs that have few powers or none",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const clause = stated.statement.clauses.find((one): one is PowersClause => one.keyword === "granting");
			const word = clause?.powers.find(({ text }) => text === "everything");
			const [own] = stated.agents;
			if (clause === undefined || word === undefined || own === undefined) return [];
			const programs = grantedPrograms(stated, subject);
			const named = programs.reduce((sum, { grants }) => sum + grants.length, 0);
			// Nothing is known of the others, or not all: `everything` says more of them than any name.
			if (named < grantsOf(own.rule).length || !programs.every(({ facts }) => facts.verified)) return [];
			if (programs.some(({ grants, facts }) => grants.some((one) => readsCode(one, facts)))) return [];
			const found = new Set(programs.flatMap(({ grants, facts }) => grants.flatMap((one) => powersWithin(one, facts))));
			const powers = allPowers.filter((one) => found.has(one));
			// What runs programs is told by lints of its own.
			if (powers.length > mostPowers || powers.includes("exec") || powers.includes("code")) return [];
			// That is `dead-granting`: nothing at all need be granted.
			if (redundantParts(stated, subject).some(({ kind, span }) => kind === "power" && span === word.span)) return [];
			const names = [...new Set(programs.map(({ name }) => name))];
			const fix = fixFor(stated, clause, powers, subject.sourceOf(stated.file.file).text);
			return [
				{
					message: `\`granting everything\` is wide: ${told(names)} ${verb(names)} ${powers.length === 0 ? "no power beyond plain use" : `no powers beyond plain use but ${powers.map((one) => `\`${one}\``).join(" and ")}`}`,
					span: word.span,
					help:
						powers.length === 0
							? "take the clause out"
							: `write \`granting ${powers.join(", ")}\`, or less where that will do`,
					...(fix === undefined ? {} : { fix }),
				},
			];
		}),
};

function told(names: readonly string[]): string {
	return names.length > 3 ? "these programs" : names.map((one) => `\`${one}\``).join(" and ");
}

function verb(names: readonly string[]): string {
	return names.length === 1 ? "has" : "have";
}

/** Options that no table lists are no longer granted. */
function fixFor({ file }: StatedRule, clause: PowersClause, powers: readonly Power[], text: string): Fix | undefined {
	const [only] = clause.powers;
	if (file.notation === "yaml" || clause.powers.length !== 1 || only === undefined) return undefined;
	const title = "options that no table lists are no longer granted";
	if (powers.length > 0)
		return {
			title: `grant ${powers.map((one) => `\`${one}\``).join(" and ")}: ${title}`,
			edits: [{ span: only.span, text: powers.join(", ") }],
			safe: false,
		};
	return {
		title: `take the clause out: ${title}`,
		edits: [{ span: withBlanks(clause.span, text), text: "" }],
		safe: false,
	};
}

/** The place with the blanks before it. */
function withBlanks({ file, start, end }: Span, text: string): Span {
	const blanks = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
	return { file, start: start - blanks, end };
}
