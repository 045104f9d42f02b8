/**
 * What the readers of whole languages (Python, JavaScript) share: kinds of values that a name may stand for, of which each has one through all of the program.
 * `data` is inert: texts, numbers, lists and what comes out of them. All others may stand only where the reader knows what is done with them.
 */
import { doubt } from "./code-use.js";

export type Value =
	/** `words`: the texts of a list that holds nothing else. `keys`: the names in an object that was written out. `number`: a number as it was written. */
	| {
			readonly kind: "data";
			readonly text?: string;
			readonly words?: readonly string[];
			readonly keys?: readonly string[];
			readonly number?: string;
			readonly isTrue?: true;
	  }
	/** A function that computes, or one of the program's own: it takes data and gives data. */
	| { readonly kind: "pure" }
	/** What is reached through a module or an object of the language itself, by its dotted name. */
	| { readonly kind: "known"; readonly name: string }
	/** An open file, which was counted when it was opened. */
	| { readonly kind: "file" }
	/** A path that is known, or with `below` one of those that lie below it; `only`: one whose name fits this glob. */
	| { readonly kind: "path"; readonly text: string; readonly below?: true; readonly only?: string | undefined };

export const data: Value = { kind: "data" };

/** Names and what they stand for: the same all through the program. `counted`: what an earlier reading of the same program found. */
export class Names {
	readonly #values = new Map<string, Value>();
	readonly #sets = new Map<string, number>();
	readonly #counted: Names | undefined;

	constructor(counted?: Names) {
		this.#counted = counted;
	}

	/** It is only found out how often each name is set; texts are not known yet. */
	get isCounting(): boolean {
		return this.#counted === undefined;
	}

	get(name: string): Value | undefined {
		return this.#values.get(name);
	}

	set(name: string, value: Value): void {
		const before = this.#values.get(name);
		const isSame = before === undefined || (before.kind === value.kind && nameOf(before) === nameOf(value));
		if (!isSame && !(this.isCounting && value.kind === "path")) doubt(`\`${name}\` stands for several things`);
		this.#sets.set(name, (this.#sets.get(name) ?? 0) + 1);
		// A text that may have changed is none that is known.
		const isOnce = this.#counted !== undefined && this.#counted.#sets.get(name) === 1;
		this.#values.set(name, value.kind === "data" && !isOnce ? data : value);
	}
}

function nameOf(value: Value): string | undefined {
	switch (value.kind) {
		case "known":
			return value.name;
		case "path":
			return `${value.below === true}${value.only ?? ""}/${value.text}`;
		default:
			return undefined;
	}
}

/** The words as a shell takes them. */
export const quotedLine = (words: readonly string[]): string =>
	words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");

/** Is this the value of one of those variables that hold no secret? */
export function isOpenVariable(name: string): boolean {
	return /^(?:HOME|PATH|PWD|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TERM|TZ|TMPDIR|CI|NODE_ENV|PYTHONPATH|VIRTUAL_ENV|EDITOR|HOSTNAME|COLUMNS|LINES|DEBUG|PORT)$/.test(
		name,
	);
}

/** The same for each name of a list. */
export function each<T>(names: string, same: T): readonly [string, T][] {
	return names.split(" ").map((name) => [name, same]);
}
