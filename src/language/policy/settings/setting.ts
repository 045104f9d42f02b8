/**
 * What a setting is: one record that drives the parser's tokens, both readers and writers, the schema, completion, hover, the table in the docs, inheritance, what
 * `show` and `diff` say, and the limits of the kernel, all by the form of its line. Its value lies in what is settled for an agent: by its keyword; under
 * `environment`, by its name; under `limits`, by those of its shapes.
 */
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Span } from "../../source/span.js";
import type { WrittenWord } from "../clauses/clause.js";

export interface WrittenPath extends WrittenWord {
	readonly kind: "plain" | "quoted" | "set";
	readonly negated: boolean;
}

/** A line that says a setting. Behind the keyword, and the name if it has one: */
export interface SettingLine<W extends WrittenWord = WrittenWord> {
	readonly words: readonly W[];
	readonly override: boolean;
	readonly span: Span;
}

/** Takes what is wrong with a line. */
export interface SettingFaults {
	error(code: string, span: Span, message: string, help?: string, more?: Pick<Diagnostic, "fix">): void;
	warning(code: string, span: Span, message: string, help?: string): void;
}

/** What lines say, and what becomes of it on the way down. */
export interface SettingValues<Value> {
	/** What the lines of one body, at least one, make of what it inherits; their order means nothing. Undefined: nobody said anything. `heading`: `limit cpu`. */
	onTop(
		heading: string,
		inherited: Value | undefined,
		lines: readonly SettingLine[],
		faults: SettingFaults,
	): Value | undefined;
	/** What two parents say together. */
	join(a: Value, b: Value): Value;
	/** Does the line say what holds, or is it outdone? */
	holds(line: SettingLine, value: Value | undefined): boolean;
	/** Does what is inherited still have a part in what holds below these lines? */
	staysAbove(inherited: Value | undefined, lines: readonly SettingLine[], value: Value | undefined): boolean;
}

export interface ComparedValues<Value> extends SettingValues<Value> {
	/** Does the second let something through that the first, another one, holds back? */
	isLooser(before: Value | undefined, after: Value | undefined): boolean;
}

interface Common<Value> {
	readonly keyword: string;
	/** One sentence without its subject and its full stop, for completion, hover, the schema and the docs. */
	readonly summary: string;
	/** A line that shows it. */
	readonly example: string;
	/** It can change what is decided; others shape what runs. */
	readonly decides: boolean;
	/** Further sentences for the docs. */
	readonly more?: string;
	readonly values: ComparedValues<Value>;
}

/** `default deny`, `sandbox require`: one of a few words. */
export interface ChoiceRecord<Choice extends string = string> extends Common<Choice> {
	/** `effect`: the words are effects. */
	readonly form: "effect" | "word";
	/** As people are shown them. */
	readonly choices: readonly Choice[];
	/** When nobody says anything. Undefined: it is left open, and shown as `shownUnsaid`. */
	readonly unsaid: Choice | undefined;
	readonly shownUnsaid?: Choice;
}
/** `zone Europe/Berlin`: a name that no list has. */
export interface NameRecord extends Common<string> {
	readonly form: "name";
	readonly unsaid: string;
	/** What may be written behind it, for the docs: `NAME`. */
	readonly usage: string;
}
/** `syntax pipes, redirects`: words of a list. */
export interface NamesRecord<Name extends string = string> extends Common<readonly Name[]> {
	readonly form: "names";
	/** Each with what it means. */
	readonly names: Readonly<Record<Name, string>>;
	/** The word for an empty list, and what that means. */
	readonly nothing: string;
	readonly meansNothing: string;
	readonly unsaid: readonly Name[];
}
/** `trust /usr/bin, /bin` */
export interface PathsRecord extends Common<readonly string[]> {
	readonly form: "paths";
	/** How an empty list is shown. */
	readonly nothing: string;
	readonly unsaid: readonly string[];
}
/** `environment keep PATH, HOME`: a name, and what it lists. */
export interface VariablesRecord<Value = unknown> extends Common<Value> {
	readonly form: "variables";
	readonly name: string;
	readonly unsaid: Value;
	/** What may be written behind it, for the docs: `NAMES`. */
	readonly usage: string;
	/** As a line lists it. */
	items(value: Value): readonly string[];
}
/** `limit timeout 5s max 30s`: a name, and words that are read as a whole. */
export interface AmountRecord<Value = object> extends Omit<Common<Value>, "values"> {
	readonly form: "amount";
	readonly name: string;
	readonly values: SettingValues<Value>;
	/** What it says among an agent's limits, each with its JSON Schema. */
	readonly shapes: Readonly<Record<string, object>>;
	/** What may be written behind it, for the docs: `SIZE`. */
	readonly usage: string;
	/** Words that may follow its first one. */
	readonly further?: readonly string[];
	/** As a line says it behind the name. */
	text(value: Value): string | undefined;
	/** Who sees to it: whoever starts the program, or the kernel. */
	readonly heldBy: "us" | KernelLimit;
}

export interface KernelLimit {
	/** Of `prlimit`. */
	readonly option: string;
	/** In /proc/self/limits. */
	readonly row: string;
	/** In the kernel's unit. */
	readonly inUnit?: (amount: number) => number;
	/** How far the hard limit lies above. */
	readonly margin?: number;
	/** The kernel counts what the user has altogether: what is there already is added. */
	readonly ofUser?: true;
}

export type SettingRecord = ChoiceRecord | NameRecord | NamesRecord | PathsRecord | VariablesRecord | AmountRecord;
export type SettingForm = SettingRecord["form"];
