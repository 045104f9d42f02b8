/**
 * Arguments while they are being read: what was found so far, and what is in doubt.
 */

import type { OptionFact, Program, Role, Style, Subcommand, Usage } from "../../knowledge/program.js";
import { whole } from "../../records/whole.js";
import type { Word } from "../request.js";
import type { FoundOption, Inner, OperandSlot } from "./arguments.js";
import { nameOf } from "./option-names.js";
import { hasSubcommands, type Spelling } from "./subcommand-spellings.js";

/** An operand whose roles are not settled yet. */
export type Slot = Omit<OperandSlot, "roles">;

interface Doubted {
	readonly waiting: Map<string, { readonly spelling: Spelling; readonly place: number }[]>;
	readonly mayBe: Map<string, readonly string[]>;
}

export interface Draft {
	readonly program: Program;
	readonly args: readonly Word[];
	readonly options: FoundOption[];
	readonly operands: Slot[];
	readonly inner: Inner[];
	/** Commands behind options whose words get names put in once it is known what is looked for. */
	readonly filled: { readonly inner: number; readonly words: readonly Word[]; readonly before: number }[];
	/** The subcommand's full name, as far as it is certain. */
	subcommand: string | undefined;
	usage: Usage;
	style: Style;
	/** The words of the subcommand so far, as written. */
	typed: readonly string[];
	/** The next operand may be a word of the subcommand. */
	searching: boolean;
	/** Subcommands that may be meant besides what is certain. */
	readonly others: Set<Subcommand>;
	/** Once words were read in doubt: the spellings of subcommands by the word that they wait for, and what each word may stand for. */
	doubted: Doubted | undefined;
	open: boolean;
	strange: boolean;
	strangeSubcommand: boolean;
	/** Options have ended: what follows is operands. */
	ended: boolean;
	/** What follows can be read in more than one way. */
	doubtful: boolean;
}

export function beginDraft(program: Program, args: readonly Word[]): Draft {
	return {
		program,
		args,
		options: [],
		operands: [],
		inner: [],
		filled: [],
		subcommand: undefined,
		usage: program,
		style: program.style,
		typed: [],
		searching: hasSubcommands(program),
		others: new Set(),
		doubted: undefined,
		open: false,
		strange: false,
		strangeSubcommand: false,
		ended: false,
		doubtful: false,
	};
}

/** What is known of the words: of the subcommand's, where there is one, else of the program's. The others may hold instead. */
export function usagesOf(draft: Draft): readonly Usage[] {
	return draft.others.size === 0 ? [draft.usage] : [...new Set<Usage>([draft.usage, ...draft.others])];
}

/** The tables in which an option of this usage is looked up: its own, then the program's. */
export function tablesOf(draft: Draft, usage: Usage): readonly (readonly OptionFact[])[] {
	return usage === draft.program ? [usage.options] : [usage.options, draft.program.options];
}

/** Does a word look like an option to a program of this style? */
export function isOption(style: Style, program: Program, text: string): boolean {
	if (style === "none") return false;
	if (style === "find") return /^-[^0-9]/.test(text);
	if (style === "pairs" && /^[A-Za-z_][\w-]*=/.test(text)) return true;
	return text.length > 1 && (text.startsWith("-") || (program.plus === true && text.startsWith("+")));
}

/** May a word that can't be known be an option? A glob becomes the names of files, and those may begin with a dash. */
export function mayBeOption(style: Style, program: Program, word: Word): boolean {
	if (style === "none" || word.kind === "known") return false;
	if (style === "pairs") return true;
	if (word.kind === "unknown") return mayBeginAsOption(word, program.plus === true);
	if (word.plain) return false;
	return (program.plus ? /^[*?[{\\+-]/ : /^[*?[{\\-]/).test(word.pattern);
}

/** A word that surely begins as no option does is none: a number, `src/$x` in quotes. */
export function mayBeginAsOption(word: Word & { readonly kind: "unknown" }, plus: boolean): boolean {
	if (word.plain || word.digits || word.number) return false;
	if (word.words === "any") return true;
	return word.begins === undefined || (plus ? /^[-+]/ : /^-/).test(word.begins);
}

/** An option that a table lists. */
export function found(
	draft: Draft,
	fact: OptionFact,
	value: Word | undefined,
	index: number,
	sure = true,
	role?: Role,
): void {
	draft.options.push(
		whole<FoundOption>({ fact, name: nameOf(fact), value, role, sure: sure && !draft.doubtful, index }),
	);
}

/** `-f=FILE`: some programs (those with pflag, clap, argparse or popt) take the `=` away, and to others it belongs to the value. */
export function foundWithoutEquals(draft: Draft, fact: OptionFact, glued: string, index: number): void {
	if (/^=./s.test(glued)) found(draft, fact, known(glued.slice(1)), index, false);
}

/** An option that no table lists. */
export function unlisted(draft: Draft, name: string, value: Word | undefined, index: number, sure = true): void {
	draft.strange = true;
	draft.options.push(
		whole<FoundOption>({ fact: undefined, name, value, role: undefined, sure: sure && !draft.doubtful, index }),
	);
}

export function known(text: string): Word {
	return { kind: "known", text };
}
