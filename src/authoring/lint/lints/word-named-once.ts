/** `word-named-once`: `{x}` stands once in its rule, and is any word then, as `*` is. */
import { nameIn } from "../../../language/policy/patterns/named-words.js";
import {
	type Clause,
	type EventsClause,
	eventListsOf,
	type Pattern,
	type PatternWord,
	type RuleStatement,
} from "../../../language/syntax/statements.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const wordNamedOnce: PolicyLint = {
	name: "word-named-once",
	family: "hygiene",
	severity: "warning",
	summary: "a word has a name that stands nowhere else in its rule, so that it is any word",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap(({ statement }) => findings(statement)),
};

function findings(statement: RuleStatement): readonly Finding[] {
	const own = placesIn(statement.patterns);
	const events = statement.clauses.flatMap((clause) => (clause.form === "events" ? eventPlaces(clause) : []));
	const told = statement.clauses.flatMap(namesTold);
	const all = [own, ...events.map(({ places }) => places)].flat();
	return [...new Set(all.map(({ name }) => name))].flatMap((name): readonly Finding[] => {
		const inOwn = mostOf(own, name);
		const inEvents = events.map(({ places, isSeveral }) => mostOf(places, name) * (isSeveral ? 2 : 1));
		const uses = inOwn + inEvents.reduce((sum, one) => sum + one, 0) + told.filter((one) => one === name).length;
		if (uses > 1) return [];
		return all
			.filter((place) => place.name === name)
			.map(({ word }) => {
				const braces = word.text.lastIndexOf("{");
				const span = { ...word.span, start: word.span.end - (word.text.length - braces) };
				return {
					message: `\`{${name}}\` stands in no other place of this rule, so it is any word`,
					span,
					help: "write `*`, or the same name where the same word must stand: behind `after`, in `because`",
					fix: { title: "write `*`", edits: [{ span, text: "*" }], safe: true },
				};
			});
	});
}

interface NamedPlace {
	readonly name: string;
	readonly word: PatternWord;
	/** Alternatives bind apart from each other. */
	readonly pattern: number;
}

function placesIn(patterns: readonly Pattern[]): readonly NamedPlace[] {
	return patterns.flatMap(({ words }, pattern) =>
		words.flatMap((word): readonly NamedPlace[] => {
			const name = word.kind === "plain" ? nameIn(word.text) : undefined;
			return name === undefined ? [] : [{ name, word, pattern }];
		}),
	);
}

/** `isSeveral`: a word is the same in all of so many events. */
function eventPlaces(
	clause: EventsClause,
): readonly { readonly places: readonly NamedPlace[]; readonly isSeveral: boolean }[] {
	return eventListsOf(clause).map((list) => ({
		places: placesIn(list.patterns),
		isSeveral: list === clause.events && clause.times !== undefined && clause.times.text !== "1",
	}));
}

function mostOf(places: readonly NamedPlace[], name: string): number {
	const named = places.filter((place) => place.name === name);
	return Math.max(0, ...named.map((one) => named.filter(({ pattern }) => pattern === one.pattern).length));
}

/** Where a name is read that gives none: the sum of a limit, the message. */
function namesTold(clause: Clause): readonly string[] {
	if (clause.form === "limit") return clause.word === undefined ? [] : [clause.word.text.slice(1, -1)];
	if (clause.keyword !== "because") return [];
	return [...new Set([...clause.text.text.matchAll(/\{([A-Za-z_][\w-]*)\}/g)].map(([, name = ""]) => name))];
}
