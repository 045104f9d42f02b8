/** Which operands a draft has: what each place may be, and the ways to write what stands there. */
import type { OptionFact, Role } from "../../../../engine/knowledge/program.js";
import { readArguments } from "../../../../engine/request/arguments/read-arguments.js";
import type { AgentModel } from "../../agent-model.js";
import { codeTexts } from "../../code-samples.js";
import type { Wanted } from "../../words/shortest-word.js";
import { type WordSet, wordSetOf } from "../../words/word-set.js";
import type { Literal } from "../literal.js";
import {
	mayFollow,
	type Need,
	type OperandPattern,
	type OperandPlace,
	type OperandQuestion,
	operandWords,
} from "../operand-words.js";
import { type Context, goesBy, opensAddresses, optionsIn, typed } from "../option-choices.js";
import { accessesOf, universals } from "./asked-paths.js";
import type { Draft, Work, Writing } from "./draft.js";
import { kindsOfOptions } from "./option-kinds.js";
import { notOfForm } from "./other-words.js";
import { anyOperand, plainestWords, plainWords } from "./plain-words.js";

/** The patterns of operands among what is asked. */
export function patternsOf(literals: readonly Literal[]): readonly OperandPattern[] {
	return literals.flatMap(({ atom, wanted }): OperandPattern[] =>
		atom.kind === "operands" ? [{ words: atom.words, exactly: atom.exactly, wanted }] : [],
	);
}

/** Operands behind the subcommand, as few as possible, and so many at least; undefined where none fit. */
export function settleOperands(draft: Draft, work: Work, least = draft.least): readonly string[] | undefined {
	const { context, needs } = draft;
	const { patterns } = work;
	if (patterns.length === 0 && needs.length === 0 && draft.least === 0) return least === 0 ? [] : undefined;
	const prefix = prefixOf(context);
	// What the subcommand's own words rule out, nothing behind them brings back.
	if (!mayFollow(prefix, patterns)) return undefined;
	const longest = patterns.reduce((most, { words }) => Math.max(most, words.length), 0) - context.typedWords.length;
	const most = context.alone ? 0 : Math.max(draft.least, longest + 1, 0) + needs.length;
	const mayBeAddress =
		opensAddresses(context) && needs.some(({ access }) => access !== undefined && access !== "write");
	// The module says what its words are.
	const byModule = context.facts?.name === "python" && draft.options.some(({ fact }) => fact?.names.includes("-m"));
	const ways = [...work.writings(), ...(mayBeAddress ? [asAddress] : [])];
	for (let count = least; count <= most; count++) {
		const plainRoles = rolesOf(draft, count);
		for (const [way, [how, before]] of ways.entries()) {
			const roles = before === asAddress[1] ? plainRoles.map(rolesOfAddress) : plainRoles;
			const asked = {
				prefix,
				patterns,
				needs: needs.map(
					(need): Need => ({
						wanted: need.wanted,
						mayStandAt: roles.map(
							(role) => work.several || byModule || need.access === undefined || accessesOf(role, need.access),
						),
					}),
				),
			};
			// Where no words at all fit, however they are written, none that are paths do.
			if (way === 1 && !mayFit({ ...asked, needs: [], places: anyPlaces(count) }, work)) break;
			const places = roles.map((role, at) => placeAt(role, at, how, before, draft, work));
			const found = operandWords({ ...asked, places }, work.budget);
			if (found.kind === "words") return found.words;
			if (found.kind === "unsettled") work.unsure = true;
		}
	}
	// With other options the words may be something else, and fit.
	if (mayBeOthers(context, work) && wordsAloneFit(context, patterns, most, work)) work.unsure = true;
	return undefined;
}

/** An address that is a path: who fetches from addresses reads it. */
const asAddress: Writing = ["any", "file://"];

function rolesOfAddress(roles: readonly Role[]): readonly Role[] {
	return roles.includes("value") ? ["read"] : roles;
}

/** The words of the subcommand, as typed and by its full name. */
function prefixOf({ typedWords, words }: Context): readonly (readonly string[])[] {
	return typedWords.map((text, at) => [text, words[at] ?? words.join(" ")]);
}

function anyPlaces(count: number): readonly OperandPlace[] {
	return Array.from({ length: count }, () => anyPlace);
}

const anyPlace: OperandPlace = { wanted: [], before: "" };

function mayFit(question: OperandQuestion, { budget }: Work): boolean {
	return operandWords(question, budget).kind !== "none";
}

/** Are there options, or bundles, with which the operands are something else? */
function mayBeOthers(context: Context, work: Work): boolean {
	const listed = work.literals.flatMap(({ atom, wanted }) =>
		atom.kind === "only-options" && wanted ? [atom.names] : [],
	);
	// Where only some options may be given, the others change nothing.
	const mayBeGiven = (fact: OptionFact): boolean =>
		listed.every((names) => names.some((name) => goesBy(fact, name, context.style) || /^-[^-]./.test(name)));
	return (
		(context.facts?.bundledFirst === true && listed.length === 0) ||
		(optionsIn(context).some(changesOperands) &&
			kindsOfOptions(context, work).some((fact) => changesOperands(fact) && mayBeGiven(fact)))
	);
}

function changesOperands({ operands, replaces, folder }: OptionFact): boolean {
	return operands !== undefined || replaces !== undefined || folder === true;
}

