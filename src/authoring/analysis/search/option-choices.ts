/**
 * What may be typed as an option: the options of a program in one of its subcommands, how each is written, and what its value may be.
 */
import type { OptionFact, Program, Role, Style, Usage } from "../../../engine/knowledge/program.js";
import { nameOf } from "../../../engine/request/arguments/option-names.js";

/** The words with which a program is begun: a subcommand or none, and what may not follow them. */
export interface Context {
	readonly facts: Program | undefined;
	/** `remote`, `add`: the subcommand's full name. */
	readonly words: readonly string[];
	/** The same as it is typed: by an alias, maybe. */
	readonly typedWords: readonly string[];
	readonly usage: Usage | undefined;
	readonly style: Style | undefined;
	/** Words that would make another subcommand of it. */
	readonly stops: readonly string[];
	/** No operand may follow: it would be an unlisted subcommand. */
	readonly alone: boolean;
}

/** An option as it is typed. */
export interface Given {
	/** The author's spelling or the table's. */
	readonly name: string;
	readonly fact?: OptionFact;
	readonly value?: string;
	/** It stands behind the operands: what follows an option that no table lists may be its value. */
	readonly behind?: true;
}

const contexts = new WeakMap<Program, readonly Context[]>();
const strange: Context = {
	facts: undefined,
	words: [],
	typedWords: [],
	usage: undefined,
	style: undefined,
	stops: [],
	alone: false,
};

/** Every way to begin a program's words: the program alone, each of its subcommands, and one that is not listed. */
export function contextsOf(facts: Program | undefined): readonly Context[] {
	if (facts === undefined) return [strange];
	let all = contexts.get(facts);
	if (all === undefined) {
		all = makeContexts(facts);
		contexts.set(facts, all);
	}
	return all;
}

function makeContexts(facts: Program): readonly Context[] {
	const names = Object.entries(facts.subcommands).flatMap(([name, { aliases }]) =>
		[name, ...aliases].map((one) => one.split(" ")),
	);
	const behind = (words: readonly string[]): readonly string[] => [
		...new Set(
			names.flatMap((one) =>
				one.length > words.length && words.every((word, at) => word === one[at]) ? [one[words.length] as string] : [],
			),
		),
	];
	const base = { facts, words: [], typedWords: [], usage: facts, style: facts.style };
	if (names.length === 0) return [{ ...base, stops: [], alone: false }];
	return [
		{ ...base, stops: [], alone: true },
		...Object.entries(facts.subcommands).flatMap(([name, usage]): Context[] => {
			const words = name.split(" ");
			const style = usage.style ?? facts.style;
			return [name, ...usage.aliases].map((one) => {
				const typedWords = one.split(" ");
				// An alias may go on as the full name does.
				const stops = [...new Set([...behind(words), ...behind(typedWords)])];
				return { facts, words, typedWords, usage, style, stops, alone: false };
			});
		}),
		...[...new Set(names.flatMap((one) => one.slice(1).map((_, at) => one.slice(0, at + 1).join(" "))))]
			.filter((begun) => !names.some((one) => one.join(" ") === begun))
			// The beginning of a subcommand, and no listed word behind it.
			.map((begun): Context => {
				const words = begun.split(" ");
				return { ...base, words, typedWords: words, stops: behind(words), alone: false };
			}),
		{ ...base, stops: behind([]), alone: false },
	];
}

const optionLists = new WeakMap<Context, readonly OptionFact[]>();

/** The options that can be given: those of the subcommand, and those of the program that no namesake hides. */
export function optionsIn(context: Context): readonly OptionFact[] {
	let all = optionLists.get(context);
	if (all === undefined) {
		const own = context.usage?.options ?? [];
		const taken = new Set(own.flatMap(({ names }) => names));
		const outer = context.facts === undefined || context.usage === context.facts ? [] : context.facts.options;
		all = [...own, ...outer.filter(({ names }) => !names.some((name) => taken.has(name)))];
		optionLists.set(context, all);
	}
	return all;
}

/** What must be equal for two options to be alike in everything but their names. */
export function featuresOf(fact: OptionFact): string {
	let text = features.get(fact);
	if (text === undefined) {
		const { names: _names, ...rest } = fact;
		text = JSON.stringify(rest);
		features.set(fact, text);
	}
	return text;
}
const features = new WeakMap<OptionFact, string>();

