/** What a script is written with: chance, how deep and how odd it may become, and the here-documents that are still to come. */
import type { Dice } from "./dice.js";
import type { Shell } from "./run-in-bash.js";

export interface Writer extends Dice {
	readonly shell: Shell;
	/** A weight for what only bash takes: in scripts for dash it is rare. */
	readonly bash: number;
	/** How much deeper constructs may go. */
	readonly depth: number;
	/** A weight for what a careful reader refuses. Most scripts have none of it: what is refused is never held against a shell. */
	readonly wild: number;
	/** How likely odd spellings are. */
	readonly odd: number;
	/** Bodies of here-documents that begin at the next line break. */
	readonly bodies: string[];
	readonly shared: { count: number; readonly functions: string[] };
	/** Functions that are not called here, inside of themselves: they would never end. */
	readonly banned: readonly string[];
}

export function newWriter(roll: Dice, shell: Shell): Writer {
	const wild = roll.chance(0.25) ? 1 : 0;
	return {
		...roll,
		shell,
		bash: shell === "bash" ? 1 : 0.1,
		depth: roll.pick([1, 2, 2, 3, 3, 4]),
		wild,
		odd: roll.pick(wild ? [0.05, 0.1, 0.3] : [0, 0, 0, 0.02, 0.05, 0.15]),
		bodies: [],
		shared: { count: 0, functions: [] },
		banned: [],
	};
}

/** Inside of a construct. */
export function deeper(writer: Writer): Writer {
	return { ...writer, depth: writer.depth - 1 };
}

/** Inside of a text of its own, where its here-documents end. */
export function apart(writer: Writer): Writer {
	return { ...writer, depth: writer.depth - 1, bodies: [] };
}

/** A word by which a command is told from all others. */
export function unique({ shared }: Writer): string {
	return `u${shared.count++}`;
}

/** Between words that need something between them. */
export function blank({ chance, odd, pick }: Writer): string {
	return chance(odd) ? pick(["\t", "  ", " \\\n ", " \\\n", "\\\n ", " \t "]) : " ";
}

/** Where nothing needs to stand. */
export function gap(writer: Writer): string {
	return writer.chance(0.1 + writer.odd) ? "" : blank(writer);
}

export function lineBreak({ chance, wild, bodies }: Writer): string {
	return `${chance(wild / 20) ? "\r" : ""}\n${bodies.splice(0).join("")}`;
}

/** What ends a text: the bodies that are still to come. Rarely they are left out, and a here-document has no end. */
export function flush(writer: Writer): string {
	if (writer.bodies.length === 0) return "";
	if (!writer.chance(0.03)) return lineBreak(writer);
	writer.bodies.length = 0;
	return "";
}
