/** What an expected denial may be a slip of: one letter of its command is another one, and a rule refuses that. */

import { knownPlaces } from "../../../engine/knowledge/vocabulary/common-names.js";
import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import { edits } from "../../../language/diagnostic/suggest.js";
import type { Expectation } from "../../../language/policy/policy.js";
import type { ValidPolicyContext } from "../lint-context.js";
import { slipOf } from "../reading/words/typing-slips.js";
import { writtenPaths } from "../reading/written-paths.js";
import { writtenPatterns } from "../reading/written-patterns.js";
import { answerTo, isSurelySaid } from "./expected.js";

/** A word of a command, or a part of a path in it, as it is written and as it was meant. */
export interface NearWord {
	readonly word: string;
	/** Where it stands in the command. */
	readonly at: number;
	readonly meant: string;
	/** The rule that decides what was meant; absent where only its name is near to one that is known. */
	readonly by?: string;
}

/** One letter makes a command of it that a rule answers as it is expected. */
export function nearDenied(expectation: Expectation, subject: ValidPolicyContext): NearWord | undefined {
	const { command, effect } = expectation;
	const named = namesIn(subject);
	for (const { word, at } of partsOf(command)) {
		if (named.has(word)) continue;
		for (const meant of named) {
			if (!isNear(word, meant)) continue;
			const instead = command.slice(0, at) + meant + command.slice(at + word.length);
			const decision = answerTo({ ...expectation, command: instead }, subject);
			const [rule] = decision.rules;
			if (isSurelySaid(decision) && decision.effect === effect && rule !== undefined)
				return { word, at, meant, by: rule.id };
		}
	}
	return undefined;
}

/** Its second word is one slip away from a verb: no table need know the program. */
export function nearVerb({ command }: Expectation, subject: ValidPolicyContext): NearWord | undefined {
	const [, first = "", word = ""] = /^(\S+\s+)([a-z]+)(?=\s|$)/.exec(command) ?? [];
	if (first === "" || allVerbs.has(word) || namesIn(subject).has(word)) return undefined;
	const meant = slipOf(word, longVerbs, { atEnd: true });
	return meant === undefined ? undefined : { word, at: first.length, meant };
}

const allVerbs: ReadonlySet<string> = new Set(Object.values(verbs).flat());
/** Short ones are near to names of things. */
const longVerbs: readonly string[] = [...allVerbs].filter((one) => one.length >= 7);

/** Words outside of quotes, and what stands between the slashes of paths. */
function partsOf(command: string): readonly { readonly word: string; readonly at: number }[] {
	if (/["'`$\\]/.test(command)) return [];
	return [...command.matchAll(/[^\s/|;&<>=]+/g)].map((match) => ({ word: match[0], at: match.index }));
}

/** One letter more, less or other; numbers and single letters tell names apart on purpose. */
function isNear(word: string, meant: string): boolean {
	if (word[0] !== meant[0] || Math.abs(word.length - meant.length) > 1) return false;
	const stem = meant.replace(/^\.|\.\w+$/g, "");
	if (stem.length < shortest || word.replace(/^\.|\.\w+$/g, "").length < shortest - 1) return false;
	if (word.replaceAll(/\d+/g, "") === meant.replaceAll(/\d+/g, "")) return false;
	return edits(word, meant) === 1;
}

const shortest = 4;

const known = new WeakMap<ValidPolicyContext, ReadonlySet<string>>();

/** The words of rules and sets, and the names in their paths. */
function namesIn(subject: ValidPolicyContext): ReadonlySet<string> {
	const found = known.get(subject) ?? new Set(readNames(subject));
	known.set(subject, found);
	return found;
}

function readNames(subject: ValidPolicyContext): readonly string[] {
	const words = writtenPatterns(subject).flatMap(({ pattern }) => pattern.words.map(({ text }) => text));
	const paths = writtenPaths(subject).flatMap((list) => list.paths.map(({ text }) => text));
	return [...words, ...paths, ...knownPlaces]
		.flatMap((text) => text.split(/[/={},]/))
		.filter((text) => /^[\w.@:+-]+$/.test(text) && !/^-/.test(text));
}
