/**
 * "Flatten. An agent's rules are its own and those of everything it extends, groups and imports included. A rule marked `override` carves what it
 * matches out of every inherited rule that is not `locked`. Without `override` nothing inherited is ever loosened."
 */
import {
	type AgentStatement,
	type Effect,
	type GroupStatement,
	isSetting,
	type Pattern,
	type PolicyFile,
	type RuleStatement,
	type Statement,
} from "../../../../src/language/syntax/statements.js";

/** A rule as an agent has it, with the overrides that took something out of it. */
export interface Carved {
	readonly rule: RuleStatement;
	readonly by: readonly RuleStatement[];
}

export interface FlatAgent {
	readonly rules: readonly Carved[];
	readonly default: Effect | undefined;
	readonly trust: readonly string[] | undefined;
}

/** Files by their names, each with those that it imports. */
export interface Files {
	readonly files: readonly PolicyFile[];
	readonly imports: Readonly<Record<string, readonly string[]>>;
}

const strictness: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

export function strictest(effects: readonly Effect[]): Effect {
	return effects.reduce((a, b) => (strictness.indexOf(a) >= strictness.indexOf(b) ? a : b), "allow");
}

export function setsOf({ files }: Files): ReadonlyMap<string, readonly Pattern[]> {
	return new Map(
		files.flatMap((file) =>
			file.statements.flatMap((one) => (one.kind === "set" ? [[one.name.text, one.patterns] as const] : [])),
		),
	);
}

export function agentNames({ files }: Files): readonly string[] {
	return files.flatMap((file) => file.statements.flatMap((one) => (one.kind === "agent" ? [one.name.text] : [])));
}

type Block = AgentStatement | GroupStatement;

function blocks(file: PolicyFile): readonly Block[] {
	return file.statements.filter((one) => one.kind === "agent" || one.kind === "group");
}

function imported(name: string, { imports }: Files): readonly string[] {
	const direct = imports[name] ?? [];
	return [...new Set(direct.flatMap((one) => [one, ...imported(one, { files: [], imports })]))];
}

function visible(name: string, all: Files): readonly PolicyFile[] {
	const names = [name, ...imported(name, all)];
	return all.files.filter((file) => names.includes(file.file));
}

/** What files state outside of any agent: "rules outside any agent hold for every agent". */
function outside(file: PolicyFile, all: Files): FlatAgent {
	const inherited = (all.imports[file.file] ?? [])
		.flatMap((name) => all.files.filter((one) => one.file === name))
		.map((one) => outside(one, all));
	return onTop(file.statements, inherited);
}

/** A block inherits what it extends, its namesakes in imported files, and what its file states outside. */
function flatBlock(block: Block, file: PolicyFile, all: Files): FlatAgent {
	const extended = block.extends.flatMap((name) =>
		nearest(name.text, file, all).filter((other) => other.block !== block),
	);
	const namesakes = (all.imports[file.file] ?? []).flatMap((one) => nearest(block.name.text, fileNamed(one, all), all));
	const from = [...new Map([...extended, ...namesakes].map((one) => [one.block, one])).values()];
	const outside = outsideFor(
		[file.file],
		from.map((one) => one.file.file),
		all,
	);
	return onTop(block.body, [...from.map((one) => flatBlock(one.block, one.file, all)), ...outside]);
}

/** What a name means, seen from a file: its own block, or those of its imports. */
function nearest(
	name: string,
	file: PolicyFile,
	all: Files,
): readonly { readonly block: Block; readonly file: PolicyFile }[] {
	const own = blocks(file).find((one) => one.name.text === name);
	if (own) return [{ block: own, file }];
	return (all.imports[file.file] ?? []).flatMap((one) => nearest(name, fileNamed(one, all), all));
}

function fileNamed(name: string, { files }: Files): PolicyFile {
	return files.find((file) => file.file === name) as PolicyFile;
}

/**
 * What files state outside, for somebody who inherits from blocks of those other files: all of it where there are none;
 * otherwise it comes down through them, and what they override stays so. Only what other files state themselves is added.
 */
