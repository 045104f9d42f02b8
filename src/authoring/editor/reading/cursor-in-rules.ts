/** What may stand at a cursor in `.rules` text. */

import { eventBounds } from "../../../../grammar/keywords.js";
import { beginningTokens, lexer, settingWords } from "../../../../grammar/tokens.js";
import { clauseKeywords, clauses, isClauseKeyword } from "../../../language/policy/clauses.js";
import { isSettingKeyword, type SettingKeyword, settingHead } from "../../../language/policy/settings.js";
import { endings, fates, likenesses } from "../../../language/policy/test.js";
import type { ClauseKeyword } from "../../../language/syntax/statements.js";
import { type Block, type Cursor, type Host, ignoring, type Wanted } from "./cursor.js";

type Token = ReturnType<typeof lexer.tokenize>["tokens"][number];

/** Looks at the text before the cursor only. */
export function cursorInRules(text: string, offset: number): Cursor {
	const before = text.slice(0, offset);
	const { tokens, groups } = lexer.tokenize(before);
	const comment = groups.comments?.at(-1);
	if (comment !== undefined && comment.startOffset + comment.image.length >= offset) {
		const found = ignoring.exec(comment.image);
		return found
			? { wanted: [{ kind: "lint" }], start: offset - (found[1] as string).length, yaml: false }
			: { wanted: [], start: offset, yaml: false };
	}
	const typed = typedWord(tokens.at(-1), offset);
	const start = offset - typed.length;
	const whole = typed === "" ? tokens : lexer.tokenize(before.slice(0, start)).tokens;
	const { statement, block } = openStatement(whole);
	const [last] = whole.slice(-1);
	const quiet = last !== undefined && ["UnendedText", "ExpectCommand"].includes(last.tokenType.name);
	const newLine = last === undefined || /[\r\n]/.test(before.slice(endOf(last), start));
	if (quiet && !newLine) return { wanted: [], start, yaml: false };
	const goesOn = last !== undefined && ["Comma", "Ampersand", "Equals"].includes(last.tokenType.name);
	const wanted = statement.length === 0 ? [] : inside(statement, newLine && !goesOn, block);
	const begins = statement.length === 0 || (newLine && !goesOn);
	return {
		wanted: [...wanted, ...(begins ? [{ kind: "statement", block } as const] : [])],
		start,
		yaml: false,
	};
}

/** Tokens that are no word which could still be typed on. */
const closed: ReadonlySet<string> = new Set([
	"QuotedText",
	"UnendedText",
	"RegexWord",
	"ExpectCommand",
	"ExpectText",
	"LeftBrace",
	"RightBrace",
	"Comma",
	"Ampersand",
	"Equals",
]);

/** The word that the cursor stands behind. */
function typedWord(last: Token | undefined, offset: number): string {
	return last === undefined || endOf(last) < offset || closed.has(last.tokenType.name) ? "" : last.image;
}

function endOf(token: Token): number {
	return token.startOffset + token.image.length;
}

const modifiers = new Set(["Locked", "Override"]);
const rules = new Set(["Allow", "Deny", "Ask", "Nudge"]);
const beginners: ReadonlySet<string> = new Set([...beginningTokens.map(({ name }) => name), "Option"]);
/** Behind these the word of a rule is an effect. */
const effectBefore = new Set(["Never", "Always", "Expect"]);

function isEffectSetting(token: Token | undefined): boolean {
	return token?.tokenType.CATEGORIES?.includes(settingWords.effect) === true;
}

/** The tokens of the statement that is open at the end, and the block that it stands in. */
function openStatement(tokens: readonly Token[]): { readonly statement: readonly Token[]; readonly block: Block } {
	let block: Block = "file";
	let begins = tokens.length;
	let announced: Block = "body";
	tokens.forEach((token, index) => {
		const { name } = token.tokenType;
		const previous = tokens[index - 1]?.tokenType.name ?? "";
		if (name === "LeftBrace") {
			block = announced;
			begins = tokens.length;
		} else if (name === "RightBrace") {
			block = "file";
			begins = tokens.length;
		} else if (modifiers.has(name)) {
			if (!modifiers.has(previous)) begins = index;
		} else if (
			rules.has(name) ? !(effectBefore.has(previous) || isEffectSetting(tokens[index - 1])) : beginners.has(name)
		) {
			if (!modifiers.has(previous)) begins = index;
			if (name === "Agent" || name === "Group") announced = "body";
			if (name === "Program") announced = "program";
		}
	});
	return { statement: tokens.slice(begins), block };
}

