/** What the background finds out about a policy, and how it is asked: plain data that passes between threads. */
import type { Fix, Severity } from "../../language/diagnostic/diagnostic.js";
import type { Stretch } from "./reading/places.js";

/** A place in any file, in lines and columns as well: the other side may have another text by then. */
export interface Elsewhere extends Stretch {
	readonly path: string;
	readonly from: { readonly line: number; readonly character: number };
	readonly to: { readonly line: number; readonly character: number };
	readonly message: string;
}

/** A fault in the file that was asked about. The spans of its fix name paths. */
export interface EditorFinding extends Stretch {
	readonly code: string;
	readonly severity: Severity;
	readonly message: string;
	readonly labels: readonly Elsewhere[];
	readonly help?: string;
	readonly witness?: string;
	readonly fix?: Fix;
	/** Reading found it: reading again tells whether it still stands. */
	readonly reading: boolean;
}

/** A rule and the expectations that it decides. */
export interface Decided extends Stretch {
	readonly count: number;
}

/** How an expectation is answered, for each agent in a line. */
export interface Answer extends Stretch {
	readonly lines: readonly string[];
}

/** Everything about one file as the root of a policy. */
export interface Checked {
	readonly text: string;
	readonly findings: readonly EditorFinding[];
	readonly decided: readonly Decided[];
	readonly answers: readonly Answer[];
	/** How many expectations the policy has. */
	readonly expectations: number;
}

/** What a rule covers, each in a sentence. */
export interface Covered {
	readonly lines: readonly string[];
}

/** A finding whose help may promise what can be done. */
export type Promising = Pick<EditorFinding, "code" | "start" | "end" | "help">;

/** What helps promise, each tried: in the text that was asked about. `of`: which of the findings. */
export interface Mended {
	readonly text: string;
	readonly fixes: readonly { readonly of: number; readonly fix: Fix }[];
}

/** What a lens is about: a statement of a file, or all of the file. */
export interface LensSubject {
	readonly about: "file" | "block" | "tests" | "rule" | "test";
	/** Where the statement begins. */
	readonly start: number;
}

/** What stands above a statement, and what is told when somebody asks for more. */
export interface Lens {
	readonly title: string;
	readonly text: string;
	/** Where to go: the first test that fails. */
	readonly at?: Elsewhere;
}

export type Question =
	/** `plugins`: code that the workspace's configuration names may run. */
	| { readonly kind: "check"; readonly path: string; readonly workspace: string; readonly plugins: boolean }
	| { readonly kind: "cover"; readonly path: string; readonly start: number }
	| {
			readonly kind: "mend";
			readonly path: string;
			readonly plugins: boolean;
			readonly findings: readonly Promising[];
			/** Ways are tried for so long. Milliseconds. */
			readonly patience: number;
	  }
	| ({ readonly kind: "lens"; readonly path: string; readonly workspace: string } & LensSubject);

/** What answers each kind of question. */
export interface Answers {
	readonly check: Checked;
	readonly cover: Covered;
	readonly lens: Lens;
	readonly mend: Mended;
}

/** To the background: a text that an editor holds (none: it let go of it), or a question. */
export type Asked =
	| { readonly kind: "text"; readonly path: string; readonly text?: string }
	| { readonly kind: "question"; readonly id: number; readonly question: Question };

/** From the background. Without an answer there is none: the file is gone, or something went wrong. */
export interface Answered {
	readonly id: number;
	readonly answer?: Answers[keyof Answers] | undefined;
	readonly fault?: string;
}