function outsideFor(files: readonly string[], from: readonly string[], all: Files): readonly FlatAgent[] {
	if (from.length === 0) return files.map((file) => outside(fileNamed(file, all), all));
	const inherited = from.flatMap((file) => visible(file, all));
	const others = files.flatMap((file) => visible(file, all)).filter((file) => !inherited.includes(file));
	return [...new Set(others)].map((file) => onTop(file.statements, []));
}

/** Own statements on top of what is inherited. */
function onTop(body: readonly Statement[], parents: readonly FlatAgent[]): FlatAgent {
	const own = body.filter((one) => one.kind === "rule");
	const overrides = own.filter((rule) => rule.override);
	const inherited = parents.flatMap((parent) => parent.rules);
	const said = parents.flatMap((parent) => parent.default ?? []);
	return {
		rules: [...inherited.map((one) => carve(one, overrides)), ...own.map((rule) => ({ rule, by: [] }))],
		default: settled(said.length > 0 ? strictest(said) : undefined, body),
		trust: trusted(parents, body),
	};
}

/** What an override grants it takes out; an overriding deny takes nothing, an overriding constrain only out of constrain rules. */
function carve(inherited: Carved, overrides: readonly RuleStatement[]): Carved {
	if (inherited.rule.locked) return inherited;
	const by = overrides.filter(
		(one) => one.keyword !== "deny" && (one.keyword !== "constrain" || replaces(one, inherited.rule)),
	);
	return { rule: inherited.rule, by: [...new Set([...inherited.by, ...by])] };
}

/** A constraint replaces constraints of what it speaks of itself: reads, writes, or both. */
function replaces(override: RuleStatement, inherited: RuleStatement): boolean {
	return inherited.keyword === "constrain" && (override.access === undefined || override.access === inherited.access);
}

/** `default`: an inherited one is only tightened, unless `override` says otherwise. */
function settled(inherited: Effect | undefined, body: readonly Statement[]): Effect | undefined {
	const own = body.filter((one) => isSetting(one, "default"));
	const loosened = own.filter((one) => one.override).map((one) => one.word.text as Effect);
	const plain = own.filter((one) => !one.override).map((one) => one.word.text as Effect);
	const base = loosened.length > 0 ? loosened : inherited === undefined ? [] : [inherited];
	const effects = [...base, ...plain];
	return effects.length > 0 ? strictest(effects) : undefined;
}

/** `trust`: likewise, so what several say is what they share. */
function trusted(parents: readonly FlatAgent[], body: readonly Statement[]): readonly string[] | undefined {
	const shared = (lists: readonly (readonly string[])[]) =>
		lists.length === 0 ? undefined : lists.reduce((a, b) => a.filter((one) => b.includes(one)));
	const own = body.filter((one) => isSetting(one, "trust"));
	const lists = (override: boolean) =>
		own.filter((one) => one.override === override).map((one) => one.paths.map((path) => path.text));
	const inherited = shared(parents.flatMap((parent) => (parent.trust ? [parent.trust] : [])));
	const base = lists(true).length > 0 ? shared(lists(true)) : inherited;
	return shared([...(base ? [base] : []), ...lists(false)]);
}

/** Every rule and setting that an agent has. "An agent of the same name in an importing file adds to the imported one and inherits it." */
export function flatAgent(name: string, all: Files): FlatAgent {
	const found = all.files.flatMap((file) =>
		blocks(file)
			.filter((one) => one.kind === "agent" && one.name.text === name)
			.map((one) => ({ file, one })),
	);
	const importers = found.filter(
		({ file }) => !found.some((other) => other.file !== file && imported(other.file.file, all).includes(file.file)),
	);
	const whole = importers.map(({ file, one }) => flatBlock(one, file, all));
	const roots = all.files
		.map((file) => file.file)
		.filter((file) => !all.files.some((other) => imported(other.file, all).includes(file)));
	return onTop(
		[],
		[
			...whole,
			...outsideFor(
				roots,
				importers.map(({ file }) => file.file),
				all,
			),
		],
	);
}
