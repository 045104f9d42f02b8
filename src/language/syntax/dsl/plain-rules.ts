/**
 * Rules of nothing but patterns and options, read from their tokens: most rules of a large policy are. The parser reads all other statements, and, where it finds a
 * fault, these as well: what is said of faults it says alone.
 */
import type { IToken, TokenType } from "chevrotain";
import * as t from "../../../../grammar/tokens.js";
import { clauses } from "../../policy/clauses.js";
import type { Span } from "../../source/span.js";
import type { Clause, Pattern, PatternWord, RuleKeyword, RuleStatement } from "../statements.js";

/** By the offsets of the agents and groups that they stand in. */
export type PlainRules = Map<number, RuleStatement[]>;
/** The block of what stands in none. */
export const outside = -1;

/** Reads one word of a pattern, and tells where tokens stand. */
interface TokenReader {
	readonly wordOf: (token: IToken) => PatternWord;
	readonly spanFrom: (first: IToken, last: IToken) => Span;
}

/** Puts the plain rules into `found`, and gives the tokens of everything else. */
export function withoutPlainRules(tokens: readonly IToken[], reader: TokenReader, found: PlainRules): IToken[] {
	const others: IToken[] = [];
	let head: number | undefined;
	/** Absent in the block of a program. */
	let block: number | undefined = outside;
	for (let at = 0; at < tokens.length; ) {
		const token = tokens[at] as IToken;
		const { tokenType: type } = token;
		if (type === t.Agent || type === t.Group || type === t.Program)
			head = type === t.Program ? undefined : token.startOffset;
		else if (type === t.LeftBrace) block = head;
		else if (type === t.RightBrace) block = outside;
		const isRule = block !== undefined && type.CATEGORIES?.includes(t.RuleWord) && isWhole(tokens, at - 1);
		const read = isRule ? plainRuleAt(tokens, at, reader) : undefined;
		if (read === undefined || block === undefined) others.push(token);
		else if (found.get(block)?.push(read.rule) === undefined) found.set(block, [read.rule]);
		at = read?.end ?? at + 1;
	}
	return others;
}

/** Does a statement surely end with this token, or a block begin? */
function isWhole(tokens: readonly IToken[], at: number): boolean {
	const type = tokens[at]?.tokenType;
	if (type === undefined || type === t.LeftBrace || type === t.RightBrace || isWord(type)) return true;
	return tokens[at - 1]?.tokenType.CATEGORIES?.includes(t.settingWords.effect) === true;
}

function isWord(type: TokenType | undefined): boolean {
	return type === t.BareWord || type === t.QuotedText || type === t.RegexWord;
}

/** The rule that begins here, and where it ends; undefined where it is not plain. */
function plainRuleAt(
	tokens: readonly IToken[],
	from: number,
	reader: TokenReader,
): { readonly rule: RuleStatement; readonly end: number } | undefined {
	let at = from + 1;
	const is = (type: TokenType): boolean => tokens[at]?.tokenType === type;
	const word = (): PatternWord => reader.wordOf(tokens[at++] as IToken);
	const spanFrom = (first: number): Span => reader.spanFrom(tokens[first] as IToken, tokens[at - 1] as IToken);
	const patterns: Pattern[] = [];
	do {
		if (patterns.length > 0) at++;
		const first = at;
		const exactly = is(t.Exactly);
		if (exactly) at++;
		const words: PatternWord[] = [];
		while (isWord(tokens[at]?.tokenType)) words.push(word());
		if (words.length === 0) return undefined;
		patterns.push({ exactly, words, span: spanFrom(first) });
	} while (is(t.Comma));
	const own: Clause[] = [];
	for (let token = tokens[at]; token?.tokenType.CATEGORIES?.includes(t.clauseWords.options); token = tokens[at]) {
		const { form, keyword } = clauses[token.image as "with"];
		if (own.some((before) => before.keyword === keyword)) return undefined;
		const first = at;
		const options: PatternWord[][] = [];
		do {
			if (!is(t.Ampersand)) options.push([]);
			if (!isWord(tokens[++at]?.tokenType)) return undefined;
			options.at(-1)?.push(word());
		} while (is(t.Comma) || is(t.Ampersand));
		own.push({ form, keyword, options, span: spanFrom(first) });
	}
	const type = tokens[at]?.tokenType;
	if (type !== undefined && type !== t.RightBrace && !beginning.has(type)) return undefined;
	const keyword = (tokens[from] as IToken).image as RuleKeyword;
	const span = spanFrom(from);
	return { rule: { kind: "rule", keyword, locked: false, override: false, patterns, clauses: own, span }, end: at };
}

const beginning: ReadonlySet<TokenType> = new Set(t.beginningTokens);
