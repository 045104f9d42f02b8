/** The parts of statements as `.rules` text: words, patterns, paths, what a clause lists. */
import { contextualKeywords, reservedInPatterns } from "../../../../grammar/keywords.js";
import { isBareWord } from "../../../../grammar/tokens.js";
import type {
	Clause,
	EventList,
	EventPattern,
	FactsCondition,
	LimitClause,
	OptionsClause,
	PathWord,
	Pattern,
	PatternWord,
	PeopleAsked,
} from "../statements.js";
import { quote } from "../texts.js";

/** A keyword and the list behind it, which may be broken after its commas. */
export interface Segment {
	readonly lead: string;
	readonly items: readonly string[];
}

export function segmentText({ lead, items }: Segment): string {
	return items.length === 0 ? lead : `${lead} ${items.join(", ")}`;
}

export function clauseSegments(clause: Clause): readonly Segment[] {
	if (clause.form === "facts")
		return clause.conditions.map(({ fact, values }) => ({
			lead: `${clause.keyword} ${factText(fact.text)} is`,
			items: values.map(wordText),
		}));
	return [{ lead: clause.keyword, items: clauseItems(clause) }];
}

/** The name of a fact, its words bare where they read so. */
function factText(fact: string): string {
	return fact.split(" ").map(nameText).join(" ");
}

/** `branch is main, release/*` */
export function conditionText({ fact, values }: FactsCondition): string {
	return `${factText(fact.text)} is ${values.map(wordText).join(", ")}`;
}

/** What a clause lists, each item as the DSL writes it; texts and ids as one item. */
export function clauseItems(clause: Clause): string[] {
	switch (clause.form) {
		case "patterns":
			return clause.patterns.map(patternText);
		case "paths":
			return clause.paths.map(pathText);
		case "hosts":
			return clause.hosts.map(pathText);
		case "options":
			return clause.options.map(alternativeText);
		case "powers":
			return clause.powers.map((power) => nameText(power.text));
		case "names":
			return clause.names.map((name) => nameText(name.text));
		case "facts":
			return clause.conditions.map(conditionText);
		case "text":
			return [quote(clause.text.text)];
		case "name":
		case "date":
			return [nameText(clause.text.text)];
		case "events": {
			const { events, times, since, last, same } = clause;
			const behind = [
				...(times === undefined ? [] : [`${times.text} times`]),
				...since.map((one) => `since ${eventsText(one)}`),
				...(last === undefined ? [] : [`last ${last.text}`]),
				...(same.length === 0 ? [] : [`same ${same.map(({ text }) => nameText(text)).join(", ")}`]),
			];
			return [[eventsText(events), ...behind].join(" ")];
		}
		case "limit":
			return [limitText(clause)];
	}
}

/** `2 of release for this session` */
export function peopleText({ count, group, holds }: PeopleAsked): string {
	return [...(count ? [count.text] : []), "of", nameText(group.text), ...(holds ? ["for", holds.text] : [])].join(" ");
}

/** `5 per 1h` */
export function limitText({ most, of, word, per }: LimitClause): string {
	return [most, of, word].flatMap((one) => one?.text ?? []).join(" ") + (per === undefined ? "" : ` per ${per.text}`);
}

/** `passed npm test, npx jest touching src` */
export function eventsText({ patterns, clauses: own }: EventList): string {
	const conditions = own.flatMap(clauseSegments).map(segmentText);
	return [patterns.map(eventText).join(", "), ...conditions].join(" ");
}

function eventText(pattern: EventPattern): string {
	return `${pattern.fate === undefined ? "" : `${pattern.fate.text} `}${patternText(pattern)}`;
}

/** `exactly git status` */
export function patternText(pattern: Pattern): string {
	return `${pattern.exactly ? "exactly " : ""}${pattern.words.map(wordText).join(" ")}`;
}

/** `-r & -f` */
export function alternativeText(together: OptionsClause["options"][number]): string {
	return together.map(wordText).join(" & ");
}

/** A word of a pattern as it is written. */
export function wordText(word: PatternWord): string {
	switch (word.kind) {
		case "plain":
			return word.text;
		case "quoted":
			return quote(word.text);
		case "regex":
			return `/${word.text}/`;
		case "set":
			return `@${word.text}`;
	}
}

export function pathText(path: PathWord): string {
	const not = path.negated ? "!" : "";
	switch (path.kind) {
		case "plain":
			return not + path.text;
		case "quoted":
			return not + quote(path.text);
		case "set":
			return `${not}@${path.text}`;
	}
}

/** A name, bare where it reads as one word there. */
export function nameText(text: string): string {
	return isBareWord(text) && !reservedInPatterns(text) && !contextual.has(text) ? text : quote(text);
}

const contextual: ReadonlySet<string> = new Set(
	// A power is called so, too; as a program it is one wherever no `of` stands behind it.
	contextualKeywords.filter((word) => word !== "network"),
);
