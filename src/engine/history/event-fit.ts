/** How a command fits a pattern of events, and what of it a history keeps. */
import { hash } from "node:crypto";
import type { EventTest, NamedWord } from "../../language/policy/test.js";
import { evaluateTest } from "../decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../decide/evaluate/evaluation-context.js";
import { every, type Truth } from "../decide/evaluate/truth.js";
import type { PlacedPath } from "../effects/effects.js";
import type { Word } from "../request/request.js";
import type { EventHost, EventPath, Fit } from "./event.js";

/** How well the command fits. */
export function fitOf({ fits, creates, words }: EventTest, subject: EvaluationContext): Fit {
	const truth = evaluateTest(fits, subject);
	if (truth === "no") return noFit;
	return {
		truth: creates ? every([truth, createsPath(subject)]) : truth,
		words: words.length === 0 ? noFit.words : wordsOf(words, subject),
	};
}

export const noFit: Fit = { truth: "no", words: {} };

/** Patterns that ask the same have one key; how an event ended is no part of it. */
export function keyOf(test: EventTest): string {
	let key = keys.get(test);
	if (key === undefined) {
		const { fits, creates = false, words } = test;
		key = hash("sha256", JSON.stringify([fits, creates, words]), "hex").slice(0, 16);
		keys.set(test, key);
	}
	return key;
}
const keys = new WeakMap<EventTest, string>();

/** The words with names, as the command has them. */
export function wordsOf(
	words: readonly NamedWord[],
	subject: EvaluationContext,
): Readonly<Record<string, string | null>> {
	return Object.fromEntries(words.map((one) => [one.name, wordAt(one, subject)]));
}

function wordAt(word: NamedWord, { args }: EvaluationContext): string | null {
	if ("operand" in word) {
		const before = args.operands.slice(0, word.operand + 1);
		const slot = before[word.operand];
		if (slot === undefined || before.some(({ kind, doubtful }) => kind !== "sure" || doubtful)) return null;
		return textOf(slot.word);
	}
	const given = args.options.filter(({ name, fact }) => name === word.option || fact?.names.includes(word.option));
	const [only, ...more] = given;
	if (only === undefined || more.length > 0 || !only.sure) return null;
	return textOf(only.value);
}

function textOf(word: Word | undefined): string | null {
	return word?.kind === "known" ? word.text : null;
}

/** Every path that the command names, that of the program itself as well. */
export function pathsOf({ effects, world }: EvaluationContext): readonly EventPath[] {
	const program = effects.programPlace();
	const own: readonly EventPath[] =
		program === undefined
			? []
			: [{ ...namesOf(program), access: "read", exact: isOne(program.resolved), created: "no" }];
	return [
		...effects
			.paths()
			// What code in a file does is for the rules about code.
			.filter(({ byCode }) => byCode !== true)
			.map((path) => pathOf(path, world.kindAt)),
		...own,
	];
}

function pathOf({ access, place, reach, maybe }: PlacedPath, kindAt: EvaluationContext["world"]["kindAt"]): EventPath {
	const exact = maybe !== true && reach === undefined && isOne(place?.resolved);
	const path = place?.resolved?.[0];
	const kind = access === "read" || path === undefined ? "other" : (kindAt?.(path) ?? "unknown");
	const created: Truth = kind === "none" ? (exact ? "yes" : "unknown") : kind === "unknown" ? "unknown" : "no";
	return { ...(place === undefined ? {} : namesOf(place)), access, exact, created };
}

function namesOf({ literal, resolved }: NonNullable<PlacedPath["place"]>): Pick<EventPath, "names"> {
	return resolved === undefined ? {} : { names: [...new Set([...resolved, ...literal])] };
}

function isOne(resolved: readonly string[] | undefined): boolean {
	return resolved?.length === 1;
}

function createsPath(subject: EvaluationContext): Truth {
	const truths = pathsOf(subject).map(({ created }) => created);
	return truths.includes("yes") ? "yes" : truths.includes("unknown") ? "unknown" : "no";
}

/** The hosts that the command talks to. */
export function hostsOf({ effects }: EvaluationContext): readonly EventHost[] {
	return effects.destinations().map(({ host, maybe }) => ({
		// Two hosts below one name need not be the same.
		...(host === undefined || host.startsWith("*.") ? {} : { host }),
		sure: maybe !== true,
	}));
}
