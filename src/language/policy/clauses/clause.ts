/**
 * What a clause is: one record that drives the parser's tokens, both readers and writers, the schema, completion, hover, the highlighting in editors and the docs
 * table, all by the form of its value. `lower` says what it does to its rule; behind it nothing knows that the clause exists.
 */
import type { Span } from "../../source/span.js";
import type { FlatPattern, OptionPattern, Sense } from "../patterns/pattern-tests.js";
import type { Power, RuleKeyword } from "../terms.js";
import type { FactCondition, HostPattern, PathPattern, Test } from "../test.js";

/** What a clause of each form holds once its words are read. */
export interface ClauseValues {
	/** `except git status, exactly ls`: sets put in. */
	readonly patterns: readonly FlatPattern[];
	/** `within ., /tmp` */
	readonly paths: readonly PathPattern[];
	/** `at localhost, *.corp.example:443` */
	readonly hosts: readonly HostPattern[];
	/** `with -r & -f, --recursive`: alternatives of options that stand together. */
	readonly options: readonly (readonly OptionPattern[])[];
	/** `using network, write`; `everything` where the record takes it. */
	readonly powers: readonly Power[] | "everything";
	/** `use file.search, rg` */
	readonly names: readonly string[];
	/** `when branch is main, release/*`: several conditions that hold together. */
	readonly facts: readonly FactCondition[];
	/** `until 2026-12-31` */
	readonly date: string;
	/** `because "…"` */
	readonly text: string;
	/** `id no-push` */
	readonly name: string;
}

export type ClauseForm = keyof ClauseValues;

/** What a clause adds to its rule. */
export interface Contribution {
	/** Asked of the command. */
	readonly tests?: readonly Test[];
	/** Options that it names. What they bring is granted where they are given as they are said. */
	readonly options?: readonly (readonly OptionPattern[])[];
	/** No option but these, and those that the pattern and other clauses name. */
	readonly only?: readonly string[];
	/** Granted beyond the plain use. */
	readonly powers?: readonly Power[] | "everything";
	/** Where the paths of a constraint must lie. */
	readonly inside?: readonly PathPattern[];
	/** Where the hosts of a constraint must be. */
	readonly insideHosts?: readonly HostPattern[];
	readonly use?: readonly string[];
	/** For the agent. */
	readonly message?: string;
	/** For people. */
	readonly note?: string;
	readonly id?: string;
}

/** A word as its author wrote it. */
export interface WrittenWord {
	readonly text: string;
	readonly span: Span;
}

/** What is wrong with the value of a clause. */
export interface ClauseFault {
	readonly code: string;
	readonly span: Span;
	readonly message: string;
	readonly help: string;
}

export interface ClauseRecord<Form extends ClauseForm> {
	readonly keyword: string;
	readonly form: Form;
	/** One sentence without its subject and its full stop, for completion, hover and the schema. */
	readonly summary: string;
	/** A statement, or the clause alone, that shows it. */
	readonly example: string;
	/** The kinds of rules that it may stand on. */
	readonly kinds: readonly RuleKeyword[];
	/** May it stand on a claim? If not, what its author wants instead. */
	readonly claims: true | { readonly instead: string };
	/** It says which commands the rule is about; others say what the rule does or tells. */
	readonly chooses: boolean;
	/** The form `powers`: `everything` may stand there. */
	readonly everything?: true;
	/** Its word is a program as well: it is a clause only behind a word. */
	readonly behindWords?: true;
	/** What is wrong with a value that reads well. `words`: the words as written, alternatives of options as lists, and facts with their values behind them. */
	readonly check?: (value: ClauseValues[Form], words: readonly (readonly WrittenWord[])[]) => readonly ClauseFault[];
	/** `sense`: of the rule. What is left out of a grant is read as a restriction is, and the other way round. */
	readonly lower: (value: ClauseValues[Form], sense: Sense) => Contribution;
}
