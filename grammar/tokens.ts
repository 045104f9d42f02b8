/**
 * The tokens of `.rules` files. A token is recognised by its text and, for keywords, by where it stands:
 * the same word can begin a statement at the start of a line and be an operand in the middle of one.
 */
import { createToken, type IToken, Lexer, type TokenType } from "chevrotain";
import type { ClauseForm } from "../src/language/policy/clauses/clause.js";
import { type ClauseKeyword, clauseKeywords, clauses } from "../src/language/policy/clauses.js";
import type { SettingForm } from "../src/language/policy/settings/setting.js";
import { settingHead, settingKeywords } from "../src/language/policy/settings.js";
import { endings, fates } from "../src/language/policy/test.js";
import { eventBounds, statementKeywords } from "./keywords.js";

/** One bare word: globs, paths, options. `\` takes the next character as it is; `{a,b}` and `{name}` may stand inside; control characters may not. */
const wordPattern =
	/(?:\\\P{Cc}|\{(?:[^\s{}"\p{Cc}]*,[^\s{}"\p{Cc}]*|[A-Za-z_][\w-]*)\}|[^\s"'{}#,;|&<>()$`\\\p{Cc}])(?:\\\P{Cc}|\{(?:[^\s{}"\p{Cc}]*,[^\s{}"\p{Cc}]*|[A-Za-z_][\w-]*)\}|[^\s"'{},;|&<>()$`\\\p{Cc}])*/uy;

/** What a regular expression is made of, between its slashes. */
const inRegex = /(?:\\\P{Cc}|\[(?:\\\P{Cc}|[^\]\s\\\p{Cc}])*\]|[^/\\\s[\p{Cc}])+/u.source;

/** `/…/` with no bare slash or blank inside, and nothing glued behind. Blanks in a class are no exception: words would depend on how lines are broken. */
const regexPattern = new RegExp(`/${inRegex}/(?=[\\s,{}#]|$)`, "uy");

/** An option with such an expression as its value: `--request=/GET|HEAD/`. `--device=/dev/{sd,hd}*` is a glob. */
const optionWithRegexPattern = new RegExp(
	`${/-[^\s"'{}#,;|&<>()$`\\=\p{Cc}]+=/u.source}/${inRegex}/(?=[\\s,}]|$)`,
	"uy",
);

/** Is this text a regular expression between slashes, as a whole? */
export function isRegexWord(text: string): boolean {
	regexPattern.lastIndex = 0;
	return regexPattern.exec(text)?.[0] === text;
}

/** The text of a bare word beginning here, or nothing. */
function wordAt(text: string, offset: number): string | undefined {
	return execAt(text, offset)?.[0];
}

function execAt(text: string, offset: number): RegExpExecArray | null {
	const pattern = text[offset] === "-" && optionWithRegex(text, offset) ? optionWithRegexPattern : wordPattern;
	pattern.lastIndex = offset;
	return pattern.exec(text);
}

function optionWithRegex(text: string, offset: number): boolean {
	optionWithRegexPattern.lastIndex = offset;
	return optionWithRegexPattern.test(text);
}

/** Does this text read as one bare word wherever no keyword is looked for? */
export function isBareWord(text: string): boolean {
	regexPattern.lastIndex = 0;
	return wordAt(text, 0) === text && !regexPattern.test(text) && !leavesClassOpen(text);
}

/** `/[a` opens a class that does not close: most likely the first half of a regular expression with a blank inside. */
export function leavesClassOpen(word: string): boolean {
	return /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^[\\])*\[(?:\\.|[^\]\\])*$/s.test(word);
}

// Where every token tells what it may begin with, the lexer tries no others.
const digits = [..."0123456789"];
/** One of each class of characters that the lexer tells apart: those of one byte, and beyond them 255 at a time. */
const anyCharacter = Array.from({ length: 513 }, (_, at) => (at < 256 ? at : Math.min(at * 255 - 65_024, 0xffff)));

/** What a custom pattern answers for a fixed text. */
function found(text: string): RegExpExecArray {
	return [text] as unknown as RegExpExecArray;
}

type Condition = (text: string, offset: number, tokens: readonly IToken[]) => boolean;

/** A keyword token that is taken only for the whole word, where the condition holds. */
function keyword(name: string, word: string, condition: Condition, categories: TokenType[] = []): TokenType {
	return createToken({
		name,
		label: `\`${word}\``,
		categories,
		line_breaks: false,
		start_chars_hint: [word.charCodeAt(0)],
		pattern: (text: string, offset: number, tokens: IToken[]) => {
			if (!text.startsWith(word, offset)) return null;
			const whole = wordAt(text, offset);
			const beforeCommand = tokens[tokens.length - 1]?.tokenType === Expect && whole?.startsWith(`${word}:`);
			if (whole !== word && !beforeCommand) return null;
			return condition(text, offset, tokens) ? found(word) : null;
		},
	});
}