/** What may go on a statement. `apart`: the cursor stands in a line of its own. */
function inside(statement: readonly Token[], apart: boolean, block: Block): readonly Wanted[] {
	const head = statement.findIndex((token) => !modifiers.has(token.tokenType.name));
	const [first, ...rest] = statement.slice(head);
	if (head < 0 || first === undefined) {
		const modifier = statement.some((token) => token.tokenType.name === "Override") ? "override" : "locked";
		return [{ kind: "statement", block, modifier }];
	}
	const names = rest.map((token) => token.tokenType.name);
	switch (first.tokenType.name) {
		case "Import":
			return apart || rest.length > 0 ? [] : [{ kind: "import" }];
		case "Set":
			return names.includes("Equals") ? patternsAt(rest.slice(names.indexOf("Equals") + 1), "set", apart) : [];
		case "Group":
		case "Agent":
			if (names.includes("Extends"))
				return names.at(-1) === "Extends" || names.at(-1) === "Comma" ? [{ kind: "agent" }] : [];
			return rest.length === 1 ? [{ kind: "words", words: ["extends"] }] : [];
		case "Program":
			if (names.includes("Can"))
				return names.at(-1) === "Can" || names.at(-1) === "Comma" ? [{ kind: "power", of: "program" }] : [];
			return rest.length === 0
				? [{ kind: "program", access: false }]
				: rest.length === 1
					? [{ kind: "words", words: ["can"] }]
					: [];
		case "Option":
			return rest.length === 0 ? [] : [{ kind: "power", of: "program" }];
		case "Expect":
			if (apart || names.includes("ExpectCommand")) return [];
			if (rest.length === 0) return [{ kind: "effect", of: "expect" }];
			if (names.at(-1) === "By") return [{ kind: "rule" }];
			return [{ kind: "words", words: wordsBehindExpect(rest) }];
		case "Never":
		case "Always":
			if (rest.length === 0) return apart ? [] : [{ kind: "effect", of: "claim" }];
			return patternsAt(rest.slice(1), first.image as Host, apart);
		default:
			return isSettingKeyword(first.image)
				? settingAt(first.image, rest, apart)
				: patternsAt(rest, first.image as Host, apart);
	}
}

/** What may go on a setting. A list goes on behind its commas, on the next line too. */
function settingAt(word: SettingKeyword, rest: readonly Token[], apart: boolean): readonly Wanted[] {
	const { form, keyword } = settingHead(word);
	const wanted: Wanted = { kind: "setting", keyword, words: rest.map((token) => token.image) };
	switch (form) {
		case "effect":
		case "word":
		case "name":
		case "variables":
			return rest.length === 0 && !apart ? [wanted] : [];
		case "names":
		case "paths":
			return rest.length === 0 || rest.at(-1)?.tokenType.name === "Comma" ? [{ ...wanted, words: [] }] : [];
		case "amount":
			return apart ? [] : [wanted];
	}
}

/** In their order; the last of them repeats, as `when` does. */
const behindExpect = ["forced", "by", "when", "at", "after"];
/** Where what goes on begins behind the last that is there. */
const behindToken: Readonly<Record<string, number>> = { Forced: 1, By: 2, ExpectFact: 2, ExpectTime: 4, ExpectStep: 4 };

/** What may go on an expectation before its command. */
function wordsBehindExpect(tokens: readonly Token[]): readonly string[] {
	const [before, last] = [tokens.at(-2)?.tokenType.name, tokens.at(-1)];
	if (before !== "By" && last?.tokenType.name === "ExpectName" && last.image === "after") return endings;
	return behindExpect.slice(Math.max(0, ...tokens.map(({ tokenType }) => behindToken[tokenType.name] ?? 0)));
}

function isIs({ tokenType }: Token): boolean {
	return tokenType.name === "Is";
}

/** What may stand behind the patterns and clauses of a rule, a claim or a set. */
function patternsAt(all: readonly Token[], host: Host, apart: boolean): readonly Wanted[] {
	const people = peopleIn(all);
	if ("wanted" in people) return people.wanted;
	const tokens = all.slice(people.length);
	const first = patternsOf(tokens, host, apart);
	if (tokens.length > 0 || host !== "ask") return first;
	return [{ kind: "words", words: people.length === 0 ? ["of"] : people.isOpen ? ["for"] : [] }, ...first];
}

/** `2 of release for 1h`, as far as it goes: how many tokens it is, or what stands next in it. */
function peopleIn(
	tokens: readonly Token[],
): { readonly length: number; readonly isOpen: boolean } | { readonly wanted: readonly Wanted[] } {
	const names = tokens.slice(0, 5).map((token) => token.tokenType.name);
	const of = names.indexOf("Of");
	// Without `of` behind it, it reads as a word of a command.
	if (tokens.length === 1 && /^\d+$/.test(tokens[0]?.image ?? ""))
		return { wanted: [{ kind: "words", words: ["of"] }] };
	if (of < 0 || of > 1 || (of === 1 && names[0] !== "PeopleCount")) return { length: 0, isOpen: false };
	if (tokens.length === of + 1) return { wanted: [] };
	if (names[of + 2] !== "For") return { length: of + 2, isOpen: true };
	if (tokens.length === of + 3) return { wanted: [{ kind: "words", words: ["this call", "this session", "1h"] }] };
	return { length: of + 4, isOpen: false };
}

