/** Which values an option may have. */
import { knownModules } from "../../../../engine/effects/words-that-decide.js";
import type { OptionFact } from "../../../../engine/knowledge/program.js";
import type { AgentModel } from "../../agent-model.js";
import { codeTexts } from "../../code-samples.js";
import { wordsOfOtherForms } from "../../texts.js";
import { classesOf } from "../../words/classes.js";
import { holdsWord } from "../../words/positions.js";
import type { Wanted } from "../../words/shortest-word.js";
import { wordSetOf } from "../../words/word-set.js";
import { type Context, goesBy, valueRole } from "../option-choices.js";
import { existentials, universals } from "./asked-paths.js";
import type { Draft, Work } from "./draft.js";
import { notOfForm } from "./other-words.js";
import { anyOperand, plainestWords } from "./plain-words.js";

/** Values that an option may have. `fits`: what is asked of it; absent: nothing, and a flag stays one. */
export function* valuesFor(
	fact: OptionFact | undefined,
	fits: readonly Wanted[] | undefined,
	draft: Draft,
	work: Work,
): Generator<string | undefined, void> {
	if (fact?.runs !== undefined && fits === undefined) {
		// The line for a shell is the first operand.
		if (fact.runs === "operand") yield undefined;
		else yield* (work.settings.at(-1) as AgentModel).innerWords().slice(0, mostInner);
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
	const named = namedValues(fact, draft.context).filter((text) => isEach(text, [...(fits ?? []), ...others]));
	yield* named;
	if (role === "code" && fits === undefined) return;
	const isPath = role === "read" || role === "write" || role === "both" || draft.context.facts === undefined;
	const paths = isPath ? universals([role === "value" ? "both" : role], work) : [];
	// Values that bring a power by their form are others than those that do not.
	const formed = fits === undefined ? [] : formsApart(fact);
	const open = [...(isPath ? existentials(role === "value" ? "both" : role, work) : []), ...formed];
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

/** Values that are something of their own to the engine: code, and modules whose words are known. */
function namedValues(fact: OptionFact | undefined, { facts }: Context): readonly string[] {
	if (fact?.role === "code") return codeTexts(facts?.name ?? "");
	return facts?.name === "python" && fact?.names.includes("-m") ? knownModules : [];
}

function isEach(text: string, wanted: readonly Wanted[]): boolean {
	return wanted.every(({ set, inside }) => holdsWord(set, text) === inside);
}

/** The forms that tell values apart. */
function formsApart(fact: OptionFact | undefined): readonly Wanted[] {
	return (fact?.forms ?? []).flatMap(({ form }) => notOfForm(form) ?? []);
}

/** So many commands are tried inside of one. */
const mostInner = 4;

/** How many of what is asked for are met. */
export function count(inside: readonly boolean[], open: readonly Wanted[]): number {
	return inside.filter((one, index) => one === open[index]?.inside).length;
}
