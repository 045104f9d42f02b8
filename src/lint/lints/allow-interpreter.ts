/** `allow-interpreter`: an `allow` that lets an interpreter run code that the agent types, and so anything. */
import { sampleText } from "../../analysis/sample.js";
import type { OptionFact } from "../../knowledge/program.js";
import { allOf, anyOf, type Test } from "../../policy/test.js";
import { grantedCommand } from "../granted.js";
import { allowedBy, type Grant, type GrantedProgram, grantedPrograms, typed } from "../grants.js";
import type { Fault, PolicyLint, SoundSubject, StatedRule } from "../lint.js";
import { openedShell } from "../opened-shells.js";
import { type CodeSources, codeSources, givesOne, namesScripts, subcommandOf } from "../typed-code.js";
import { mayType, typedInto } from "../typed-input.js";

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

function holeOf(granted: GrantedProgram, stated: StatedRule, subject: SoundSubject): Fault | undefined {
	for (const grant of granted.grants) {
		const sources = codeSources(grant, granted.facts);
		const open = sources && openSource(grant, granted, sources, stated, subject);
		if (sources === undefined || open === undefined) continue;
		return {
			message: `\`${granted.name}\` ${granted.facts.summary}, and this lets it run ${open.what}`,
			span: granted.span,
			help: helpFor(grant, granted, sources, stated),
			witness: open.witness,
		};
	}
	return undefined;
}

interface Open {
	readonly what: string;
	readonly witness: string;
}

function openSource(
	grant: Grant,
	granted: GrantedProgram,
	sources: CodeSources,
	stated: StatedRule,
	subject: SoundSubject,
): Open | undefined {
	const start = [typed(grant), ...subcommandOf(grant, granted.facts)];
	const usual = allowedBy(
		stated,
		[
			...sources.typed.map((one) => [...start, ...given(one)]),
			...sources.subcommands.map((words) => [typed(grant), ...words, "1"]),
		],
		subject,
	);
	const typing = usual === undefined ? commandWith(sources.typed, granted, stated, subject) : sampleText(usual);
	if (typing !== undefined) return { what: "whatever the agent types", witness: typing };
	// Where every file may be run, a module is one of them.
	const loaded = namesScripts(grant, granted.facts)
		? commandWith(sources.loading, granted, stated, subject)
		: undefined;
	if (loaded !== undefined) return { what: "other code than the scripts that it names", witness: loaded };
	return inputOf(grant, granted, sources, stated, subject);
}

/** The option as it is typed, with code behind it. */
function given({ names: [first = ""], value, operands, runs }: OptionFact): readonly string[] {
	if (value === undefined) return operands === undefined && runs === undefined ? [first] : [first, "1"];
	return value === "optional" ? [`${first}1`] : [first, "1"];
}

/** Code that the agent types into a pipe or a here-document. */
function inputOf(
	grant: Grant,
	granted: GrantedProgram,
	sources: CodeSources,
	stated: StatedRule,
	subject: SoundSubject,
): Open | undefined {
	const start = [typed(grant), ...subcommandOf(grant, granted.facts)];
	const alone = sources.input && grant.options.length === 0 ? [start, [...start, "-"], [...start, "/dev/stdin"]] : [];
	for (const had of stated.agents) {
		if (!mayType(had.agent, subject)) continue;
		const own = { ...stated, agents: [had] };
		const asking = commandWith(sources.asking, granted, own, subject);
		const commands = [
			...alone.flatMap((argv) => {
				const sample = allowedBy(own, [argv], subject);
				return sample === undefined ? [] : [sampleText(sample)];
			}),
			...(asking === undefined ? [] : [asking]),
		];
		for (const command of commands) {
			const witness = typedInto(command, had.agent, subject);
			if (witness !== undefined) return { what: "what the agent types into its input", witness };
		}
	}
	return undefined;
}

/** A command with one of the options that the rule grants and an agent may run. */
function commandWith(
	options: readonly OptionFact[],
	{ name }: GrantedProgram,
	stated: StatedRule,
	subject: SoundSubject,
): string | undefined {
	if (options.length === 0) return undefined;
	// The program itself: of one that lies elsewhere under its name nobody knows what it does.
	const itself: Test = { kind: "program", pattern: { kind: "literal", text: name }, as: "granting" };
	// What only shows a version runs none of it.
	const runs: Test = { kind: "uses-power", powers: ["code"] };
	const test = allOf([itself, runs, anyOf(givesOne(options))]);
	for (const had of stated.agents) {
		const found = grantedCommand(had, name, test, subject);
		if (found.kind === "found") return sampleText(found.sample);
	}
	return undefined;
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
