/** `allow-interpreter`: an `allow` that lets an interpreter run code given on the command line, and so anything. */
import { patternsIn } from "../../analysis/program-classes.js";
import { sampleText } from "../../analysis/sample.js";
import { programNamed } from "../../knowledge/lookup.js";
import type { Program } from "../../knowledge/program.js";
import { allOf, anyOf, type Test } from "../../policy/test.js";
import { grantedCommand } from "../granted.js";
import { grantedPrograms } from "../grants.js";
import type { Fault, PolicyLint, SoundSubject, StatedRule } from "../lint.js";
import { openedShell } from "../opened-shells.js";
import { programSpan } from "../places.js";

export const allowInterpreter: PolicyLint = {
	name: "allow-interpreter",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets an interpreter run whatever code the agent types",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => holesOf(stated, subject)),
};

function holesOf(stated: StatedRule, subject: SoundSubject): readonly Fault[] {
	const [own] = stated.agents;
	if (stated.statement.keyword !== "allow" || own?.rule.grants === undefined) return [];
	const seen = new Set<number>();
	const named = patternsIn(own.rule.grants).flatMap((one) => (one.kind === "literal" ? [lastOf(one.text)] : []));
	return [...new Set(named)].flatMap((name) => {
		const program = subject.policy.programs.get(name) ?? programNamed(name);
		const test = program && inlineCode({ ...program, name });
		if (program === undefined || test === undefined) return [];
		const span = programSpan(stated.statement, name);
		// A set may name many: one of them shows it.
		if (seen.has(span.start) || opensShell(name, stated, subject)) return [];
		const options = [...new Set(test.names)].map((one) => `\`${one}\``).join(", ");
		for (const had of stated.agents) {
			const found = grantedCommand(had, name, test.test, subject);
			if (found.kind !== "found") continue;
			seen.add(span.start);
			return [
				{
					message: `\`${name}\` ${program.summary}, and this lets it run whatever the agent types`,
					span,
					help: `name the scripts that it may run, or leave such code out: \`without ${options.replaceAll("`", "")}\``,
					witness: sampleText(found.sample),
				},
			];
		}
		return [];
	});
}

/** Then more than its options is open, and told as such. */
function opensShell(name: string, stated: StatedRule, subject: SoundSubject): boolean {
	return grantedPrograms(stated, subject).some(
		(one) => one.name === name && openedShell(stated, one, subject) !== undefined,
	);
}

function lastOf(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

/** How code is given on the command line of a program that is there to run code; undefined for all others. */
function inlineCode({
	name,
	powers,
	options,
}: Program): { readonly test: Test; readonly names: readonly string[] } | undefined {
	if (!powers.includes("code")) return undefined;
	const giving = options.filter(({ role, runs }) => role === "code" || runs === "operand");
	if (giving.length === 0) return undefined;
	const tests = giving.flatMap(({ names: [first], value }): Test[] =>
		first === undefined
			? []
			: [{ kind: "option", name: first, ...(value === undefined ? {} : { value: { kind: "any" } }) }],
	);
	// The program itself: of one that lies elsewhere under its name nobody knows what it does.
	const itself: Test = { kind: "program", pattern: { kind: "literal", text: name }, as: "granting" };
	return { names: giving.flatMap((one) => one.names[0] ?? []), test: allOf([itself, anyOf(tests)]) };
}
