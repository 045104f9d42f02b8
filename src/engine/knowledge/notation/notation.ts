/**
 * The notation that programs are written in, translated into the facts that everything else reads.
 * It takes what a YAML file holds once its schema was checked; what the schema can't say it checks itself and throws, since these files are ours.
 */
import type { Power } from "../../../language/syntax/statements.js";
import { powers as allPowers } from "../../../language/syntax/statements.js";
import {
	type Following,
	followings,
	type HostFacts,
	type ImplicitPaths,
	type Language,
	type OperandFacts,
	type OptionFact,
	type Program,
	type Role,
	type Style,
	type Subcommand,
	type Usage,
	type WordForm,
} from "../program.js";
import { readSpelling } from "./spelling.js";

/** What an option does: `flag`, `value`, or a role, then powers, `informs`, `folder`, `ends`, `parts`, `apart`, `runs line`, `replaces 1`, `follows below`, `fixed`, `source`, `operands read...`. */
export type EffectNotation =
	| string
	| {
			readonly role?: Role;
			readonly powers?: readonly Power[];
			readonly operands?: string;
			readonly folder?: boolean;
			readonly ends?: boolean;
			readonly replaces?: number;
			/** Powers by the form of the value, a regular expression. */
			readonly forms?: Readonly<Record<string, readonly Power[]>>;
			readonly follows?: Following;
			readonly fixed?: boolean;
			readonly positional?: boolean;
			readonly source?: boolean;
			/** The path that it names where it has no value. */
			readonly absent?: string;
			readonly at?: boolean;
			/** Paths inside the value, by a regular expression whose first group they are. */
			readonly inside?: Readonly<Record<string, Role | `${Role} below`>>;
			/** Another role where one of these options is given. */
			readonly roleWith?: Readonly<Record<string, Role>>;
	  };

export interface OptionsNotation {
	/** By their spelling: options that do something. */
	readonly options?: Readonly<Record<string, EffectNotation>>;
	/** Spellings of options that bring nothing, name no path and run nothing. */
	readonly harmless?: readonly string[];
	/** Spellings of options with which nothing else is done. */
	readonly informs?: readonly string[];
}

export interface UsageNotation extends OptionsNotation {
	/** Every long option has a `--no-` form that takes it back: a flag that brings nothing. */
	readonly negates?: boolean;
	/** Names of `shared` options that belong here too. */
	readonly with?: readonly string[];
	readonly powers?: readonly Power[];
	/** Roles in order, one of which may repeat: `value read...`. */
	readonly operands?: string;
	readonly operandPowers?: readonly Power[];
	readonly operandPowersAfter?: number;
	/** Powers of a command without operands. */
	readonly barePowers?: readonly Power[];
	/** Powers by the form of an operand, a regular expression. */
	readonly operandForms?: Readonly<Record<string, readonly Power[]>>;
	/** By one of an option's names: powers of plain use that it takes away. */
	readonly spares?: Readonly<Record<string, readonly Power[]>>;
	readonly follows?: readonly Following[];
	/** How its words name the hosts that it talks to. */
	readonly hosts?: HostFacts;
	/** What follows where the first operand has a form, a regular expression. */
	readonly modes?: Readonly<Record<string, readonly Following[]>>;
	readonly implicit?: ImplicitPaths;
	/** Files of the folder that it runs in that it runs code of. */
	readonly obeys?: readonly string[];
	/** Its operands are a command: how many come before it, whether assignments may, whether a shell reads the words joined. */
	readonly runs?: {
		readonly skip?: number;
		readonly assignments?: boolean;
		readonly joined?: boolean;
		readonly more?: boolean;
		readonly packages?: boolean;
		readonly late?: boolean;
		readonly installed?: string;
	};
}

export interface SubcommandNotation extends UsageNotation {
	readonly aliases?: readonly string[];
	readonly style?: Style;
}

