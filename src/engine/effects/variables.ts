/**
 * What a variable brings to the command that gets it: nothing, or the paths, powers and commands that its value names as an option would.
 */

import type { Power } from "../../language/syntax/statements.js";
import { programNamed } from "../knowledge/lookup.js";
import type { ReadFact } from "../knowledge/variables.js";
import { altered } from "../records/altered.js";
import { remembered } from "../records/remembered.js";
import type { Arguments, Inner } from "../request/arguments/arguments.js";
import { readArguments } from "../request/arguments/read-arguments.js";
import type { Command, Request, Variable, Word } from "../request/request.js";
import { joinVariables } from "../request/script/marks.js";
import { useOf } from "../request/variables.js";
import { anyWords } from "./inner-commands.js";
import { type NamedPath, namedPath, pathWith } from "./paths/named-path.js";
import { namedPaths } from "./paths/named-paths.js";
import { optionUses, plainPowers, powersBeyond, powersUnclear, powerUse, type Use } from "./powers-used.js";

/**
 * `brings`: this and nothing else. `changes`: it may change what runs, and how can't be read. `unknown`: nobody knows the name; its value may be a
 * path that is read.
 */
export type VariableEffects =
	| {
			readonly kind: "brings";
			readonly paths: readonly NamedPath[];
			/** Those of the paths that code is run from. */
			readonly code: readonly NamedPath[];
			readonly powers: readonly Power[];
			readonly inner: readonly Inner[];
			/** Programs other than this one see it only where they run others. */
			readonly program?: string;
	  }
	| { readonly kind: "changes" }
	| { readonly kind: "unknown"; readonly paths: readonly NamedPath[] };

/** What the variable brings. */
export function variableEffects(variable: Variable): VariableEffects {
	let effects = known.get(variable);
	if (effects === undefined) {
		effects = derive(variable);
		known.set(variable, effects);
	}
	return effects;
}

const known = new WeakMap<Variable, VariableEffects>();

/** The commands of a request, each with the variables that the request sets for all of them. */
export function withVariables(commands: readonly Command[], { env }: Pick<Request, "env">): readonly Command[] {
	const given = variablesIn(env);
	if (given.length === 0) return commands;
	return commands.map((one) => altered(one, { assignments: joinVariables(given, one.assignments) }));
}

const none: readonly Variable[] = [];

/** The variables that a request sets. */
export function variablesIn(env: Request["env"]): readonly Variable[] {
	if (env === undefined) return none;
	return Object.entries(env).map(([name, text]) => ({ name, value: { kind: "known", text } }));
}

/** What variables bring that bring something. All commands of a script share what it sets for them, which may be much. */
function brought(assignments: readonly Variable[]): readonly Exclude<VariableEffects, { readonly kind: "changes" }>[] {
	return remembered(bringing, assignments, () =>
		assignments.flatMap((one) => {
			const effects = variableEffects(one);
			if (effects.kind === "changes") return [];
			const { paths, powers, inner } = effects.kind === "brings" ? effects : { ...nothing, paths: effects.paths };
			return paths.length + powers.length + inner.length === 0 ? [] : [effects];
		}),
	);
}
const bringing = new WeakMap<readonly Variable[], ReturnType<typeof brought>>();

/** The paths that the variables of a command name. */
export function variablePaths({ assignments }: Command, args: Arguments): readonly NamedPath[] {
	return brought(assignments).flatMap((effects) => (isSeen(effects, args) ? effects.paths : []));
}

/** The powers that the variables of a command bring. Of what runs code nobody asks where it keeps its files; options are options, wherever they stand. */
export function variableUses({ assignments }: Command, args: Arguments): readonly Use[] {
	const plain = plainPowers(args);
	const runsCode = args.usage === undefined || args.usage.powers.includes("code");
	return brought(assignments).flatMap((effects): readonly Use[] => {
		if (effects.kind !== "brings" || !isSeen(effects, args)) return [];
		// Code that was read does no more; what a variable brings may.
		if (effects.program === undefined && runsCode)
			return plain.includes("code") || !effects.powers.includes("code")
				? []
				: [powerUse("code", false, undefined, true)];
		return effects.powers.filter((power) => !plain.includes(power)).map((power) => powerUse(power, true));
	});
}

/** The commands that the variables of a command name. */
export function variableCommands({ assignments }: Command, args: Arguments): readonly Inner[] {
	return brought(assignments).flatMap((effects) =>
		effects.kind === "brings" && isSeen(effects, args) ? effects.inner : [],
	);
}

/** The command without the variables that name others: what they name gets them too, and would name itself again. */
export function withoutCommands(command: Command): Command {
	const assignments = command.assignments.filter((one) => {
		const effects = variableEffects(one);
		return effects.kind !== "brings" || effects.inner.length === 0;
	});
	return altered(command, { assignments });
}

/** Does the command look at such a variable, or may it run one that does? `ls` does not. */
function isSeen(effects: VariableEffects, args: Arguments): boolean {
	const { program } = args;
	if (program === undefined || effects.kind !== "brings") return true;
	if (program.name === effects.program || program.projectFiles) return true;
	return (
		powersUnclear(args) ||
		[...plainPowers(args), ...powersBeyond(args).map(({ power }) => power)].some(
			(power) => power === "code" || power === "exec",
		)
	);
}

