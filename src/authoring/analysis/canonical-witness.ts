/**
 * The commands that a rule speaks of most plainly: its own words, and a word that nobody names wherever any word may stand.
 * Most rules decide one of them, so that nothing needs to be searched; what none of them shows is left to the search.
 */
import { braceExpand } from "minimatch";
import { isCallName } from "../../language/policy/hands.js";
import type { HostPattern, PathPattern, Test, WordPattern } from "../../language/policy/test.js";
import type { AgentModel } from "./agent-model.js";
import { isGoverned } from "./programs/governed-names.js";
import {
	type CircumstanceAtom,
	circumstancesFor,
	type WitnessCircumstances,
} from "./search/solve-conjunction/circumstances.js";
import type { Witness } from "./witness.js";
import { shortestWord } from "./words/shortest-word.js";
import { wordSetOf } from "./words/word-set.js";

/** Commands of the program that the test may hold of; to be looked at before they are believed. */
export function canonicalWitnesses(test: Test, program: string, setting: AgentModel): Generator<Witness, void> {
	return samplesOf(drafts(test), program, setting);
}

/**
 * More of them: with each of the words and places that braces are short for. Some say more than others: of `{deploy,list}` the one may do what the
 * other does not.
 */
export function bracedWitnesses(test: Test, program: string, setting: AgentModel): Generator<Witness, void> {
	const more = drafts(test).flatMap((draft) => {
		const { braced = [] } = draft;
		const operands = braced.flatMap(({ at, words }) => words.map((word) => draft.operands.with(at, word)));
		const paths = draft.paths.flatMap((path) => {
			const found = bracesIn(path);
			return found.length === 0 ? [path] : found.map((text) => ({ ...path, text }));
		});
		const isOther = paths.length > draft.paths.length;
		return [...(isOther ? [draft.operands] : []), ...operands].map((one) => ({ ...draft, operands: one, paths }));
	});
	return samplesOf(more.slice(0, mostDrafts), program, setting);
}

function* samplesOf(all: readonly Draft[], program: string, setting: AgentModel): Generator<Witness, void> {
	const { world, redirects, agentTree } = setting;
	const home = world.home ?? "/";
	for (const draft of all) {
		const circumstances = circumstancesIn(draft, agentTree);
		if (draft.program !== undefined && draft.program !== program && !draft.program.includes("/")) continue;
		// A path is that of the program that is asked about: `./*` is no `./x` of another name.
		const name = draft.program?.includes("/") ? draft.program.replace(/[^/]*$/, program) : (draft.program ?? program);
		// A call that nobody decides is no command; a program of that name is spoken of by its path.
		const typed = isGoverned(name, [setting]) ? name : `./${name}`;
		const options = draft.options.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`));
		const sampleOf = (operands: readonly string[]): Witness => ({
			argv: [typed, ...operands, ...options],
			redirects: [],
			forced: false,
			...circumstances,
		});
		yield sampleOf(draft.operands);
		// Without facts a word behind an option may be its value: only the last one can stand without.
		if (options.length > 1) {
			const glued = options.map((option, at) =>
				at === options.length - 1 || option.includes("=") ? option : `${option}=x`,
			);
			yield { argv: [typed, ...draft.operands, ...glued], redirects: [], forced: false, ...circumstances };
		}
		if (draft.paths.length === 0) yield sampleOf([...draft.operands, strangeWord]);
		for (const path of draft.paths.flatMap((one) => pathLike(one, home) ?? [])) {
			yield sampleOf([...draft.operands, path]);
			if (redirects && !isCallName(typed))
				for (const access of ["write", "read"] as const)
					yield { ...sampleOf(draft.operands), redirects: [{ access, path }] };
		}
	}
}

/** A word that no rule is likely to name, and a plain operand for every program. */
const strangeWord = "x";

/** Places that lists of allowed folders leave out, each of them more often than the next. */
const outside: readonly PathPattern[] = ["/x", "x", "/tmp/x"].map((text) => ({ text, literal: true, negated: false }));

/** More alternatives of one test than this are left to the search. */
const mostDrafts = 8;

interface Draft {
	readonly program?: string;
	readonly operands: readonly string[];
	/** Other words for some of the operands. */
	readonly braced?: readonly { readonly at: number; readonly words: readonly string[] }[];
	readonly options: readonly { readonly name: string; readonly value?: string }[];
	/** What some path is to be. */
	readonly paths: readonly PathPattern[];
	/** Conditions on the circumstances that are to hold. */
	readonly circumstances: readonly CircumstanceAtom[];
}

const nothing: Draft = { operands: [], options: [], paths: [], circumstances: [] };

function circumstancesIn({ circumstances }: Draft, { agent: { zone } }: AgentModel["agentTree"]): WitnessCircumstances {
	if (circumstances.length === 0) return {};
	const literals = circumstances.map((atom) => ({ atom, wanted: true, mayBe: false, side: 0 }));
	const found = circumstancesFor(literals, () => zone, { left: 2_000 });
	return found === "none" || found === "unsettled" ? {} : found;
}
/** A test that adds no words. */
const bare: readonly Draft[] = [nothing];

/** Each rule is asked about more than once. */
const draftsOf = new WeakMap<Test, readonly Draft[]>();

function drafts(test: Test): readonly Draft[] {
	let known = draftsOf.get(test);
	if (known === undefined) {
		known = makeDrafts(test);
		draftsOf.set(test, known);
	}
	return known;
}

function makeDrafts(test: Test): readonly Draft[] {
	switch (test.kind) {
		case "any":
			return test.tests.flatMap(drafts).slice(0, mostDrafts);
		case "all":
			return test.tests.reduce<readonly Draft[]>((left, part) => {
				const right = drafts(part);
				if (right === bare) return left;
				if (left === bare) return right.slice(0, mostDrafts);
				return left.flatMap((one) => right.map((other) => both(one, other))).slice(0, mostDrafts);
			}, bare);
		case "program": {
			const text = test.pattern.kind === "any" ? undefined : wordLike(test.pattern);
			return test.pattern.kind === "any" || text === undefined ? bare : [{ ...nothing, program: text }];
		}
		case "operands": {
			const patterns = test.words.filter(({ kind }) => kind !== "rest");
			const words = patterns.map(wordLike);
			if (words.includes(undefined)) return [];
			const braced = patterns.flatMap((pattern, at) => {
				const others = bracesIn(pattern).filter((word) => word !== words[at] && !/[*?]/.test(word));
				return others.length === 0 ? [] : [{ at, words: others }];
			});
			return [{ ...nothing, operands: words as string[], ...(braced.length === 0 ? {} : { braced }) }];
		}
		case "option": {
			const value = test.value && wordLike(test.value);
			if (test.value !== undefined && value === undefined) return [];
			return [{ ...nothing, options: [{ name: test.name, ...(value === undefined ? {} : { value }) }] }];
		}
		case "paths-touching":
		case "paths-within":
			return [{ ...nothing, paths: test.paths.filter(({ negated }) => !negated).slice(0, 2) }];
		case "not":
			// A `constrain` speaks of paths outside, of folders of which it allows the contents, and of paths that are taken out.
			return test.test.kind === "paths-within"
				? [{ ...nothing, paths: [...outside, ...foldersOf(test.test.paths), ...takenOut(test.test.paths)] }]
				: test.test.kind === "hosts-within"
					? hostDrafts([{ text: "elsewhere.example", negated: false }])
					: bare;
		case "hosts-within":
		case "hosts-reaching":
			return hostDrafts(test.hosts);
		case "only-options":
		case "powers-within":
		case "uses-power":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
			return bare;
		case "fact":
		case "until":
			return [{ ...nothing, circumstances: [test] }];
	}
}

/** The host as an address, and by itself. */
function hostDrafts(hosts: readonly HostPattern[]): readonly Draft[] {
	const named = hosts
		.filter(({ negated }) => !negated)
		.slice(0, 2)
		.map(({ text }) => text.replace(/^\*\./, `${strangeWord}.`).replace(/\/\d+/, ""))
		.map((text) => (text.startsWith("*") ? `${strangeWord}.example${text.slice(1)}` : text));
	return [
		...named.flatMap((host) => [`http://${host}/`, host].map((word) => ({ ...nothing, operands: [word] }))),
		...bare,
	];
}