export interface ProgramNotation extends UsageNotation {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly summary: string;
	readonly style: Style;
	readonly abbreviates?: boolean;
	readonly bundledFirst?: boolean;
	readonly plus?: boolean;
	readonly shared?: Readonly<Record<string, OptionsNotation>>;
	readonly subcommands?: Readonly<Record<string, SubcommandNotation>>;
	readonly variables?: readonly string[];
	readonly revisions?: boolean;
	readonly links?: boolean;
	readonly suffixes?: readonly string[];
	readonly types?: Readonly<Record<string, readonly string[]>>;
	/** Its operands are verbs of the vocabulary. */
	readonly verbs?: boolean;
	readonly language?: Language;
	readonly projectFiles?: boolean;
	readonly verified: boolean;
	/** The package and its version that was read whole: `coreutils 9.1`. */
	readonly complete?: string;
	/** Each option that its help lists stands here. */
	readonly listed?: boolean;
}

/** Translates one program. */
export function readProgram(notation: ProgramNotation): Program {
	const shared = notation.shared ?? {};
	const at = (place: string) => `${notation.name}${place}`;
	const subcommands: Record<string, Subcommand> = {};
	const words = new Set<string>();
	for (const [name, one] of Object.entries(notation.subcommands ?? {})) {
		const aliases = one.aliases ?? [];
		for (const word of [name, ...aliases]) {
			if (words.has(word)) throw new Error(`${at("")}: two subcommands are called \`${word}\``);
			words.add(word);
		}
		subcommands[name] = {
			aliases,
			...(one.style === undefined ? {} : { style: one.style }),
			...readUsage(one, shared, at(` ${name}`)),
		};
	}
	return {
		name: notation.name,
		aliases: notation.aliases ?? [],
		summary: notation.summary,
		style: notation.style,
		abbreviates: notation.abbreviates ?? false,
		...(notation.bundledFirst ? { bundledFirst: true } : {}),
		...(notation.plus ? { plus: true } : {}),
		...readUsage(notation, shared, at("")),
		subcommands,
		variables: notation.variables ?? [],
		...(notation.revisions ? { revisions: true } : {}),
		...(notation.links ? { links: true } : {}),
		...(notation.suffixes === undefined ? {} : { suffixes: notation.suffixes }),
		...(notation.types === undefined ? {} : { types: notation.types }),
		...(notation.verbs ? { verbs: true } : {}),
		...(notation.language === undefined ? {} : { language: notation.language }),
		projectFiles: notation.projectFiles ?? false,
		verified: notation.verified,
		...(notation.complete === undefined ? {} : { complete: notation.complete }),
		...(notation.listed ? { listed: true } : {}),
	};
}

function readUsage(notation: UsageNotation, shared: Readonly<Record<string, OptionsNotation>>, place: string): Usage {
	const { runs, spares } = notation;
	const options = readAllOptions(notation, shared, place);
	return {
		options,
		operands: readOperands(notation.operands ?? "value...", place),
		powers: notation.powers ?? [],
		operandPowers: notation.operandPowers ?? [],
		...(notation.operandPowersAfter === undefined ? {} : { operandPowersAfter: notation.operandPowersAfter }),
		...(notation.barePowers === undefined ? {} : { barePowers: notation.barePowers }),
		...(notation.operandForms === undefined ? {} : { operandForms: readForms(notation.operandForms, place) }),
		...(spares === undefined ? {} : { spares: readSpares(spares, options, notation.powers ?? [], place) }),
		...(notation.follows === undefined ? {} : { follows: notation.follows }),
		...(notation.hosts === undefined ? {} : { hosts: notation.hosts }),
		...(notation.modes === undefined
			? {}
			: {
					modes: Object.entries(notation.modes).map(([form, follows]) => ({ form: readForm(form, place), follows })),
				}),
		...(notation.implicit === undefined ? {} : { implicit: notation.implicit }),
		...(notation.obeys === undefined ? {} : { obeys: notation.obeys }),
		...(runs === undefined
			? {}
			: {
					runs: {
						skip: runs.skip ?? 0,
						assignments: runs.assignments ?? false,
						joined: runs.joined ?? false,
						...(runs.more ? { more: true } : {}),
						...(runs.packages ? { packages: true } : {}),
						...(runs.late ? { late: true } : {}),
						...(runs.installed === undefined ? {} : { installed: runs.installed }),
					},
				}),
	};
}

