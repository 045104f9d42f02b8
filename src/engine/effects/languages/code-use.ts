/**
 * What a text in a little language (sed, awk, jq) does beyond turning its input into its output.
 * The readers here either understand a text for certain or say why not; nothing is run, and a guess is never made.
 */

/**
 * `read`: the text is understood, and beyond its input and output it does this and nothing else; every name is literal, as the text has it.
 * `runs`: lines for `sh`. `environment`: it looks at environment variables. `network`: it opens connections.
 */
export type CodeUse =
	| {
			readonly kind: "read";
			readonly reads: readonly string[];
			readonly writes: readonly string[];
			readonly runs: readonly string[];
			/** Folders of which files are read that lie below them, of which nobody knows more than a glob that their names fit. */
			readonly below?: readonly FilesBelow[];
			/** Files and folders that are taken away, with all below them. */
			readonly deletes?: readonly string[];
			/** A file of the working folder may stand in for what it names. */
			readonly mayRunFiles?: true;
			readonly environment?: true;
			/** What it shows of the environment may be a secret. */
			readonly secrets?: true;
			readonly network?: true;
	  }
	| { readonly kind: "unclear"; readonly why: string };

interface FilesBelow {
	readonly folder: string;
	readonly only?: string | undefined;
}

/** What a reader has found so far. */
export interface FoundEffects {
	readonly reads: Set<string>;
	readonly below: FilesBelow[];
	readonly writes: Set<string>;
	readonly runs: Set<string>;
	readonly deletes: Set<string>;
	mayRunFiles: boolean;
	environment: boolean;
	secrets: boolean;
	network: boolean;
}

/** No text of an everyday command line is as long; what is longer is not looked at. */
const longest = 65_536;

/** Blocks and parentheses deeper than this are not followed. */
export const deepest = 50;

/** What the texts do, as `read` finds out; unclear where it stops with `doubt`. */
export function codeUse(texts: readonly string[], read: (found: FoundEffects) => void): CodeUse {
	const length = texts.reduce((sum, text) => sum + text.length, 0);
	if (length > longest) return { kind: "unclear", why: `the code is longer than ${longest} characters` };
	const found = newFound();
	try {
		read(found);
	} catch (fault) {
		if (fault instanceof Doubt) return { kind: "unclear", why: fault.why };
		throw fault;
	}
	return {
		kind: "read",
		reads: [...found.reads],
		writes: [...found.writes],
		runs: [...found.runs],
		...(found.below.length > 0 ? { below: found.below } : {}),
		...(found.deletes.size > 0 ? { deletes: [...found.deletes] } : {}),
		...(found.mayRunFiles ? { mayRunFiles: true } : {}),
		...(found.environment ? { environment: true } : {}),
		...(found.secrets ? { secrets: true } : {}),
		...(found.network ? { network: true } : {}),
	};
}

/** What fits a sticky expression at a place. */
export function matchAt(form: RegExp, text: string, at: number): string | undefined {
	form.lastIndex = at;
	return form.exec(text)?.[0];
}

export function newFound(): FoundEffects {
	return {
		reads: new Set(),
		below: [],
		writes: new Set(),
		runs: new Set(),
		deletes: new Set(),
		mayRunFiles: false,
		environment: false,
		secrets: false,
		network: false,
	};
}

/** Stops a reader: what the text does is not certain. */
export function doubt(why: string): never {
	throw new Doubt(why);
}

/** It is no `Error`: nobody looks at the stack of one, and to note it down takes longer than to read the text. */
class Doubt {
	constructor(readonly why: string) {}
}
