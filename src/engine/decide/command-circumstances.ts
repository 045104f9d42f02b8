/**
 * The circumstances of each command of a request. What the request brings holds where nothing of the request may have changed it; what the request itself sets,
 * or an earlier command of it may change, can't be known.
 */
import { knownFact, variableOfFact } from "../../language/policy/clauses/facts/fact-names.js";
import type { Test } from "../../language/policy/test.js";
import { once } from "../../language/source/once.js";
import type { ReadCommand } from "../effects/commands.js";
import { foldersOf } from "../effects/effects.js";
import { isVersionControl } from "../knowledge/version-control.js";
import { remembered } from "../records/remembered.js";
import type { World } from "../request/paths.js";
import type { Request, SyntaxFeature } from "../request/request.js";
import type { Circumstances, FactValue } from "./evaluate/circumstances.js";
import { evaluateTest } from "./evaluate/evaluate-test.js";
import type { EvaluationContext } from "./evaluate/evaluation-context.js";

/** A request, as far as its facts hang on it. */
export interface AskedCircumstances {
	readonly request: Request;
	readonly syntax: readonly SyntaxFeature[];
	/** The folder of the request. */
	readonly cwd: string | undefined;
	readonly world: World;
	readonly zone: string;
	/** What the policy sets for every run. */
	readonly set: Readonly<Record<string, string>>;
	/** All commands of the request, in their order. */
	readonly commands: readonly ReadCommand[];
	/** As tests are put to it: for what it may change. */
	readonly subjectOf: (read: ReadCommand) => EvaluationContext;
}

/** The circumstances of a command, and whether anybody has asked for them. */
export interface OneCircumstances extends Circumstances {
	readonly wereAsked: () => boolean;
}

/** Most commands are asked for none of them: what they hang on is worked out when one is. */
export function circumstancesOf(asked: AskedCircumstances): (read: ReadCommand) => OneCircumstances {
	const ofRequest = once(() => requestCircumstances(asked));
	return (read) => new CommandCircumstances(read, asked.zone, ofRequest);
}

/** What the circumstances of all commands of a request hang on. */
interface RequestCircumstances {
	readonly fact: (name: string, read: ReadCommand) => FactValue;
	readonly now: () => number | undefined;
}

function requestCircumstances(asked: AskedCircumstances): RequestCircumstances {
	const changes = changedBefore(asked);
	const now = nowOf(asked);
	const text = once(() => textOf(asked.request));
	const speaks = new Map<string, boolean>();
	const mayBeSet = (variable: string): boolean => remembered(speaks, variable, () => speaksOf(variable, asked, text()));
	const trees = new Map<string, string | undefined>();
	const treeOf = (folder: string): string | undefined => {
		if (!trees.has(folder)) trees.set(folder, asked.world.facts?.treeOf?.(folder));
		return trees.get(folder);
	};
	return { now, fact: (name, read) => factOf(name, read, asked, changes, mayBeSet, treeOf) };
}

class CommandCircumstances implements OneCircumstances {
	readonly zone: string;
	readonly #read: ReadCommand;
	readonly #ofRequest: () => RequestCircumstances;
	#wereAsked = false;

	constructor(read: ReadCommand, zone: string, ofRequest: () => RequestCircumstances) {
		this.zone = zone;
		this.#read = read;
		this.#ofRequest = ofRequest;
	}

	fact(name: string): FactValue {
		this.#wereAsked = true;
		return this.#ofRequest().fact(name, this.#read);
	}

	now(): number | undefined {
		this.#wereAsked = true;
		return this.#ofRequest().now();
	}

	wereAsked(): boolean {
		return this.#wereAsked;
	}
}

/** The time that the request brings, or that of the world: one moment for the whole request. */
function nowOf({ request, world }: AskedCircumstances): () => number | undefined {
	let known: number | undefined;
	return () => {
		known ??= request.at === undefined ? world.facts?.now?.() : Date.parse(request.at);
		return known === undefined || Number.isNaN(known) ? undefined : known;
	};
}

function factOf(
	name: string,
	read: ReadCommand,
	asked: AskedCircumstances,
	changes: (read: ReadCommand, fact: string) => boolean,
	mayBeSet: (variable: string) => boolean,
	treeOf: (folder: string) => string | undefined,
): FactValue {
	const { request, world } = asked;
	const brought = request.facts !== undefined && Object.hasOwn(request.facts, name) ? request.facts[name] : undefined;
	const variable = variableOfFact(name);
	if (variable !== undefined) {
		if (maySet(variable, read, asked, mayBeSet)) return undefined;
		return brought !== undefined ? brought : world.facts?.variable?.(variable);
	}
	if (knownFact(name)?.changes === true) {
		if (changes(read, name) || speaksOfElsewhere(read)) return undefined;
		const folder = folderOfCommand(read, asked);
		if (folder === undefined) return undefined;
		if (brought !== undefined && folder === asked.cwd) return brought;
		if (name === "tree") return treeOf(folder);
		return world.facts?.ofFolder?.(folder)[name as "branch" | "commit" | "repository"];
	}
	if (brought !== undefined) return brought;
	return name === "user" || name === "host" ? world.facts?.[name] : undefined;
}

