/**
 * A command for a cube: one that meets every literal, or the knowledge that there is none.
 * Some literals say that something is not there (no such option, no path outside), others that something is (this option, a path in there).
 * A command is begun with as little as possible; whatever a literal misses is added, in every way in which it can be; and what is there is
 * looked at with the tests themselves, so that a command that is found is right whatever this file believes.
 */
import { baseName, holds } from "../decide/holds.js";
import type { Subject } from "../decide/subject.js";
import type { Truth } from "../decide/truth.js";
import type { OptionFact, Role, WordForm } from "../knowledge/program.js";
import type { Access, PathPattern } from "../policy/test.js";
import { matcherOf } from "../policy/word-language/matcher.js";
import { readArguments } from "../request/arguments.js";
import { factsOf } from "../request/facts.js";
import { joinPath, normalise } from "../request/paths.js";
import type { Power } from "../syntax/statements.js";
import type { Atom, Cube, Literal } from "./literals.js";
import { type Need, type OperandPattern, type OperandPlace, operandWords } from "./operand-words.js";
import {
	type Context,
	contextsOf,
	featuresOf,
	type Given,
	goesBy,
	optionsIn,
	spellingOf,
	typed,
	valueRole,
} from "./option-choices.js";
import type { ProgramClass } from "./program-classes.js";
import type { Sample } from "./sample.js";
import { type Setting, subjectFor } from "./setting.js";
import { codeTexts, wordsOfForm, wordsOfOtherForms } from "./texts.js";
import { classesOf } from "./words/classes.js";
import { normalPaths, pathSetOf } from "./words/path-set.js";
import { type Budget, shortestWord, type Wanted } from "./words/shortest-word.js";
import { type WordSet, wordSetOf } from "./words/word-set.js";

export type Filled =
	| { readonly kind: "sample"; readonly sample: Sample }
	| { readonly kind: "none" }
	/** Nothing was found, and it is not certain that there is nothing. */
	| { readonly kind: "unsettled" };

/** A command of the class that meets all literals of the cube. `settings`: the policies, by the side of the literals. */
export function fill(
	cube: Cube,
	program: ProgramClass,
	settings: readonly Setting[],
	budget: Budget,
	elsewhere = false,
): Filled {
	const manner = mannerOf(cube);
	if (manner === undefined) return { kind: "none" };
	let unsettled = false;
	for (const cwd of [undefined, ...(elsewhere ? foldersFor(cube, settings) : [])]) {
		const filled = fillIn(cube, program, settings, budget, cwd === undefined ? manner : { ...manner, cwd }, elsewhere);
		if (filled.kind === "sample") return filled;
		unsettled ||= filled.kind === "unsettled";
	}
	return { kind: unsettled ? "unsettled" : "none" };
}

/**
 * Other folders to start in. Where words are asked for that may be paths, they are other paths there; everything else can be said
 * from the workspace as well.
 */