/** Is there a way to meet the patterns when nothing else is asked of the words? */
function wordsAloneFit(context: Context, patterns: readonly OperandPattern[], most: number, work: Work): boolean {
	if (!patterns.some(({ wanted, words }) => wanted && words.some(({ kind }) => kind !== "any" && kind !== "rest")))
		return false;
	const prefix = prefixOf(context);
	for (let count = 0; count <= most; count++)
		if (mayFit({ prefix, patterns, needs: [], places: anyPlaces(count) }, work)) return true;
	return false;
}

/** What the operands are when there are so many of them. */
function rolesOf({ spelling, context, options }: Draft, count: number): readonly (readonly Role[])[] {
	if (count === 0) return [];
	const placeholders = Array.from({ length: count }, () => "x");
	if (context.facts === undefined) return placeholders.map(() => ["both"]);
	const words = typed(spelling, context, options, placeholders).slice(1);
	const { operands } = readArguments(
		context.facts,
		words.map((text) => ({ kind: "known", text })),
	);
	const own = operands.slice(Math.max(0, operands.length - count));
	return placeholders.map((_, at) => own[at]?.roles ?? ["value"]);
}

/**
 * The ways to write operands, the plainest first. Where patterns look at the words of paths, a path can be written in other ways than its own:
 * beginning with a folder that is left again, or with a slash too many.
 */
export function writings(paths: boolean, patterns: readonly OperandPattern[]): readonly Writing[] {
	const plain: readonly Writing[] = [
		["plain", ""],
		["operand", ""],
		["any", ""],
	];
	const words = patterns.flatMap((pattern) => pattern.words).filter(({ kind }) => kind !== "any" && kind !== "rest");
	if (!paths || words.length === 0) return plain;
	const folders = new Set<string>();
	for (const word of words) {
		if (word.kind !== "glob") continue;
		const fixed = /^[^*?[{\\]*\//.exec(word.text)?.[0];
		if (fixed === undefined) continue;
		const up = fixed
			.split("/")
			.filter((part) => part !== "" && part !== "." && part !== "..")
			.map(() => "..");
		folders.add(`${fixed}${up.join("/")}`);
	}
	const befores = ["./", "x/../", "/", "/.", ...[...folders].flatMap((folder) => [folder, `${folder}/`])];
	return [...plain, ...befores.map((before) => ["any", before] as const)];
}

function placeAt(
	roles: readonly Role[],
	at: number,
	how: Writing[0],
	before: string,
	draft: Draft,
	work: Work,
): OperandPlace {
	const isPath = roles.some((role) => role === "read" || role === "write" || role === "both");
	if (before === "" || !isPath) return { wanted: wantedAt(roles, at, how, draft, work), before: "" };
	// Behind `x/../` only what is relative is the same path, behind a folder's `..`, a slash or `file://` only what begins with one.
	const tail = /[^/]\/$/.test(before) ? relativePaths : absolutePaths;
	return { wanted: [...wantedAt(roles, at, "any", draft, work), { set: tail, inside: true }], before };
}

const relativePaths = wordSetOf({ kind: "regex", text: "[^/~][^]*" });
/** They begin with a slash. */
export const absolutePaths = wordSetOf({ kind: "regex", text: "\\/[^]*" });

function wantedAt(roles: readonly Role[], at: number, how: Writing[0], draft: Draft, work: Work): readonly Wanted[] {
	const { context, spelling } = draft;
	const strict = how === "plain";
	const wanted: Wanted[] = [];
	if (how !== "any")
		wanted.push({
			set: strict ? (context.facts === undefined ? plainestWords : plainWords) : anyOperand,
			inside: true,
		});
	if (at === 0) wanted.push(...stopsOf(context));
	for (const form of draft.avoids ?? []) wanted.push(...(notOfForm(form) ?? []));
	// What a program runs may be run, where that is open.
	const isLine = at === 0 && draft.options.some(({ fact }) => fact?.runs === "operand");
	if (strict && (isLine || context.usage?.runs?.skip === at))
		wanted.push({ set: oneOf((work.settings.at(-1) as AgentModel).innerWords()), inside: true });
	if (roles.includes("code") && strict) wanted.push({ set: codeSet(context.facts?.name ?? spelling), inside: true });
	if (roles.some((role) => role === "read" || role === "write" || role === "both"))
		wanted.push(...universals(roles, work));
	return wanted;
}

/** Words that would make another subcommand of it. */
function stopsOf(context: Context): readonly Wanted[] {
	let stops = stopSets.get(context);
	if (stops === undefined) {
		stops = context.stops.map((text) => ({ set: wordSetOf({ kind: "literal", text }), inside: false }));
		stopSets.set(context, stops);
	}
	return stops;
}
const stopSets = new WeakMap<Context, readonly Wanted[]>();

function codeSet(program: string): WordSet {
	return oneOf(codeTexts(program));
}

function oneOf(texts: readonly string[]): WordSet {
	let set = choices.get(texts);
	if (set === undefined) {
		const [only] = texts;
		const isOnly = texts.length === 1 && only !== undefined;
		set = wordSetOf(isOnly ? { kind: "literal", text: only } : { kind: "regex", text: texts.map(escaped).join("|") });
		choices.set(texts, set);
	}
	return set;
}
const choices = new WeakMap<readonly string[], WordSet>();

function escaped(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