/** Each is a flag, and takes away what plain use has. */
function readSpares(
	spares: Readonly<Record<string, readonly Power[]>>,
	options: readonly OptionFact[],
	plain: readonly Power[],
	place: string,
): Readonly<Record<string, readonly Power[]>> {
	for (const [name, powers] of Object.entries(spares)) {
		const fact = options.find(({ names }) => names.includes(name));
		if (fact === undefined || fact.value !== undefined)
			throw new Error(`${place}: \`${name}\`, which spares powers, is none of its flags`);
		const strange = powers.find((power) => !plain.includes(power));
		if (strange !== undefined) throw new Error(`${place}: plain use has no \`${strange}\` that could be spared`);
	}
	return spares;
}

/** Its own options first; a shared option loses the spellings that its own already have. */
function readAllOptions(
	notation: UsageNotation,
	shared: Readonly<Record<string, OptionsNotation>>,
	place: string,
): readonly OptionFact[] {
	const options: OptionFact[] = readOptions(notation, place);
	const taken = new Set(options.flatMap((option) => option.names));
	for (const name of notation.with ?? []) {
		if (!Object.hasOwn(shared, name)) throw new Error(`${place}: no options are shared as \`${name}\``);
		for (const option of readOptions(shared[name] as OptionsNotation, `${place}, ${name}`)) {
			const names = option.names.filter((one) => !taken.has(one));
			if (names.length > 0) options.push({ ...option, names });
			for (const one of names) taken.add(one);
		}
	}
	return notation.negates ? [...options, ...negations(taken)] : options;
}

function negations(names: ReadonlySet<string>): readonly OptionFact[] {
	return [...names]
		.filter((name) => name.startsWith("--"))
		.map((name) => (name.startsWith("--no-") ? `--${name.slice(5)}` : `--no-${name.slice(2)}`))
		.filter((name) => !names.has(name))
		.map((name) => ({ names: [name], powers: [] }));
}

function readOptions(notation: OptionsNotation, place: string): OptionFact[] {
	const entries: [string, EffectNotation][] = [
		...Object.entries(notation.options ?? {}),
		...(notation.harmless ?? []).map((spelling): [string, string] => [spelling, ""]),
		...(notation.informs ?? []).map((spelling): [string, string] => [spelling, "informs"]),
	];
	const taken = new Set<string>();
	return entries.map(([spelling, effect]) => {
		const option = readOption(spelling, effect, place);
		for (const name of option.names) {
			if (taken.has(name)) throw new Error(`${place}: \`${name}\` stands in two options`);
			taken.add(name);
		}
		return option;
	});
}