function derive({ name, value }: Variable): VariableEffects {
	const text = value?.kind === "known" ? value.text : undefined;
	const use = useOf(name, text);
	switch (use.kind) {
		case "looks":
			return nothing;
		case "changes":
			return changes;
		case "unknown":
			return { kind: "unknown", paths: pathsPerhaps(text) };
		case "read":
			return readValue(use.fact, use.fact.kind === "paths" ? withoutItself(name, value) : text) ?? changes;
	}
}

const changes: VariableEffects = { kind: "changes" };
const nothing = { kind: "brings", paths: [], code: [], powers: [], inner: [] } as const satisfies VariableEffects;

/** A value that looks like a path may be one that is read. */
function pathsPerhaps(text: string | undefined): readonly NamedPath[] {
	if (text === undefined || !/^[.~]|\//.test(text) || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
	return [namedPath("read", text, { maybe: true, folders: 0 })];
}

/** `src:$PYTHONPATH`: what was there before stays there. */
function withoutItself(name: string, value: Word | undefined): string | undefined {
	if (value?.kind === "known") return value.text;
	if (value?.kind !== "unknown" || value.begins === undefined || !value.begins.endsWith(":")) return undefined;
	const source = value.source.replace(/^"(.*)"$/s, "$1");
	return [`$${name}`, `\${${name}}`].some((rest) => source === value.begins + rest)
		? value.begins.slice(0, -1)
		: undefined;
}

/** What a value brings, if it can be read for certain. */
function readValue(fact: ReadFact, text: string | undefined): VariableEffects | undefined {
	// Each program takes quotes and further signs its own way.
	if (text === undefined || !/^[\w ./:,=@%+~-]*$/.test(text)) return undefined;
	if (text === "") return nothing;
	switch (fact.kind) {
		case "options":
			return readOptions(fact, text);
		case "paths":
			return readPaths(fact, text);
		case "command":
			return readCommand(text);
	}
}

function readOptions(fact: ReadFact & { kind: "options" }, text: string): VariableEffects | undefined {
	const program = programNamed(fact.program);
	// Node takes `_` for `-` in the names of its options.
	const words = text
		.split(" ")
		.filter((word) => word !== "")
		.map((word) => (fact.program === "node" ? word.replace(/^--[\w-]+/, (name) => name.replaceAll("_", "-")) : word));
	if (program === undefined) return undefined;
	const args = readArguments(
		program,
		[...fact.before, ...words].map((one) => ({ kind: "known", text: one })),
	);
	if (args.open || args.strange || args.strangeSubcommand || args.informs || args.folders.length > 0) return undefined;
	if (args.options.some(({ fact, sure }) => fact === undefined || !sure)) return undefined;
	if (args.operands.some(({ canonical }) => canonical === undefined)) return undefined;
	const inner = [...args.inner];
	const powers = new Set<Power>();
	for (const option of args.options) {
		const run = fact.runs?.option === option.name && option.value?.kind === "known" ? option.value.text : undefined;
		if (run !== undefined && new RegExp(fact.runs?.form ?? "", "u").test(run)) {
			inner.push({ kind: "word", word: { kind: "known", text: run.slice(run.indexOf("=") + 1) } });
			continue;
		}
		if (option.fact?.role === "code") return undefined;
		for (const { power, sure } of optionUses(option)) {
			// What the option runs stands in no path, or is a command of its own.
			if (!sure || (power === "exec" && option.fact?.runs === undefined)) return undefined;
			const named = option.fact?.role === "read" || option.fact?.role === "both";
			if (power === "code" && !named) return undefined;
			if (power !== "exec") powers.add(power);
		}
	}
	const paths = namedPaths(args, []).map(fromOutside);
	return {
		kind: "brings",
		paths,
		code: paths.filter(({ access }) => access !== "write"),
		powers: [...powers],
		inner,
		program: fact.program,
	};
}

/** Where a command begins, whatever folder it goes to. */
function fromOutside(path: NamedPath): NamedPath {
	return pathWith(path, { folders: 0 });
}

function readPaths({ list, access, code }: ReadFact & { kind: "paths" }, text: string): VariableEffects {
	const texts = list ? text.split(":").map((one) => (one === "" ? "." : one)) : [text];
	const paths = texts.map((one): NamedPath => namedPath(access, one, { folders: 0 }));
	return {
		kind: "brings",
		paths,
		code: code ? paths : [],
		powers: [...(code ? (["code"] as const) : []), ...(access === "read" ? [] : (["write"] as const))],
		inner: [],
	};
}

function readCommand(text: string): VariableEffects {
	const words = text.split(" ").filter((word) => word !== "");
	const argv = words.map((one): Word => ({ kind: "known", text: one }));
	return { ...nothing, inner: [{ kind: "argv", words: [...argv, anyWords] }] } as VariableEffects;
}