/** The one folder that the command starts in. */
function folderOfCommand({ ways }: ReadCommand, { cwd }: AskedCircumstances): string | undefined {
	const folders = new Set(foldersOf(ways, cwd));
	return folders.size === 1 ? [...folders][0] : undefined;
}

/** Does it name another repository than that of its folder: `git -C ../other push`, `GIT_DIR=… git push`? */
export function speaksOfElsewhere({ args, command }: ReadCommand): boolean {
	return (
		args.options.some(({ name }) => /^(?:-C|--git-dir|--work-tree|--namespace)$/.test(name)) ||
		command.assignments.some(({ name }) => name.startsWith("GIT_"))
	);
}

/**
 * May the request, or the policy, give the command another value of the variable than the harness was started with? In a script whose words name it, or where words
 * that can't be known may; and behind a program that runs another one, which may get other variables.
 */
function maySet(
	variable: string,
	read: ReadCommand,
	{ request, set }: AskedCircumstances,
	mayBeSet: (variable: string) => boolean,
): boolean {
	if (Object.hasOwn(set, variable) || (request.env !== undefined && Object.hasOwn(request.env, variable))) return true;
	const { command } = read;
	if (command.via !== undefined || command.assignments.some(({ name }) => name === variable)) return true;
	return mayBeSet(variable);
}

/** What is the same for all commands of the request. */
function speaksOf(variable: string, { request, commands }: AskedCircumstances, text: string): boolean {
	if (request.script === undefined) return false;
	return new RegExp(`(?<![A-Za-z0-9_])${variable}(?![A-Za-z0-9_])`).test(text) || commands.some(setsUnknown);
}

/** A command of the shell that may set variables of which nothing is read here: `eval`, `. file`, `read "$x"`. */
function setsUnknown({ command: { program, args } }: ReadCommand): boolean {
	if (program.kind !== "known") return true;
	if (/^(?:eval|source|\.)$/.test(program.text)) return true;
	return (
		/^(?:export|declare|typeset|local|readonly|read|unset|printf|mapfile|readarray|getopts|let)$/.test(program.text) &&
		args.some(({ kind }) => kind !== "known")
	);
}

function textOf({ argv, script }: Request): string {
	return script ?? argv?.join(" ") ?? "";
}

/** May an earlier command of the request, or one that runs beside it, have changed the fact? */
function changedBefore({
	commands,
	syntax,
	subjectOf,
}: AskedCircumstances): (read: ReadCommand, fact: string) => boolean {
	// What runs again comes behind everything, itself too; what runs beside others has no place in the order.
	const mayRunAgain = syntax.some((one) => one === "loops" || one === "functions");
	const isOrdered = !syntax.some((one) => one === "background" || one === "pipes");
	let places: ReadonlyMap<ReadCommand, number> | undefined;
	const placeOf = (read: ReadCommand): number => {
		places ??= new Map(commands.map((one, at) => [one, at]));
		return places.get(read) as number;
	};
	const changing = new Map<boolean, readonly ReadCommand[]>();
	const mayChange = (isTree: boolean): readonly ReadCommand[] =>
		remembered(changing, isTree, () =>
			commands.filter((one) => (isTree ? maySpoilTree(subjectOf(one)) : maySwitch(one, subjectOf(one)))),
		);
	return (read, fact) =>
		mayChange(fact === "tree").some(
			(other) =>
				mayRunAgain ||
				(other !== read &&
					!runs(other, read) &&
					!runs(read, other) &&
					// equivalent: nobody but a command itself has its place
					(!isOrdered || placeOf(other) < placeOf(read))),
		);
}

/** Is the second what the first runs? */
function runs(outer: ReadCommand, inner: ReadCommand): boolean {
	for (let { via } = inner.command; via !== undefined; { via } = via) if (via === outer.command) return true;
	return false;
}

const runsOthers: Test = { kind: "uses-power", powers: ["code", "exec"] };
const writes: Test = { kind: "uses-power", powers: ["write", "delete"] };
const inRepository: Test = {
	kind: "paths-touching",
	access: "write",
	paths: [{ text: "**/.git", literal: false, negated: false }],
};

/** May it change which branch or commit is checked out, or what the repository is? */
function maySwitch(read: ReadCommand, subject: EvaluationContext): boolean {
	if (evaluateTest(runsOthers, subject) !== "no" || evaluateTest(inRepository, subject) !== "no") return true;
	if (evaluateTest(writes, subject) === "no") return false;
	return isVersionControl(read.args.program?.name) || subject.effects.pathsWritten().length === 0;
}

/** May it change any file? */
function maySpoilTree(subject: EvaluationContext): boolean {
	return (
		evaluateTest(runsOthers, subject) !== "no" ||
		evaluateTest(writes, subject) !== "no" ||
		subject.effects.pathsWritten().length > 0
	);
}
