/** What is said of a lint: its name, its family, its level, what it may be told. */

import type { Severity } from "../../language/diagnostic/diagnostic.js";

/** What a lint is about. */
export type Family =
	| "anomalies"
	| "breadth"
	| "attacks"
	| "agents"
	| "nudges"
	| "paths"
	| "references"
	| "text"
	| "tests"
	| "performance"
	| "hygiene"
	| "style";

export const families: readonly Family[] = [
	"anomalies",
	"breadth",
	"attacks",
	"agents",
	"nudges",
	"paths",
	"references",
	"text",
	"tests",
	"performance",
	"hygiene",
	"style",
];

/** What a configuration may say to a lint, by its name: a number that counts, a truth value, a text, or texts. The values are the defaults. */
export type Options = Readonly<Record<string, number | boolean | string | readonly string[]>>;

export interface LintDescription<O extends Options = Options> {
	/** Names the fault: `unreachable-rule`. */
	readonly name: string;
	/** What it is put to: a policy without errors, texts, or the ignores of other findings. */
	readonly looksAt: "policy" | "text" | "ignores";
	readonly family: Family;
	/** Its level where no configuration says another; `off`: only who asks for it gets it. */
	readonly severity: LintLevel;
	/** One sentence for lists, which stands on its page as well. */
	readonly summary: string;
	/** The sort of fixes that it offers, if any: a `safe` one changes no decision. */
	readonly fixes?: "safe" | "unsafe" | "both";
	/** What catalogues call it: `CWE-78`, `T1059`, `ASI05`. A plugin says its own here; those of ours stand in `tags.ts`. */
	readonly tags?: readonly string[];
	/** What `rules lint --explain` shows, in Markdown; the pages on our own lints are files, and a plugin brings its own. */
	readonly page?: string;
	/** It finds what is missing, or what other statements make of something: where a part of the policy can't be read, only what that part can't concern is told. */
	readonly needsWhole?: true;
	/** What `bylaw.config.yaml` may set, with its defaults: `{ most: 200 }`. */
	readonly options?: O;
}

export type LintLevel = Severity | "off";
