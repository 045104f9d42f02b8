/** Scripts repeat what they did a moment ago: equal commands of one request are decided once. */

import type { Span } from "../../language/source/span.js";
import type { ReadCommand } from "../effects/commands.js";
import { remembered } from "../records/remembered.js";
import type { Command, Redirect, Variable, Way, Word } from "../request/request.js";
import { answered, type CommandDecision } from "./decision.js";

/** A command that was decided. */
interface Decided {
	readonly read: ReadCommand;
	readonly decision: CommandDecision;
}

/** Of those with the same words so many are kept: scripts repeat what they did a moment ago. */
const mostKept = 16;

/** Finds what was decided of an equal command, and takes down what is new. */
export function memory(): { find(read: ReadCommand): CommandDecision | undefined; keep(one: Decided): void } {
	const kept = new Map<string, Decided[]>();
	return {
		find: (read) => kept.get(wordsOf(read))?.find((one) => isEqual(one.read, read))?.decision,
		keep: (one) => {
			const others = remembered(kept, wordsOf(one.read), () => []);
			if (others.push(one) > mostKept) others.shift();
		},
	};
}

/** Equal for equal words; others are compared. */
function wordsOf({ command: { program, args } }: ReadCommand): string {
	let words = textOf(program);
	for (const word of args) words += `\0${textOf(word)}`;
	return words;
}

const textOf = (word: Word): string =>
	word.kind === "known" ? word.text : word.kind === "unknown" ? word.source : word.pattern;

/** Are the two alike in all that a decision depends on, besides what is the same for the whole request? */
function isEqual(one: ReadCommand, other: ReadCommand): boolean {
	return isEqualIn(ofRead, one, other) && isEqualIn(ofCommand, one.command, other.command);
}

/** How each field of a record is compared: a field that is added does not compile until somebody says how. */
type Comparisons<T> = { readonly [Name in keyof T]-?: (one: T[Name], other: T[Name]) => boolean };

function isEqualIn<T>(comparisons: Comparisons<T>, one: T, other: T): boolean {
	for (const name in comparisons) if (!comparisons[name](one[name], other[name])) return false;
	return true;
}

const always = (): boolean => true;
const areWords = (some: readonly Word[], others: readonly Word[]): boolean => areEqual(some, others, isEqualWord);
const areWays = (some: readonly Way[], others: readonly Way[]): boolean => areEqual(some, others, areWords);
const areValues = isEqualOrNone(isEqualWord);

const ofCommand: Comparisons<Command> = {
	program: isEqualWord,
	args: areWords,
	redirects: (some, others) => areEqual(some, others, isEqualRedirect),
	assignments: (some, others) => areEqual(some, others, isEqualVariable),
	input: areValues,
	// What another command hands to it may be all that matters.
	from: Object.is,
	ways: isEqualOrNone(areWays),
	via: (one, other) => (one === undefined) === (other === undefined),
	within: Object.is,
	call: Object.is,
	span: always,
};

const ofRead: Comparisons<ReadCommand> = {
	// Compared by its own fields, of which the arguments are made.
	command: always,
	args: always,
	ways: areWays,
	syntax: (some, others) => areEqual(some, others, Object.is),
	unseen: Object.is,
	sends: Object.is,
	covered: Object.is,
};

function isEqualOrNone<T>(isSame: (one: T, other: T) => boolean): (one?: T, other?: T) => boolean {
	return (one, other) => (one === undefined || other === undefined ? one === other : isSame(one, other));
}

function areEqual<T>(some: readonly T[], others: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
	if (some === others) return true;
	if (some.length !== others.length) return false;
	for (let at = 0; at < some.length; at++) if (!isSame(some[at] as T, others[at] as T)) return false;
	return true;
}

function isEqualRedirect(one: Redirect, other: Redirect): boolean {
	return one.access === other.access && isEqualWord(one.target, other.target);
}

function isEqualVariable(one: Variable, other: Variable): boolean {
	return one.name === other.name && areValues(one.value, other.value);
}

function isEqualWord(one: Word, other: Word): boolean {
	switch (one.kind) {
		case "known":
			return other.kind === "known" && one.text === other.text;
		case "globbed":
			return (
				other.kind === "globbed" &&
				one.pattern === other.pattern &&
				one.plain === other.plain &&
				Object.is(one.below?.name, other.below?.name) &&
				(one.below === undefined) === (other.below === undefined)
			);
		case "unknown":
			return (
				other.kind === "unknown" &&
				one.source === other.source &&
				one.words === other.words &&
				one.begins === other.begins &&
				one.digits === other.digits &&
				one.plain === other.plain &&
				one.commit === other.commit
			);
	}
}

/** The same decision for an equal command that stands elsewhere. */
export function movedTo(decision: CommandDecision, span: Span, via: number | undefined): CommandDecision {
	const { argv, effect, code, rules, use, doubt, note } = decision;
	const moved = answered({ argv, span, via }, effect, code, rules, () => decision.message, use, doubt);
	if (note !== undefined) moved.note = note;
	return moved;
}
