/** The commands of a conjunction that leaves no choice of words: these operands, and no option. They are looked at, and no path is searched for. */
import { evaluateTest } from "../../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../../engine/decide/evaluate/evaluation-context.js";
import { factsOf } from "../../../../engine/request/facts.js";
import { subjectFor } from "../../agent-model.js";
import type { ProgramClass } from "../../programs/program-classes.js";
import type { Witness } from "../../witness.js";
import type { Literal } from "../literal.js";
import { isMet, type Work } from "./draft.js";

/** The command that meets all literals, or `none`; undefined where there is a choice. */
export function withFixedWords(program: ProgramClass, work: Work): Witness | "none" | undefined {
	const { literals, settings, manner, redirects } = work;
	const words = redirects ? undefined : fixedWords(literals);
	if (words === undefined) return undefined;
	// A subcommand goes by several names, and a bundle of options is an operand.
	const isPlain = program.spellings.every((text) =>
		settings.every((setting) => {
			const facts = factsOf({ kind: "known", text }, setting.facts);
			return facts === undefined || (Object.keys(facts.subcommands).length === 0 && facts.bundledFirst !== true);
		}),
	);
	if (!isPlain) return undefined;
	for (const spelling of program.spellings) {
		const sample: Witness = { argv: [spelling, ...words], redirects: [], ...manner };
		const subjects = settings.map((setting) => subjectFor(sample, setting));
		const fits = literals.every((literal) =>
			isMet(evaluateTest(literal.atom, subjects[literal.side] as EvaluationContext), literal),
		);
		if (fits) return sample;
	}
	return "none";
}

function fixedWords(literals: readonly Literal[]): readonly string[] | undefined {
	const isBare = literals.some(
		({ atom, wanted, mayBe }) => wanted && !mayBe && atom.kind === "only-options" && atom.names.length === 0,
	);
	if (!isBare) return undefined;
	for (const { atom, wanted, mayBe } of literals) {
		if (!wanted || mayBe || atom.kind !== "operands" || !atom.exactly) continue;
		const words = atom.words.flatMap((word) =>
			word.kind === "literal" && !word.text.startsWith("-") ? [word.text] : [],
		);
		if (words.length === atom.words.length) return words;
	}
	return undefined;
}
