/** `allow-package-runner`: an `allow` that lets any package of a registry be fetched and run: `npx`, `pip install`. */
import { type Sample, sampleText } from "../../analysis/sample.js";
import type { Program } from "../../knowledge/program.js";
import {
	allowedBy,
	allowsOf,
	factsNamed,
	type Grant,
	type GrantedProgram,
	grantedPrograms,
	grantsOf,
	isPlain,
	typed,
} from "../grants.js";
import type { Fault, PolicyLint, SoundSubject, StatedRule } from "../lint.js";
import { type PackageRun, packageRuns } from "../package-runners.js";

export const allowPackageRunner: PolicyLint = {
	name: "allow-package-runner",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets any package of a public registry be fetched and run",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				// A set may name many: one of them shows it.
				if (seen.has(granted.span.start)) return [];
				const faults = faultsOf(granted, stated, subject);
				if (faults.length > 0) seen.add(granted.span.start);
				return faults;
			});
		}),
};

function faultsOf(granted: GrantedProgram, stated: StatedRule, subject: SoundSubject): readonly Fault[] {
	const open = packageRuns(granted.facts.name).flatMap((run): readonly Open[] => {
		const found = openWay(run, granted, stated, subject);
		return found === undefined ? [] : [found];
	});
	const [first] = open;
	if (first === undefined) return [];
	const ways = open.map(({ words }) => words.join(" "));
	return [
		{
			message: `\`${ways[0]}\` fetches whatever package the agent names, and runs its code`,
			span: granted.span,
			help: `name the packages, as in \`${ways[0]} ${first.package}\`, or let a person look: \`ask ${ways.join(", ")}\``,
			witness: sampleText(first.sample),
		},
	];
}

interface Open {
	/** The program and its subcommand. */
	readonly words: readonly string[];
	readonly package: string;
	readonly sample: Sample;
}

function openWay(
	{ subcommand, example }: PackageRun,
	{ facts, grants }: GrantedProgram,
	stated: StatedRule,
	subject: SoundSubject,
): Open | undefined {
	// A policy may teach that a program of this name does something else.
	if (!runsCode(facts, subcommand)) return undefined;
	for (const grant of grants) {
		for (const spelling of spellings(facts, subcommand)) {
			const words = [typed(grant), ...spelling];
			if (!speaksOf(grant, [...spelling, example])) continue;
			// Whoever may run code of its own can fetch some, too: then the rule that names the program as a whole opens nothing new.
			if (grant.operands.length < subcommand.length && runsOwnCode(stated, subject)) continue;
			const sample = allowedBy(stated, [[...words, ...grant.options, example]], subject);
			if (sample !== undefined) return { words, package: example, sample };
		}
	}
	return undefined;
}

function runsCode(facts: Program, subcommand: readonly string[]): boolean {
	const name = subcommand.join(" ");
	const usage = name === "" ? facts : Object.hasOwn(facts.subcommands, name) ? facts.subcommands[name] : undefined;
	return usage?.powers.includes("code") ?? false;
}

/** Is it allowed an interpreter, whatever that reads? */
function runsOwnCode({ agents }: StatedRule, subject: SoundSubject): boolean {
	return agents.some(({ agent }) =>
		allowsOf(agent, subject)
			.flatMap(grantsOf)
			.some((grant) => {
				const name = typed(grant);
				const facts = factsNamed(name.slice(name.lastIndexOf("/") + 1), subject);
				return isPlain(grant) && facts?.powers.includes("code") && packageRuns(facts.name).length === 0;
			}),
	);
}

/** The subcommand and its aliases. */
function spellings(facts: Program, subcommand: readonly string[]): readonly (readonly string[])[] {
	const aliases = subcommand.length === 0 ? [] : (facts.subcommands[subcommand.join(" ")]?.aliases ?? []);
	return [subcommand, ...aliases.map((one) => one.split(" "))];
}

/** It names the subcommand, or leaves it open, and leaves the package open in any case. */
function speaksOf({ operands }: Grant, words: readonly string[]): boolean {
	return operands.every(
		(one, at) =>
			one.kind === "any" ||
			one.kind === "rest" ||
			(one.kind === "literal" && at < words.length - 1 && words[at] === one.text),
	);
}