/** A keyword of two words. */
function phrase(name: string, words: string, condition: Condition, categories: TokenType[]): TokenType {
	const pattern = new RegExp(`${words.replace(" ", "[ \\t]+")}(?=[ \\t\\r\\n])`, "y");
	return createToken({
		name,
		label: `\`${words}\``,
		categories,
		line_breaks: false,
		start_chars_hint: [words.charCodeAt(0)],
		pattern: (text: string, offset: number, tokens: IToken[]) => {
			pattern.lastIndex = offset;
			const match = pattern.exec(text);
			return match !== null && condition(text, offset, tokens) ? match : null;
		},
	});
}

const anywhere: Condition = () => true;

/** At the beginning of the file, of a block or of a line that no comma carries on, or behind `locked` and `override`. */
const whereAStatementBegins: Condition = (text, offset, tokens) => {
	const last = tokens[tokens.length - 1];
	if (last === undefined || last.tokenType === LeftBrace || last.tokenType === RightBrace) return true;
	if (last.tokenType === Locked || last.tokenType === Override) return true;
	if (last.tokenType === Comma || last.tokenType === Ampersand || last.tokenType === Equals) return false;
	const lastEnd = last.startOffset + last.image.length;
	for (let at = offset - 1; at >= lastEnd; at--) {
		const unit = text.charCodeAt(at);
		if (unit === 10 || unit === 13) return true;
	}
	return false;
};

const behindAWord: Condition = (_text, _offset, tokens) => {
	const last = tokens[tokens.length - 1]?.tokenType;
	const isWord = last === BareWord || last === QuotedText || last === RegexWord || last === UnendedText;
	return last === Times || (isWord && !endsPeople(tokens));
};

/** Is the last word the name of a group, or a time behind it? A pattern begins behind it. */
function endsPeople(tokens: readonly IToken[]): boolean {
	const [rule, of] = [tokens[tokens.length - 3]?.tokenType, tokens[tokens.length - 2]?.tokenType];
	return of === For || (of === Of && rule !== undefined && (rule === PeopleCount || rulesOfCommands.includes(rule)));
}

/** Inside of a list of events, behind what begins it or a comma. */
const inEvents: Condition = (_text, _offset, tokens) => {
	for (let at = tokens.length - 1; at >= 0; at--) {
		const type = tokens[at]?.tokenType as TokenType;
		if (eventTokens().includes(type)) return true;
		if (type.CATEGORIES?.includes(ClauseWord) || beginningTokens.includes(type)) return false;
	}
	return false;
};

/** Right behind one of these tokens, `back` places before. */
function behind(types: () => readonly TokenType[], back = 1): Condition {
	return (_text, _offset, tokens) => {
		const token = tokens[tokens.length - back];
		return token !== undefined && types().includes(token.tokenType);
	};
}

// Categories: what the parser takes where a keyword may also be a name.
export const Word = createToken({ name: "Word", label: "a word", pattern: Lexer.NA });
export const EffectWord = createToken({
	name: "EffectWord",
	label: "`allow`, `ask`, `nudge` or `deny`",
	pattern: Lexer.NA,
});
export const RuleWord = createToken({ name: "RuleWord", label: "a rule", pattern: Lexer.NA });
export const ClauseWord = createToken({ name: "ClauseWord", label: "a clause", pattern: Lexer.NA });
/** What begins a clause of each form. */
export const clauseWords = {
	patterns: clauseWordOf("patterns"),
	paths: clauseWordOf("paths"),
	hosts: clauseWordOf("hosts"),
	options: clauseWordOf("options"),
	powers: clauseWordOf("powers"),
	names: clauseWordOf("names"),
	facts: clauseWordOf("facts"),
	date: clauseWordOf("date"),
	text: clauseWordOf("text"),
	name: clauseWordOf("name"),
	events: clauseWordOf("events"),
	limit: clauseWordOf("limit"),
} satisfies Record<ClauseForm, TokenType>;

