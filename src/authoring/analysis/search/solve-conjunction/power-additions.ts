/** The ways to make a draft use a power. */
import type { EvaluationContext } from "../../../../engine/decide/evaluate/evaluation-context.js";
import type { OptionFact, WordForm } from "../../../../engine/knowledge/program.js";
import type { Power } from "../../../../language/syntax/statements.js";
import { wordsOfForm } from "../../texts.js";
import { classesOf } from "../../words/classes.js";
import { spellingOf } from "../option-choices.js";
import { universals } from "./asked-paths.js";
import { readsCode } from "./code-additions.js";
import { type Draft, given, literalNeed, mayRedirect, plus, type Work } from "./draft.js";
import { kindsOfOptions, speaksOf } from "./option-kinds.js";
import { valuesFor } from "./option-values.js";
import { plainWords } from "./plain-words.js";

/** Something that uses such a power: an option, an operand, code, or a redirection. */
export function* withPower(
	isWanted: (power: Power) => boolean,
	draft: Draft,
	subject: EvaluationContext,
	work: Work,
	side: number,
): Generator<Draft, void> {
	const { context } = draft;
	const isForbiddenBy = (by?: OptionFact) => (power: Power) => isForbidden(power, by, subject, draft, work, side);
	const isLostByWord = isForbiddenBy();
	const brings = (power: Power): boolean => isWanted(power) && !isLostByWord(power);
	// What may run code may write anything already; what is read is tried text by text.
	const runsCode = (context.usage?.powers ?? ["code"]).includes("code") || readsCode(context);
	if (mayRedirect(draft, work) && brings("write") && !draft.redirects.some(({ access }) => access === "write")) {
		const found = classesOf([], [{ set: plainWords, inside: true }, ...universals(["write"], work)], 1, work.budget);
		if (found.kind === "classes")
			for (const { text } of found.classes)
				yield { ...draft, redirects: [...draft.redirects, { access: "write", path: text }] };
	}
	const { usage } = context;
	// What only informs does nothing else, whatever it is given besides.
	if (usage === undefined || subject.args.informs) return;
	if (!context.alone) yield* withOperandPower(brings, draft, runsCode);
	for (const fact of kindsOfOptions(context, work)) {
		const isLost = isForbiddenBy(fact);
		if (fact.powers.some(isLost)) continue;
		const isBrought = (power: Power): boolean => isWanted(power) && !isLost(power);
		if (fact.powers.some(isWanted) || (fact.role === "code" && !runsCode && (isBrought("exec") || isBrought("write"))))
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
	subject: EvaluationContext,
	{ context }: Draft,
	{ literals }: Work,
	side: number,
): boolean {
	if (subject.effects.plainPowers().includes(power)) return false;
	// Who may run any code may write what the code writes, and what an option has it write.
	const mayBePurpose = context.usage?.powers.includes("code") === true && readsCode(context);
	return literals.some(({ atom, wanted, mayBe, side: own }) => {
		// Another policy may see no use of it.
		if (mayBe || own !== side) return false;
		if (atom.kind === "uses-power") return !wanted && atom.powers.includes(power);
		return (
			atom.kind === "powers-within" &&
			wanted &&
			atom.powers !== "everything" &&
			!atom.powers.includes(power) &&
			!(power === "write" && mayBePurpose) &&
			(by === undefined || !speaksOf(atom, by, context))
		);
	});
}

function* withOperandPower(
	isWanted: (power: Power) => boolean,
	draft: Draft,
	runsCode: boolean,
): Generator<Draft, void> {
	const { usage } = draft.context;
	if (usage === undefined) return;
	const after = (usage.operandPowersAfter ?? 0) + 1;
	if (usage.operandPowers.some(isWanted) && draft.least < after) yield { ...draft, least: after };
	const { first, rest, last } = usage.operands;
	// Code in the program's own language can run and write.
	const hasCode = !runsCode && [...first, ...(rest === undefined ? [] : [rest]), ...last].includes("code");
	const codes = hasCode && (["exec", "write", "network", "code"] as const).some(isWanted) ? ["x"] : [];
	const words = [...wordsOfForms(usage.operandForms ?? [], isWanted), ...codes];
	for (const text of words) {
		const wanted = literalNeed(text);
		if (!draft.needs.some((need) => need.wanted === wanted)) yield { ...draft, needs: [...draft.needs, { wanted }] };
	}
}

function wordsOfForms(forms: readonly WordForm[], isWanted: (power: Power) => boolean): readonly string[] {
	return forms.flatMap((form) => (form.powers.some(isWanted) ? wordsOfForm(form) : []));
}
