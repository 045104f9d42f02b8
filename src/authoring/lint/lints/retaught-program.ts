/** `retaught-program`: `program git …` takes the place of everything that is known of `git`. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program, Usage } from "../../../engine/knowledge/program.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Power } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";

export const retaughtProgram: PolicyLint = {
	name: "retaught-program",
	family: "references",
	severity: "warning",
	summary: "a program that is known is taught: all that was known of it is lost",
	looksAt: "policy",
	check: ({ ownStatements, policy }) =>
		ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "program") return [];
			const { text, span } = statement.name;
			const [known, taught] = [programNamed(text), policy.programs.get(text)];
			if (known === undefined || taught === undefined) return [];
			const lost = [...powersOf(known)].filter((power) => !powersOf(taught).has(power));
			const gone = [
				...(known.options.length > 0 ? ["its options"] : []),
				...(Object.keys(known.subcommands).length > 0 ? ["its subcommands"] : []),
				...(lost.length > 0 ? [`that it can ${joinWords(lost, lost.length)}`] : []),
			];
			// What it runs is then no command of its own any more.
			if (runsOthers(known)) gone.push("the commands that it runs");
			if (gone.length === 0) return [];
			return [
				{
					message: `this takes the place of all that is known of \`${text}\`: ${gone.join(", ")}`,
					span,
					help: "take it out: what is known of a program need not be taught; a wrapper of that name should have another",
				},
			];
		}),
};

function runsOthers(program: Program): boolean {
	return [program, ...Object.values(program.subcommands)].some(
		(use: Usage) => use.runs !== undefined || use.options.some((option) => option.runs !== undefined),
	);
}

/** All that it can in some use of it. */
function powersOf(program: Program): ReadonlySet<Power> {
	const uses: readonly Usage[] = [program, ...Object.values(program.subcommands)];
	return new Set(
		uses.flatMap(({ powers, operandPowers, barePowers, options }) => [
			...powers,
			...(barePowers ?? []),
			...operandPowers,
			...options.flatMap((option) => option.powers),
		]),
	);
}
