/** Words and options of which a program is feared to do what they say, where no table says it. */
import {
	isDestroyingOption,
	isOutputOption,
	isShowingOption,
	verbSets,
} from "../../../../engine/knowledge/vocabulary/verbs.js";
import type { WordPattern } from "../../../../language/policy/test.js";
import type { Power } from "../../../../language/syntax/statements.js";
import type { Wanted } from "../../words/shortest-word.js";
import { wordSetOf } from "../../words/word-set.js";
import type { Context } from "../option-choices.js";
import { type Draft, plus, type Work } from "./draft.js";

interface Feared {
	/** Words of which one is enough. */
	readonly words: WordPattern;
	/** An option that says the same, and the others that do. */
	readonly option: string;
	readonly isOption: (name: string) => boolean;
}

const feared: Partial<Record<Power, Feared>> = {
	delete: {
		words: { kind: "regex", text: verbSets()["destroying-verbs"] as string },
		option: "--delete",
		isOption: isDestroyingOption,
	},
	write: {
		words: {
			kind: "regex",
			text: "(?:[A-Za-z][A-Za-z0-9]*[-_:])?(?:save|export|download|backup|extract|store)(?:-[a-z]+)?",
		},
		option: "--output",
		isOption: isOutputOption,
	},
	secrets: {
		words: {
			kind: "regex",
			text: "get-token|list-keys|decrypt|(?:get|show|print)-(?:secrets?|credentials|password-data)",
		},
		option: "--reveal",
		isOption: isShowingOption,
	},
};

/** The draft with a word, or with an option, for one of the powers. That nothing else says so is not known. */
export function* withVerbs(powers: readonly Power[], draft: Draft, work: Work): Generator<Draft, void> {
	const { context } = draft;
	const told = powers.flatMap((power) => {
		const own = feared[power];
		return own === undefined || !isJudged(power, context) ? [] : [{ ...own, wanted: wantedFor(power, own.words) }];
	});
	for (const { wanted, option, isOption } of told) {
		if (!context.alone && !draft.needs.some((need) => need.wanted === wanted))
			yield { ...draft, needs: [...draft.needs, { wanted }] };
		const listed = work.literals.flatMap(({ atom }) =>
			atom.kind === "only-options" ? atom.names.filter(isOption) : [],
		);
		for (const name of new Set([...listed, option]))
			if (!draft.options.some((one) => one.name === name)) yield plus(draft, { name });
	}
	work.unsure ||= told.length > 0 && !isWrittenOut(work);
}

/** Are all words of the command asked for, and no options left? Then there is no other; an option's value may be a query. */
function isWrittenOut({ literals }: Work): boolean {
	const wanted = literals.filter((literal) => literal.wanted).map(({ atom }) => atom);
	return (
		wanted.some((atom) => atom.kind === "only-options" && atom.names.length === 0) &&
		wanted.some(
			(atom) => atom.kind === "operands" && atom.exactly && atom.words.every(({ kind }) => kind === "literal"),
		)
	);
}

/** Does no table say what the words do? Of a subcommand that none lists everything is feared already, but that it shows secrets. */
function isJudged(power: Power, { facts, usage }: Context): boolean {
	if (facts === undefined || facts.verbs === true) return true;
	return power === "secrets" && usage === facts && Object.keys(facts.subcommands).length > 0;
}

function wantedFor(power: Power, words: WordPattern): readonly Wanted[] {
	let wanted = wantedOf.get(power);
	if (wanted === undefined) {
		wanted = [{ set: wordSetOf(words), inside: true }];
		wantedOf.set(power, wanted);
	}
	return wanted;
}
const wantedOf = new Map<Power, readonly Wanted[]>();