function patternsOf(tokens: readonly Token[], host: Host, apart: boolean): readonly Wanted[] {
	const has: ClauseKeyword[] = [];
	const subjects: string[][] = [[]];
	let excepted: string[][] = [[]];
	let clause: ClauseKeyword | undefined;
	/** The clause is about what happened, or says more of that. */
	let ofEvents = false;
	/** The last word that bounds those events. */
	let bound: string | undefined;
	for (const token of tokens) {
		const { name } = token.tokenType;
		if (["Reads", "Writes", "Network", "Of", "Exactly", "Fate"].includes(name)) continue;
		const isSince = name === "Since";
		if (isSince || (isClauseKeyword(token.image) && name.endsWith("Clause"))) {
			// Behind `since` stand events, as behind `after`.
			clause = isSince ? "after" : (token.image as ClauseKeyword);
			bound = undefined;
			ofEvents = clauses[clause].form === "events" || (ofEvents && ofEventsToo.includes(clause));
			if (isSince) {
				excepted = [[]];
				continue;
			}
			has.push(clause);
			excepted = [[]];
			continue;
		}
		if (["Last", "Same", "Times"].includes(name)) {
			bound = name;
			continue;
		}
		const list = clause === undefined ? subjects : excepted;
		if (name === "Comma") list.push([]);
		else if (name !== "Ampersand") list.at(-1)?.push(token.image);
	}
	const last = tokens.at(-1)?.tokenType.name;
	const fresh = last === undefined || opening.has(last) || last.endsWith("Clause");
	const more: readonly Wanted[] =
		host === "set" || fresh || last === "Of"
			? []
			: [...(ofEvents ? boundsBehind(tokens.at(-1)) : []), { kind: "clause", host, has }];
	if (apart && !fresh) return more;
	const patterns = subjects.filter((words) => words.length > 0);
	if (clause === undefined) {
		if (last === "Reads" || last === "Writes" || last === "Network") return [{ kind: "words", words: ["of"] }];
		const words = subjects.at(-1) ?? [];
		// Without `of` behind it the word is a program's name.
		const bounds: readonly Wanted[] =
			host === "constrain" && tokens.length === 1 && words[0] === "network" ? [{ kind: "words", words: ["of"] }] : [];
		if (words.length > 0) return [...bounds, { kind: "word", words }, ...more, { kind: "word-set" }];
		return [{ kind: "program", access: host === "constrain" && tokens.length === 0 }];
	}
	const ofHosts = tokens[0]?.tokenType.name === "Network";
	const { form, keyword } = clauses[clause];
	switch (form) {
		case "patterns":
			return patternWith(excepted.at(-1) ?? [], more);
		case "events": {
			if (bound === "Last") return last === "Last" ? [] : more;
			if (bound === "Same") return fresh ? [{ kind: "words", words: likenesses }] : more;
			if (bound === "Times") return more;
			const pattern = patternWith(excepted.at(-1) ?? [], more);
			return fresh && last !== "Exactly" ? [...pattern, { kind: "words", words: fates }] : pattern;
		}
		case "options":
			return fresh ? [{ kind: "option", patterns }] : more;
		case "paths":
			return fresh ? [{ kind: ofHosts ? "host" : "path" }] : more;
		case "hosts":
			return fresh ? [{ kind: "host" }] : more;
		case "powers":
			return fresh ? [{ kind: "power", of: keyword }] : more;
		case "names":
			return fresh ? [{ kind: "tool" }] : more;
		case "facts":
			if (last?.endsWith("Clause")) return [{ kind: "fact" }];
			if (!tokens.slice(tokens.findLastIndex((one) => one.image === clause)).some(isIs))
				return [{ kind: "words", words: ["is"] }];
			return fresh || tokens.slice(-1).some(isIs) ? [] : more;
		case "text":
		case "name":
		case "limit":
		case "date":
			return fresh ? [] : more;
	}
}

/** A pattern of a clause that begins, or goes on. */
function patternWith(words: readonly string[], more: readonly Wanted[]): readonly Wanted[] {
	return words.length === 0
		? [{ kind: "program", access: false }]
		: [{ kind: "word", words }, ...more, { kind: "word-set" }];
}

/** Behind these something begins. */
const opening: ReadonlySet<string> = new Set(["Comma", "Ampersand", "Exactly", "Since", "Last", "Same", "Fate"]);
/** Clauses that say more of what happened. */
const ofEventsToo: readonly ClauseKeyword[] = clauseKeywords.filter((one) => "ofEvents" in clauses[one]);

/** What may be said of events behind them. */
function boundsBehind(last: Token | undefined): readonly Wanted[] {
	const counted = /^\d+$/.test(last?.image ?? "") ? ["times"] : [];
	return [{ kind: "words", words: [...counted, ...eventBounds, ...ofEventsToo] }];
}
