/** Words that take away what others bring: an operand where a command without one does more, operands of other forms, and modules whose words are known. */

import type { EvaluationContext } from "../../../../engine/decide/evaluate/evaluation-context.js";
import { expressionOf } from "../../../../engine/knowledge/forms.js";
import type { WordForm } from "../../../../engine/knowledge/program.js";
import { readRegex } from "../../../../language/policy/word-language/read-regex.js";
import type { Power } from "../../../../language/syntax/statements.js";
import type { Wanted } from "../../words/shortest-word.js";
import { wordSetOf } from "../../words/word-set.js";
import type { Draft, Work } from "./draft.js";

/** Drafts that do not use such a power by the operands that they have, or have not. */
export function* withOtherWords(
	isUnwanted: (power: Power) => boolean,
	draft: Draft,
	{ args }: EvaluationContext,
	work: Work,
): Generator<Draft, void> {
	const { usage, alone } = draft.context;
	if (usage === undefined || alone) return;
	const own = args.operands.filter(({ canonical }) => canonical === undefined);
	if (usage.barePowers?.some(isUnwanted) && own.length === 0 && draft.least === 0) yield { ...draft, least: 1 };
	const isSome = (form: WordForm): boolean =>
		own.some(({ word }) => word.kind === "known" && expressionOf(form).test(word.text));
	const avoids = (usage.operandForms ?? []).filter((form) => form.powers.some(isUnwanted) && isSome(form));
	const known = avoids.map(({ form }) => form).filter((form) => notOfForm(form) !== undefined);
	if (known.length < avoids.length) work.unsure = true;
	if (known.length > 0) yield { ...draft, avoids: [...(draft.avoids ?? []), ...known] };
}

/** Any word that has not this form; undefined where the form is none of those that words can be made of. */
export function notOfForm(form: string): readonly Wanted[] | undefined {
	if (!others.has(form)) others.set(form, makeNotOfForm(form));
	return others.get(form);
}
const others = new Map<string, readonly Wanted[] | undefined>();

function makeNotOfForm(form: string): readonly Wanted[] | undefined {
	const begins = form.startsWith("^");
	const ends = form.endsWith("$") && !form.endsWith("\\$");
	const bare = form.slice(begins ? 1 : 0, ends ? -1 : undefined);
	// An alternative outside of all parentheses would have its own beginning and end.
	const text = `${begins ? "" : "[^]*"}(?:${bare})${ends ? "" : "[^]*"}`;
	if (hasOuterChoice(bare) || /\(\?[i=!<]/.test(form) || "message" in readRegex(text)) return undefined;
	return [{ set: wordSetOf({ kind: "regex", text }), inside: false }];
}

function hasOuterChoice(form: string): boolean {
	let depth = 0;
	for (const [, sign] of form.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/gs, "").matchAll(/([(|)])/g)) {
		if (sign === "(") depth++;
		else if (sign === ")") depth--;
		else if (depth === 0) return true;
	}
	return false;
}
