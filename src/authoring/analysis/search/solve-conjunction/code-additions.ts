/** Code among the words, in languages that the engine reads: what it does, it does by its text, so that the texts of the samples are tried. */

import { evaluateTest } from "../../../../engine/decide/evaluate/evaluate-test.js";
import { isCodeRead } from "../../../../engine/effects/words-that-decide.js";
import type { OptionFact, Role } from "../../../../engine/knowledge/program.js";
import { type AgentModel, subjectFor } from "../../agent-model.js";
import { codeTexts, codeTextsFor } from "../../code-samples.js";
import { classesOf } from "../../words/classes.js";
import type { Wanted } from "../../words/shortest-word.js";
import { wordSetOf } from "../../words/word-set.js";
import type { Literal } from "../literal.js";
import { type Context, optionsIn, spellingOf, typed } from "../option-choices.js";
import { isAboutPaths, universals } from "./asked-paths.js";
import { type Draft, given, isMet, literalNeed, plus, type Work } from "./draft.js";

/** Is the code of the program read, so that its text says what it does? */
export function readsCode({ facts }: Context): boolean {
	return isCodeRead(facts);
}

/** Code that is as the literal asks, in each place where code can stand. */
export function* withCode(literal: Literal, draft: Draft, work: Work): Generator<Draft, void> {
	if (!mayAddCode(literal, draft, work)) return;
	yield* withTexts(codeTexts(draft.context.facts?.name ?? ""), literal, draft, work);
}

/** Code that names a file that lies so. */
export function* withCodeForPath(
	literal: Literal,
	accesses: readonly Role[],
	lies: readonly Wanted[],
	draft: Draft,
	work: Work,
): Generator<Draft, void> {
	if (!mayAddCode(literal, draft, work)) return;
	for (const access of ["read", "write"] as const) {
		if (!accesses.includes(access)) continue;
		const found = classesOf(
			[],
			[{ set: namesInCode, inside: true }, ...lies, ...universals([access], work)],
			1,
			work.budget,
		);
		if (found.kind === "unsettled") work.unsure = true;
		else
			for (const { text } of found.classes)
				yield* withTexts(codeTextsFor(draft.context.facts?.name ?? "", access, text), literal, draft, work);
	}
}

/** Names that stand in a text of any language as they are. */
const namesInCode = wordSetOf({ kind: "regex", text: "[A-Za-z0-9_./][A-Za-z0-9_./+-]*" });

/** Where a text stands already, or is asked for by its words, another one might do more: nobody knows. */
function mayAddCode({ atom }: Literal, draft: Draft, work: Work): boolean {
	const { context, options } = draft;
	if (!readsCode(context) || context.alone) return false;
	if (!draft.code && !options.some(({ fact }) => fact?.role === "code")) return true;
	work.unsure ||= isAboutPaths(atom) || isTextAsked(work);
	return false;
}

/** Do the words of the code have to be of a form? */
function isTextAsked({ literals }: Work): boolean {
	return literals.some(
		({ atom, wanted }) =>
			wanted &&
			((atom.kind === "option" && atom.value !== undefined && atom.value.kind !== "literal") ||
				(atom.kind === "operands" && atom.words.some(({ kind }) => kind === "glob" || kind === "regex"))),
	);
}

function* withTexts(texts: readonly string[], literal: Literal, draft: Draft, work: Work): Generator<Draft, void> {
	for (const next of texts.flatMap((text) => placesFor(text, draft)))
		if (isAsked(next, literal, work)) yield next.draft;
}

interface Placed {
	readonly draft: Draft;
	/** The code alone, without what else the draft has. */
	readonly argv: readonly string[];
}

/** The ways to give the text. */
function placesFor(text: string, draft: Draft): readonly Placed[] {
	const { context, spelling } = draft;
	const operands = context.usage?.operands;
	const inOptions = optionsIn(context).flatMap((fact): readonly Placed[] => {
		if (fact.role === "code" && fact.value !== undefined) {
			const option = given(spellingOf(fact), fact, text);
			return [
				{ draft: { ...plus(draft, option), code: true }, argv: typed(spelling, context, [option], fillers(operands)) },
			];
		}
		const at = fact.operands?.first.indexOf("code") ?? -1;
		if (at < 0) return [];
		const option = given(spellingOf(fact), fact, undefined);
		return [withNeed(plus(draft, option), text, typed(spelling, context, [option], [...alike(at), text]))];
	});
	const at = codePlace(operands);
	if (at === undefined) return inOptions;
	return [...inOptions, withNeed(draft, text, typed(spelling, context, [], [...alike(at), text]))];
}

function withNeed(draft: Draft, text: string, argv: readonly string[]): Placed {
	const wanted = literalNeed(text);
	return { draft: { ...draft, code: true, needs: [...draft.needs, { wanted }] }, argv };
}

type Operands = OptionFact["operands"];

/** So many operands stand before the code; undefined where no operand is code. */
function codePlace(operands: Operands): number | undefined {
	if (operands === undefined) return undefined;
	const at = operands.first.indexOf("code");
	if (at >= 0) return at;
	return operands.rest === "code" ? operands.first.length : undefined;
}

/** Operands that stand before the code of no option, where some must. */
function fillers(operands: Operands): readonly string[] {
	return codePlace(operands) === undefined ? [] : alike(operands?.first.filter((role) => role !== "code").length ?? 0);
}

function alike(count: number): readonly string[] {
	return Array.from({ length: count }, () => "x");
}

/** Is the code alone as the literal asks, and nothing that another literal forbids for good? */
function isAsked({ argv }: Placed, literal: Literal, work: Work): boolean {
	const truthOf = (one: Literal): boolean =>
		isMet(
			evaluateTest(
				one.atom,
				subjectFor({ argv, redirects: [], ...work.manner }, work.settings[one.side] as AgentModel),
			),
			one,
		);
	return truthOf(literal) && work.literals.every((one) => !forbids(one) || truthOf(one));
}

function forbids({ atom, wanted }: Literal): boolean {
	return (atom.kind === "uses-power" && !wanted) || (atom.kind === "powers-within" && wanted);
}
