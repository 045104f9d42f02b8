/**
 * What may stand where a cursor is: the same for both notations. It is worked out from what stands before the cursor, since what is being typed
 * can seldom be read as a whole.
 */
import type { ClauseOfForm } from "../../../language/policy/clauses.js";
import type { SettingKeyword } from "../../../language/policy/settings.js";
import type { ClaimKeyword, ClauseKeyword, RuleKeyword } from "../../../language/syntax/statements.js";

export type Block = "file" | "body" | "program";

/** Which statement a clause or a pattern belongs to. */
export type Host = RuleKeyword | ClaimKeyword | "set";

export type Wanted =
	/** A statement begins; `modifier`: behind `locked` or `override`. */
	| { readonly kind: "statement"; readonly block: Block; readonly modifier?: "locked" | "override" }
	/** A program begins a pattern. `access`: `reads of` may stand first. */
	| { readonly kind: "program"; readonly access: boolean }
	/** A further word of a pattern: subcommands, options. */
	| { readonly kind: "word"; readonly words: readonly string[] }
	/** Sets that a word of a pattern may be. */
	| { readonly kind: "word-set" }
	/** An option of one of these programs, each with the words behind it. */
	| { readonly kind: "option"; readonly patterns: readonly (readonly string[])[] }
	/** A clause of this statement, which has these already. */
	| { readonly kind: "clause"; readonly host: Host; readonly has: readonly ClauseKeyword[] }
	| { readonly kind: "path" }
	| { readonly kind: "host" }
	| { readonly kind: "power"; readonly of: ClauseOfForm<"powers"> | "program" }
	| { readonly kind: "tool" }
	/** The name of a fact. */
	| { readonly kind: "fact" }
	| { readonly kind: "effect"; readonly of: "expect" | "claim" }
	| { readonly kind: "agent" }
	/** Something behind the keyword of a setting, and behind these words. */
	| { readonly kind: "setting"; readonly keyword: SettingKeyword; readonly words: readonly string[] }
	| { readonly kind: "import" }
	| { readonly kind: "rule" }
	| { readonly kind: "lint" }
	/** One of these words. */
	| { readonly kind: "words"; readonly words: readonly string[] }
	/** The keys of a mapping in YAML: words that are no statement's. */
	| { readonly kind: "keys"; readonly keys: readonly string[] };

/** Where the cursor is: what may stand there, and where the word begins that is being typed. */
export interface Cursor {
	readonly wanted: readonly Wanted[];
	readonly start: number;
	/** Keys are written with a colon. */
	readonly yaml: boolean;
}

/** The end of a `# lint-ignore` comment in which names of lints stand. */
export const ignoring = /#\s*lint-ignore(?:-file|-begin|-end)?\s+(?:[\w-]+\s*,\s*)*([\w-]*)$/;
