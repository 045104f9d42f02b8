/** Interpreters that a rule lets run code which the agent types, or other code than is named. */

import type { OptionFact } from "../../engine/knowledge/program.js";
import { allOf, anyOf, type Test } from "../../language/policy/test.js";
import { witnessCommandLine } from "../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "./lint-context.js";
import { grantedCommand } from "./meaning/granted.js";
import { allowedBy, type Grant, type GrantedProgram, typed } from "./meaning/grants.js";
import { type CodeSources, codeSources, givesOne, namesScripts, subcommandOf } from "./powers/typed-code.js";
import { mayType, typedInto } from "./powers/typed-input.js";

export interface OpenInterpreter extends Open {
	readonly grant: Grant;
	readonly sources: CodeSources;
}

/** The first way in; undefined where there is none. */
export function openInterpreter(
	granted: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): OpenInterpreter | undefined {
	for (const grant of granted.grants) {
		const sources = codeSources(grant, granted.facts);
		const open = sources && openSource(grant, granted, sources, stated, subject);
		if (sources !== undefined && open !== undefined) return { grant, sources, ...open };
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
	subject: ValidPolicyContext,
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
	const typing = usual === undefined ? commandWith(sources.typed, granted, stated, subject) : witnessCommandLine(usual);
	if (typing !== undefined) return { what: "whatever the agent types", witness: typing };
	// Where every file may be run, a module is one of them.
	// Where the pattern says which module, that one is meant.
	const hasValue = (name: string): boolean =>
		stated.statement.patterns.some(({ words }) => words.some(({ text }) => text.startsWith(`${name}=`)));
	const named = sources.loading.filter(({ names }) =>
		names.some((one) => grant.options.includes(one) && !hasValue(one)),
	);
	const loaded = namesScripts(grant, granted.facts)
		? commandWith(sources.loading, granted, stated, subject)
		: commandWith(named, granted, stated, subject);
	if (loaded !== undefined)
		return {
			what: namesScripts(grant, granted.facts)
				? "other code than the scripts that it names"
				: "whatever module is named",
			witness: loaded,
		};
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
	subject: ValidPolicyContext,
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
				return sample === undefined ? [] : [witnessCommandLine(sample)];
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
	subject: ValidPolicyContext,
): string | undefined {
	if (options.length === 0) return undefined;
	// The program itself: of one that lies elsewhere under its name nobody knows what it does.
	const itself: Test = { kind: "program", pattern: { kind: "literal", text: name }, as: "granting" };
	// What only shows a version runs none of it.
	const runs: Test = { kind: "uses-power", powers: ["code"] };
	const test = allOf([itself, runs, anyOf(givesOne(options))]);
	for (const had of stated.agents) {
		const found = grantedCommand(had, name, test, subject);
		if (found.kind === "found") return witnessCommandLine(found.sample);
	}
	return undefined;
}
