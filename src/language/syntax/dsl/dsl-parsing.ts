/** Text of the language to a concrete syntax tree, with what is wrong about its tokens and its grammar. It knows no statement. */
import type { CstNode, ILexingResult, IParserErrorMessageProvider, IToken } from "chevrotain";
import { PolicyParser } from "../../../../grammar/parser.js";
import * as t from "../../../../grammar/tokens.js";
import type { Diagnostic, Fix } from "../../diagnostic/diagnostic.js";
import { clauses } from "../../policy/clauses.js";
import type { Span } from "../../source/span.js";
import { meantClauses } from "../clause-words.js";
import { unquote } from "../texts.js";
import { messages, partsOf, unexpectedCharacter, wordAtLineStart } from "./dsl-messages.js";

/** More faults than this in one file say nothing new. */
export const mostFaults = 100;

export type Production = "policy" | "patterns" | "paths" | "names" | "optionsClause" | "condition" | "events";

/** A statement that was parsed, whose tree its reader may let go. */
export type ParsedStatement = CstNode & { children: CstNode["children"] };

let parser: PolicyParser | undefined;
/** Thrown to end a parse that finds nothing but faults. */
const enough = new Error("more faults than say anything new");
let faultsLeft = mostFaults;

/** The messages, and an end to them: recovering from a hundred thousand faults takes its time. */
const bounded: IParserErrorMessageProvider = {
	buildMismatchTokenMessage: (options) => counted(messages.buildMismatchTokenMessage(options)),
	buildNotAllInputParsedMessage: (options) => counted(messages.buildNotAllInputParsedMessage(options)),
	buildNoViableAltMessage: (options) => counted(messages.buildNoViableAltMessage(options)),
	buildEarlyExitMessage: (options) => counted(messages.buildEarlyExitMessage(options)),
};

function counted(message: string): string {
	if (faultsLeft-- <= 0) throw enough;
	return message;
}

export class DslParsing {
	readonly diagnostics: Diagnostic[] = [];
	private readonly lineStarts: IToken[] = [];
	/** Where the text begins. */
	private readonly origin: number;
	constructor(
		private readonly file: string,
		/** What to add to a token's offset. */
		private shift: number,
	) {
		this.origin = shift;
	}

	lex(text: string): ILexingResult {
		const lexed = t.lexer.tokenize(text);
		for (const error of lexed.errors) {
			this.report(
				"syntax-error",
				{ file: this.file, start: error.offset + this.shift, end: error.offset + this.shift + error.length },
				...unexpectedCharacter(text, error.offset),
			);
		}
		this.checkTokens(lexed.tokens, text);
		return lexed;
	}

	/** Lexes a part as if `lead` stood before it, so that keywords are told from words as in a file. The last `own` characters of the lead are tokens of the part. */
	lexWithin(lead: string, part: string, own: number): ILexingResult {
		this.shift -= lead.length;
		const lexed = this.lex(`${lead}${part}`);
		for (const comment of lexed.groups.comments ?? []) {
			this.report(
				"syntax-error",
				this.span(comment),
				"a comment can't stand inside of this text",
				"a `#` that belongs to a command stands in double quotes; a comment stands outside",
			);
		}
		return { ...lexed, tokens: lexed.tokens.filter((token) => token.startOffset >= lead.length - own) };
	}

	private checkTokens(tokens: readonly IToken[], text: string): void {
		let previous: IToken | undefined;
		for (const token of tokens) {
			if (token.tokenType === t.UnendedText) {
				this.report(
					"syntax-error",
					this.span(token),
					"a text in double quotes does not end in its line",
					'close it with `"`; a line break inside is written `\\n`',
				);
			}
			if (token.tokenType === t.QuotedText || token.tokenType === t.ExpectText) {
				for (const at of unquote(token.image).bad) {
					this.report(
						"syntax-error",
						this.spanWithin(token, at, 2),
						`\`${token.image.slice(at, at + 2)}\` means nothing inside double quotes`,
						'the escapes are `\\n`, `\\t`, `\\r`, `\\"`, `\\\\` and `\\u{…}`; write a backslash as `\\\\`',
					);
				}
			}
			if (token.tokenType === t.BareWord && token.image.includes("[") && t.leavesClassOpen(token.image)) {
				this.report(
					"syntax-error",
					this.span(token),
					`\`${token.image}\` opens a \`[\` that does not close`,
					"a regular expression has no blanks: write `\\s` or `\\x20`; any other word with a bare `[` stands in double quotes",
				);
			}
			const glued = previous !== undefined && previous.startOffset + previous.image.length === token.startOffset;
			const quotes = token.tokenType === t.QuotedText || previous?.tokenType === t.QuotedText;
			const words = isAnyWord(token) && isAnyWord(previous);
			if (glued && quotes && words && previous !== undefined) {
				const both = previous.image.length + token.image.length;
				this.report(
					"syntax-error",
					this.spanWithin(previous, 0, both),
					`\`${text.slice(previous.startOffset, previous.startOffset + both)}\` is half in quotes`,
					"put the whole word in double quotes, or a backslash before single characters",
				);
			}
			if (
				previous !== undefined &&
				words &&
				/[\r\n]/.test(text.slice(previous.startOffset + previous.image.length, token.startOffset))
			) {
				this.lineStarts.push(token);
			}
			previous = token;
		}
	}

