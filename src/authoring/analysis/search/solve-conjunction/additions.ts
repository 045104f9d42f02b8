/** The ways to add to a draft what a literal misses. */
import type { EvaluationContext } from "../../../../engine/decide/evaluate/evaluation-context.js";
import type { Role } from "../../../../engine/knowledge/program.js";
import { type Power, powers } from "../../../../language/policy/terms.js";
import { classesOf } from "../../words/classes.js";
import type { Wanted } from "../../words/shortest-word.js";
import { wordSetOf } from "../../words/word-set.js";
import type { Atom, Literal } from "../literal.js";
import {
	type Context,
	goesBy,
	opensAddresses,
	optionsIn,
	spellingOf,
	takesOptionsBehind,
	valueRole,
} from "../option-choices.js";
import {
	accessesFor,
	asksForPath,
	existentials,
	needFor,
	type PathLiteral,
	placesIn,
	universals,
} from "./asked-paths.js";
import { withCode, withCodeForPath } from "./code-additions.js";
import { type Draft, given, mayRedirect, plus, type Work } from "./draft.js";
import { withHost } from "./host-additions.js";
import { absolutePaths } from "./operand-places.js";
import { kindsOfOptions } from "./option-kinds.js";
import { count, valuesFor } from "./option-values.js";
import { withOtherWords } from "./other-words.js";
import { plainWords } from "./plain-words.js";
import { withPower } from "./power-additions.js";
import { withVerbs } from "./verb-additions.js";

/** The ways to add what a literal misses. */
export function* additions(
	literal: Literal,
	draft: Draft,
	subject: EvaluationContext,
	work: Work,
): Generator<Draft, void> {
	const { atom } = literal;
	switch (atom.kind) {
		case "option":
			yield* withOption(atom, draft, work);
			if (literal.mayBe && draft.context.facts === undefined)
				for (const name of doubtfulNames(atom, work)) yield plus(draft, { name });
			return;
		case "only-options":
			yield* withOtherOption(atom.names, draft, work);
			return;
		case "paths-within":
		case "paths-touching":
			if (asksForPath(literal)) yield* withPath(literal, draft, work);
			return;
		case "redirected":
			// Where a path is asked for as well, its own additions redirect it.
			if (literal.wanted && draft.redirects.length === 0)
				yield* withRedirect(atom.access === "any" ? ["read", "write"] : [atom.access], [], () => [], draft, work);
			return;
		case "hosts-within":
		case "hosts-reaching":
			yield* withHost(draft, work);
			// What only informs talks to nobody.
			if (literal.wanted === (atom.kind === "hosts-within")) yield* informing(draft, work);
			return;
		case "uses-power":
			if (literal.wanted && work.several) yield* withOtherOption([], draft, work);
			if (literal.wanted) {
				yield* withPower((power) => atom.powers.includes(power), draft, subject, work, literal.side);
				if (literal.mayBe) {
					yield* withAnything(draft, subject, literal.side, work);
					yield* withVerbs(atom.powers, draft, work);
				}
				yield* withCode(literal, draft, work);
			} else {
				yield* informing(draft, work);
				yield* sparing(draft);
				yield* withOtherWords((power) => atom.powers.includes(power), draft, subject, work);
				yield* withCode(literal, draft, work);
			}
			return;
		case "powers-within": {
			if (literal.wanted) {
				yield* informing(draft, work);
				yield* sparing(draft);
				yield* withOtherWords((power) => !atom.powers.includes(power), draft, subject, work);
				yield* withCode(literal, draft, work);
			} else if (atom.powers !== "everything") {
				if (work.several) yield* withOtherOption([], draft, work);
				const plain = new Set(subject.effects.plainPowers());
				// What is no plain use any more may be brought by something else.
				if ([...plain].some((power) => !atom.powers.includes(power))) yield* sparing(draft);
				yield* withPower(
					(power) => !atom.powers.includes(power) && !plain.has(power),
					draft,
					subject,
					work,
					literal.side,
				);
				if (literal.mayBe) {
					yield* withAnything(draft, subject, literal.side, work);
					const { facts } = draft.context;
					// Of a program that no table knows a grant covers what its verbs say.
					if (facts !== undefined) yield* withVerbs(powersBeside(atom.powers, plain), draft, work);
				}
				yield* withCode(literal, draft, work);
			}
			return;
		}
		case "operands":
		case "program":
		case "forced":
		case "has-tool":
		case "past":
		case "fact":
		case "until":
			return;
	}
}

function powersBeside(granted: readonly Power[], plain: ReadonlySet<Power>): readonly Power[] {
	return powers.filter((power) => !granted.includes(power) && !plain.has(power));
}

type OptionAtom = Atom & { readonly kind: "option" };

/**
 * Other words that may be the option, of a program that nobody knows: its letter, or a longer name for the letter. Its own name is one of them where the next
 * word may be its value. Without a value they are worth a look only where another option must not be there, which its own name may be in doubt to be.
 */
