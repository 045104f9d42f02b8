/**
 * What rules ask of a command, as data. Closed and few: nothing later knows that rule kinds exist.
 * A test's answer is yes, no or unknown.
 */
import type { Power } from "./terms.js";

/** One word of a pattern. `literal`: this very word; `glob` and `regex` speak of the whole word; `any`: one word; `rest`: any number of words. */
export type WordPattern =
	| {
			readonly kind: "any";
			/** The name that its author gives the word: it is the same wherever that name stands in the rule. */
			readonly named?: string;
	  }
	| { readonly kind: "rest" }
	| { readonly kind: "literal"; readonly text: string }
	| { readonly kind: "glob"; readonly text: string }
	| { readonly kind: "regex"; readonly text: string };

/** A path of a list; relative ones begin at the workspace, `~` is the home folder. A folder stands for everything below it. */
export interface PathPattern {
	readonly text: string;
	/** Glob characters stand for themselves. */
	readonly literal: boolean;
	/** Taken out of what the others say. */
	readonly negated: boolean;
	/** The path alone, and nothing below it. No author can say that. */
	readonly itself?: true;
	/** In place of the text, which is for people: places that the world of a decision tells. No author can say that. */
	readonly told?: ToldPlaces;
}

/** A host of a list, in its normal form: `localhost`, `*.corp.example`, `10.0.0.0/8`, `[::1]:80`, `*`. */
export interface HostPattern {
	readonly text: string;
	/** Taken out of what the others say. */
	readonly negated: boolean;
}

/** What the world tells: the files of the policy that decides, what else of ours governs (logs, the program itself), and our keys and state. */
export type ToldPlaces = "policy" | "governing" | "state";
export const toldPlaces: readonly ToldPlaces[] = ["policy", "governing", "state"];

/** `branch is main, release/*`; `fact`: its name, for a variable `env CI`. */
export interface FactCondition {
	readonly fact: string;
	readonly values: readonly WordPattern[];
}

export type Access = "read" | "write" | "any";

export type Test =
	/** All hold; none is yes. */
	| { readonly kind: "all"; readonly tests: readonly Test[] }
	/** One holds; none is no. */
	| { readonly kind: "any"; readonly tests: readonly Test[] }
	| { readonly kind: "not"; readonly test: Test }
	/**
	 * The program is named so. `restricting`: a bare name means that program wherever it lies and whatever link leads to it.
	 * `granting`: a bare name means only the bare name, or a path in a trusted folder.
	 */
	| { readonly kind: "program"; readonly pattern: WordPattern; readonly as: "granting" | "restricting" }
	/** The program is called by its bare name, or by a path in a trusted folder. No author can say that: trees do, where they know the name. */
	| { readonly kind: "plain-name" }
	/** The operands begin with these, or are just these. */
	| { readonly kind: "operands"; readonly words: readonly WordPattern[]; readonly exactly: boolean }
	/** The option is given, in any spelling, with a value like this one if it is said. */
	| { readonly kind: "option"; readonly name: string; readonly value?: WordPattern }
	/** No option but these is given. */
	| { readonly kind: "only-options"; readonly names: readonly string[] }
	/** Every path that the command names for this access lies inside. */
	| { readonly kind: "paths-within"; readonly access: Access; readonly paths: readonly PathPattern[] }
	/**
	 * Some path that the command names for this access lies inside. `named`: a word that can't be known is none of them. `found`: of what lies below a folder
	 * only what is found there counts. No author can say either.
	 */
	| {
			readonly kind: "paths-touching";
			readonly access: Access;
			readonly paths: readonly PathPattern[];
			readonly named?: true;
			readonly found?: true;
	  }
	/**
	 * Every host that the command talks to is among these. `named`: the command says all of them, so that nothing whose hosts nobody sees (code that it runs) talks
	 * to others.
	 */
	| { readonly kind: "hosts-within"; readonly hosts: readonly HostPattern[]; readonly named?: true }
	/** Some host that the command talks to is among these. */
	| { readonly kind: "hosts-reaching"; readonly hosts: readonly HostPattern[] }
	/** The command uses no power beyond its plain use but these, and those that come with these options. */
	| {
			readonly kind: "powers-within";
			readonly powers: readonly Power[] | "everything";
			readonly options: readonly string[];
	  }
	/** The command uses one of these powers, in its plain use or beyond. */
	| { readonly kind: "uses-power"; readonly powers: readonly Power[] }
	/** The request is forced. */
	| { readonly kind: "forced" }
	/** A redirection names a file for this access, one that keeps something or shows it. No author can say that. */
	| { readonly kind: "redirected"; readonly access: Access }
	/** The agent has one of these tools, or nobody said which it has. */
	| { readonly kind: "has-tool"; readonly names: readonly string[] }
	/** A fact of the request or the world is one of these. */
	| ({ readonly kind: "fact" } & FactCondition)
	/** The date has not come yet. */
	| { readonly kind: "until"; readonly date: string }
	/** What happened before. Without a history the answer is unknown. */
	| { readonly kind: "past"; readonly asks: PastQuestion };

