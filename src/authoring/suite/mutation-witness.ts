/**
 * Commands that may show what a change does: those that the changed rules speak of, and scripts that settings take or do not take.
 * Most changes show at once. Where none of these shows one, rules need a proof; it knows nothing of how scripts are taken.
 */
import { programNamed } from "../../engine/knowledge/lookup.js";
import type { Request, SyntaxFeature } from "../../engine/request/request.js";
import type { AgentPolicy, Rule } from "../../language/policy/policy.js";
import type { Test } from "../../language/policy/test.js";
import { witnessCommands } from "../lint/witness.js";
import type { AgentChange } from "./mutation-tests.js";

/** Requests in which what differs plays a part. `allowed`: simple commands that are allowed, for scripts made of them. */
export function* mutationWitnesses(
	before: AgentPolicy,
	{ after, removed, added }: AgentChange,
	allowed: () => readonly string[],
): Generator<Request> {
	const agent = before.name;
	const samples = [...removed, ...added].flatMap(samplesOf).slice(0, mostSamples);
	for (const argv of samples) yield { agent, argv };
	// What brings powers is known by its names, and no rule need say them.
	if (powersIn(removed) !== powersIn(added))
		for (const argv of samples.flatMap(usesOf).slice(0, mostUses)) yield { agent, argv };
	// Proofs speak of words that are known; a grant may differ in what else it lets stand.
	for (const argv of samples.slice(0, mostCommands)) {
		const command = argv.join(" ");
		if (after.syntax.includes("variables") && isPlain(command)) yield { agent, script: `${command} "$1"` };
	}
	if (before.default !== after.default) yield { agent, argv: ["x"] };
	if (howScriptsAreTaken(before) === howScriptsAreTaken(after)) return;
	const commands = allowed().slice(0, mostCommands);
	for (const feature of symmetricDifference(before.syntax, after.syntax))
		for (const command of commands) for (const script of scripts[feature](command)) yield { agent, script };
	for (const name of symmetricDifference(before.environment.accept, after.environment.accept)) {
		// `*` stands for names that change nothing that runs, `LC_*` for those that begin so.
		const variable = name === "*" ? "X" : name.replace("*", "X");
		for (const command of commands) yield { agent, script: `${variable}=1 ${command}` };
	}
	if (before.unreadable !== after.unreadable) yield { agent, script: "$command" };
}

/** The settings on which it depends. */
export function howScriptsAreTaken({ syntax, unreadable, environment }: AgentPolicy): string {
	return JSON.stringify([syntax, unreadable, environment]);
}

/** Commands that a rule speaks of, and such that it leaves out. */
function samplesOf({ grants, restricts }: Rule): readonly (readonly string[])[] {
	return [grants, restricts].flatMap((test) => (test ? [test, ...leftOut(test)].flatMap(witnessCommands) : []));
}

function leftOut(test: Test): readonly Test[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(leftOut);
		case "not":
			return [test.test];
		default:
			return [];
	}
}

/** It means the same to a shell. */
export function isPlain(command: string): boolean {
	return /^[\w./ -]+$/.test(command);
}

/** The powers that rules grant. */
function powersIn(rules: readonly Rule[]): string {
	const granted = (test: Test): readonly string[] => {
		switch (test.kind) {
			case "all":
			case "any":
				return test.tests.flatMap(granted);
			case "powers-within":
				return [String(test.powers)];
			default:
				return [];
		}
	};
	return [...new Set(rules.flatMap(({ grants }) => (grants ? granted(grants) : [])))].sort().join(" ");
}

/** A command with each of the subcommands and options of its program, as far as they bring powers. */
function usesOf(argv: readonly string[]): readonly (readonly string[])[] {
	const program = programNamed(argv[0] ?? "");
	if (program === undefined) return [];
	const named = Object.entries(program.subcommands).map(([words, usage]) => ({ words: words.split(" "), usage }));
	const usages = [
		{ words: [], usage: program },
		...named.filter(({ words }) => argv.length === 1 || words.every((word, at) => argv[at + 1] === word)),
	];
	return usages.flatMap(({ words, usage }) => {
		const command = argv.length === 1 ? [...argv, ...words] : argv;
		const options = usage.options.filter(({ powers }) => powers.length > 0);
		return [
			...(usage.powers.length > 0 ? [command] : []),
			...(usage.operandPowers.length > 0
				? [
						[...command, "x"],
						[...command, "x", "x"],
					]
				: []),
			...options.map(({ names, value }) => [...command, `${names[0]}${value === undefined ? "" : "=x"}`]),
		];
	});
}

const mostCommands = 8;
const mostUses = 256;
const mostSamples = 64;

/** What uses a feature, and little else. */
const scripts: Readonly<Record<SyntaxFeature, (command: string) => readonly string[]>> = {
	pipes: (command) => [`${command} | ${command}`],
	sequences: (command) => [`${command}; ${command}`],
	redirects: (command) => [`${command} 2>&1`, `${command} > out`, `${command} < in`],
	globs: (command) => [`${command} *`],
	variables: (command) => [`${command} "$1"`, `x=1; ${command} "$x"`],
	substitutions: (command) => [`${command} "$(${command})"`],
	background: (command) => [`${command} &`],
	loops: (command) => [`for x in a; do ${command}; done`],
	functions: (command) => [`f() { ${command}; }; f`, `f() { ${command}; }`],
	heredocs: (command) => [`${command} <<< x`, `${command} << END\nx\nEND`],
};

function symmetricDifference<T>(a: readonly T[], b: readonly T[]): readonly T[] {
	return [...a.filter((one) => !b.includes(one)), ...b.filter((one) => !a.includes(one))];
}