function doubtfulNames({ name, value }: OptionAtom, { literals }: Work): readonly string[] {
	const letter = /^--([A-Za-z0-9])/.exec(name)?.[1];
	const alone = /^-([A-Za-z0-9])$/.exec(name)?.[1];
	const others = [...(letter === undefined ? [] : [`-${letter}`]), ...(alone === undefined ? [] : [`--${alone}x`])];
	if (value !== undefined) return [name, ...others];
	return literals.some(({ atom, wanted }) => atom.kind === "option" && !wanted && atom.name !== name) ? others : [];
}

/** The option that is asked for, as its author wrote it, with a value that fits. */
function* withOption(atom: OptionAtom, draft: Draft, work: Work): Generator<Draft, void> {
	const { context } = draft;
	const fact = optionsIn(context).find((one) => goesBy(one, atom.name, context.style));
	// Given twice with different values it would be given with none for certain: one value fits all that ask for the option.
	const asked = work.literals.flatMap(({ atom: other, wanted, mayBe }) => {
		if (other.kind !== "option" || other.value === undefined || !wanted || (mayBe && other !== atom)) return [];
		const isSame = fact === undefined ? other.name === atom.name : goesBy(fact, other.name, context.style);
		return isSame ? [{ set: wordSetOf(other.value), inside: true }] : [];
	});
	// Code that names a path which is asked for as well.
	if (fact?.role === "code")
		for (const literal of work.literals) if (asksForPath(literal)) yield* withPathInCode(literal, draft, work);
	// The table may have another spelling for a name that has its value in it: `-5`.
	for (const value of valuesFor(fact, asked.length === 0 ? undefined : asked, draft, work)) {
		if (fact === undefined) yield* withStranger(atom.name, value, draft, work);
		else yield plus(draft, given(atom.name, fact, value));
	}
}

function* withPathInCode(literal: PathLiteral, draft: Draft, work: Work): Generator<Draft, void> {
	const set = placesIn(literal, work);
	if (set !== undefined)
		yield* withCodeForPath(literal, accessesFor(literal, work), needFor(set, literal.wanted), draft, work);
}

/** An option that no table lists: where nothing that follows can be its value, and where it may be, if a doubt is enough. */
function* withStranger(
	name: string,
	value: string | undefined,
	draft: Draft,
	{ literals }: Work,
): Generator<Draft, void> {
	const option = given(name, undefined, value);
	const goesBehind = takesOptionsBehind(draft.context);
	if (goesBehind) yield plus(draft, { ...option, behind: true });
	if (!goesBehind || literals.some(({ mayBe }) => mayBe)) yield plus(draft, option);
}

/** One option that is none of these; of options that are alike in all that is asked, one. */
function* withOtherOption(names: readonly string[], draft: Draft, work: Work): Generator<Draft, void> {
	const { context } = draft;
	// Where another rule lists what may be given, it is one of those.
	const listed = work.literals.flatMap(({ atom, wanted }) =>
		atom.kind === "only-options" && wanted ? atom.names : [],
	);
	const others = [...new Set([...listed, ...strangeNames])].filter((name) => !names.includes(name));
	if (context.facts === undefined) {
		for (const name of others) yield plus(draft, { name });
		return;
	}
	for (const fact of kindsOfOptions(context, work)) {
		if (names.some((name) => goesBy(fact, name, context.style))) continue;
		for (const value of valuesFor(fact, undefined, draft, work))
			yield plus(draft, given(spellingOf(fact), fact, value));
	}
	// One that no table lists is none of these, whatever it does.
	if (work.unlisted) for (const name of others) yield* withStranger(name, undefined, draft, work);
}

/** What no table lists may use any power: an option, or a subcommand. */
function* withAnything(draft: Draft, subject: EvaluationContext, side: number, work: Work): Generator<Draft, void> {
	const { context } = draft;
	const { usage, facts, alone } = context;
	// One is as unclear as two.
	if (facts === undefined || draft.options.some(({ fact }) => fact === undefined)) return;
	let names: readonly string[] = strangeNames;
	for (const { atom, wanted, mayBe, side: own } of work.literals) {
		// Another policy may see no use of it.
		if (mayBe || own !== side) continue;
		if (atom.kind === "uses-power" && !wanted) return;
		// Whoever grants no more than this grants nothing that could be more, but for the options that are named.
		if (atom.kind === "powers-within" && wanted && atom.powers !== "everything")
			names = atom.options.filter((name) => !optionsIn(context).some((fact) => goesBy(fact, name, context.style)));
	}
	const isStranger = usage === facts && Object.keys(facts.subcommands).length > 0;
	if (isStranger && !alone && !subject.args.strangeSubcommand && names === strangeNames) yield { ...draft, least: 1 };
	if (work.unlisted) for (const name of names) yield* withStranger(name, undefined, draft, work);
}

