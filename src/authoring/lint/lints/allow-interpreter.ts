/** `allow-interpreter`: an `allow` that lets an interpreter run code that the agent types, and so anything. */

import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { type Grant, type GrantedProgram, grantedPrograms, typed } from "../meaning/grants.js";
import { openInterpreter } from "../open-interpreters.js";
import { openedShell } from "../powers/opened-shells.js";
import { type CodeSources, namesScripts, subcommandOf } from "../powers/typed-code.js";

export const allowInterpreter: PolicyLint = {
	name: "allow-interpreter",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets an interpreter run whatever code the agent types",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				// A set may name many: one of them shows it. Where a shell is open, more than code is, and told as such.
				if (seen.has(granted.span.start) || openedShell(stated, granted, subject) !== undefined) return [];
				const fault = holeOf(granted, stated, subject);
				if (fault === undefined) return [];
				seen.add(granted.span.start);
				return [fault];
			});
		}),
};

function holeOf(granted: GrantedProgram, stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const open = openInterpreter(granted, stated, subject);
	if (open === undefined) return undefined;
	return {
		message: `\`${granted.name}\` ${granted.facts.summary}, and this lets it run ${open.what}`,
		span: granted.span,
		help: helpFor(open.grant, granted, open.sources, stated),
		witness: open.witness,
	};
}

/** What closes all of them: the names of scripts, which no input takes the place of, and no option that brings other code. */
function helpFor(grant: Grant, { name, facts }: GrantedProgram, sources: CodeSources, stated: StatedRule): string {
	const left = leftOut(stated);
	const options = [...sources.typed, ...sources.loading, ...sources.asking]
		.filter((one, at, all) => all.indexOf(one) === at && !one.names.some((spelling) => left.includes(spelling)))
		.flatMap(({ names: [first] }) => first ?? []);
	const without = left.length + options.length === 0 ? "" : `without ${[...left, ...options].join(", ")}`;
	const words = [name, ...(subcommandOf(grant, facts).length === 0 ? sources.running : subcommandOf(grant, facts))];
	if (sources.scripts === "none" && sources.input)
		return `let a person look, \`ask ${words.join(" ")}\`: what comes in through its input no \`without\` closes`;
	// The very words of the pattern bring the code.
	if (namesCode(grant, facts, sources))
		return `let a person look, \`ask ${patternOf(grant)}\`, or name scripts that it may run instead`;
	if (sources.scripts === "none" || grant.options.length > 0) return `leave out what brings other code: \`${without}\``;
	if (namesScripts(grant, facts))
		return `allow no options with it, \`exactly\`, or none that brings other code: \`${without}\``;
	const run = [...words, "./scripts/x"].join(" ");
	const more =
		without === "" || sources.scripts === "many"
			? ""
			: `; where options may stand before it, \`allow ${run} ${without}\``;
	return `name the scripts that it may run, \`allow exactly ${run}\`${more}`;
}

/** Is code what stands behind the subcommand, or the option, that the pattern names? */
function namesCode(
	grant: Grant,
	facts: GrantedProgram["facts"],
	{ typed: options, subcommands, loading, asking }: CodeSources,
): boolean {
	const own = subcommandOf(grant, facts).join(" ");
	return (
		subcommands.some((words) => words.join(" ") === own) ||
		[...options, ...loading, ...asking].some(({ names }) => names.some((one) => grant.options.includes(one)))
	);
}

/** The pattern up to the word that is not plain. */
function patternOf(grant: Grant): string {
	const words = grant.operands.findIndex((one) => one.kind !== "literal");
	const operands = grant.operands.slice(0, words < 0 ? undefined : words);
	return [typed(grant), ...operands.flatMap((one) => ("text" in one ? [one.text] : [])), ...grant.options].join(" ");
}

/** The options that the rule leaves out already. */
function leftOut({ statement }: StatedRule): readonly string[] {
	return statement.clauses.flatMap((clause) =>
		clause.keyword === "without"
			? clause.options.flatMap(([first, ...more]) => (first === undefined || more.length > 0 ? [] : [first.text]))
			: [],
	);
}