/** `./*` is everything in the folder and not the folder. */
function foldersOf(paths: readonly PathPattern[]): readonly PathPattern[] {
	return paths
		.filter(({ negated, literal, text }) => !negated && !literal && /^[^*?[{\\]+\/\*$/.test(text))
		.slice(0, 1)
		.map(({ text }) => ({ text: text.slice(0, -2), literal: true, negated: false }));
}

function takenOut(paths: readonly PathPattern[]): readonly PathPattern[] {
	return paths
		.filter(({ negated, text, literal }) => negated && (literal || !/[[\\]/.test(text)))
		.slice(0, 3)
		.map((path) => ({ ...path, negated: false }));
}

function both(one: Draft, other: Draft): Draft {
	const program = one.program ?? other.program;
	const more = (other.braced ?? []).map((braces) => ({ ...braces, at: braces.at + one.operands.length }));
	const braced = [...(one.braced ?? []), ...more];
	return {
		...(program === undefined ? {} : { program }),
		...(braced.length === 0 ? {} : { braced }),
		operands: [...one.operands, ...other.operands],
		options: [...one.options, ...other.options],
		paths: [...one.paths, ...other.paths],
		circumstances: [...one.circumstances, ...other.circumstances],
	};
}

/** A word that the pattern holds of, and that looks like no other. */
function wordLike(pattern: WordPattern): string | undefined {
	switch (pattern.kind) {
		case "any":
		case "rest":
			return strangeWord;
		case "literal":
			return pattern.text;
		case "glob":
			if (!/[[{\\]/.test(pattern.text)) return pattern.text.replaceAll(/\*+|\?/g, strangeWord);
			break;
		case "regex":
			break;
	}
	const found = shortestWord([{ set: wordSetOf(pattern), inside: true }], { left: 2_000 });
	return found.kind === "word" ? found.text : undefined;
}

/** What the braces of a pattern stand for. */
function bracesIn(pattern: PathPattern | WordPattern): readonly string[] {
	if (!("text" in pattern) || ("kind" in pattern ? pattern.kind !== "glob" : pattern.literal)) return [];
	if (!pattern.text.includes("{") || /[[\\]/.test(pattern.text)) return [];
	return braceExpand(pattern.text, { braceExpandMax: mostAlternatives });
}

const mostAlternatives = 4;

/** A path that lies inside. */
function pathLike({ text, literal }: PathPattern, home: string): string | undefined {
	if (literal) return text;
	if (/[[{\\]/.test(text)) return undefined;
	const path = text.replaceAll("**/", "").replaceAll(/\*+|\?/g, strangeWord);
	if (path === "~" || path.startsWith("~/")) return `${home}${path.slice(1)}`;
	return path === "." ? strangeWord : path;
}