function clauseWordOf(form: ClauseForm): TokenType {
	return categoryOf(
		`${form}ClauseWord`,
		clauseKeywords.filter((keyword) => clauses[keyword].form === form),
	);
}

/** What may stand behind a pattern of events, and speaks of those. */
export const OfEvents = categoryOf(
	"ofEvents",
	clauseKeywords.filter((keyword) => "ofEvents" in clauses[keyword]),
);

/** What begins a setting of each form. */
export const settingWords = {
	effect: settingWordOf("effect"),
	word: settingWordOf("word"),
	name: settingWordOf("name"),
	names: settingWordOf("names"),
	paths: settingWordOf("paths"),
	variables: settingWordOf("variables"),
	amount: settingWordOf("amount"),
} satisfies Record<SettingForm, TokenType>;

function settingWordOf(form: SettingForm): TokenType {
	return categoryOf(
		`${form}SettingWord`,
		settingKeywords.filter((keyword) => settingHead(keyword).form === form),
	);
}

/** A word that stands for each of these. */
function categoryOf(name: string, words: readonly string[]): TokenType {
	const label = words.map((word) => `\`${word}\``).join(" or ");
	return createToken({ name: `${name[0]?.toUpperCase()}${name.slice(1)}`, label, pattern: Lexer.NA });
}

