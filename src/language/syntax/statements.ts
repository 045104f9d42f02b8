/**
 * The statements that both notations become: keyword, subject, clauses, each with its span.
 * Nothing here knows what a statement means, and nothing later knows which notation it came from.
 */
import type { ClauseKeyword, ClauseOfForm } from "../policy/clauses.js";
import type { SettingName, SettingOfForm } from "../policy/settings.js";
import type { RuleKeyword } from "../policy/terms.js";
import type { Span } from "../source/span.js";

export {
	type Demand,
	demands,
	type Effect,
	effects,
	type Power,
	type Protection,
	powers,
	protections,
	type RuleKeyword,
} from "../policy/terms.js";
export type { ClauseKeyword };
export type ClaimKeyword = "never" | "always";

/** A name, a text or a number as its author wrote it. */
export interface Text {
	readonly text: string;
	readonly span: Span;
}

/**
 * One word of a pattern. `plain`: glob characters are live and `\` takes the next character as it is (`*`, `py*`, `-rf`, `--output=x*`, `./*`);
 * `quoted`: the text as it stands; `regex`: the source between the slashes; `set`: the name behind the `@`.
 */
export interface PatternWord {
	readonly kind: "plain" | "quoted" | "regex" | "set";
	readonly text: string;
	readonly span: Span;
}

/** `git push --force`, `exactly git status`: never empty, the first word is the program. */
export interface Pattern {
	readonly exactly: boolean;
	readonly words: readonly PatternWord[];
	readonly span: Span;
}

/** One path of a `within`, `touching`, `to` or `trust` list, or one host of an `at`, `reaching` or `to` list. */
export interface PathWord {
	readonly kind: "plain" | "quoted" | "set";
	readonly text: string;
	/** `!path`: taken out of what the others say. */
	readonly negated: boolean;
	readonly span: Span;
}

/** `keyword`: the word that begins it. */
interface ClauseOf<Form extends Clause["form"]> {
	readonly form: Form;
	readonly keyword: ClauseOfForm<Form>;
	readonly span: Span;
}
export interface PatternsClause extends ClauseOf<"patterns"> {
	readonly patterns: readonly Pattern[];
}
export interface PathsClause extends ClauseOf<"paths"> {
	readonly paths: readonly PathWord[];
}
export interface HostsClause extends ClauseOf<"hosts"> {
	readonly hosts: readonly PathWord[];
}
/** `with A & B, C` and `without A, B` and `only A, B`: alternatives of options that stand together. */
export interface OptionsClause extends ClauseOf<"options"> {
	readonly options: readonly (readonly PatternWord[])[];
}
export interface PowersClause extends ClauseOf<"powers"> {
	/** Names of powers; `everything` where the clause takes it. */
	readonly powers: readonly Text[];
}
export interface NamesClause extends ClauseOf<"names"> {
	readonly names: readonly Text[];
}
/** `branch is main, release/*`, `env CI is true` */
export interface FactsCondition {
	/** `branch`, or `env CI` as one. */
	readonly fact: Text;
	readonly values: readonly PatternWord[];
	readonly span: Span;
}
/** `when branch is main when env CI is true`: one clause, however often its word is said. */
export interface FactsClause extends ClauseOf<"facts"> {
	readonly conditions: readonly FactsCondition[];
}
export interface TextClause extends ClauseOf<"text" | "name" | "date"> {
	readonly text: Text;
}
/** `passed npm test`, `denied * using privilege`: a pattern of what happened. */
export interface EventPattern extends Pattern {
	/** How it ended, or what became of it. */
	readonly fate?: Text;
}
/** Patterns of events, one of which is enough, and what is asked of all of them. */
export interface EventList {
	readonly patterns: readonly EventPattern[];
	readonly clauses: readonly Clause[];
	readonly span: Span;
}
/** What belongs to what happened before: `since passed npm test last 1h same tree`. */
export interface EventBounds {
	readonly since: readonly EventList[];
	readonly last?: Text;
	readonly same: readonly Text[];
}
/** `after failed npm test 3 times since passed npm test` */
export interface EventsClause extends ClauseOf<"events">, EventBounds {
	readonly events: EventList;
	readonly times?: Text;
}
/** `at most 40 paths per 1h`, `at most 300 total {n} per 24h`, `at most 5 per session` */
export interface LimitClause extends ClauseOf<"limit"> {
	readonly most: Text;
	/** `paths`, `hosts` or `total`; absent: commands. */
	readonly of?: Text;
	/** Of `total`: `{n}`. */
	readonly word?: Text;
	readonly per?: Text;
}
export type Clause =
	| PatternsClause
	| PathsClause
	| HostsClause
	| OptionsClause
	| PowersClause
	| NamesClause
	| FactsClause
	| TextClause
	| EventsClause
	| LimitClause;

/** The lists of events that a clause holds. */
export function eventListsOf({ events, since }: EventsClause): readonly EventList[] {
	return [events, ...since];
}

/** Comments that belong to a statement. In `before`, an empty string is a blank line. */
export interface Comments {
	readonly before: readonly string[];
	readonly after?: string;
}

interface Base {
	readonly span: Span;
	readonly comments?: Comments;
	/** Something of it could not be read: it is not what its author wrote. */
	readonly faulty?: true;
}

