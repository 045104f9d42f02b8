/**
 * The tokens of a file, statement by statement: where one ends is told by where the next begins, whatever is wrong inside of it.
 */
import type { IToken } from "chevrotain";
import * as t from "../../../../grammar/tokens.js";

/** A statement's tokens; of an agent or a group those of its head, up to the brace. */
export interface Part {
	readonly tokens: readonly IToken[];
	/** It is the head of an agent or a group. */
	readonly opens: boolean;
	/** The brace that ends what it opens. */
	readonly closing?: IToken;
	/** It stands in a block. */
	readonly inside: boolean;
	/** It begins as statements do that may stand everywhere. */
	readonly plain: boolean;
	/** It is the brace that ends a block. */
	readonly closes: boolean;
}

export function partsOfFile(tokens: readonly IToken[], text: string): readonly Part[] {
	const parts: Part[] = [];
	const closings = new Closings(tokens);
	let at = 0;
	let inside = false;
	while (at < tokens.length) {
		const first = tokens[at] as IToken;
		if (first.tokenType === t.RightBrace) {
			parts.push({ tokens: [first], opens: false, inside: false, plain: false, closes: inside });
			inside = false;
			at++;
			continue;
		}
		const isHead = first.tokenType === t.Agent || first.tokenType === t.Group;
		const end = isHead ? endOfHead(tokens, at, text) : endOfStatement(tokens, at, text);
		const own = tokens.slice(at, end);
		const opens = isHead && own.at(-1)?.tokenType === t.LeftBrace;
		const closing = opens ? closings.find(end) : undefined;
		if (isHead) inside = false;
		const plain = t.beginningTokens.includes(first.tokenType) && !outer.has(first.tokenType);
		parts.push({ tokens: own, opens, inside, plain, closes: false, ...(closing === undefined ? {} : { closing }) });
		if (opens) inside = true;
		at = end;
	}
	return parts;
}

/** The next closing brace from a place on, for places that only go up. */
class Closings {
	private at = 0;
	constructor(private readonly tokens: readonly IToken[]) {}

	find(from: number): IToken | undefined {
		this.at = Math.max(this.at, from);
		while (this.at < this.tokens.length && this.tokens[this.at]?.tokenType !== t.RightBrace) this.at++;
		return this.tokens[this.at];
	}
}

/** Does a statement that begins so stand outside of agents and groups? */
export function standsOutside({ tokenType }: IToken): boolean {
	return outer.has(tokenType);
}

const outer: ReadonlySet<unknown> = new Set([t.Agent, t.Group, t.Program, t.Import, t.SetWord]);

/** Behind the brace of a head, or where the next statement begins. */
function endOfHead(tokens: readonly IToken[], from: number, text: string): number {
	for (let at = from + 1; at < tokens.length; at++) {
		if (tokens[at]?.tokenType === t.LeftBrace) return at + 1;
		if (begins(tokens, at, text)) return at;
	}
	return tokens.length;
}

/** Where the next statement begins, or the block ends that it stands in. Braces of its own are part of it. */
function endOfStatement(tokens: readonly IToken[], from: number, text: string): number {
	let isOpen = false;
	for (let at = from + 1; at < tokens.length; at++) {
		const type = tokens[at]?.tokenType;
		if (type === t.LeftBrace) isOpen = true;
		else if (type === t.RightBrace) {
			if (!isOpen) return at;
			isOpen = false;
			if (at + 1 < tokens.length) return at + 1;
		} else if (begins(tokens, at, text)) return at;
	}
	return tokens.length;
}

/** Does a statement begin here: with its keyword at the beginning of a line, or with a word there that nothing carries on? */
function begins(tokens: readonly IToken[], at: number, text: string): boolean {
	const [last, token] = [tokens[at - 1], tokens[at]];
	if (token === undefined || last === undefined) return true;
	const type = last.tokenType;
	if (type === t.Comma || type === t.Ampersand || type === t.Equals || type === t.Locked || type === t.Override)
		return false;
	if (!/[\r\n]/.test(text.slice(last.startOffset + last.image.length, token.startOffset))) return false;
	if (t.beginningTokens.includes(token.tokenType)) return true;
	// `default deny` is whole.
	return isWord(token) && (isWord(last) || tokens[at - 2]?.image === "default");
}

function isWord({ tokenType }: IToken): boolean {
	return tokenType === t.BareWord || tokenType === t.RegexWord || tokenType === t.QuotedText;
}

/** A brace that closes what is not closed: right behind the head. */
export function closingBehind({ tokens }: Part): IToken {
	const last = tokens.at(-1) as IToken;
	return { ...last, tokenType: t.RightBrace, tokenTypeIdx: t.RightBrace.tokenTypeIdx as number, image: "" };
}
