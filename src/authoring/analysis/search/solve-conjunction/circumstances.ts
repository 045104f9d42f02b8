/**
 * The circumstances in which all conditions on them are as asked: values of facts, and a time. They are free: whatever value a fact can have, somebody may have it.
 * One fact has one value for the whole question, whoever's rule names it. A further sort of condition that no word of the command answers (what happened before)
 * gets its values here, as a part of the witness.
 */
import { type Circumstances, factHolds, isBefore } from "../../../../engine/decide/evaluate/circumstances.js";
import type { Truth } from "../../../../engine/decide/evaluate/truth.js";
import {
	type Dates,
	datesOf,
	endOf,
	isMomentFact,
	timesOf,
	wallTime,
} from "../../../../language/policy/clauses/facts/moments.js";
import type { Test } from "../../../../language/policy/test.js";
import { questionKey } from "../../past/past-tests.js";
import type { Witness } from "../../witness.js";
import { holdsWord } from "../../words/positions.js";
import { shortestWord, type Wanted } from "../../words/shortest-word.js";
import type { Budget } from "../../words/word-search.js";
import { wordSetOfAny } from "../../words/word-set.js";
import type { Atom, Literal } from "../literal.js";
import { contradictsItself } from "./past-order.js";

/** What of a witness is no word of it. */
export type WitnessCircumstances = Pick<Witness, "facts" | "at" | "past">;

export type CircumstanceAtom = Atom & { readonly kind: "fact" | "until" };

type CircumstanceLiteral = Pick<Literal, "wanted" | "mayBe" | "side"> & { readonly atom: CircumstanceAtom };

/** Is it no word of the command that answers it? */
export function isCircumstance(test: Test): test is CircumstanceAtom {
	return test.kind === "fact" || test.kind === "until";
}

/** Circumstances in which these are as asked. `zoneOf`: of each side. */
export function circumstancesFor(
	literals: Iterable<Literal>,
	zoneOf: (side: number) => string,
	budget: Budget,
): WitnessCircumstances | "none" | "unsettled" {
	const byFact = new Map<string, CircumstanceLiteral[]>();
	const moments: CircumstanceLiteral[] = [];
	const past: Record<string, "yes" | "no"> = {};
	for (const { atom, wanted, mayBe, side } of literals) {
		// Who will say yes nobody can prove: a question for people stays one.
		if (atom.kind === "past" && atom.asks.kind === "consent") {
			if (wanted) return "none";
			continue;
		}
		if (atom.kind === "past") {
			const key = questionKey(atom.asks);
			const says = wanted ? "yes" : "no";
			if (past[key] !== undefined && past[key] !== says) return "none";
			past[key] = says;
		}
		if (!isCircumstance(atom)) continue;
		const own = { atom, wanted, mayBe, side };
		if (atom.kind === "until" || isMomentFact(atom.fact)) moments.push(own);
		else {
			const list = byFact.get(atom.fact);
			if (list === undefined) byFact.set(atom.fact, [own]);
			else list.push(own);
		}
	}
	if (contradictsItself(past)) return "none";
	const happened = Object.keys(past).length === 0 ? {} : { past };
	if (byFact.size === 0 && moments.length === 0) return happened;
	const facts: Record<string, string | null> = {};
	for (const [name, asked] of byFact) {
		const value = valueFor(asked, budget);
		if (value === "none" || value === "unsettled") return value;
		if (value.known !== undefined) facts[name] = value.known;
	}
	const moment = moments.length === 0 ? undefined : momentFor(moments, zoneOf);
	if (moment === "none" || moment === "unsettled") return moment;
	return {
		...happened,
		...(Object.keys(facts).length === 0 ? {} : { facts }),
		...(moment?.at === undefined ? {} : { at: moment.at }),
	};
}

/** A value of one fact; where none will do, that there is none, or that it can't be known. */
function valueFor(
	literals: readonly CircumstanceLiteral[],
	budget: Budget,
): { readonly known?: string | null } | "none" | "unsettled" {
	const wanted = literals.flatMap(({ atom, wanted }) =>
		atom.kind === "fact" ? [{ set: wordSetOfAny(atom.values), inside: wanted }] : [],
	);
	const found = shortestWord(wanted, budget);
	if (found.kind === "word") return { known: readable(found.text, wanted) };
	if (found.kind === "unsettled") return "unsettled";
	if (literals.every((one) => !one.wanted)) return { known: null };
	return literals.every(({ mayBe }) => mayBe) ? {} : "none";
}