export interface ImportStatement extends Base {
	readonly kind: "import";
	readonly path: Text;
}
export interface SetStatement extends Base {
	readonly kind: "set";
	readonly name: Text;
	readonly patterns: readonly Pattern[];
}
/** `group NAME { … }`: rules that agents extend; nobody can ask as a group. */
export interface GroupStatement extends Base {
	readonly kind: "group";
	readonly name: Text;
	readonly extends: readonly Text[];
	readonly body: readonly Statement[];
	/** Comments before the closing brace that belong to no statement. */
	readonly closing?: readonly string[];
}
export interface AgentStatement extends Base {
	readonly kind: "agent";
	readonly name: Text;
	readonly extends: readonly Text[];
	readonly body: readonly Statement[];
	readonly closing?: readonly string[];
}
/** `2 of release for this session`: who must say yes. */
export interface PeopleAsked {
	/** Absent: one. */
	readonly count?: Text;
	readonly group: Text;
	/** `this call`, `this session`, `1h`. Absent: this call. */
	readonly holds?: Text;
	readonly span: Span;
}
export interface RuleStatement extends Base {
	readonly kind: "rule";
	readonly keyword: RuleKeyword;
	readonly locked: boolean;
	readonly override: boolean;
	/** `constrain reads of …`; absent: both. `network`: what its `to` holds are hosts. */
	readonly access?: "reads" | "writes" | "network";
	/** `ask 2 of release …` */
	readonly people?: PeopleAsked;
	readonly patterns: readonly Pattern[];
	readonly clauses: readonly Clause[];
}
/** `never allow …`, `always deny …` */
export interface ClaimStatement extends Base {
	readonly kind: "claim";
	readonly keyword: ClaimKeyword;
	readonly effect: Text;
	readonly patterns: readonly Pattern[];
	readonly clauses: readonly Clause[];
}
interface SettingBase extends Base {
	readonly kind: "setting";
	readonly override: boolean;
}
/** `default deny`, `sandbox require`, `zone Europe/Berlin` */
export interface ChoiceStatement extends SettingBase {
	readonly form: "effect" | "word" | "name";
	readonly keyword: SettingOfForm<"effect" | "word" | "name">;
	readonly word: Text;
}
/** `syntax none` or `syntax pipes, redirects` */
export interface NamesStatement extends SettingBase {
	readonly form: "names";
	readonly keyword: SettingOfForm<"names">;
	readonly names: readonly Text[];
}
/** `trust /usr/bin, /bin` */
export interface PathsStatement extends SettingBase {
	readonly form: "paths";
	readonly keyword: SettingOfForm<"paths">;
	readonly paths: readonly PathWord[];
}
/** `environment keep PATH, HOME`, `environment set CI=1`, `environment accept X` */
export interface VariablesStatement extends SettingBase {
	readonly form: "variables";
	readonly keyword: SettingOfForm<"variables">;
	readonly name: Text;
	readonly names: readonly Text[];
}
/** `limit timeout 5s max 30s`, `limit output 16KiB keep head 1KiB tail 1KiB spill`: the words behind the name as written. */
export interface AmountStatement extends SettingBase {
	readonly form: "amount";
	readonly keyword: SettingOfForm<"amount">;
	readonly name: Text;
	readonly words: readonly Text[];
}
export type SettingStatement = ChoiceStatement | NamesStatement | PathsStatement | VariablesStatement | AmountStatement;
/** `after failed "npm test" 2h ago` */
export interface ExpectStep {
	/** A shell string. */
	readonly command: Text;
	/** One of the endings of `test.ts`. */
	readonly ended?: Text;
	readonly ago?: Text;
}
/** `expect nudge forced by no-grep: grep x` */
export interface ExpectStatement extends Base {
	readonly kind: "expect";
	readonly effect: Text;
	readonly forced: boolean;
	readonly by?: Text;
	/** What is so of the world, each fact with its value. */
	readonly facts?: readonly { readonly fact: Text; readonly value: Text }[];
	/** When it is asked. */
	readonly at?: Text;
	/** What came before it in its session, in order. */
	readonly after?: readonly ExpectStep[];
	/** A shell string, as it stands. */
	readonly command: Text;
}
/** `option --target PATH write` inside a `program` statement: names, the value's name if it takes one, then what it does. */
export interface ProgramOption {
	readonly names: readonly Text[];
	readonly value?: Text;
	readonly does: readonly Text[];
	readonly span: Span;
	readonly comments?: Comments;
}
/** `program deploy can read, network { option --target PATH write  option -q }` */
export interface ProgramStatement extends Base {
	readonly kind: "program";
	readonly name: Text;
	readonly can: readonly Text[];
	readonly options: readonly ProgramOption[];
	readonly closing?: readonly string[];
}

export type Statement =
	| ImportStatement
	| SetStatement
	| GroupStatement
	| AgentStatement
	| RuleStatement
	| ClaimStatement
	| SettingStatement
	| ExpectStatement
	| ProgramStatement;

export type Notation = "rules" | "yaml";

/** A policy file as read: its statements in order, and comments behind the last one. */
export interface PolicyFile {
	readonly file: string;
	readonly notation: Notation;
	readonly statements: readonly Statement[];
	readonly closing: readonly string[];
}

/** What a line says, by its first words: `limit cpu`, where it is spelled as it should be. */
export function settingNameOf(statement: SettingStatement): string {
	return "name" in statement ? `${statement.keyword} ${statement.name.text}` : statement.keyword;
}

type Named<Name extends string, One = SettingStatement> = One extends SettingStatement
	? (Name extends `${infer First} ${string}` ? First : Name) extends One["keyword"]
		? One
		: never
	: never;

/** Is it a line of this setting? */
export function isSetting<Name extends SettingName>(statement: Statement, name: Name): statement is Named<Name> {
	return statement.kind === "setting" && settingNameOf(statement) === name;
}
