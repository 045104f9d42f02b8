/** What one condition says of another: that it follows, or that it can't be. Sound, and not complete: the search finds what is missed here. */

import { endOf, isMomentFact } from "../../../language/policy/clauses/facts/moments.js";
import type { HostPattern, PathPattern, WordPattern } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { OtherNames } from "../programs/other-names.js";
import { contains } from "../words/containment.js";
import { hasWord } from "../words/shortest-word.js";
import { wordSetOf, wordSetOfAny } from "../words/word-set.js";
import { areHostsApart, isHostInside } from "./host-patterns.js";
import type { Atom, Literal } from "./literal.js";

/** Given the literal, does the atom hold? Undefined where that is open. */
export function impliedBy({ atom: known, wanted, mayBe, others }: Literal, atom: Atom): boolean | undefined {
	if (known.kind !== atom.kind) return wanted && !mayBe && excludesHosts(known, atom) ? false : undefined;
	if (wanted) return isInside(known, atom) ? true : areApart(known, atom, others) ? false : undefined;
	return isInside(atom, known) ? false : undefined;
}

/** Whatever meets the first meets the second. */
function isInside(inner: Atom, outer: Atom): boolean {
	switch (inner.kind) {
		case "operands":
			return outer.kind === "operands" && operandsInside(inner, outer);
		case "option":
			return (
				outer.kind === "option" &&
				inner.name === outer.name &&
				(outer.value === undefined || (inner.value !== undefined && wordInside(inner.value, outer.value)))
			);
		case "only-options":
			return outer.kind === "only-options" && isSubset(inner.names, outer.names);
		case "uses-power":
			return outer.kind === "uses-power" && isSubset(inner.powers, outer.powers);
		case "powers-within":
			return (
				outer.kind === "powers-within" &&
				(outer.powers === "everything" ||
					(inner.powers !== "everything" &&
						isSubset(inner.powers, outer.powers) &&
						isSubset(inner.options, outer.options)))
			);
		case "paths-within":
			return (
				outer.kind === "paths-within" &&
				(inner.access === outer.access || inner.access === "any") &&
				pathsInside(inner.paths, outer.paths)
			);
		case "paths-touching":
			return (
				outer.kind === "paths-touching" &&
				(inner.access === outer.access || outer.access === "any") &&
				pathsInside(inner.paths, outer.paths)
			);
		case "fact":
			return outer.kind === "fact" && inner.fact === outer.fact && valuesInside(inner, outer);
		case "until":
			return outer.kind === "until" && endsBefore(inner.date, outer.date);
		case "hosts-within":
			return (
				outer.kind === "hosts-within" &&
				(inner.named === true || outer.named !== true) &&
				hostsInside(inner.hosts, outer.hosts)
			);
		case "hosts-reaching":
			return outer.kind === "hosts-reaching" && hostsInside(inner.hosts, outer.hosts);
		case "program":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
			return false;
	}
}

type FactAtom = Atom & { readonly kind: "fact" };

/** Of times, days and dates only what is written alike is looked at. */
function valuesInside({ fact, values }: FactAtom, { values: others }: FactAtom): boolean {
	const isPlain = isMomentFact(fact);
	return values.every((one) =>
		others.some((other) =>
			isPlain ? "text" in one && "text" in other && one.text === other.text : wordInside(one, other),
		),
	);
}

/** No value is one of both. */
function haveNoValue(one: FactAtom, other: FactAtom): boolean {
	if (one.fact !== other.fact || isMomentFact(one.fact)) return false;
	const wanted = [one, other].map(({ values }) => ({ set: wordSetOfAny(values), inside: true }));
	return hasWord(wanted, { left: enough }) === "none";
}

/** In one zone. */
function endsBefore(one: string, other: string): boolean {
	const [inner, outer] = [endOf(one), endOf(other)];
	if (inner === undefined || outer === undefined) return false;
	if ("local" in inner) return "local" in outer && inner.local <= outer.local;
	return "instant" in outer && inner.instant <= outer.instant;
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
	return some.every((one) => all.includes(one));
}

/** Nothing is taken out of the outer list, and all that the inner one adds is said in it. */
function hostsInside(inner: readonly HostPattern[], outer: readonly HostPattern[]): boolean {
	return (
		outer.every((one) => !one.negated) &&
		inner.every((one) => one.negated || outer.some((other) => isHostInside(one, other)))
	);
}

/** All hosts are among these, and none of these is among those; or one is among those, so that not all are among these. */
function excludesHosts(known: Atom, atom: Atom): boolean {
	const [within, reaching] =
		known.kind === "hosts-within" && atom.kind === "hosts-reaching"
			? [known, atom]
			: known.kind === "hosts-reaching" && atom.kind === "hosts-within"
				? [atom, known]
				: [];
	if (within === undefined || reaching === undefined) return false;
	const added = (hosts: readonly HostPattern[]): readonly HostPattern[] => hosts.filter(({ negated }) => !negated);
	return added(within.hosts).every((one) => added(reaching.hosts).every((other) => areHostsApart(one, other)));
}