/** Options that no rule names, most probably. */
const strangeNames: readonly string[] = ["--quux", "--verbose", "-Q", "-J"];

/** What operands can be; without facts each is read and written. */
function operandRoles({ usage, facts }: Context): readonly Role[] {
	if (usage === undefined) return ["both"];
	const { first, rest, last } = usage.operands;
	const isStrange = usage === facts && Object.keys(facts.subcommands).length > 0;
	return [...first, ...(rest === undefined ? [] : [rest]), ...last, ...(isStrange ? (["both"] as const) : [])];
}

/** A path that lies as it should: an operand, an option's value, or a redirection. */
function* withPath(literal: PathLiteral, draft: Draft, work: Work): Generator<Draft, void> {
	const { atom, wanted } = literal;
	const set = placesIn(literal, work);
	const accesses: readonly Role[] = accessesFor(literal, work);
	if (set === undefined || accesses.length === 0) return;
	const lies: readonly Wanted[] = needFor(set, wanted);
	const roles = operandRoles(draft.context);
	const isAddress = opensAddresses(draft.context) && accesses.includes("read");
	const canBeOperand = work.several || roles.some((role) => accesses.includes(role) || (isAddress && role === "value"));
	if (canBeOperand && !draft.context.alone && !draft.needs.some((need) => need.wanted === lies))
		yield { ...draft, needs: [...draft.needs, { wanted: lies, access: atom.access }] };
	const { context } = draft;
	if (context.facts === undefined)
		for (const name of namesOfStrangers(draft, work))
			for (const value of valuesFor(undefined, [...lies, ...valuesAskedOf(name, work)], draft, work))
				yield plus(draft, { name, ...(value === undefined ? {} : { value }) });
	for (const fact of kindsOfOptions(context, work)) {
		const role = valueRole(fact);
		if (fact.value !== undefined && fact.value !== "optional" && (accesses.includes(role) || work.several))
			for (const value of valuesFor(fact, lies, draft, work)) yield plus(draft, given(spellingOf(fact), fact, value));
		// An address that is a path.
		else if (isAddress && role === "value" && fact.value === "required") {
			const fits = [...lies, { set: absolutePaths, inside: true }];
			for (const value of valuesFor({ ...fact, role: "read" }, fits, draft, work))
				yield plus(draft, given(spellingOf(fact), fact, `file://${value ?? ""}`));
		}
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
	yield* withRedirect(accesses, lies, (access) => existentials(access, work), draft, work);
	yield* withCodeForPath(literal, accesses, lies, draft, work);
}

/** A redirection of a file that lies so. */
function* withRedirect(
	accesses: readonly Role[],
	lies: readonly Wanted[],
	/** What is asked of some path: a redirection may be it. */
	openFor: (access: "read" | "write") => ReturnType<typeof existentials>,
	draft: Draft,
	work: Work,
): Generator<Draft, void> {
	if (!mayRedirect(draft, work) || draft.redirects.length > 1) return;
	for (const access of ["read", "write"] as const) {
		if (!accesses.includes(access)) continue;
		const open = openFor(access);
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

/** Options of a program that nobody knows: those that are asked for or listed, for no other may be allowed, and one that nobody names. */
function namesOfStrangers({ options }: Draft, { literals }: Work): readonly string[] {
	const named = literals.flatMap(({ atom, wanted }) => {
		if (!wanted) return [];
		return atom.kind === "option" ? [atom.name] : atom.kind === "only-options" ? atom.names : [];
	});
	const given = new Set(options.map(({ name }) => name));
	return [...new Set([...named.filter((name) => !given.has(name)), strangeNames[0] as string])];
}

function valuesAskedOf(name: string, { literals }: Work): readonly Wanted[] {
	return literals.flatMap(({ atom, wanted, mayBe }) =>
		atom.kind === "option" && wanted && !mayBe && atom.name === name && atom.value !== undefined
			? [{ set: wordSetOf(atom.value), inside: true }]
			: [],
	);
}

/** An option with which nothing is done: one of each kind, for a rule may forbid one of them. */
function* informing(draft: Draft, work: Work): Generator<Draft, void> {
	if (draft.options.some(({ fact }) => fact?.informs)) return;
	for (const fact of kindsOfOptions(draft.context, work)) {
		if (!fact.informs) continue;
		for (const value of valuesFor(fact, undefined, draft, work))
			yield plus(draft, given(spellingOf(fact), fact, value));
	}
}

/** With such an option a power of plain use is not used. */
function* sparing(draft: Draft): Generator<Draft, void> {
	const { spares } = draft.context.usage ?? {};
	if (spares === undefined) return;
	for (const fact of optionsIn(draft.context)) {
		const isOne = fact.names.some((name) => Object.hasOwn(spares, name));
		if (isOne && !draft.options.some((option) => option.fact === fact))
			yield plus(draft, given(spellingOf(fact), fact, undefined));
	}
}
