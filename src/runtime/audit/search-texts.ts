/**
 * Where many texts occur in another, found in one pass: Aho and Corasick, "Efficient string matching" (1975). A request may hold thousands of secrets, and
 * nobody else is served while they are looked for.
 */
import { joinedPlaces, type SecretPlace } from "./secret-texts.js";

/** A text that is looked for. */
export interface Wanted {
	/** What of it is secret. */
	readonly places: readonly SecretPlace[];
	/** It counts only where it stands as a word of its own. */
	readonly alone: boolean;
	/** Before a `…`, its beginning counts as well. */
	readonly cut: boolean;
}

/** Where the secrets of a text are; undefined where finding out takes too long. */
export type Search = (text: string) => readonly SecretPlace[] | undefined;

/** A search for all these texts; each is found nowhere but where it is too much to look for. */
export function searchFor(wanted: ReadonlyMap<string, readonly Wanted[]>): Search {
	let length = 0;
	for (const text of wanted.keys()) length += text.length;
	if (length === 0) return () => [];
	if (length > mostWanted) return () => undefined;
	const states = statesOf(wanted);
	return (text) => placesIn(text, states);
}

/** Characters of all the texts that are looked for. */
const mostWanted = 300_000;
/** Steps through what ends at the same place. */
const mostSteps = 3_000_000;
/** Characters of a beginning that is taken for that of a secret. */
const shortestBeginning = 3;

interface States {
	/** From a state, by a character. */
	readonly next: ReadonlyMap<number, number>;
	/** The state of the longest end of what was read that something begins with, too. */
	readonly fallback: readonly number[];
	readonly depth: readonly number[];
	readonly found: readonly (readonly Wanted[] | undefined)[];
	/** The nearest state by way of fallbacks at which something was found; 0: none. */
	readonly shorter: readonly number[];
	/** The nearest state, this one first, that is the beginning of what may be cut; 0: none. */
	readonly beginning: readonly number[];
}

function statesOf(wanted: ReadonlyMap<string, readonly Wanted[]>): States {
	const next = new Map<number, number>();
	const parent = [0];
	const depth = [0];
	const found: (readonly Wanted[] | undefined)[] = [undefined];
	const isCut = [false];
	const by = [0];
	for (const [text, meanings] of wanted) {
		const cut = meanings.some((one) => one.cut);
		let state = 0;
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			let to = next.get(state * 65_536 + code);
			if (to === undefined) {
				to = parent.length;
				next.set(state * 65_536 + code, to);
				parent.push(state);
				depth.push(at + 1);
				by.push(code);
				found.push(undefined);
				isCut.push(false);
			}
			state = to;
			if (cut && at < text.length - 1) isCut[state] = true;
		}
		if (state > 0) found[state] = meanings;
	}
	const fallback = parent.map(() => 0);
	const shorter = parent.map(() => 0);
	const beginning = parent.map(() => 0);
	const nearestFirst = depth.map((_, state) => state).sort((a, b) => (depth[a] as number) - (depth[b] as number));
	for (const state of nearestFirst) {
		if (state === 0) continue;
		if ((depth[state] as number) > 1)
			fallback[state] = stepped(next, fallback, fallback[parent[state] as number] as number, by[state] as number);
		const behind = fallback[state] as number;
		shorter[state] = found[behind] === undefined ? (shorter[behind] as number) : behind;
		beginning[state] = isCut[state] ? state : (beginning[behind] as number);
	}
	return { next, fallback, depth, found, shorter, beginning };
}

function stepped(next: ReadonlyMap<number, number>, fallback: readonly number[], from: number, code: number): number {
	for (let state = from; ; state = fallback[state] as number) {
		const to = next.get(state * 65_536 + code);
		if (to !== undefined) return to;
		if (state === 0) return 0;
	}
}

function placesIn(text: string, states: States): readonly SecretPlace[] | undefined {
	const { next, fallback, depth, found, shorter, beginning } = states;
	const all: SecretPlace[] = [];
	let state = 0;
	let steps = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === ellipsis) {
			const begun = depth[beginning[state] as number] as number;
			if (begun >= shortestBeginning) all.push({ start: at - begun, end: at });
		}
		state = stepped(next, fallback, state, code);
		for (let here = state; here > 0; here = shorter[here] as number) {
			if (++steps > mostSteps) return undefined;
			const start = at + 1 - (depth[here] as number);
			for (const { places, alone } of found[here] ?? [])
				if (!alone || isAlone(text, start, at + 1))
					for (const place of places) all.push({ start: start + place.start, end: start + place.end });
		}
	}
	return joinedPlaces(all);
}

const ellipsis = "…".charCodeAt(0);

function isAlone(text: string, start: number, end: number): boolean {
	return isEdge(text[start - 1]) && isEdge(text[end]);
}

function isEdge(character: string | undefined): boolean {
	return character === undefined || /[\s'"`;|&()<>=,:…]/.test(character);
}