function readOption(text: string, notation: EffectNotation, place: string): OptionFact {
	const { names, value, values } = readSpelling(text);
	const where = `${place}, \`${text}\``;
	const effect = typeof notation === "string" ? readEffect(notation, values, where) : readEffectObject(notation, where);
	if (effect.roles.length > 0 && value === undefined) throw new Error(`${where}: a flag has no role`);
	if ((effect.runs === "word" || effect.runs === "line") && value === undefined)
		throw new Error(`${where}: a flag can't name what it runs`);
	// A version that is asked for is one thing, a version that is chosen another: `cargo install --version 1.0`.
	if (effect.informs && value === "required") throw new Error(`${where}: an option with a value does not only inform`);
	const [role, ...further] = effect.roles;
	if (values > 1 && effect.roles.length !== values) throw new Error(`${where}: it needs ${values} roles`);
	return {
		names,
		...(value === undefined ? {} : { value }),
		...(effect.apart ? { apart: true } : {}),
		...(role === undefined || role === "value" ? {} : { role }),
		...(further.length === 0 ? {} : { further }),
		powers: effect.powers,
		...(effect.forms === undefined ? {} : { forms: effect.forms }),
		...(effect.replaces === undefined ? {} : { replaces: effect.replaces }),
		...(effect.operands === undefined ? {} : { operands: effect.operands }),
		...(effect.parts ? { parts: true } : {}),
		...(effect.at ? { at: true } : {}),
		...(effect.ends ? { ends: true } : {}),
		...(effect.folder ? { folder: true } : {}),
		...(effect.runs === undefined ? {} : { runs: effect.runs }),
		...(effect.informs ? { informs: true } : {}),
		...(effect.follows === undefined ? {} : { follows: effect.follows }),
		...(effect.fixed ? { fixed: true } : {}),
		...(effect.positional ? { positional: true } : {}),
		...(effect.source ? { source: true } : {}),
		...(effect.absent === undefined ? {} : { absent: effect.absent }),
		...(effect.inside === undefined ? {} : { inside: effect.inside }),
		...(effect.roleWith === undefined ? {} : { roleWith: effect.roleWith }),
	};
}

interface Effect {
	readonly roles: readonly Role[];
	readonly powers: readonly Power[];
	readonly forms?: readonly WordForm[];
	readonly replaces?: number;
	readonly operands?: OperandFacts;
	readonly runs?: OptionFact["runs"];
	readonly informs: boolean;
	readonly apart: boolean;
	readonly folder: boolean;
	readonly ends: boolean;
	readonly parts: boolean;
	readonly at?: boolean;
	readonly follows?: Following;
	readonly fixed?: boolean;
	readonly positional?: boolean;
	readonly source?: boolean;
	readonly absent?: string;
	readonly inside?: OptionFact["inside"];
	readonly roleWith?: Readonly<Record<string, Role>>;
}

/** An object says its powers in full: a path that is written need not be one that the option writes (`git -C`). */
function readEffectObject(notation: Exclude<EffectNotation, string>, place: string): Effect {
	return {
		roles: notation.role === undefined ? [] : [notation.role],
		powers: notation.powers ?? [],
		...(notation.forms === undefined ? {} : { forms: readForms(notation.forms, place) }),
		...(notation.operands === undefined ? {} : { operands: readOperands(notation.operands, place) }),
		informs: false,
		apart: false,
		folder: notation.folder ?? false,
		ends: notation.ends ?? false,
		parts: false,
		...(notation.replaces === undefined ? {} : { replaces: notation.replaces }),
		...(notation.follows === undefined ? {} : { follows: notation.follows }),
		...(notation.fixed ? { fixed: true } : {}),
		...(notation.positional ? { positional: true } : {}),
		...(notation.source ? { source: true } : {}),
		...(notation.absent === undefined ? {} : { absent: notation.absent }),
		...(notation.at ? { at: true } : {}),
		...(notation.inside === undefined
			? {}
			: {
					inside: Object.entries(notation.inside).map(([form, role]) => ({
						form: readForm(form, place),
						role: role.replace(" below", "") as Role,
						...(role.endsWith(" below") ? { below: true as const } : {}),
					})),
				}),
		...(notation.roleWith === undefined ? {} : { roleWith: notation.roleWith }),
	};
}

