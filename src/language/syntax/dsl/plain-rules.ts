/**
 * Rules of nothing but patterns and options, read from their tokens: most rules of a large policy are. The parser is asked about all other statements, and about all of them
 * where it finds a fault: what is said of faults is said by it alone.
 */
import type { IToken, TokenType } from "chevrotain";
import * as t from "../../../../grammar/tokens.js";
import { clauses } from "../../policy/clauses.js";
import { spanning } from "../../source/span.js";
import type { Clause, Pattern, PatternWord, RuleKeyword, RuleStatement, Statement } from "../statements.js";

/** A policy's tokens without those of its plain rules, and these rules. */
interface Parted {
	readonly rules: readonly RuleStatement[];
	readonly others: IToken[];
}

type WordReader = (token: IToken) => PatternWord;

/** `wordOf`: reads one word of a pattern. */
export function withoutPlainRules(tokens: readonly IToken[], wordOf: WordReader): Parted {
	const rules: RuleStatement[] = [];
	const others: IToken[] = [];
	let isHead = false;
	let isBlock = true;
	for (let at = 0; at < tokens.length; ) {
		const token = tokens[at] as IToken;
		const { tokenType: type } = token;
		if (type === t.Agent || type === t.Group || type === t.Program) isHead = type !== t.Program;
		else if (type === t.LeftBrace) isBlock = isHead;
		else if (type === t.RightBrace) isBlock = true;
		const isRule = isBlock && isRuleWord(type) && isWhole(tokens, at - 1);
		const found = isRule ? plainRuleAt(tokens, at, wordOf) : undefined;
		if (found === undefined) {
			others.push(token);
			at++;
		} else {
			rules.push(found[0]);
			at = found[1];
		}
	}
	return { rules, others };
}

/** The statements of a file, with the plain rules where they stood. */
export function withPlainRules(
	statements: readonly Statement[],
	rules: readonly RuleStatement[],
): readonly Statement[] {
	let next = 0;
	const merged = (all: readonly Statement[], end: number): readonly Statement[] => {
		const list: Statement[] = [];
		const takeUpTo = (start: number): void => {
			for (let rule = rules[next]; rule !== undefined && rule.span.start < start; rule = rules[++next]) list.push(rule);
		};
		for (const one of all) {
			takeUpTo(one.span.start);
			list.push(one.kind === "agent" || one.kind === "group" ? { ...one, body: merged(one.body, one.span.end) } : one);
		}
		takeUpTo(end);
		return list;
	};
	return merged(statements, Number.POSITIVE_INFINITY);
}

/** Does a statement surely end with this token, or a block begin? */
function isWhole(tokens: readonly IToken[], at: number): boolean {
	const type = tokens[at]?.tokenType;
	if (type === undefined || type === t.LeftBrace || type === t.RightBrace || isWord(type)) return true;
	return tokens[at - 1]?.tokenType.CATEGORIES?.includes(t.settingWords.effect) === true;
}

function isRuleWord({ CATEGORIES }: TokenType): boolean {
	return CATEGORIES?.includes(t.RuleWord) === true;
}

function isWord(type: TokenType): boolean {
	return type === t.BareWord || type === t.QuotedText || type === t.RegexWord;
}

/** The rule that begins here, where it is plain. */
function plainRuleAt(tokens: readonly IToken[], from: number, wordOf: WordReader): [RuleStatement, number] | undefined {
	let at = from + 1;
	const typeHere = (): TokenType | undefined => tokens[at]?.tokenType;
	const words = (most: number): PatternWord[] => {
		const found: PatternWord[] = [];
		for (let type = typeHere(); found.length < most && type !== undefined && isWord(type); type = typeHere())
			found.push(wordOf(tokens[at++] as IToken));
		return found;
	};
	const patterns: Pattern[] = [];
	do {
		if (patterns.length > 0) at++;
		const first = at;
		const exactly = typeHere() === t.Exactly;
		if (exactly) at++;
		const own = words(Number.POSITIVE_INFINITY);
		if (own.length === 0) return undefined;
		patterns.push({
			exactly,
			words: own,
			span: spanning(wordOf(tokens[first] as IToken).span, (own.at(-1) as PatternWord).span),
		});
	} while (typeHere() === t.Comma);
	const clausesRead: Clause[] = [];
	for (let type = typeHere(); type?.CATEGORIES?.includes(t.clauseWords.options); type = typeHere()) {
		const token = tokens[at] as IToken;
		const record = clauses[token.image as "with"];
		if (clausesRead.some(({ keyword }) => keyword === record.keyword)) return undefined;
		const options: PatternWord[][] = [];
		do {
			const together: PatternWord[] = [];
			do {
				at++;
				const [word] = words(1);
				if (word === undefined) return undefined;
				together.push(word);
			} while (typeHere() === t.Ampersand);
			options.push(together);
		} while (typeHere() === t.Comma);
		const last = options.at(-1)?.at(-1) as PatternWord;
		clausesRead.push({
			form: record.form,
			keyword: record.keyword,
			options,
			span: spanning(wordOf(token).span, last.span),
		});
	}
	const type = typeHere();
	if (type !== undefined && type !== t.RightBrace && !beginning.has(type)) return undefined;
	const word = tokens[from] as IToken;
	const { span: end } = clausesRead.at(-1) ?? (patterns.at(-1) as Pattern);
	const rule: RuleStatement = {
		kind: "rule",
		keyword: word.image as RuleKeyword,
		locked: false,
		override: false,
		patterns,
		clauses: clausesRead,
		span: spanning(wordOf(word).span, end),
	};
	return [rule, at];
}

const beginning: ReadonlySet<TokenType> = new Set(t.beginningTokens);