/** Nothing is taken out of the outer list, and all that the inner one adds lies in it. The lists of a policy are few, and each is held against the others again and again. */
function pathsInside(inner: readonly PathPattern[], outer: readonly PathPattern[]): boolean {
	if (outer.length * inner.length < long) return listInside(inner, outer);
	const known = insideOf.get(outer) ?? new WeakMap<readonly PathPattern[], boolean>();
	insideOf.set(outer, known);
	const found = known.get(inner) ?? listInside(inner, outer);
	known.set(inner, found);
	return found;
}

/** Shorter ones are gone through as quickly as they are found. */
const long = 4;
const insideOf = new WeakMap<readonly PathPattern[], WeakMap<readonly PathPattern[], boolean>>();

function listInside(inner: readonly PathPattern[], outer: readonly PathPattern[]): boolean {
	return (
		outer.every((one) => !one.negated) && inner.every((one) => one.negated || outer.some((other) => liesIn(one, other)))
	);
}

/** The same path, or one below a folder that is written out, where no link leads elsewhere. */
function liesIn(inner: PathPattern, outer: PathPattern): boolean {
	if (inner.text === outer.text && inner.literal === outer.literal) return true;
	const [folder, own] = [partsOf(outer), partsOf(inner)];
	return (
		folder !== undefined &&
		own !== undefined &&
		folder.whole &&
		folder.parts.length <= own.parts.length &&
		folder.parts.every((part, at) => part === own.parts[at])
	);
}

/** Where a path begins: in the workspace, at the top, or at home, which may lie in one another; and what is written out of the way from there. */
interface Parts {
	readonly parts: readonly string[];
	readonly whole: boolean;
}

/** Undefined for a path that goes up again, and for one that may lie anywhere. */
function partsOf(pattern: PathPattern): Parts | undefined {
	const known = partsOfPaths.get(pattern);
	if (known !== undefined || partsOfPaths.has(pattern)) return known;
	const { text, literal } = pattern;
	const segments = text.split("/");
	const [first = ""] = segments;
	const magic = literal ? -1 : segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
	const start = text.startsWith("/") ? "/" : first === "~" ? "~" : ".";
	const written = (magic < 0 ? segments : segments.slice(0, magic)).filter((one) => one !== "" && one !== ".");
	const isPlain =
		!segments.includes("..") && !/[{\\]/.test(literal ? "" : text) && !(magic >= 0 && first.startsWith("**"));
	const parts = isPlain
		? { parts: [start, ...(start === "~" ? written.slice(1) : written)], whole: magic < 0 }
		: undefined;
	partsOfPaths.set(pattern, parts);
	return parts;
}

const partsOfPaths = new WeakMap<PathPattern, Parts | undefined>();

type Operands = Atom & { readonly kind: "operands" };

function operandsInside(inner: Operands, outer: Operands): boolean {
	if (outer.exactly && !(inner.exactly && inner.words.length === outer.words.length)) return false;
	return outer.words.every((word, at) => {
		const own = inner.words[at];
		if (word.kind === "rest") return !outer.exactly && at === outer.words.length - 1;
		return (
			own !== undefined &&
			own.kind !== "rest" &&
			inner.words.slice(0, at).every(({ kind }) => kind !== "rest") &&
			wordInside(own, word)
		);
	});
}

/** Whatever meets the one does not meet the other: their first words differ that do, whichever of its names a subcommand goes by. */
function areApart(one: Atom, other: Atom, others: OtherNames | undefined): boolean {
	if (one.kind === "fact" && other.kind === "fact") return haveNoValue(one, other);
	if (others === undefined || one.kind !== "operands" || other.kind !== "operands") return false;
	for (let at = 0; ; at++) {
		const [a, b] = [one.words[at], other.words[at]];
		if (a?.kind === "rest" || b?.kind === "rest") return false;
		if (a === undefined) return b !== undefined && one.exactly;
		if (b === undefined) return other.exactly;
		if (haveNoWord(a, b, others)) return true;
	}
}

/** No word fits both, by any of its names. Of two that are no single words nothing is known. */
function haveNoWord(a: WordPattern, b: WordPattern, others: OtherNames): boolean {
	if (a.kind !== "literal") return b.kind === "literal" && a.kind !== "any" && haveNoWord(b, a, others);
	if (b.kind === "any") return false;
	const fits = matcherOf(b);
	return !fits(a.text) && ![...others(a.text)].some(fits);
}

const enough = 20_000;

function wordInside(inner: WordPattern, outer: WordPattern): boolean {
	if (outer.kind === "any" || outer.kind === "rest") return true;
	if (inner.kind === "any" || inner.kind === "rest")
		return contains(wordSetOf(outer), wordSetOf(inner), { left: enough }) === "yes";
	if (inner.kind === outer.kind && inner.text === outer.text) return true;
	if (inner.kind === "literal") return matcherOf(outer)(inner.text);
	return (
		outer.kind !== "literal" &&
		remembered(inner, outer, () => contains(wordSetOf(outer), wordSetOf(inner), { left: enough }) === "yes")
	);
}

type Written = WordPattern & { readonly text: string };
const answers = new Map<string, boolean>();

function remembered(a: Written, b: Written, answer: () => boolean): boolean {
	const key = JSON.stringify([a, b]);
	let known = answers.get(key);
	if (known === undefined) {
		known = answer();
		// A program that reads policies all day must not keep them all.
		if (answers.size > 50_000) answers.clear();
		answers.set(key, known);
	}
	return known;
}