/** `release/x` says more to people than `release/`. */
function readable(text: string, wanted: readonly Wanted[]): string {
	if (/[\p{L}\p{N}]$/u.test(text)) return text;
	const longer = `${text}x`;
	return wanted.every(({ set, inside }) => holdsWord(set, longer) === inside) ? longer : text;
}

/** A moment at which all of these are as asked. Between two of the moments that are tried, nothing that they ask for changes. */
function momentFor(
	literals: readonly CircumstanceLiteral[],
	zoneOf: (side: number) => string,
): { readonly at?: string } | "none" | "unsettled" {
	const zones = new Set(literals.map(({ side }) => zoneOf(side)));
	let left = mostMoments;
	for (const zone of zones)
		for (const at of momentsIn(zone, literals)) {
			if (--left < 0) return "unsettled";
			if (literals.every((one) => isMet(truthAt(one.atom, at, zoneOf(one.side)), one))) return { at: momentText(at) };
		}
	return literals.every(({ mayBe }) => mayBe) ? {} : "none";
}

const mostMoments = 20_000;

/** `2026-12-31T16:00Z`: all that is asked for are minutes. */
function momentText(at: number): string {
	return new Date(at).toISOString().replace(/:00\.000Z$/, "Z");
}

function truthAt(atom: CircumstanceAtom, at: number, zone: string): Truth {
	const circumstances: Circumstances = { fact: () => undefined, now: () => at, zone };
	return atom.kind === "until" ? isBefore(atom.date, circumstances) : factHolds(atom, circumstances);
}

function isMet(truth: Truth, { wanted, mayBe }: CircumstanceLiteral): boolean {
	return truth === (wanted ? "yes" : "no") || (mayBe && truth === "unknown");
}

/** Seven days behind each date at which something begins or ends, and behind one before all of them: on each, every time at which something begins or ends. */
function* momentsIn(zone: string, literals: readonly CircumstanceLiteral[]): Generator<number, void> {
	const dates = new Set<string>();
	const minutes = new Set<number>([noon, 0]);
	for (const { atom } of literals) {
		if (atom.kind === "until") {
			const end = endOf(atom.date);
			if (end === undefined) continue;
			const local = "instant" in end ? localOf(end.instant, zone) : end.local;
			if (local === undefined) continue;
			dates.add(local.slice(0, 10));
			dates.add(dayBehind(local.slice(0, 10), 1));
			minutes.add((Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))) % dayLong);
			continue;
		}
		for (const value of atom.values) {
			const text = "text" in value ? value.text : "";
			const times = atom.fact === "time" ? timesOf(text) : undefined;
			if (times !== undefined) for (const one of [times.from, times.to]) minutes.add(one % dayLong);
			const range: Dates | undefined = atom.fact === "date" ? datesOf(text) : undefined;
			if (range !== undefined) for (const one of [range.from, dayBehind(range.to, 1)]) dates.add(one);
		}
	}
	const first = [...dates].sort()[0];
	for (const date of [first === undefined ? someMonday : dayBehind(first, -8), ...dates])
		for (let day = 0; day < 7; day++)
			for (const minute of minutes) {
				const at = instantOf(dayBehind(date, day), minute, zone);
				if (at !== undefined) yield at;
			}
}

const dayLong = 24 * 60;
const noon = 12 * 60;
const someMonday = "2026-01-05";

function dayBehind(date: string, days: number): string {
	return new Date(Date.parse(`${date}T00:00Z`) + days * dayLong * 60_000).toISOString().slice(0, 10);
}

function localOf(at: number, zone: string): string | undefined {
	const wall = wallTime(at, zone);
	if (wall === undefined) return undefined;
	const two = (value: number): string => String(value).padStart(2, "0");
	return `${wall.date}T${two(Math.floor(wall.minutes / 60))}:${two(wall.minutes % 60)}`;
}

/** When the clocks of a zone show this. */
function instantOf(date: string, minutes: number, zone: string): number | undefined {
	const asked = Date.parse(`${date}T00:00Z`) + minutes * 60_000;
	let at = asked;
	for (let round = 0; round < 2; round++) {
		const shown = localOf(at, zone);
		if (shown === undefined) return undefined;
		at += asked - Date.parse(`${shown}Z`);
	}
	return at;
}
