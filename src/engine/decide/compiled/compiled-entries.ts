/**
 * Is an entry of a compiled policy what it should be? Entries are looked at when they are read: a decision that meets one that is not is a denial. Nobody who can write
 * a checksum is kept from writing other rules, but what is believed is believed as a whole.
 */
import { fates, likenesses, type Test, toldPlaces } from "../../../language/policy/test.js";
import { effects, powers } from "../../../language/syntax/statements.js";
import type { RuleText, TestText } from "../explain/rule-text.js";
import type { Choice } from "../tree.js";

export function isRuleText(value: unknown): value is RuleText {
	if (!isRecord(value)) return false;
	return (
		[value.id, value.keyword, value.owner].every((one) => typeof one === "string") &&
		isOneOf(effects, value.effect) &&
		// What restricts can't be what lets through.
		(value.restricts === undefined || value.effect !== "allow") &&
		(value.access === undefined || value.access === "network" || isOneOf(accesses, value.access)) &&
		[value.message, value.note].every((one) => one === undefined || typeof one === "string") &&
		[value.locked, value.override, value.engine].every((one) => one === undefined || typeof one === "boolean") &&
		[value.use, value.excludedBy].every((one) => one === undefined || areTexts(one)) &&
		Array.isArray(value.span) &&
		value.span.length === 3 &&
		value.span.every(isPlace)
	);
}

/** A test that is put together of others, by their places. */
export function isTestText(value: unknown): value is TestText {
	if (typeof value === "number") return isPlace(value);
	if (Array.isArray(value)) return value.every(isTestText);
	if (!isRecord(value)) return false;
	return Array.isArray(value.any) ? value.any.every(isTestText) : isTestText(value.not);
}

export function isTest(value: unknown): value is Test {
	if (!isRecord(value)) return false;
	const { kind, as, words, names, paths, hosts, named, options } = value;
	switch (kind) {
		case "all":
		case "any":
			return Array.isArray(value.tests) && value.tests.every(isTest);
		case "not":
			return isTest(value.test);
		case "program":
			return isWordPattern(value.pattern) && (as === "granting" || as === "restricting");
		case "operands":
			return Array.isArray(words) && words.every(isWordPattern) && typeof value.exactly === "boolean";
		case "option":
			return typeof value.name === "string" && (value.value === undefined || isWordPattern(value.value));
		case "only-options":
		case "has-tool":
			return areTexts(names);
		case "paths-within":
		case "paths-touching":
			if ((named !== undefined && named !== true) || (value.found !== undefined && value.found !== true)) return false;
			return isOneOf(accesses, value.access) && Array.isArray(paths) && paths.every(isPathPattern);
		case "hosts-within":
		case "hosts-reaching":
			if (named !== undefined && (named !== true || kind === "hosts-reaching")) return false;
			return Array.isArray(hosts) && hosts.every(isHostPattern);
		case "powers-within":
			return (value.powers === "everything" || arePowers(value.powers)) && areTexts(options);
		case "uses-power":
			return arePowers(value.powers);
		case "redirected":
			return isOneOf(accesses, value.access);
		case "forced":
		case "plain-name":
			return true;
		case "past":
			return isPast(value.asks);
		case "fact":
			return typeof value.fact === "string" && Array.isArray(value.values) && value.values.every(isWordPattern);
		case "until":
			return typeof value.date === "string";
		default:
			return false;
	}
}

function isPast(value: unknown): boolean {
	if (!isRecord(value)) return false;
	if (value.kind === "consent")
		return (
			typeof value.group === "string" &&
			isPlace(value.people) &&
			(value.holds === "call" || value.holds === "session" || isPlace(value.holds))
		);
	if (!areEvents(value.events)) return false;
	const { kind, as, times, since, last, same, words, most, of, word, per } = value;
	switch (kind) {
		case "happened":
			return (
				(as === "needed" || as === "feared") &&
				isPlace(times) &&
				areEvents(since) &&
				(last === undefined || isPlace(last)) &&
				Array.isArray(same) &&
				same.every((one) => isOneOf(likenesses, one)) &&
				areNamedWords(words)
			);
		case "exceeded":
			return (
				isPlace(most) &&
				isOneOf(["events", "paths", "hosts", "total"], of) &&
				(word === undefined ? of !== "total" : typeof word === "string") &&
				(per === "session" || isPlace(per))
			);
		default:
			return false;
	}
}

function areEvents(value: unknown): boolean {
	return (
		Array.isArray(value) &&
		value.every(
			(one) =>
				isRecord(one) &&
				typeof one.text === "string" &&
				(one.fate === undefined || isOneOf(fates, one.fate)) &&
				isTest(one.fits) &&
				(one.creates === undefined || one.creates === true) &&
				typeof one.effects === "boolean" &&
				areNamedWords(one.words),
		)
	);
}

function areNamedWords(value: unknown): boolean {
	return (
		Array.isArray(value) &&
		value.every(
			(one) =>
				isRecord(one) && typeof one.name === "string" && (isPlace(one.operand) || typeof one.option === "string"),
		)
	);
}

export function isChoice(value: unknown): value is Choice {
	if (!isRecord(value)) return false;
	const { place, words, others, unsure } = value;
	return [place, others, unsure].every(isPlace) && isRecord(words) && Object.values(words).every(isPlace);
}

const accesses = ["read", "write", "any"];

function isWordPattern(value: unknown): boolean {
	if (!isRecord(value)) return false;
	const { kind, text } = value;
	if (kind === "any") return value.named === undefined || typeof value.named === "string";
	if (kind === "rest") return true;
	return isOneOf(["literal", "glob", "regex"], kind) && typeof text === "string";
}

function isPathPattern(value: unknown): boolean {
	return (
		isRecord(value) &&
		typeof value.text === "string" &&
		typeof value.literal === "boolean" &&
		typeof value.negated === "boolean" &&
		(value.itself === undefined || value.itself === true) &&
		(value.told === undefined || isOneOf(toldPlaces, value.told))
	);
}

function isHostPattern(value: unknown): boolean {
	return isRecord(value) && typeof value.text === "string" && typeof value.negated === "boolean";
}

function arePowers(value: unknown): boolean {
	return Array.isArray(value) && value.every((one) => isOneOf(powers, one));
}

function isOneOf(list: readonly unknown[], value: unknown): boolean {
	return list.includes(value);
}

export function isPlace(value: unknown): boolean {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function areTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}