const WhiteSpace = createToken({
	name: "WhiteSpace",
	pattern: /[ \t\r\n\uFEFF]+/,
	group: Lexer.SKIPPED,
	line_breaks: true,
});
const Comment = createToken({ name: "Comment", pattern: /#[^\r\n]*/, group: "comments" });
export const LeftBrace = createToken({
	name: "LeftBrace",
	label: "`{`",
	pattern: /\{(?!(?:[^\s{}"]*,[^\s{}"]*|[A-Za-z_][\w-]*)\})/,
	start_chars_hint: ["{"],
});
export const RightBrace = createToken({ name: "RightBrace", label: "`}`", pattern: "}" });
export const Comma = createToken({ name: "Comma", label: "`,`", pattern: "," });
export const Ampersand = createToken({ name: "Ampersand", label: "`&`", pattern: "&" });
export const QuotedText = createToken({
	name: "QuotedText",
	label: "a text in double quotes",
	pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*"/,
});
export const UnendedText = createToken({ name: "UnendedText", pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*\\?/ });
export const RegexWord = createToken({
	name: "RegexWord",
	label: "a regular expression between slashes",
	line_breaks: false,
	start_chars_hint: ["/"],
	pattern: (text: string, offset: number) => {
		regexPattern.lastIndex = offset;
		return regexPattern.exec(text);
	},
});
export const BareWord = createToken({
	name: "BareWord",
	label: "a word",
	categories: [Word],
	line_breaks: false,
	start_chars_hint: anyCharacter,
	pattern: execAt,
});

export const Locked = keyword("Locked", "locked", anywhere);
export const Override = keyword("Override", "override", anywhere);

const ruleTokens = {
	allow: keyword("Allow", "allow", anywhere, [RuleWord, EffectWord]),
	deny: keyword("Deny", "deny", anywhere, [RuleWord, EffectWord]),
	ask: keyword("Ask", "ask", anywhere, [RuleWord, EffectWord]),
	nudge: keyword("Nudge", "nudge", anywhere, [RuleWord, EffectWord]),
	constrain: keyword("Constrain", "constrain", anywhere),
} satisfies Record<(typeof statementKeywords.rules)[number], TokenType>;
export const { constrain: Constrain } = ruleTokens;
/** Behind them people may be named. */
const rulesOfCommands: readonly TokenType[] = Object.values(ruleTokens).filter((token) => token !== Constrain);

const claimTokens = {
	never: keyword("Never", "never", anywhere),
	always: keyword("Always", "always", anywhere),
} satisfies Record<(typeof statementKeywords.claims)[number], TokenType>;
export const { never: Never, always: Always } = claimTokens;

const otherTokens = Object.fromEntries(
	statementKeywords.others.map((word) => [
		word,
		keyword(`${word[0]?.toUpperCase()}${word.slice(1)}`, word, whereAStatementBegins),
	]),
) as Record<(typeof statementKeywords.others)[number], TokenType>;
export const {
	import: Import,
	set: SetWord,
	group: Group,
	agent: Agent,
	program: Program,
	expect: Expect,
} = otherTokens;
Expect.PUSH_MODE = "expect";

const settingTokens = settingKeywords.map((word) =>
	keyword(`${word[0]?.toUpperCase()}${word.slice(1)}`, word, whereAStatementBegins, [
		settingWords[settingHead(word).form],
	]),
);

/** What begins a statement, and the words that may stand before it. */
export const beginningTokens: readonly TokenType[] = [
	Locked,
	Override,
	...Object.values(ruleTokens),
	...Object.values(claimTokens),
	...Object.values(otherTokens),
	...settingTokens,
];

/** Clauses end a pattern. The word of some is a program, too: it is a clause only behind a word. */
const clauseTokens = Object.fromEntries(
	clauseKeywords.map((word) => {
		const record = clauses[word];
		const where = "behindWords" in record ? behindAWord : anywhere;
		const name = `${word[0]?.toUpperCase()}${word.slice(1).replace(" ", "")}Clause`;
		const categories = [ClauseWord, clauseWords[record.form], ...("ofEvents" in record ? [OfEvents] : [])];
		return [word, word.includes(" ") ? phrase(name, word, where, categories) : keyword(name, word, where, categories)];
	}),
) as Record<ClauseKeyword, TokenType>;

/** `since`, `last`, `same`: they belong to what happened before. */
const boundTokens = Object.fromEntries(
	eventBounds.map((word) => [word, keyword(`${word[0]?.toUpperCase()}${word.slice(1)}`, word, behindAWord)]),
) as Record<(typeof eventBounds)[number], TokenType>;
export const { since: Since, last: Last, same: Same } = boundTokens;

/** What a list of events begins behind. */
function eventTokens(): readonly TokenType[] {
	return [clauseTokens.after, clauseTokens.before, Since];
}

/** `passed`, `failed`: how an event ended, before a pattern of such. */
export const Fate = createToken({
	name: "Fate",
	label: "`passed`, `failed`, `denied` or `approved`",
	line_breaks: false,
	start_chars_hint: fates.map((fate) => fate.charCodeAt(0)),
	pattern: (text: string, offset: number, tokens: IToken[]) => {
		const last = tokens[tokens.length - 1]?.tokenType;
		if (last === undefined || !(eventTokens().includes(last) || last === Comma)) return null;
		fateWord.lastIndex = offset;
		const match = fateWord.exec(text);
		return match !== null && inEvents(text, offset, tokens) ? match : null;
	},
});
const fateWord = new RegExp(`(?:${fates.join("|")})(?=[ \\t]+[^\\s,{}#])`, "y");

/** `3 times`, behind a list of events. */
export const Count = createToken({
	name: "Count",
	label: "a number",
	line_breaks: false,
	start_chars_hint: digits,
	pattern: (text: string, offset: number, tokens: IToken[]) => {
		countWord.lastIndex = offset;
		const match = countWord.exec(text);
		return match !== null && behindAWord(text, offset, tokens) ? match : null;
	},
});
const countWord = /\d+(?=[ \t]+times(?![^\s,{}#]))/y;
export const Times: TokenType = keyword(
	"Times",
	"times",
	behind(() => [Count]),
);

/** Behind the name of a fact: `when branch is`, `when env CI is`. */
export const Is: TokenType = keyword("Is", "is", (_text, _offset, tokens) =>
	[2, 3].some((back) => tokens[tokens.length - back]?.tokenType === clauseTokens.when),
);
export const Exactly: TokenType = keyword("Exactly", "exactly", anywhere);
export const Extends = keyword(
	"Extends",
	"extends",
	behind(() => [Agent, Group], 2),
);
const behindConstrain: Condition = behind(() => [Constrain]);
export const Reads = keyword("Reads", "reads", behindConstrain);
export const Writes = keyword("Writes", "writes", behindConstrain);
export const Network = keyword("Network", "network", (text, offset, tokens) => {
	// A program may be called so: the word behind it says what is meant.
	return (
		behindConstrain(text, offset, tokens) &&
		/^\s+of(?![\w.-])/.test(text.slice(offset + "network".length, offset + 200))
	);
});
export const Of: TokenType = keyword(
	"Of",
	"of",
	behind(() => [Reads, Writes, Network, PeopleCount, ...rulesOfCommands]),
);

/** `2 of`, behind `ask`. */
export const PeopleCount = createToken({
	name: "PeopleCount",
	label: "a number of people",
	line_breaks: false,
	start_chars_hint: digits,
	pattern: (text: string, offset: number, tokens: IToken[]) => {
		const last = tokens[tokens.length - 1]?.tokenType;
		if (last === undefined || !rulesOfCommands.includes(last)) return null;
		peopleWord.lastIndex = offset;
		return peopleWord.exec(text);
	},
});
const peopleWord = /\d+(?=[ \t]+of(?![^\s,{}#]))/y;

/** Behind the name of a group. */
export const For: TokenType = keyword(
	"For",
	"for",
	(_text, _offset, tokens) => tokens[tokens.length - 2]?.tokenType === Of && endsPeople(tokens),
);
/** `this call`, `this session`, behind `for`. */
export const ThisOne = createToken({
	name: "ThisOne",
	label: "`this call` or `this session`",
	line_breaks: false,
	start_chars_hint: ["t"],
	pattern: (text: string, offset: number, tokens: IToken[]) => {
		if (tokens[tokens.length - 1]?.tokenType !== For) return null;
		thisWords.lastIndex = offset;
		return thisWords.exec(text);
	},
});
const thisWords = /this[ \t]+(?:call|session)(?![^\s,{}#])/y;

/** The name behind `set`: it ends before the `=`, with or without blanks. */
export const SetName = createToken({
	name: "SetName",
	label: "the set's name",
	line_breaks: false,
	start_chars_hint: anyCharacter,
	pattern: (text: string, offset: number, tokens: IToken[]) => {
		if (tokens[tokens.length - 1]?.tokenType !== SetWord) return null;
		setName.lastIndex = offset;
		return setName.exec(text);
	},
});
const setName = /[A-Za-z_][\w.-]*/y;
export const Equals: TokenType = createToken({
	name: "Equals",
	label: "`=`",
	line_breaks: false,
	start_chars_hint: ["="],
	pattern: (text: string, offset: number, tokens: IToken[]) =>
		tokens[tokens.length - 1]?.tokenType === SetName && text[offset] === "=" ? found("=") : null,
});

// Behind `program NAME`: `can`; in its block: `option`, wherever it stands.
export const Can = keyword(
	"Can",
	"can",
	behind(() => [Program], 2),
);
export const Option = keyword("Option", "option", (_text, _offset, tokens) => insideProgram(tokens));

interface Progress {
	read: number;
	announced: boolean;
	inside: boolean;
}
const progress = new WeakMap<readonly IToken[], Progress>();

/** Does the innermost open block belong to a `program` statement? Each token is looked at once per lexing. */
function insideProgram(tokens: readonly IToken[]): boolean {
	const state = progress.get(tokens) ?? { read: 0, announced: false, inside: false };
	progress.set(tokens, state);
	for (; state.read < tokens.length; state.read++) {
		const type = tokens[state.read]?.tokenType;
		if (type === Program) state.announced = true;
		else if (type === Agent || type === Group) state.announced = false;
		else if (type === LeftBrace) {
			state.inside = state.announced;
			state.announced = false;
		} else if (type === RightBrace) state.inside = false;
	}
	return state.inside;
}

// Behind `expect`: an effect, `forced`, `by NAME`, then `:` and the rest of the line, as it stands.
export const Forced = createToken({ name: "Forced", label: "`forced`", pattern: /forced(?![\w.-])/ });
export const By = createToken({ name: "By", label: "`by`", pattern: /by(?![\w.-])/ });
/** `when branch is main`: a fact of the example. */
export const ExpectFact = createToken({
	name: "ExpectFact",
	label: "`when` and a fact",
	pattern: /when[ \t]+(?:env[ \t]+)?[A-Za-z_][\w.-]*[ \t]+is[ \t]+(?:"(?:[^"\\\r\n]|\\[^\r\n])*"|[^\s:"]+)/,
});
/** `at 2026-12-31T10:00Z`: when it is asked. */
export const ExpectTime = createToken({
	name: "ExpectTime",
	label: "`at` and a time",
	pattern: /at[ \t]+\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)/,
});
/** `after passed "npm test" 2h ago`: what came before it. */
export const ExpectStep = createToken({
	name: "ExpectStep",
	label: "`after` and a command in double quotes",
	pattern: new RegExp(
		[
			/after[ \t]+/.source,
			`(?:(?:${endings.join("|")})${/[ \t]+/.source})?`,
			/"(?:[^"\\\r\n]|\\[^\r\n])*"/.source,
			/(?:[ \t]+\d[\d.]*[smhd][ \t]+ago(?![\w.-]))?/.source,
		].join(""),
	),
});
export const ExpectName = createToken({ name: "ExpectName", label: "a rule's id", pattern: /[A-Za-z_][\w.-]*/ });
export const ExpectCommand = createToken({
	name: "ExpectCommand",
	label: "`:` and a command",
	pattern: /:[^\r\n]*/,
	pop_mode: true,
});
export const ExpectText = createToken({
	name: "ExpectText",
	label: "a command in double quotes",
	pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*"/,
	pop_mode: true,
});
const ExpectEnd = createToken({
	name: "ExpectEnd",
	pattern: /[\r\n]+/,
	group: Lexer.SKIPPED,
	line_breaks: true,
	pop_mode: true,
});
const ExpectBlank = createToken({ name: "ExpectBlank", pattern: /[ \t]+/, group: Lexer.SKIPPED });

const statementTokens: TokenType[] = [
	WhiteSpace,
	Comment,
	SetName,
	Equals,
	QuotedText,
	UnendedText,
	LeftBrace,
	RightBrace,
	Comma,
	Ampersand,
	Locked,
	Override,
	...Object.values(ruleTokens),
	...Object.values(claimTokens),
	...Object.values(otherTokens),
	...settingTokens,
	Is,
	Exactly,
	Extends,
	Reads,
	Writes,
	Network,
	PeopleCount,
	Of,
	For,
	ThisOne,
	// `at most` before `at`.
	...clauseKeywords.toSorted((a, b) => b.length - a.length).map((word) => clauseTokens[word]),
	...Object.values(boundTokens),
	Fate,
	Count,
	Times,
	Can,
	Option,
	RegexWord,
	BareWord,
];

/** Tokens by lexer mode. */
export const modes = {
	policy: [
		Word,
		EffectWord,
		RuleWord,
		ClauseWord,
		...Object.values(clauseWords),
		OfEvents,
		...Object.values(settingWords),
		...statementTokens,
	],
	expect: [
		ExpectEnd,
		ExpectBlank,
		ExpectCommand,
		ExpectText,
		Forced,
		ExpectFact,
		ExpectTime,
		ExpectStep,
		By,
		ruleTokens.allow,
		ruleTokens.deny,
		ruleTokens.ask,
		ruleTokens.nudge,
		ExpectName,
	],
};

/** All tokens, each once, for the parser. */
export const allTokens: TokenType[] = [...new Set([...modes.policy, ...modes.expect])];

/** `isChecked`: the tokens are checked by a test, not at every start. `safeMode`: every token is tried everywhere. */
export const lexerOf = (isChecked: boolean, safeMode = false): Lexer =>
	new Lexer(
		{ modes, defaultMode: "policy" },
		{ positionTracking: "onlyOffset", ensureOptimizations: isChecked, skipValidations: !isChecked, safeMode },
	);
export const lexer = lexerOf(false);
