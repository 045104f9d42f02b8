/** Where a program that is there to run code takes it from, besides a script that is named: its command line, modules that an option names, its input. */
import type { OptionFact, Program, Usage } from "../../../engine/knowledge/program.js";
import type { Test } from "../../../language/policy/test.js";
import { type Grant, usagesOf } from "../meaning/grants.js";

export interface CodeSources {
	/** Options behind which code stands. */
	readonly typed: readonly OptionFact[];
	/** Options that name other code than the script: modules, settings. */
	readonly loading: readonly OptionFact[];
	/** Options with which code is read from the input, whatever else is run. */
	readonly asking: readonly OptionFact[];
	/** Subcommands whose operands are code: `deno eval`. */
	readonly subcommands: readonly (readonly string[])[];
	/** The subcommand that runs a script, where the program has one for that. */
	readonly running: readonly string[];
	/** What it runs are scripts that its operands name: `one`, and what follows is the script's, or `many`. */
	readonly scripts: "none" | "one" | "many";
	/** Without a script, or with `-` for one, the code is read from the input. */
	readonly input: boolean;
}

/** Undefined for a program whose code is always in files: nobody types any there. */
export function codeSources(grant: Grant, facts: Program): CodeSources | undefined {
	if (!facts.powers.includes("code")) return undefined;
	const named = namedUsage(grant, facts);
	const usages = named === undefined ? usagesOf(grant, facts) : [facts, named];
	// Options of the program itself, and of the subcommand where one is named: of all the others each has its own.
	const options = [...new Set((named === undefined ? [facts] : [named, facts]).flatMap((usage) => usage.options))];
	const bringing = options.filter((one) => isGranted(one, grant, facts));
	const typed = bringing.filter(isTyped);
	const rest = bringing.filter((one) => !typed.includes(one) && one.powers.includes("code"));
	const subcommands = Object.entries(facts.subcommands).flatMap(([words, usage]) =>
		usages.includes(usage) &&
		usage.powers.includes("code") &&
		usage.operands.first.concat(usage.operands.rest ?? []).includes("code")
			? [words.split(" ")]
			: [],
	);
	if (typed.length === 0 && subcommands.length === 0 && !readsInput.has(facts.name)) return undefined;
	return {
		typed,
		loading: rest.filter(({ value }) => value !== undefined),
		asking: rest.filter(({ value }) => value === undefined),
		subcommands,
		running: subcommands.length > 0 && Object.hasOwn(facts.subcommands, "run") ? ["run"] : [],
		scripts: takesScripts(named ?? facts),
		input: readsScript(named ?? facts) || readsInput.has(facts.name),
	};
}

/** Programs that run what their input holds, though no option of theirs takes code or their operands are no scripts. */
const readsInput: ReadonlySet<string> = new Set("tclsh dc m4 ghc irb jshell sbcl".split(" "));

/** Does the pattern say which scripts are run? Its operands are what follows the subcommand. */
export function namesScripts(grant: Grant, facts: Program): boolean {
	const script = grant.operands[subcommandWords(grant, facts)];
	return script !== undefined && script.kind !== "any" && script.kind !== "rest";
}

/** The words of the subcommand that a pattern names. */
export function subcommandOf(grant: Grant, facts: Program): readonly string[] {
	return grant.operands
		.slice(0, subcommandWords(grant, facts))
		.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
}

/** The table of the subcommand that a pattern names, where it names one. */
export function namedUsage(grant: Grant, facts: Program): Usage | undefined {
	const words = subcommandOf(grant, facts).join(" ");
	return Object.entries(facts.subcommands).find(
		([name, { aliases }]) => name === words || aliases.includes(words),
	)?.[1];
}

/** One of these options is given. */
export function givesOne(options: readonly OptionFact[]): readonly Test[] {
	return options.flatMap(({ names: [first], value }): Test[] =>
		first === undefined
			? []
			: [{ kind: "option", name: first, ...(value === undefined ? {} : { value: { kind: "any" } }) }],
	);
}

/** What brings more than the program's own purpose has to be granted besides. */
function isGranted({ names, powers: brought }: OptionFact, { powers, options }: Grant, facts: Program): boolean {
	if (powers === "everything" || names.some((one) => options.includes(one))) return true;
	return brought.every((one) => facts.powers.includes(one) || powers.includes(one));
}

function isTyped({ role, runs, operands, value, powers }: OptionFact): boolean {
	const inOperands = [...(operands?.first ?? []), operands?.rest, ...(operands?.last ?? [])].includes("code");
	return (
		role === "code" ||
		runs === "operand" ||
		inOperands ||
		(runs === "line" && powers.includes("code") && value !== undefined)
	);
}

function takesScripts({ operands: { first, rest } }: Usage): CodeSources["scripts"] {
	if ((first[0] ?? rest) !== "read") return "none";
	return first.length > 0 && rest !== "read" ? "one" : "many";
}

/** Its first operand is a script, and those behind it are the script's. */
function readsScript({ operands, powers }: Usage): boolean {
	return powers.includes("code") && operands.first[0] === "read" && operands.rest === "value";
}

function subcommandWords({ operands }: Grant, { subcommands }: Program): number {
	const names = new Set(Object.entries(subcommands).flatMap(([name, { aliases }]) => [name, ...aliases]));
	for (let count = operands.length; count > 0; count--) {
		const words = operands.slice(0, count).map((one) => (one.kind === "literal" ? one.text : ""));
		if (names.has(words.join(" "))) return count;
	}
	return 0;
}