/** What a rule may ask of the past. */
export type PastQuestion = Happened | Exceeded | Consent;

/** How an event ended, or what became of it, where a pattern says so. */
export type Fate = "passed" | "failed" | "denied" | "approved";
export const fates: readonly Fate[] = ["passed", "failed", "denied", "approved"];

/** How what came before an example ended: it passed where nobody says. */
export type StepEnding = Fate | "running" | "unknown";
export const endings: readonly StepEnding[] = [...fates, "running", "unknown"];

/** Commands as a history knows them. */
export interface EventTest {
	/** As its author wrote it. */
	readonly text: string;
	readonly fate?: Fate;
	readonly fits: Test;
	/** It writes a path that was not there. */
	readonly creates?: true;
	/** It speaks of what commands do, not only of words. */
	readonly effects: boolean;
	readonly words: readonly NamedWord[];
}

/** Where a word with a name stands: among the operands, or as the value of an option. */
export type NamedWord = { readonly name: string } & ({ readonly operand: number } | { readonly option: string });

/** What an event and a command may have in common. */
export type Likeness = "path" | "host" | "branch" | "commit" | "tree" | "agent";
export const likenesses: readonly Likeness[] = ["path", "host", "branch", "commit", "tree", "agent"];

/** So many such events came before, behind the latest that wipes them, not too long ago, about the same. */
export interface Happened {
	readonly kind: "happened";
	/** What is needed must be sure; of what is feared it is enough that it may be. */
	readonly as: "needed" | "feared";
	readonly events: readonly EventTest[];
	readonly times: number;
	readonly since: readonly EventTest[];
	/** Milliseconds. */
	readonly last?: number;
	readonly same: readonly Likeness[];
	/** Of the rule's own pattern. */
	readonly words: readonly NamedWord[];
}

/** More than so many are let through in a time, the request's own commands among them. */
export interface Exceeded {
	readonly kind: "exceeded";
	readonly events: readonly EventTest[];
	readonly most: number;
	readonly of: "events" | "paths" | "hosts" | "total";
	/** Of `total`: the name of the words that are added. */
	readonly word?: string;
	/** Milliseconds. */
	readonly per: number | "session";
}

/** So many people of a group said yes to this very command. */
export interface Consent {
	readonly kind: "consent";
	readonly group: string;
	readonly people: number;
	/** What a yes is good for. A number: milliseconds. */
	readonly holds: "call" | "session" | number;
}

/** The test that always holds, and the one that never does. */
export const always: Test = { kind: "all", tests: [] };
export const never: Test = { kind: "any", tests: [] };

/** All of these: nested ones are taken in, what always holds is left out. */
export function allOf(tests: readonly Test[]): Test {
	const flat = parts("all", tests);
	for (const test of flat) if (test.kind === "any" && test.tests.length === 0) return never;
	return flat.length === 1 ? (flat[0] as Test) : { kind: "all", tests: flat };
}

/** One of these. */
export function anyOf(tests: readonly Test[]): Test {
	const flat = parts("any", tests);
	for (const test of flat) if (test.kind === "all" && test.tests.length === 0) return always;
	return flat.length === 1 ? (flat[0] as Test) : { kind: "any", tests: flat };
}

/** The tests, with those of this kind as their parts. Plain loops: a policy of many rules comes here a hundred thousand times. */
function parts(kind: "all" | "any", tests: readonly Test[]): readonly Test[] {
	const flat: Test[] = [];
	for (const test of tests) {
		if (test.kind !== kind) flat.push(test);
		else for (const part of test.tests) flat.push(part);
	}
	return flat;
}

export function not(test: Test): Test {
	return test.kind === "not" ? test.test : { kind: "not", test };
}

/** What is found in the tests that a test is made of by `all` and `any`, in their order. */
export function foundIn<Found>(test: Test, find: (one: Test) => Found | undefined): readonly Found[] {
	if (test.kind === "all" || test.kind === "any") return test.tests.flatMap((one) => foundIn(one, find));
	const found = find(test);
	return found === undefined ? [] : [found];
}
