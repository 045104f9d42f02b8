/** Completes a draft until it meets every literal. */
import { evaluateTest } from "../../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../../engine/decide/evaluate/evaluation-context.js";
import { namesFilesInWords } from "../../../../engine/effects/words-that-decide.js";
import { baseName } from "../../../../language/source/normal-path.js";
import { type AgentModel, subjectFor } from "../../agent-model.js";
import type { Witness } from "../../witness.js";
import type { Atom, Literal } from "../literal.js";
import { type Context, goesBy, optionsIn, takesOptionsBehind, typed } from "../option-choices.js";
import { additions } from "./additions.js";
import { isAboutPaths } from "./asked-paths.js";
import { type Draft, draftKey, isMet, isRepeated, type Work } from "./draft.js";
import { isAboutHosts, mayTalk } from "./host-additions.js";
import { settleOperands } from "./operand-places.js";
import { speaksOf } from "./option-kinds.js";

/** The command that comes of the draft; undefined where none was found. */
export function complete(draft: Draft, work: Work): Witness | undefined {
	const key = draftKey(draft);
	if (work.seen.has(key) || --work.budget.left < 0) return undefined;
	work.seen.add(key);
	if (draft.options.length + draft.needs.length + draft.redirects.length > work.literals.length + 2) {
		work.unsure = true;
		return undefined;
	}
	let operands = settleOperands(draft, work);
	if (operands === undefined) return withAskedOption(draft, work);
	// Words that only looked as if they fitted hide no longer ones that do.
	while (operands !== undefined) {
		const found = completedWith(operands, draft, work);
		if (found !== "unfit") return found;
		if (work.budget.left < 0) return undefined;
		operands = settleOperands(draft, work, operands.length + 1);
	}
	return undefined;
}

/** The command with these operands, and with what else is missed; `unfit` where the operands are not what they were to be. */
function completedWith(operands: readonly string[], draft: Draft, work: Work): Witness | "unfit" | undefined {
	const sample: Witness = {
		argv: typed(draft.spelling, draft.context, draft.options, operands),
		redirects: draft.redirects,
		...work.manner,
	};
	const subjects = subjectsFor(sample, work.settings);
	let missed: Literal | undefined;
	const needed: Literal[] = [];
	for (const literal of work.literals) {
		const truth = evaluateTest(literal.atom, subjects[literal.side] as EvaluationContext);
		if (isMet(truth, literal)) continue;
		if (!isMendable(literal)) {
			// The words were chosen so that their paths lie well: where one does not, it may be a part of a word.
			const isDoubted = truth === "unknown" && literal.atom.kind === "operands" && !isDoubtedAnyway(draft);
			if ((isAboutPaths(literal.atom) || isDoubted) && !isPastMending(draft, subjects, work)) work.unsure = true;
			return literal.atom.kind === "operands" ? "unfit" : undefined;
		}
		if (needsPower(literal, draft, work)) needed.push(literal);
		// What only informs is the last resort: an option that is still to come may make something else of the words.
		if (
			missed === undefined ||
			(isLastResort(missed) && !isLastResort(literal)) ||
			saysMore(literal, missed, draft.context)
		)
			missed = literal;
	}
	if (missed === undefined) return sample;
	// Where nothing here brings a power, nothing else that is added does.
	for (const literal of needed)
		if (additions(literal, draft, subjects[literal.side] as EvaluationContext, work).next().done) return undefined;
	let tried = 0;
	let isOpen = false;
	for (const next of additions(missed, draft, subjects[missed.side] as EvaluationContext, work)) {
		if (isRepeated(next) || isLost(next) || isBarred(next, draft, work)) continue;
		if (!isCertain(next, draft, work)) tried++;
		// Another text might do as well.
		isOpen ||= next.code === true && draft.code !== true;
		const found = complete(next, work);
		if (found !== undefined) return found;
		if (work.budget.left < 0) return undefined;
	}
	// One of each kind was tried, with a few values: where something could be added and nothing fitted, something else might.
	if (isAboutHosts(missed.atom)) {
		// Other words, other options and variables may name other hosts.
		if (mayTalk(draft.context) && !isPastMending(draft, subjects, work)) work.unsure = true;
	} else if (isOpen || (tried > 0 && missed.atom.kind !== "option" && !isLastResort(missed))) work.unsure = true;
	// An operand was to be such a path, and is none.
	return isAboutPaths(missed.atom) && draft.needs.length > 0 ? "unfit" : undefined;
}

/** Does it use a power that it must not, whatever is added? Then it is no matter where its paths lie. */
function isPastMending(draft: Draft, subjects: readonly EvaluationContext[], work: Work): boolean {
	return work.literals.some((literal) => {
		const subject = subjects[literal.side] as EvaluationContext;
		return (
			isLastResort(literal) &&
			!isMet(evaluateTest(literal.atom, subject), literal) &&
			additions(literal, draft, subject, work).next().done === true
		);
	});
}

/** Is the last option none, since no option follows the one before, or another text of the same code? */
function isLost({ options }: Draft): boolean {
	const last = options.at(-1)?.fact;
	if (last === undefined) return false;
	const before = options.slice(0, -1);
	return before.some(({ fact }) => (last.ends && fact?.ends) || (last.role === "code" && fact === last));
}