	parse(lexed: ILexingResult, production: Production): CstNode {
		parser ??= new PolicyParser(bounded);
		parser.onStatement = (node) => this.parsed(node);
		faultsLeft = mostFaults;
		parser.input = lexed.tokens.map((token) => {
			// The lexer leaves it out, and the parser takes it for the places of nodes.
			token.endOffset = token.startOffset + token.image.length - 1;
			// Texts that do not end were reported already and stand for themselves.
			return token.tokenType === t.UnendedText
				? { ...token, tokenType: t.QuotedText, tokenTypeIdx: t.QuotedText.tokenTypeIdx as number, payload: unended }
				: token;
		});
		let cst: CstNode;
		try {
			cst = parser[production]();
		} catch (error) {
			if (error !== enough) throw error;
			cst = { name: production, children: {} };
		} finally {
			parser.onStatement = undefined;
			for (const error of parser.errors.slice(0, mostFaults)) {
				const previous = (error as { readonly previousToken?: IToken }).previousToken;
				const at = [error.token, previous, lexed.tokens[lexed.tokens.length - 1]].find(
					(one) => one !== undefined && one.startOffset >= 0,
				);
				const span = at ? this.span(at) : { file: this.file, start: this.origin, end: this.origin };
				const ended = at !== error.token;
				const misspelt = this.clauseBeforePattern(error.token, lexed.tokens);
				if (misspelt !== undefined) {
					this.report("misspelt-clause", ...misspelt);
					continue;
				}
				const { message, help, instead } = partsOf(error.message);
				const fix = instead === undefined || ended ? undefined : fixOf(span, instead);
				this.report("syntax-error", ended ? { ...span, start: span.end } : span, message, help, fix);
			}
			this.reportLineStarts();
		}
		return cst ?? { name: production, children: {} };
	}

	/** `allow git push aftr exactly npm test`: `exactly` stands where a pattern begins, so that the word before it is a clause, misspelt. */
	private clauseBeforePattern(
		{ tokenType, startOffset }: IToken,
		tokens: readonly IToken[],
	): [span: Span, message: string, help: string, fix: Fix] | undefined {
		if (tokenType !== t.Exactly) return undefined;
		const word = tokens.findLast((one) => one.startOffset < startOffset);
		if (word?.tokenType !== t.BareWord) return undefined;
		const meant = meantClauses(word.image).find(({ clause }) => ["events", "patterns"].includes(clauses[clause].form));
		if (meant === undefined) return undefined;
		const { clause, how } = meant;
		const message =
			how === "foreign"
				? `\`${word.image}\` is no clause of this language, and reads as \`${clause}\`; as it stands it is a word of the command`
				: `\`${word.image}\` reads as \`${clause}\`, misspelt; as it stands it is a word of the command`;
		const span = this.span(word);
		return [span, message, `write \`${clause} exactly …\``, fixOf(span, clause)];
	}

	/** A word that begins a line where no list goes on, unless the parser has said so already. */
	private reportLineStarts(): void {
		for (const token of this.lineStarts) {
			if (this.diagnostics.length >= mostFaults) return;
			const span = this.span(token);
			if (this.diagnostics.some((one) => one.span.start === span.start)) continue;
			const message = `\`${token.image}\` begins a line, but nothing says that the line before goes on`;
			this.report("syntax-error", span, message, wordAtLineStart(token.image));
		}
	}

	protected report(code: string, span: Span, message: string, help?: string, fix?: Fix): void {
		if (this.diagnostics.length < mostFaults) {
			const more = { ...(help ? { help } : {}), ...(fix ? { fix } : {}) };
			this.diagnostics.push({ code, severity: "error", message, span, ...more });
		}
	}

	protected span(token: IToken): Span {
		return this.spanWithin(token, 0, token.image.length);
	}

	protected spanWithin(token: IToken, from: number, length: number): Span {
		const start = token.startOffset + from + this.shift;
		return { file: this.file, start, end: start + length };
	}

	protected spanOf(node: CstNode): Span {
		const { startOffset, endOffset } = node.location ?? nowhere;
		// Recovery may have made up all of it.
		if (!(startOffset >= 0 && endOffset !== undefined && endOffset >= 0))
			return { file: this.file, start: this.shift, end: this.shift };
		return { file: this.file, start: startOffset + this.shift, end: endOffset + 1 + this.shift };
	}

	/** Told of each statement as soon as it is parsed. */
	protected parsed(_node: ParsedStatement): void {}
}

function fixOf(span: Span, text: string): Fix {
	return { title: `write \`${text}\``, edits: [{ span, text }], safe: false };
}

const nowhere = { startOffset: Number.NaN, endOffset: undefined };

/** Marks a text in quotes that did not end. */
const unended = "unended";

export function textIn(quoted: IToken): string {
	return unquote(quoted.payload === unended ? `${quoted.image}"` : quoted.image).text;
}

function isAnyWord(found: IToken | undefined): boolean {
	const type = found?.tokenType;
	return type === t.BareWord || type === t.QuotedText || type === t.RegexWord;
}