/** Does the fact go by this name, in a style that may not care for dashes? */
export function goesBy({ names }: OptionFact, name: string, style: Style | undefined): boolean {
	const loose = style === "go" || style === "long";
	return names.some((one) => one === name || (loose && bare(one) === bare(name)));
}

function bare(name: string): string {
	return name.replace(/^-{1,2}/, "");
}

/** What the first value of an option is. */
export function valueRole(fact: OptionFact | undefined): Role {
	return fact?.role ?? (fact?.folder || fact?.parts ? "read" : "value");
}

/** Are its words addresses, and so perhaps of those that name files? */
export function opensAddresses({ facts, usage }: Pick<Context, "facts" | "usage">): boolean {
	const follows = [facts, usage].flatMap((one) => one?.follows ?? []);
	return follows.some((one) => one === "addresses" || one === "url");
}

/** The whole command line: `own` are the operands behind the subcommand. */
export function typed(
	program: string,
	context: Context,
	options: readonly Given[],
	own: readonly string[],
): readonly string[] {
	const { facts, typedWords, style } = context;
	// Without facts a word behind an option might be its value: options that have theirs glued come first.
	if (facts === undefined) {
		const glued = options.filter(({ value }) => value !== undefined);
		const bare = options.filter(({ value }) => value === undefined);
		const words = [...glued, ...bare].flatMap((one) => wordsOf(one, style));
		return own.some((word) => /^-./.test(word)) ? [program, ...words, "--", ...own] : [program, ...own, ...words];
	}
	if (style === "find") return [program, ...own, ...options.flatMap((one) => wordsOf(one, style))];
	const outer = options.filter(
		({ fact }) => fact !== undefined && typedWords.length > 0 && facts.options.includes(fact),
	);
	const behind = options.filter((one) => one.behind);
	const inner = options
		.filter((one) => !outer.includes(one) && !one.behind)
		.sort((a, b) => Number(a.fact?.ends ?? false) - Number(b.fact?.ends ?? false));
	const dashed = own.some((word) => word.startsWith("-")) && style !== "none" && !inner.some(({ fact }) => fact?.ends);
	const last = behind.flatMap((one) => wordsOf(one, style));
	return [
		program,
		...outer.flatMap((one) => wordsOf(one, facts.style)),
		...typedWords,
		...inner.flatMap((one) => wordsOf(one, style)),
		...(dashed ? [...last, "--"] : []),
		...own,
		...(dashed ? [] : last),
	];
}

/** One option with its values. */
function wordsOf({ name, fact, value }: Given, style: Style | undefined): readonly string[] {
	const further = (fact?.further ?? []).map(() => "x");
	if (name === "-NUM") return [`-${value ?? "1"}`];
	if (fact?.runs === "argv") return [name, value ?? "true", ...(style === "find" ? [";"] : [])];
	if (name.endsWith("=")) return [`${name}${value ?? ""}`];
	if (value === undefined) return [name, ...further];
	if (fact === undefined || style === undefined) return [`${name}=${value}`];
	if (fact.value === "optional") return [name.startsWith("--") ? `${name}=${value}` : `${name}${value}`, ...further];
	const isLong = (one: string): boolean => one.startsWith("--") || style === "go" || style === "long";
	// A flag has a value only where one is glued to a long name: `--privileged=false`.
	if (fact.value === undefined) return [`${isLong(name) ? name : (fact.names.find(isLong) ?? name)}=${value}`];
	const glued = value.startsWith("-") || value === "";
	if (glued && !fact.apart) return [isLong(name) ? `${name}=${value}` : `${name}${value}`, ...further];
	return [name, value, ...further];
}

/** May options stand behind operands? */
export function takesOptionsBehind({ facts, style }: Context): boolean {
	return facts !== undefined && (style === "gnu" || style === "long");
}

/** The shortest spelling of an option by its table. */
export function spellingOf(fact: OptionFact): string {
	const [first, ...others] = fact.names;
	return others.reduce((shortest, name) => (name.length < shortest.length ? name : shortest), first ?? nameOf(fact));
}
