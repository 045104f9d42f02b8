/**
 * Does one denial refuse whatever a grant is for? A search over all commands ends at `cp --help` or at its limit; here its plainest commands are tried, with one file
 * and with two, with each option that the program's table has, and from the folders that a denial names.
 */
import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { OptionFact, Program } from "../../../engine/knowledge/program.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, type Test } from "../../../language/policy/test.js";
import { type AgentModel, holdsFor } from "../../analysis/agent-model.js";
import { canonicalWitnesses } from "../../analysis/canonical-witness.js";
import { isNever, type LocalRule, rulesFor } from "../../analysis/rule-index.js";
import { rivalsOf } from "../../analysis/rules-near.js";
import type { Atom } from "../../analysis/search/literal.js";
import { foldersIn } from "../../analysis/search/solve-conjunction/folders.js";
import { kindOf, mentionsOptions } from "../../analysis/search/solve-conjunction/option-kinds.js";
import type { Witness } from "../../analysis/witness.js";

/** A denial that refuses a grant. `wholly`: nothing is left of it; else help and unusual calls may be. */
export interface Refusal {
	readonly by: Rule;
	readonly wholly: boolean;
}

/** The denial that refuses each of them; undefined where one gets through, or none can be made. `own`: the rule that grants. */
export function plainlyRefusedBy(
	{ grants, below }: { readonly grants: Test; readonly below?: Test },
	name: string,
	own: Rule,
	setting: AgentModel,
	facts: Program | undefined,
): Refusal | undefined {
	const test = specialise(below === undefined ? grants : allOf([grants, below]), name);
	// What no table knows does anything.
	if (facts === undefined || isNever(test)) return undefined;
	const denials = (all: readonly LocalRule[]): readonly LocalRule[] =>
		all.filter(({ rule, restricts }) => rule !== own && rule.effect === "deny" && restricts !== undefined);
	let open = denials(rulesFor(setting.agentTree, name));
	const plain = plainCommands(test, specialise(grants, name), name, setting);
	let tried = 0;
	const isOpen = (sample: Witness): boolean => {
		if (holdsFor(test, sample, setting) !== "yes") return false;
		// Of hundreds of rules about one program few may speak of a command.
		if (tried === 0) open = denials(rivalsOf(sample, setting));
		tried++;
		open = open.filter(({ restricts }) => holdsFor(restricts as Test, sample, setting) === "yes");
		return open.length === 0;
	};
	if (open.length === 0 || plain.flat().some(isOpen)) return undefined;
	// Of what grants none of its plain commands nothing is told, and one that gets through is mostly one of them: a program may have hundreds of options.
	if (tried === 0) return undefined;
	const denied = open.flatMap(({ restricts }) => atomsOnOptions(restricts as Test));
	const speaking = [...atomsOnOptions(test), ...denied];
	const named = new Set(denied.flatMap((one) => (one.kind === "option" ? [one.name] : [])));
	for (const alike of plain)
		for (const option of optionsOf(facts, alike[0]?.argv ?? [], speaking, named))
			if (alike.some((sample) => isOpen({ ...sample, argv: [...sample.argv, ...option] }))) return undefined;
	if (tried < fewest) return undefined;
	const isClosed = (restricts: Test, cwd: string): boolean =>
		plain.flat().every((sample) => {
			const there = { ...sample, cwd };
			return holdsFor(test, there, setting) !== "yes" || holdsFor(restricts, there, setting) === "yes";
		});
	const closed = open.find(({ restricts }) =>
		foldersIn(restricts as Test, setting.world).every((cwd) => isClosed(restricts as Test, cwd)),
	);
	return closed && { by: closed.rule, wholly: false };
}

/** One or two say little. */
const fewest = 2;
const mostPlain = 6;

/** The plainest commands, each as it is and with another file. */
function plainCommands(test: Test, grants: Test, name: string, setting: AgentModel): readonly (readonly Witness[])[] {
	// What it gives may go elsewhere: `cp src/a dist`.
	const elsewhere = plainOf(grants, name, setting).flatMap((sample) => lastOf(sample) ?? []);
	return plainOf(test, name, setting).map((sample) => {
		const { argv } = sample;
		const last = lastOf(sample);
		const at = last === undefined ? argv.length : argv.lastIndexOf(last);
		const pairs = last === undefined ? [] : [`${last}2`, ...elsewhere.filter((one) => one !== last)];
		const swapped = pairs.slice(1).map((one) => argv.toSpliced(at, 0, one));
		return [argv, ...pairs.map((one) => argv.toSpliced(at + 1, 0, one)), ...swapped].map(
			(words): Witness => ({ ...sample, argv: words }),
		);
	});
}

function plainOf(test: Test, name: string, setting: AgentModel): readonly Witness[] {
	const found: Witness[] = [];
	for (const sample of canonicalWitnesses(test, name, setting)) {
		if (sample.redirects.length === 0) found.push(sample);
		if (found.length >= mostPlain) break;
	}
	return found;
}

function lastOf({ argv }: Witness): string | undefined {
	return argv.findLast((word, at) => at > 0 && !word.startsWith("-"));
}

/** One option of each kind. Those that only show what the program can do are nothing to grant it for, unless a denial leaves them out: `named`. */
function optionsOf(
	{ options, subcommands, style }: Program,
	argv: readonly string[],
	speaking: readonly Atom[],
	named: ReadonlySet<string>,
): readonly (readonly string[])[] {
	const words = argv.slice(1).filter((word) => !word.startsWith("-"));
	const own = Object.entries(subcommands).filter(([called]) =>
		called.split(" ").every((word, at) => words[at] === word),
	);
	const found = new Map<string, readonly string[]>();
	for (const usage of [{ options, style }, ...own.map(([, one]) => ({ ...one, style: one.style ?? style }))])
		for (const option of usage.options) {
			const command = typed(
				option,
				option.names.some((name) => named.has(name)),
			);
			// One that stands there already is given twice.
			const given = argv.find((word) => option.names.some((name) => word === name || word.startsWith(`${name}=`)));
			const kind = `${command[0]?.replace(/[^-].*/, "")} ${given ?? ""} ${kindOf(option, speaking, usage)}`;
			if (command.length > 0 && !found.has(kind)) found.set(kind, command);
		}
	return [...found.values()];
}

function typed({ names: [first = ""], value, informs }: OptionFact, isNamed: boolean): readonly string[] {
	if ((informs === true && !isNamed) || first === "") return [];
	return value === "required" ? [first, "x"] : [first];
}

function atomsOnOptions(test: Test): readonly Atom[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(atomsOnOptions);
		case "not":
			return atomsOnOptions(test.test);
		default:
			return mentionsOptions(test) ? [test] : [];
	}
}