function readEffect(text: string, values: number, place: string): Effect {
	const words = text.split(" ").filter((word) => word !== "");
	const roles: Role[] = [];
	while (roles.length < values && isRole(words[0])) roles.push(words.shift() as Role);
	const powers = new Set<Power>(roles.some((role) => role === "write" || role === "both") ? ["write"] : []);
	let replaces: number | undefined;
	let operands: OperandFacts | undefined;
	let runs: Effect["runs"];
	let informs = false;
	let folder = false;
	let ends = false;
	let parts = false;
	let apart = false;
	let fixed = false;
	let source = false;
	let at = false;
	let follows: Following | undefined;
	for (let word = words.shift(); word !== undefined; word = words.shift()) {
		if (word === "flag" && values === 0) continue;
		if (word === "informs") informs = true;
		else if (word === "ends") ends = true;
		else if (word === "parts" && values > 0) parts = true;
		else if (word === "at" && values > 0) at = true;
		else if (word === "apart" && values > 0) apart = true;
		else if (word === "folder" && values > 0) folder = true;
		else if (word === "fixed" && values > 0) fixed = true;
		else if (word === "source" && values > 0) source = true;
		else if (word === "follows") follows = readFollowing(words.shift(), place);
		else if (word === "runs") runs = readRuns(words.shift(), place);
		else if (word === "replaces") replaces = readCount(words.shift(), place);
		else if (word === "operands") operands = readOperands(words.splice(0).join(" "), place);
		else if (isPower(word)) powers.add(word);
		else throw new Error(`${place}: \`${word}\` is neither a role that fits here nor a power`);
	}
	return {
		roles,
		powers: [...powers],
		informs,
		apart,
		folder,
		ends,
		parts,
		...(fixed ? { fixed } : {}),
		...(source ? { source } : {}),
		...(at ? { at } : {}),
		...(follows === undefined ? {} : { follows }),
		...(replaces === undefined ? {} : { replaces }),
		...(operands === undefined ? {} : { operands }),
		...(runs === undefined ? {} : { runs }),
	};
}

const roles: ReadonlySet<string | undefined> = new Set<Role>(["value", "read", "write", "both", "code"]);

function isRole(word: string | undefined): word is Role {
	return roles.has(word);
}

function isPower(word: string): word is Power {
	return (allPowers as readonly string[]).includes(word);
}

function readRuns(word: string | undefined, place: string): NonNullable<OptionFact["runs"]> {
	if (word === "word" || word === "line" || word === "argv" || word === "operand") return word;
	throw new Error(`${place}: \`runs\` is followed by \`word\`, \`line\`, \`argv\` or \`operand\``);
}

function readFollowing(word: string | undefined, place: string): Following {
	const known = followings.find((one) => one === word);
	if (known === undefined) throw new Error(`${place}: \`follows\` is followed by one of ${followings.join(", ")}`);
	return known;
}

function readCount(word: string | undefined, place: string): number {
	if (word !== undefined && /^[1-9]$/.test(word)) return Number(word);
	throw new Error(`${place}: \`replaces\` is followed by a number`);
}

/** `value read...`, `read... write`, `none`: roles in order, one of which may repeat. */
function readOperands(text: string, place: string): OperandFacts {
	if (text === "none") return { first: [], last: [] };
	const first: Role[] = [];
	const last: Role[] = [];
	let rest: Role | undefined;
	for (const word of text.split(" ")) {
		const repeats = word.endsWith("...");
		const role = repeats ? word.slice(0, -3) : word;
		if (!isRole(role)) throw new Error(`${place}: \`${word}\` is no role of an operand`);
		if (repeats && rest !== undefined) throw new Error(`${place}: only one role of its operands may repeat`);
		if (repeats) rest = role;
		else (rest === undefined ? first : last).push(role);
	}
	return { first, ...(rest === undefined ? {} : { rest }), last };
}

function readForms(forms: Readonly<Record<string, readonly Power[]>>, place: string): readonly WordForm[] {
	return Object.entries(forms).map(([text, powers]) => ({ form: readForm(text, place), powers }));
}

function readForm(text: string, place: string): string {
	const form = text.startsWith("(?i)") ? inAnyCase(text.slice("(?i)".length)) : text;
	try {
		new RegExp(form, "u");
	} catch {
		throw new Error(`${place}: \`${form}\` is no regular expression`);
	}
	return form;
}

/** `secrets?` becomes `[sS][eE]…`: not every reader of such expressions knows flags. In brackets and behind a backslash nothing is changed. */
function inAnyCase(form: string): string {
	return form.replace(/\\.|\[[^\]]*\]|[A-Za-z]/g, (part) =>
		part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`,
	);
}