/** Is what was added what a literal leaves no room for: an option that is not listed, an operand where there is to be none? */
function isBarred(next: Draft, before: Draft, { literals }: Work): boolean {
	const added = next.options.length > before.options.length ? next.options.at(-1) : undefined;
	const hasMore = next.needs.length > before.needs.length || next.least > before.least;
	return literals.some(({ atom, wanted }) => {
		if (!wanted) return false;
		if (atom.kind === "operands") return hasMore && atom.exactly && atom.words.length === 0;
		if (atom.kind !== "only-options" || added === undefined) return false;
		const { fact, name } = added;
		// `-of` may be `-o`: what is a bundle, or a value that is glued, is left to the tests.
		if (/^-[^-]./.test(name)) return false;
		return !atom.names.some(
			(one) => one === name || /^-[^-]./.test(one) || (fact !== undefined && goesBy(fact, one, next.context.style)),
		);
	});
}

/** Does it say all when this does not fit: no other word, and no other option, would do what this one does? */
function isCertain(next: Draft, before: Draft, { literals, several }: Work): boolean {
	const { facts, usage } = next.context;
	const need = next.needs.length > before.needs.length ? next.needs.at(-1) : undefined;
	if (need === undefined && next.least === before.least) {
		const isAdded = next.options.length > before.options.length;
		// Every kind of option was tried in both readings; and those that no table lists are alike.
		return several || (isAdded && facts !== undefined && next.options.at(-1)?.fact === undefined);
	}
	const isSpelled = literals.some(
		({ atom, wanted }) =>
			wanted && atom.kind === "operands" && atom.exactly && atom.words.every(({ kind }) => kind === "literal"),
	);
	// An operand is a path or none, as a whole, where a table says what it is.
	const isListed = facts !== undefined && (usage !== facts || Object.keys(facts.subcommands).length === 0);
	const isWhole = isListed && !facts.revisions && !several && !namesPathsByWords(next);
	return isSpelled || (isWhole && (need === undefined || need.access !== undefined));
}

/** May a word name a path that no table of operands speaks of: in code, behind the name of a module, or by the form of the first operand? */
function namesPathsByWords({ context: { facts, usage } }: Draft): boolean {
	return facts === undefined || usage?.modes !== undefined || namesFilesInWords(facts);
}

/** With an option that is asked for and not given yet, the operands may be something else, and fit. */
function withAskedOption(draft: Draft, work: Work): Witness | undefined {
	const asked = work.literals.find(
		({ atom, wanted }) => atom.kind === "option" && wanted && !draft.options.some(({ name }) => name === atom.name),
	);
	if (asked === undefined) return undefined;
	const bare: Witness = { argv: [draft.spelling], redirects: [], ...work.manner };
	const subject = subjectFor(bare, work.settings[asked.side] as AgentModel);
	for (const next of additions(asked, draft, subject, work)) {
		const found = complete(next, work);
		if (found !== undefined || work.budget.left < 0) return found;
	}
	return undefined;
}

function subjectsFor(sample: Witness, settings: readonly AgentModel[]): readonly EvaluationContext[] {
	const [first, ...others] = settings as readonly [AgentModel, ...AgentModel[]];
	const subject = subjectFor(sample, first);
	if (others.length === 0) return [subject];
	const name = baseName(sample.argv[0] as string);
	return [
		subject,
		...others.map((other) => (other.readingOf(name) === first.readingOf(name) ? subject : subjectFor(sample, other))),
	];
}

/** Can something be added that makes the literal true? What is there already can't be taken away. */
function isMendable({ atom, wanted }: Literal): boolean {
	switch (atom.kind) {
		case "option":
		case "paths-touching":
		case "redirected":
			return wanted;
		case "only-options":
		case "paths-within":
			return !wanted;
		case "hosts-within":
		case "hosts-reaching":
			return true;
		case "powers-within":
		case "uses-power":
			// What only informs uses nothing.
			return true;
		case "operands":
		case "program":
		case "plain-name":
		case "forced":
		case "has-tool":
		case "past":
		case "fact":
		case "until":
			return false;
	}
}

/** What follows an option that no table lists may be its value; it was tried behind the operands as well. */
function isDoubtedAnyway({ options, context }: Draft): boolean {
	return takesOptionsBehind(context) && options.some(({ fact, behind }) => fact === undefined && !behind);
}

/** A power must be used, or must seem to be, where nothing else that is asked for leaves that open. */
function needsPower({ atom, wanted, mayBe }: Literal, { context }: Draft, { literals }: Work): boolean {
	const isNeeded = (atom.kind === "uses-power" && wanted) || (atom.kind === "powers-within" && !wanted);
	return isNeeded && (!mayBe || !literals.some((literal) => literal.wanted && isStrange(literal.atom, context)));
}

/** An option that no table lists. */
function isStrange(atom: Atom, context: Context): boolean {
	return atom.kind === "option" && !optionsIn(context).some((fact) => goesBy(fact, atom.name, context.style));
}

/** Does the first say more of the same option? What is added for it may do for the other, too; were one added for each, the option would be given twice. */
function saysMore({ atom: one }: Literal, { atom: other }: Literal, context: Context): boolean {
	if (one.kind !== "option" || other.kind !== "option" || detail(one) <= detail(other)) return false;
	const fact = optionsIn(context).find((fact) => goesBy(fact, other.name, context.style));
	return fact === undefined ? one.name.startsWith(other.name) : speaksOf(one, fact, context);
}

/** `-ofile` may have a value in it, or be several options. */
function detail({ name, value }: Atom & { readonly kind: "option" }): number {
	return /^-[^-]./.test(name) ? 2 : value !== undefined ? 1 : 0;
}

function isLastResort({ atom, wanted }: Literal): boolean {
	return (atom.kind === "powers-within" && wanted) || (atom.kind === "uses-power" && !wanted);
}