function foldersFor(cube: Cube, settings: readonly Setting[]): readonly string[] {
	const literals = [...cube.values()];
	const pinned = literals.some(
		({ atom, wanted }) =>
			wanted &&
			((atom.kind === "operands" && atom.words.some(({ kind }) => kind !== "any" && kind !== "rest")) ||
				(atom.kind === "option" && atom.value !== undefined)),
	);
	if (!pinned) return [];
	const folders = new Set<string>();
	for (const { atom, wanted, side } of literals) {
		const asks = (atom.kind === "paths-within" && !wanted) || (atom.kind === "paths-touching" && wanted);
		if (!asks || (atom.kind !== "paths-within" && atom.kind !== "paths-touching")) continue;
		const { world } = settings[side] as Setting;
		// Where nothing is, and in and above the places that are named.
		folders.add("/x");
		for (const { text } of atom.paths) {
			const fixed = text.replace(/[*?[{\\].*$/, "").replace(/^~(?=\/|$)/, world.home ?? "/x");
			const place = normalise(joinPath(world.workspace, fixed));
			folders.add(place);
			folders.add(place.slice(0, Math.max(1, place.lastIndexOf("/"))));
		}
		folders.delete(world.workspace);
	}
	return [...folders].slice(0, mostFolders);
}

/** More folders than this are not tried. */
const mostFolders = 12;

function fillIn(
	cube: Cube,
	program: ProgramClass,
	settings: readonly Setting[],
	budget: Budget,
	manner: Manner,
	unlisted: boolean,
): Filled {
	const work: Work = {
		literals: [...cube.values()],
		settings,
		budget,
		manner,
		seen: new Set(),
		unsure: false,
		accesses: new Map(),
		unlisted,
		paths: [...cube.values()].some(({ atom }) => isAboutPaths(atom)),
		kinds: new Map(),
		redirects: settings.every((setting) => setting.redirects),
	};
	if (!pathsFit(work)) return { kind: work.unsure ? "unsettled" : "none" };
	for (const spelling of program.spellings) {
		const bare: Sample = { argv: [spelling], redirects: [], ...manner };
		const subjects = settings.map((setting) => subjectFor(bare, setting));
		const misfit = work.literals.some(
			(literal) =>
				literal.atom.kind === "program" && !meets(holds(literal.atom, subjects[literal.side] as Subject), literal),
		);
		if (misfit) continue;
		// Two policies may teach different things of a program.
		const known = new Set(settings.map((setting) => factsOf({ kind: "known", text: spelling }, setting.facts)));
		for (const context of [...known].flatMap(contextsOf)) {
			if (!mayBegin(context, work)) continue;
			const sample = begunWith(context, spelling, work);
			if (sample !== undefined) return { kind: "sample", sample };
			if (budget.left < 0) return { kind: "unsettled" };
		}
	}
	return { kind: work.unsure ? "unsettled" : "none" };
}

/** A command of the context; where none is found, one with an option that makes something else of the operands. */
function begunWith(context: Context, spelling: string, work: Work): Sample | undefined {
	const bare: Draft = { spelling, context, options: [], redirects: [], needs: [], least: 0 };
	const sample = complete(bare, work);
	if (
		sample !== undefined ||
		context.alone ||
		!work.literals.some(({ atom, wanted }) => atom.kind === "operands" && wanted)
	)
		return sample;
	const changing = kindsOfOptions(context, work).filter(
		({ operands, replaces }, at) =>
			operands !== undefined || replaces !== undefined || (context.facts?.bundledFirst && at < 3),
	);
	for (const fact of changing) {
		for (const value of valuesFor(fact, undefined, bare, work)) {
			const found = complete(plus(bare, given(spellingOf(fact), fact, value)), work);
			if (found !== undefined || work.budget.left < 0) return found;
		}
	}
	// The first word may be a bundle of options: too many to try.
	if (context.facts?.bundledFirst) work.unsure = true;
	return undefined;
}

/** Is there, for each path that is asked for, one that may be read or written? */
function pathsFit(work: Work): boolean {
	return work.literals.every(
		(literal) =>
			!asksForPath(literal) ||
			placesIn(literal.atom, literal.side, work) === undefined ||
			accessesFor(literal, work).length > 0,
	);
}

type PathLiteral = Literal & { readonly atom: { readonly kind: "paths-within" | "paths-touching" } };

/** Some path must lie so. */
function asksForPath(literal: Literal): literal is PathLiteral {
	return literal.atom.kind === "paths-within"
		? !literal.wanted
		: literal.atom.kind === "paths-touching" && literal.wanted;
}

/** What may happen to a path that lies as the literal asks, by what is asked of every path. */
function accessesFor(literal: PathLiteral, work: Work): readonly ("read" | "write" | "both")[] {
	let found = work.accesses.get(literal);
	if (found === undefined) {
		const set = placesIn(literal.atom, literal.side, work);
		found = (["read", "write", "both"] as const).filter((role) => {
			if (set === undefined || !accessesOf([role], literal.atom.access)) return false;
			const word = shortestWord([...needFor(set, literal.wanted), ...universals([role], work)], work.budget);
			if (word.kind === "unsettled") work.unsure = true;
			return word.kind === "word";
		});
		work.accesses.set(literal, found);
	}
	return found;
}

type Manner = Pick<Sample, "forced" | "tools" | "cwd">;

interface Work {
	readonly literals: readonly Literal[];
	readonly settings: readonly Setting[];
	readonly budget: Budget;
	readonly manner: Manner;
	/** Drafts that were tried. */
	readonly seen: Set<string>;
	readonly redirects: boolean;
	/** Options count that no table lists. */
	readonly unlisted: boolean;
	/** Something is asked of paths. */
	readonly paths: boolean;
	/** What may happen to the paths that are asked for. */
	readonly accesses: Map<Literal, readonly ("read" | "write" | "both")[]>;
	/** The kinds of options in each context. */
	readonly kinds: Map<Context, readonly OptionFact[]>;
	/** Something could not be decided on the way. */
	unsure: boolean;
}

/** A command that is being put together. */
interface Draft {
	readonly spelling: string;
	readonly context: Context;
	readonly options: readonly Given[];
	readonly redirects: Sample["redirects"];
	/** What some operand must be. */
	readonly needs: readonly OperandNeed[];
	/** Operands behind the subcommand, at least. */
	readonly least: number;
}

interface OperandNeed {
	readonly wanted: readonly Wanted[];
	/** Only operands that are paths for this access count; absent: any operand. */
	readonly access?: Access;
}

/** How the sample is asked for: forced or not, and the agent's tools. */
function mannerOf(cube: Cube): Manner | undefined {
	let forced = false;
	const banned = new Set<string>();
	const needed: (readonly string[])[] = [];
	for (const { atom, wanted } of cube.values()) {
		if (atom.kind === "forced") forced = wanted;
		if (atom.kind !== "has-tool") continue;
		if (wanted) needed.push(atom.names);
		else for (const name of atom.names) banned.add(name);
	}
	if (banned.size === 0) return { forced };
	const tools = needed.map((names) => names.find((name) => !banned.has(name)));
	return tools.includes(undefined) ? undefined : { forced, tools: [...new Set(tools as string[])] };
}

function meets(truth: Truth, { wanted, mayBe }: Literal): boolean {
	return truth === (wanted ? "yes" : "no") || (mayBe && truth === "unknown");
}

/** Can a command that begins so meet the operands that are asked for? */
function mayBegin(context: Context, { literals }: Work): boolean {
	const { words, typedWords, alone, stops } = context;
	if (
		typedWords !== words &&
		words.join() !== typedWords.join() &&
		!literals.some(({ atom }) => tellsApart(atom, context))
	)
		return false;
	return literals.every(({ atom, wanted }) => {
		if (atom.kind !== "operands" || !wanted) return true;
		const [first] = atom.words;
		if (first === undefined) return !atom.exactly || words.length === 0;
		if (alone) return first.kind === "rest";
		if (first.kind !== "literal") return true;
		return words.length > 0 ? words[0] === first.text || typedWords[0] === first.text : !stops.includes(first.text);
	});
}

/** Is an alias something else to the atom than the full name? */
function tellsApart(atom: Atom, { words, typedWords }: Context): boolean {
	return (
		atom.kind === "operands" &&
		atom.words.some(
			(pattern) =>
				pattern.kind !== "any" &&
				pattern.kind !== "rest" &&
				typedWords.some(
					(typedWord, at) => matcherOf(pattern)(typedWord) !== matcherOf(pattern)(words[at] ?? words.join(" ")),
				),
		)
	);
}

/** Completes a draft until it meets every literal. */
function complete(draft: Draft, work: Work): Sample | undefined {
	const key =
		JSON.stringify([
			draft.spelling,
			draft.context.typedWords,
			draft.context.alone,
			draft.options.map(({ name, value }) => [name, value]),
			draft.redirects,
			draft.least,
			draft.needs.map(({ access }) => access),
		]) + draft.needs.map(needKey).join();
	if (work.seen.has(key) || --work.budget.left < 0) return undefined;
	work.seen.add(key);
	if (draft.options.length + draft.needs.length + draft.redirects.length > work.literals.length + 2) {
		work.unsure = true;
		return undefined;
	}
	const operands = settleOperands(draft, work);
	if (operands === undefined) return undefined;
	const sample: Sample = {
		argv: typed(draft.spelling, draft.context, draft.options, operands),
		redirects: draft.redirects,
		...work.manner,
	};
	const subjects = subjectsFor(sample, work.settings);
	let missed: Literal | undefined;
	for (const literal of work.literals) {
		const truth = holds(literal.atom, subjects[literal.side] as Subject);
		if (meets(truth, literal)) continue;
		if (!isMendable(literal)) {
			// The words were chosen so that their paths lie well: where one does not, it may be a part of a word.
			if (isAboutPaths(literal.atom) || (truth === "unknown" && literal.atom.kind === "operands")) work.unsure = true;
			return undefined;
		}
		// What only informs is the last resort: an option that is still to come may make something else of the words.
		if (missed === undefined || (isLastResort(missed) && !isLastResort(literal))) missed = literal;
	}
	if (missed === undefined) return sample;
	for (const next of additions(missed, draft, subjects[missed.side] as Subject, work)) {
		if (isRepeated(next)) continue;
		const found = complete(next, work);
		if (found !== undefined) return found;
		if (work.budget.left < 0) return undefined;
	}
	return undefined;
}

/** The last option stands there already. */
function isRepeated({ options }: Draft): boolean {
	const last = options.at(-1);
	return options.some((one) => one !== last && one.name === last?.name && one.value === last.value);
}

const needKeys = new WeakMap<readonly Wanted[], number>();
let lastNeed = 0;

function needKey({ wanted }: OperandNeed): number {
	let key = needKeys.get(wanted);
	if (key === undefined) {
		key = ++lastNeed;
		needKeys.set(wanted, key);
	}
	return key;
}

function subjectsFor(sample: Sample, settings: readonly Setting[]): readonly Subject[] {
	const [first, ...others] = settings as readonly [Setting, ...Setting[]];
	const subject = subjectFor(sample, first);
	if (others.length === 0) return [subject];
	const name = baseName(sample.argv[0] as string);
	return [
		subject,
		...others.map((other) => (other.readingOf(name) === first.readingOf(name) ? subject : subjectFor(sample, other))),
	];
}

function isLastResort({ atom, wanted }: Literal): boolean {
	return (atom.kind === "powers-within" && wanted) || (atom.kind === "uses-power" && !wanted);
}

function isAboutPaths({ kind }: Atom): boolean {
	return kind === "paths-within" || kind === "paths-touching";
}

/** Can something be added that makes the literal true? What is there already can't be taken away. */
function isMendable({ atom, wanted }: Literal): boolean {
	switch (atom.kind) {
		case "option":
		case "paths-touching":
			return wanted;
		case "only-options":
		case "paths-within":
			return !wanted;
		case "powers-within":
		case "uses-power":
			// What only informs uses nothing.
			return true;
		case "operands":
		case "program":
		case "forced":
		case "has-tool":
			return false;
	}
}

/** Operands behind the subcommand, as few as possible; undefined where none fit. */
function settleOperands(draft: Draft, work: Work): readonly string[] | undefined {
	const { context, needs } = draft;
	const patterns = work.literals.flatMap(({ atom, wanted }): OperandPattern[] =>
		atom.kind === "operands" ? [{ words: atom.words, exactly: atom.exactly, wanted }] : [],
	);
	if (patterns.length === 0 && needs.length === 0 && draft.least === 0) return [];
	const longest = patterns.reduce((most, { words }) => Math.max(most, words.length), 0) - context.typedWords.length;
	const most = context.alone ? 0 : Math.max(draft.least, longest + 1, 0) + needs.length;
	for (let count = draft.least; count <= most; count++) {
		const roles = rolesOf(draft, count, work);
		const asked = {
			prefix: context.typedWords.map((text, at) => [text, context.words[at] ?? context.words.join(" ")]),
			patterns,
			needs: needs.map(
				(need): Need => ({
					wanted: need.wanted,
					mayStandAt: roles.map((role) => need.access === undefined || accessesOf(role, need.access)),
				}),
			),
		};
		for (const [how, before] of writings(work, patterns)) {
			const places = roles.map((role, at) => placeAt(role, at, how, before, draft, work));
			const found = operandWords({ ...asked, places }, work.budget);
			if (found.kind === "words") return found.words;
			if (found.kind === "unsettled") work.unsure = true;
		}
	}
	return undefined;
}

/** What the operands are when there are so many of them. */
function rolesOf(
	{ spelling, context, options }: Draft,
	count: number,
	{ settings }: Work,
): readonly (readonly Role[])[] {
	if (count === 0) return [];
	const placeholders = Array.from({ length: count }, () => "x");
	if (context.facts === undefined) return placeholders.map(() => ["both"]);
	const words = typed(spelling, context, options, placeholders).slice(1);
	const { operands } = readArguments(
		context.facts,
		words.map((text) => ({ kind: "known", text })),
	);
	const own = operands.slice(Math.max(0, operands.length - count));
	void settings;
	return placeholders.map((_, at) => own[at]?.roles ?? ["value"]);
}

/** Does an operand with these roles count as a path for this access? */
function accessesOf(roles: readonly Role[], access: Access): boolean {
	return roles.some((role) => isAccess(role, access));
}

function isAccess(role: Role, access: Access): boolean {
	switch (role) {
		case "both":
			return true;
		case "read":
			return access !== "write";
		case "write":
			return access !== "read";
		case "value":
		case "code":
			return false;
	}
}

/** Words that people write; any that are operands; any at all. */
type How = "plain" | "operand" | "any";

/**
 * The ways to write operands, the plainest first. Where patterns look at the words of paths, a path can be written in other ways than its own:
 * beginning with a folder that is left again, or with a slash too many.
 */
function writings({ paths }: Work, patterns: readonly OperandPattern[]): readonly (readonly [How, string])[] {
	const plain: readonly (readonly [How, string])[] = [
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

function placeAt(roles: readonly Role[], at: number, how: How, before: string, draft: Draft, work: Work): OperandPlace {
	const isPath = roles.some((role) => role === "read" || role === "write" || role === "both");
	if (before === "" || !isPath) return { wanted: wantedAt(roles, at, how, draft, work), before: "" };
	// Behind `x/../` only what is relative is the same path, behind a folder's `..` or a slash only what begins with one.
	const tail = before.endsWith("/") && before !== "/" ? relativePaths : absolutePaths;
	return { wanted: [...wantedAt(roles, at, "any", draft, work), { set: tail, inside: true }], before };
}

const relativePaths = wordSetOf({ kind: "regex", text: "[^/~][^]*" });
const absolutePaths = wordSetOf({ kind: "regex", text: "\\/[^]*" });

function wantedAt(roles: readonly Role[], at: number, how: How, draft: Draft, work: Work): readonly Wanted[] {
	const { context, spelling } = draft;
	const strict = how === "plain";
	const wanted: Wanted[] = [];
	if (how !== "any")
		wanted.push({
			set: strict ? (context.facts === undefined ? plainestWords : plainWords) : anyOperand,
			inside: true,
		});
	if (at === 0)
		for (const text of context.stops) wanted.push({ set: wordSetOf({ kind: "literal", text }), inside: false });
	// What a program runs may be run, where that is open.
	if (strict && context.usage?.runs?.skip === at)
		wanted.push({
			set: wordSetOf({ kind: "literal", text: (work.settings.at(-1) as Setting).innerWord() }),
			inside: true,
		});
	if (roles.includes("code") && strict) wanted.push({ set: codeSet(context.facts?.name ?? spelling), inside: true });
	if (roles.some((role) => role === "read" || role === "write" || role === "both"))
		wanted.push(...universals(roles, work));
	return wanted;
}

const plainWords = wordSetOf({ kind: "regex", text: "[A-Za-z0-9_./][A-Za-z0-9_./:=+-]*" });
/** Without facts every part behind `=`, `:`, `,` and `@` may be a path of its own. */
const plainestWords = wordSetOf({ kind: "regex", text: "[A-Za-z0-9_./][A-Za-z0-9_./+-]*" });
/** Neither empty nor an option. */
const anyOperand = wordSetOf({ kind: "regex", text: "[^-][^]*" });

function codeSet(program: string): WordSet {
	return wordSetOf({ kind: "regex", text: codeTexts(program).map(escaped).join("|") });
}

function escaped(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** What every path must be that is accessed so: inside here, and outside of there. */
function universals(roles: readonly Role[], work: Work): readonly Wanted[] {
	return work.literals.flatMap(({ atom, wanted, side }): Wanted[] => {
		const says = (atom.kind === "paths-within" && wanted) || (atom.kind === "paths-touching" && !wanted);
		if (!says || (atom.kind !== "paths-within" && atom.kind !== "paths-touching") || !accessesOf(roles, atom.access))
			return [];
		const set = placesIn(atom, side, work);
		return set === undefined
			? []
			: [
					{ set, inside: wanted },
					{ set: normalPaths, inside: true },
				];
	});
}

/** The texts of paths that lie inside what an atom names. */
function placesIn(
	atom: Atom & { readonly kind: "paths-within" | "paths-touching" },
	side: number,
	work: Work,
): WordSet | undefined {
	const { world } = work.settings[side] as Setting;
	const around = { workspace: world.workspace, home: world.home, cwd: work.manner.cwd ?? world.workspace };
	const set = pathSetOf(
		atom.paths as readonly PathPattern[],
		atom.kind === "paths-within" ? "within" : "touching",
		around,
	);
	if (set === undefined) work.unsure = true;
	return set;
}

/** The ways to add what a literal misses. */
function* additions(literal: Literal, draft: Draft, subject: Subject, work: Work): Generator<Draft, void> {
	const { atom } = literal;
	switch (atom.kind) {
		case "option":
			yield* withOption(atom, draft, work);
			return;
		case "only-options":
			yield* withOtherOption(atom.names, draft, work);
			return;
		case "paths-within":
		case "paths-touching":
			if (asksForPath(literal)) yield* withPath(literal, draft, work);
			return;
		case "uses-power":
			if (literal.wanted) yield* withPower((power) => atom.powers.includes(power), draft, subject, work);
			else yield* informing(draft);
			return;
		case "powers-within": {
			if (literal.wanted) yield* informing(draft);
			else if (atom.powers !== "everything") {
				const plain = new Set(subject.plainPowers());
				yield* withPower((power) => !atom.powers.includes(power) && !plain.has(power), draft, subject, work);
			}
			return;
		}
		case "operands":
		case "program":
		case "forced":
		case "has-tool":
			return;
	}
}

/** The option that is asked for, as its author wrote it, with a value that fits. */
function* withOption(atom: Atom & { readonly kind: "option" }, draft: Draft, work: Work): Generator<Draft, void> {
	const { context } = draft;
	const fact = optionsIn(context).find((one) => goesBy(one, atom.name, context.style));
	const fits = atom.value === undefined ? [] : [{ set: wordSetOf(atom.value), inside: true }];
	// The table may have another spelling for a name that has its value in it: `-5`.
	for (const value of valuesFor(fact, atom.value === undefined ? undefined : fits, draft, work))
		yield plus(draft, given(atom.name, fact, value));
}

function given(name: string, fact: OptionFact | undefined, value: string | undefined): Given {
	return { name, ...(fact === undefined ? {} : { fact }), ...(value === undefined ? {} : { value }) };
}

function plus(draft: Draft, option: Given): Draft {
	return { ...draft, options: [...draft.options, option] };
}

/** Values that an option may have. `fits`: what is asked of it; absent: nothing, and a flag stays one. */
function* valuesFor(
	fact: OptionFact | undefined,
	fits: readonly Wanted[] | undefined,
	draft: Draft,
	work: Work,
): Generator<string | undefined, void> {
	if (fact?.runs !== undefined && fits === undefined) {
		yield (work.settings.at(-1) as Setting).innerWord();
		return;
	}
	if (fits === undefined && fact?.value !== "required") yield undefined;
	if (fits === undefined && (fact === undefined ? draft.context.facts !== undefined : fact.value === undefined)) return;
	const others: Wanted[] = [];
	for (const { atom, wanted } of work.literals) {
		// The same option with a value that it must not have.
		if (
			atom.kind === "option" &&
			!wanted &&
			atom.value !== undefined &&
			(fact === undefined || goesBy(fact, atom.name, draft.context.style))
		)
			others.push({ set: wordSetOf(atom.value), inside: false });
	}
	const role = valueRole(fact);
	if (role === "code" && fits === undefined) {
		yield* codeTexts(draft.context.facts?.name ?? draft.spelling);
		return;
	}
	const isPath = role === "read" || role === "write" || role === "both" || draft.context.facts === undefined;
	const paths = isPath ? universals([role === "value" ? "both" : role], work) : [];
	const open = isPath ? existentials(role === "value" ? "both" : role, work) : [];
	for (const strict of [true, false]) {
		const wanted = [{ set: strict ? plainestWords : anyOperand, inside: true }, ...(fits ?? []), ...others, ...paths];
		const found = classesOf(
			open.map(({ set }) => set),
			wanted,
			64,
			work.budget,
		);
		if (found.kind === "unsettled") {
			work.unsure = true;
			return;
		}
		const classes = [...found.classes].sort((a, b) => count(b.inside, open) - count(a.inside, open));
		for (const { text } of classes) yield text;
		if (classes.length > 0) break;
	}
	if (fact?.forms !== undefined && fits === undefined) yield* wordsOfOtherForms(fact.forms);
}

/** How many of what is asked for are met. */
function count(inside: readonly boolean[], open: readonly Wanted[]): number {
	return inside.filter((one, index) => one === open[index]?.inside).length;
}

/** What some path must be. */
function existentials(role: Role, work: Work): readonly Wanted[] {
	return work.literals.flatMap(({ atom, wanted, side }): Wanted[] => {
		const asks = (atom.kind === "paths-within" && !wanted) || (atom.kind === "paths-touching" && wanted);
		if (!asks || (atom.kind !== "paths-within" && atom.kind !== "paths-touching") || !accessesOf([role], atom.access))
			return [];
		const set = placesIn(atom, side, work);
		return set === undefined ? [] : [{ set, inside: wanted }];
	});
}

/** One option that is none of these; of options that are alike in all that is asked, one. */
function* withOtherOption(names: readonly string[], draft: Draft, work: Work): Generator<Draft, void> {
	const { context } = draft;
	if (context.facts === undefined) {
		for (const name of strangeNames) if (!names.includes(name)) yield plus(draft, { name });
		return;
	}
	for (const fact of kindsOfOptions(context, work)) {
		if (names.some((name) => goesBy(fact, name, context.style))) continue;
		for (const value of valuesFor(fact, undefined, draft, work))
			yield plus(draft, given(spellingOf(fact), fact, value));
	}
	// One that no table lists is none of these, whatever it does.
	if (work.unlisted) for (const name of strangeNames) if (!names.includes(name)) yield plus(draft, { name });
}

/** Options that no rule names, most probably. */
const strangeNames: readonly string[] = ["--quux", "--verbose", "-Q", "-J"];

/** One option of each kind: what it brings, and what the literals say of it. Those that bring nothing come first. */
function kindsOfOptions(context: Context, { literals, kinds: known }: Work): readonly OptionFact[] {
	let found = known.get(context);
	if (found === undefined) {
		found = makeKinds(context, literals);
		known.set(context, found);
	}
	return found;
}

function makeKinds(context: Context, literals: readonly Literal[]): readonly OptionFact[] {
	const kinds = new Map<string, OptionFact>();
	for (const fact of optionsIn(context)) {
		const said = literals.map(({ atom }) => (speaksOf(atom, fact, context) ? "1" : "0")).join("");
		const key = `${said} ${featuresOf(fact)}`;
		if (!kinds.has(key)) kinds.set(key, fact);
	}
	return [...kinds.values()].sort((a, b) => weight(a) - weight(b));
}

function speaksOf(atom: Atom, fact: OptionFact, { style }: Context): boolean {
	switch (atom.kind) {
		case "option":
			return goesBy(fact, atom.name, style) || isLetterOf(atom.name, fact);
		case "only-options":
			return atom.names.some((name) => goesBy(fact, name, style) || isLetterOf(name, fact));
		case "powers-within":
			return atom.options.some((name) => goesBy(fact, name, style) || isLetterOf(name, fact));
		default:
			return false;
	}
}

/** `-rf` speaks of `-r` and of `-f`. */
function isLetterOf(name: string, { names }: OptionFact): boolean {
	return /^-[^-]./.test(name) && names.some((one) => one.length === 2 && name.includes(one[1] as string));
}

function weight({ powers, forms, value, runs, role }: OptionFact): number {
	return (
		powers.length * 8 +
		(forms === undefined ? 0 : 4) +
		(runs === undefined ? 0 : 4) +
		(role === undefined ? 0 : 2) +
		(value === undefined ? 0 : 1)
	);
}

/** A path that lies as it should: an operand, an option's value, or a redirection. */
function* withPath(literal: PathLiteral, draft: Draft, work: Work): Generator<Draft, void> {
	const { atom, wanted, side } = literal;
	const set = placesIn(atom, side, work);
	const accesses: readonly Role[] = accessesFor(literal, work);
	if (set === undefined || accesses.length === 0) return;
	const lies: readonly Wanted[] = needFor(set, wanted);
	if (!draft.context.alone && !draft.needs.some((need) => need.wanted === lies))
		yield { ...draft, needs: [...draft.needs, { wanted: lies, access: atom.access }] };
	const { context } = draft;
	if (context.facts === undefined)
		for (const value of valuesFor(undefined, lies, draft, work))
			yield plus(draft, { name: strangeNames[0] as string, ...(value === undefined ? {} : { value }) });
	for (const fact of kindsOfOptions(context, work)) {
		const role = valueRole(fact);
		if (fact.value !== undefined && fact.value !== "optional" && accesses.includes(role))
			for (const value of valuesFor(fact, lies, draft, work)) yield plus(draft, given(spellingOf(fact), fact, value));
		// With it, other operands are paths, or there may be more of them.
		else if (fact.operands !== undefined || fact.replaces !== undefined) {
			const need = { wanted: lies, access: atom.access };
			for (const value of valuesFor(fact, undefined, draft, work)) {
				const next = plus(draft, given(spellingOf(fact), fact, value));
				if (!context.alone && !draft.needs.some(({ wanted: one }) => one === lies))
					yield { ...next, needs: [...draft.needs, need] };
			}
		}
	}
	if (!work.redirects || draft.redirects.length > 1) return;
	for (const access of ["read", "write"] as const) {
		if (!accesses.includes(access)) continue;
		const open = existentials(access, work);
		const found = classesOf(
			open.map((one) => one.set),
			[{ set: plainWords, inside: true }, ...lies, ...universals([access], work)],
			64,
			work.budget,
		);
		if (found.kind === "unsettled") work.unsure = true;
		else
			for (const { text } of [...found.classes].sort((a, b) => count(b.inside, open) - count(a.inside, open)))
				yield { ...draft, redirects: [...draft.redirects, { access, path: text }] };
	}
}

/** One list for each set and sense, so that equal needs are the same. */
function needFor(set: WordSet, inside: boolean): readonly Wanted[] {
	let both = needLists.get(set);
	if (both === undefined) {
		both = [
			[
				{ set, inside: true },
				{ set: normalPaths, inside: true },
			],
			[
				{ set, inside: false },
				{ set: normalPaths, inside: true },
			],
		];
		needLists.set(set, both);
	}
	return both[inside ? 0 : 1];
}
const needLists = new WeakMap<WordSet, readonly [readonly Wanted[], readonly Wanted[]]>();

/** Something that uses such a power: an option, an operand, code, or a redirection. */
function* withPower(
	isWanted: (power: Power) => boolean,
	draft: Draft,
	subject: Subject,
	work: Work,
): Generator<Draft, void> {
	const { context } = draft;
	const brings = (power: Power, by?: OptionFact): boolean =>
		isWanted(power) && !isForbidden(power, by, subject, draft, work);
	if (work.redirects && brings("write") && !draft.redirects.some(({ access }) => access === "write")) {
		const found = classesOf([], [{ set: plainWords, inside: true }, ...universals(["write"], work)], 1, work.budget);
		if (found.kind === "classes")
			for (const { text } of found.classes)
				yield { ...draft, redirects: [...draft.redirects, { access: "write", path: text }] };
	}
	const { usage } = context;
	if (usage === undefined) return;
	if (!context.alone) yield* withOperandPower(brings, draft);
	for (const fact of kindsOfOptions(context, work)) {
		if (fact.powers.some((power) => isForbidden(power, fact, subject, draft, work))) continue;
		const isBrought = (power: Power): boolean => brings(power, fact);
		if (fact.powers.some(isWanted) || (fact.role === "code" && (isBrought("exec") || isBrought("write"))))
			for (const value of valuesFor(fact, undefined, draft, work))
				yield plus(draft, given(spellingOf(fact), fact, value));
		for (const text of wordsOfForms(fact.forms ?? [], isBrought))
			yield plus(draft, given(spellingOf(fact), fact, text));
	}
}

/**
 * Whoever uses the power so can't meet another literal any more: only an option that informs takes a use away, and it takes all of them.
 * `by`: the option that brings it; absent: a redirection, or an operand.
 */
function isForbidden(
	power: Power,
	by: OptionFact | undefined,
	subject: Subject,
	{ context }: Draft,
	{ literals }: Work,
): boolean {
	if (subject.plainPowers().includes(power)) return false;
	return literals.some(({ atom, wanted, mayBe }) => {
		if (mayBe) return false;
		if (atom.kind === "uses-power") return !wanted && atom.powers.includes(power);
		return (
			atom.kind === "powers-within" &&
			wanted &&
			atom.powers !== "everything" &&
			!atom.powers.includes(power) &&
			(by === undefined || !speaksOf(atom, by, context))
		);
	});
}

function* withOperandPower(isWanted: (power: Power) => boolean, draft: Draft): Generator<Draft, void> {
	const { usage, facts } = draft.context;
	if (usage === undefined) return;
	const after = (usage.operandPowersAfter ?? 0) + 1;
	if (usage.operandPowers.some(isWanted) && draft.least < after) yield { ...draft, least: after };
	const words = [
		...wordsOfForms(usage.operandForms ?? [], isWanted),
		...([
			...usage.operands.first,
			...(usage.operands.rest ? [usage.operands.rest] : []),
			...usage.operands.last,
		].includes("code")
			? codeTexts(facts?.name ?? "")
			: []),
	];
	for (const text of words) {
		const wanted = literalNeed(text);
		if (!draft.needs.some((need) => need.wanted === wanted)) yield { ...draft, needs: [...draft.needs, { wanted }] };
	}
}

function literalNeed(text: string): readonly Wanted[] {
	let wanted = literalNeeds.get(text);
	if (wanted === undefined) {
		wanted = [{ set: wordSetOf({ kind: "literal", text }), inside: true }];
		literalNeeds.set(text, wanted);
	}
	return wanted;
}
const literalNeeds = new Map<string, readonly Wanted[]>();

function wordsOfForms(forms: readonly WordForm[], isWanted: (power: Power) => boolean): readonly string[] {
	return forms.flatMap((form) => (form.powers.some(isWanted) ? wordsOfForm(form) : []));
}

/** An option with which nothing is done. */
function* informing(draft: Draft): Generator<Draft, void> {
	if (draft.options.some(({ fact }) => fact?.informs)) return;
	const fact = optionsIn(draft.context).find((one) => one.informs && one.value === undefined);
	if (fact !== undefined) yield plus(draft, { name: spellingOf(fact), fact });
}
