/** A command that is being put together, and what is known while it is. */
import type { Truth } from "../../../../engine/decide/evaluate/truth.js";
import type { OptionFact } from "../../../../engine/knowledge/program.js";
import { isCallName } from "../../../../language/policy/hands.js";
import type { Access } from "../../../../language/policy/test.js";
import type { AgentModel } from "../../agent-model.js";
import type { Witness } from "../../witness.js";
import type { Wanted } from "../../words/shortest-word.js";
import type { Budget } from "../../words/word-search.js";
import { wordSetOf } from "../../words/word-set.js";
import type { Literal } from "../literal.js";
import type { OperandPattern } from "../operand-words.js";
import type { Context, Given } from "../option-choices.js";

/** A command that is being put together. */
export interface Draft {
	readonly spelling: string;
	readonly context: Context;
	readonly options: readonly Given[];
	readonly redirects: Witness["redirects"];
	/** What some operand must be. */
	readonly needs: readonly OperandNeed[];
	/** Operands behind the subcommand, at least. */
	readonly least: number;
	/** Forms that no operand may have: expressions. */
	readonly avoids?: readonly string[];
	/** Code stands among the words that was chosen for what it does. */
	readonly code?: true;
}

/** What one operand must be, wherever it stands. */
export interface OperandNeed {
	readonly wanted: readonly Wanted[];
	/** Only operands that are paths for this access count; absent: any operand. */
	readonly access?: Access;
}

/** How the command is asked for. */
export type Manner = Pick<Witness, "forced" | "tools" | "cwd" | "facts" | "at" | "past">;

/** Words that people write; any that are operands; any at all; and what is written before the word. */
export type Writing = readonly ["plain" | "operand" | "any", string];

/** What every draft of one question has in common. */
export interface Work {
	readonly literals: readonly Literal[];
	readonly settings: readonly AgentModel[];
	readonly budget: Budget;
	readonly manner: Manner;
	/** Drafts that were tried. */
	readonly seen: Set<string>;
	readonly redirects: boolean;
	/** Options count that no table lists. */
	readonly unlisted: boolean;
	/** Something is asked of paths. */
	readonly paths: boolean;
	/** What may happen to the paths that are asked for. */
	readonly accesses: Map<Literal, readonly ("read" | "write" | "both")[]>;
	/** What is asked of operands. */
	readonly patterns: readonly OperandPattern[];
	/** The ways to write operands, made when they are needed. */
	readonly writings: () => readonly Writing[];
	/** The kinds of options in each context. */
	readonly kinds: Map<Context, readonly OptionFact[]>;
	/** Words that name hosts, each once: a need is told from another by its object. */
	readonly hosts: Map<string, readonly Wanted[]>;
	/** Two policies read the program in two ways: an option of one is something else to the other. */
	several: boolean;
	/** Those policies that read it as the command is begun now. */
	sides: ReadonlySet<number>;
	/** Something could not be decided on the way. */
	unsure: boolean;
}

/** May redirections be added? A call has none. */
export function mayRedirect({ spelling }: Draft, { redirects }: Work): boolean {
	return redirects && !isCallName(spelling);
}

/** An option as it is typed, with what is known of it. */
export function given(name: string, fact: OptionFact | undefined, value: string | undefined): Given {
	return { name, ...(fact === undefined ? {} : { fact }), ...(value === undefined ? {} : { value }) };
}

/** A need of this very word: equal ones are one object. */
export function literalNeed(text: string): readonly Wanted[] {
	let wanted = literalNeeds.get(text);
	if (wanted === undefined) {
		wanted = [{ set: wordSetOf({ kind: "literal", text }), inside: true }];
		literalNeeds.set(text, wanted);
	}
	return wanted;
}
const literalNeeds = new Map<string, readonly Wanted[]>();

/** Is it as the literal says? */
export function isMet(truth: Truth, { wanted, mayBe }: Literal): boolean {
	return truth === (wanted ? "yes" : "no") || (mayBe && truth === "unknown");
}

/** The draft with one option more. */
export function plus(draft: Draft, option: Given): Draft {
	// It says what the first operand is.
	const least = option.fact?.runs === "operand" ? Math.max(1, draft.least) : draft.least;
	return { ...draft, least, options: [...draft.options, option] };
}

/** The last option stands there already. */
export function isRepeated({ options }: Draft): boolean {
	const last = options.at(-1);
	return options.some((one) => one !== last && one.name === last?.name && one.value === last.value);
}

/** Equal drafts have equal keys. */
export function draftKey(draft: Draft): string {
	return (
		JSON.stringify([
			draft.spelling,
			contextKey(draft.context),
			draft.options.map(({ name, value, behind }) => [name, value, behind]),
			draft.redirects,
			draft.least,
			draft.avoids,
			draft.needs.map(({ access }) => access),
		]) + draft.needs.map(needKey).join()
	);
}

const contextKeys = new WeakMap<Context, number>();
let lastContext = 0;

/** Two policies may know different things of the same words. */
function contextKey(context: Context): number {
	let key = contextKeys.get(context);
	if (key === undefined) {
		key = ++lastContext;
		contextKeys.set(context, key);
	}
	return key;
}

function needKey({ wanted }: OperandNeed): number {
	let key = needKeys.get(wanted);
	if (key === undefined) {
		key = ++lastNeed;
		needKeys.set(wanted, key);
	}
	return key;
}

const needKeys = new WeakMap<readonly Wanted[], number>();
let lastNeed = 0;
