/** What the arguments of a command are, read as its program reads them. */
import type { OptionFact, Program, Role, Style, Usage } from "../../knowledge/program.js";
import type { Word } from "../request.js";

/** An option found. */
export interface FoundOption {
	/** What is known of it; absent for an option that no table lists. */
	readonly fact?: OptionFact;
	/** Its name with dashes, as the table has it or as it was written. */
	readonly name: string;
	readonly value?: Word;
	/** What this value is, where it is not the option's first one. */
	readonly role?: Role;
	/** The reading is certain: the option is given. */
	readonly sure: boolean;
	/** Place of its word in the arguments. */
	readonly index: number;
}

/** A place among the operands. `sure`: one operand. `maybe`: an operand, or the value of the option before. `many`: any number of operands. */
export interface OperandSlot {
	readonly kind: "sure" | "maybe" | "many";
	readonly word: Word;
	/** The subcommand's full name, where the word is one. */
	readonly canonical?: string;
	/** The full names that it stands for where it is a subcommand's word, which can't be known. */
	readonly mayBe?: readonly string[];
	/** It may be something else than an operand: the value of an option that no table lists. */
	readonly doubtful?: true;
	/** What it is; everything that it may be, where readings differ. */
	readonly roles: readonly Role[];
	readonly index: number;
}

/** A command that a program runs, as far as its arguments show it. */
export type Inner =
	/** `elsewhere`: nobody knows in which folder. */
	| { readonly kind: "argv"; readonly words: readonly Word[]; readonly elsewhere?: true }
	| { readonly kind: "line"; readonly word: Word }
	| { readonly kind: "word"; readonly word: Word };

export interface Arguments {
	readonly program?: Program;
	/** `push`, `remote add`; absent where there is none or it can't be known. */
	readonly subcommand?: string;
	/** How the words were read: the subcommand's facts where there is one. */
	readonly usage?: Usage;
	/** All facts that may hold, that one among them: several where the subcommand can't be known, none for a program without facts. */
	readonly usages: readonly Usage[];
	readonly style?: Style;
	readonly options: readonly FoundOption[];
	readonly operands: readonly OperandSlot[];
	/** Words whose value can't be known stand where options can: any option may be given. */
	readonly open: boolean;
	/** An option is given that the program's table does not list. */
	readonly strange: boolean;
	/** The subcommand is one that no table lists, or it can't be known. */
	readonly strangeSubcommand: boolean;
	readonly inner: readonly Inner[];
	/** Folders that its paths and inner commands are relative to, each relative to the one before: `git -C DIR`. */
	readonly folders: readonly Word[];
	/** The words as they stand, for whoever asks what stands between options. */
	readonly words?: readonly Word[];
	/** An option is given with which nothing is done: `--help`. */
	readonly informs: boolean;
	/** What it reads as its input, where that is known. */
	readonly input?: Word;
}
